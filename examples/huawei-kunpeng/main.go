// Command huawei-kunpeng renders the notebook of the published Huawei study: Kunpeng against x86 on RDS MySQL.
//
//	go run ./examples/huawei-kunpeng          # writes README.md, README.zh.md and figures into examples/huawei-kunpeng
//	go run ./examples/huawei-kunpeng -o DIR   # or into DIR
package main

import "github.com/sbstat/sbstat/examples"

func main() { examples.Main("huawei-kunpeng") }
