package parse

import "strings"

// Tool names the program that measured the run: "sysbench", "fio" or
// "go-tpc". Their percentiles lie on grids of different steps: 1.8 % for
// sysbench, about 1 % for fio, 3 to 6 % for go-tpc.
func (r *Run) Tool() string {
	for _, tool := range []string{"fio", "go-tpc"} {
		if strings.HasPrefix(r.Workload, tool+" ") {
			return tool
		}
	}
	return "sysbench"
}
