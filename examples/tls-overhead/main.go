// Command tls-overhead renders the notebook on what TLS costs, from sysbench 1.1 logs with histograms.
//
//	go run ./examples/tls-overhead          # writes README.md, README.zh.md and figures into examples/tls-overhead
//	go run ./examples/tls-overhead -o DIR   # or into DIR
package main

import "github.com/sbstat/sbstat/examples"

func main() { examples.Main("tls-overhead") }
