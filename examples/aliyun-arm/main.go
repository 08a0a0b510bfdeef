// Command aliyun-arm renders the notebook of the published Alibaba Cloud study: the economy edition on ARM against the standard edition on x86.
//
//	go run ./examples/aliyun-arm          # writes README.md, README.zh.md and figures into examples/aliyun-arm
//	go run ./examples/aliyun-arm -o DIR   # or into DIR
package main

import "github.com/sbstat/sbstat/examples"

func main() { examples.Main("aliyun-arm") }
