// Command own-logs renders the notebook on logs of our own: which statistic answers which question.
//
//	go run ./examples/own-logs          # writes README.md, README.zh.md and figures into examples/own-logs
//	go run ./examples/own-logs -o DIR   # or into DIR
package main

import "github.com/sbstat/sbstat/examples"

func main() { examples.Main("own-logs") }
