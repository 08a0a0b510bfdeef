// Command survey renders the notebook on a matrix of many vendors: what may be said of it, and what not.
//
//	go run ./examples/survey          # writes README.md, README.zh.md and figures into examples/survey
//	go run ./examples/survey -o DIR   # or into DIR
package main

import "github.com/sbstat/sbstat/examples"

func main() { examples.Main("survey") }
