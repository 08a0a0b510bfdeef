// Command aws-graviton renders the notebook of the published AWS study: Graviton2 against x86 on RDS MySQL.
//
//	go run ./examples/aws-graviton          # writes README.md, README.zh.md and figures into examples/aws-graviton
//	go run ./examples/aws-graviton -o DIR   # or into DIR
package main

import "github.com/sbstat/sbstat/examples"

func main() { examples.Main("aws-graviton") }
