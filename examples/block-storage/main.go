// Command block-storage renders the notebook on storage: fio on two storages of one machine, and two TPC-C clients.
//
//	go run ./examples/block-storage          # writes README.md, README.zh.md and figures into examples/block-storage
//	go run ./examples/block-storage -o DIR   # or into DIR
package main

import "github.com/sbstat/sbstat/examples"

func main() { examples.Main("block-storage") }
