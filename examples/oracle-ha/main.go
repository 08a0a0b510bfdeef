// Command oracle-ha renders the notebook of the published Oracle Cloud study: what high availability of MySQL costs.
//
//	go run ./examples/oracle-ha          # writes README.md, README.zh.md and figures into examples/oracle-ha
//	go run ./examples/oracle-ha -o DIR   # or into DIR
package main

import "github.com/sbstat/sbstat/examples"

func main() { examples.Main("oracle-ha") }
