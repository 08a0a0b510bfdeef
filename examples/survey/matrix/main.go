// Command matrix writes the survey's data: the measurements of the published tables and of
// our own logs as matrices of threads and systems, the form in which surveys of many vendors
// are handed around. No number is made here: each is a count divided by a time, or stands in its source.
//
//	go run ./examples/survey/matrix > examples/survey/vendors.txt
package main

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/sbstat/sbstat"
	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/examples"
	"github.com/sbstat/sbstat/parse"
)

func main() {
	text, err := matrix()
	if err != nil {
		fmt.Fprintln(os.Stderr, "matrix:", err)
		os.Exit(1)
	}
	fmt.Print(text)
}

// source says where a system's runs are, and what is known of its settings.
type source struct {
	name     string // in the matrix
	file     string // a published table; "": our own logs
	table    string // a part of the system's name there
	settings []string
}

// keys are the settings, in the order of the sources' settings.
var keys = []string{"engine", "cpu", "memory", "storage", "availability", "place", "tables", "rows_per_table", "seconds_a_level",
	"sysbench", "innodb_flush_log_at_trx_commit", "sync_binlog", "innodb_buffer_pool_size", "innodb_doublewrite", "have_ssl"}

// unstated stands where no source says anything.
const unstated = "N/A"

// The settings are those that testdata/published/README.md and testdata/logs/README.md give.
var sources = []source{
	{"AWS-Graviton2", "aws-rds-graviton-vs-x86.txt", "Graviton", []string{"MySQL 8.0.33", "4 vCPU", "16 GB", "gp3 100 GB 3000 IOPS", "Multi-AZ", "Tokyo", "10", "1000000", "300"}},
	{"AWS-x86", "aws-rds-graviton-vs-x86.txt", "x86", []string{"MySQL 8.0.33", "4 vCPU", "16 GB", "gp3 100 GB 3000 IOPS", "Multi-AZ", "Tokyo", "10", "1000000", "300"}},
	{"Huawei-Kunpeng", "huawei-rds-kunpeng-vs-x86.txt", "鲲鹏", []string{"MySQL 8.0", "4 vCPU", "16 GB", "SSD cloud disk", "primary/standby, two AZs", unstated, "10", "1000000", "300"}},
	{"Huawei-x86", "huawei-rds-kunpeng-vs-x86.txt", "x86", []string{"MySQL 8.0", "4 vCPU", "16 GB", "SSD cloud disk", "primary/standby, two AZs", unstated, "10", "1000000", "300"}},
	{"Alibaba-Yitian", "aliyun-rds-arm-vs-x86.txt", "ARM", []string{"MySQL 8.0", "4 vCPU", "16 GB", "ESSD PL1 100 GB", "two AZs", "Hangzhou", "10", "1000000", "300"}},
	{"Alibaba-x86", "aliyun-rds-arm-vs-x86.txt", "x86", []string{"MySQL 8.0", "4 vCPU", "16 GB", "ESSD PL1 100 GB", "two AZs", "Hangzhou", "10", "1000000", "300"}},
	{"Oracle-HA-across", "oci-mysql-ha-vs-standalone.txt", "10.0.0.74", []string{"MySQL", "2 OCPU", "32 GB", "100 GB", "three nodes, several fault domains", "Tokyo", "10", "1000000", "300"}},
	{"Oracle-HA-within", "oci-mysql-ha-vs-standalone.txt", "10.0.0.13", []string{"MySQL", "2 OCPU", "32 GB", "100 GB", "three nodes, one fault domain", "Tokyo", "10", "1000000", "300"}},
	{"Oracle-single", "oci-mysql-ha-vs-standalone.txt", "10.0.0.224", []string{"MySQL", "2 OCPU", "32 GB", "100 GB", "single server", "Tokyo", "10", "1000000", "300"}},
	{"MariaDB-durable", "", "cfgA", []string{"MariaDB 10.11", unstated, unstated, unstated, "single server", "loopback", "4", "10000", "10", "1.0.20", "1", "1"}},
	{"MariaDB-relaxed", "", "cfgB", []string{"MariaDB 10.11", unstated, unstated, unstated, "single server", "loopback", "4", "10000", "10", "1.0.20", "2", "0"}},
}

// sweep reads the runs of a source.
func (s source) sweep() (*analysis.Sweep, error) {
	fsys, files, opts := sbstat.Published(), []string{s.file}, parse.Options{}
	if s.file == "" {
		fsys, opts.Name = examples.FS(), "{system}-rep{repeat}-t{threads}.log"
		var err error
		if files, err = fs.Glob(fsys, "own-logs/logs/*.log"); err != nil {
			return nil, err
		}
	}
	var runs []*parse.Run
	for _, file := range files {
		res, err := parse.FS(fsys, file, opts)
		if err != nil {
			return nil, err
		}
		runs = append(runs, res.Runs...)
	}
	return analysis.Find(analysis.Sweeps(runs), s.table)
}

// matrix writes a table for each metric, with a system a column. A level has as many rows as
// a system has repeats of it; the settings stand below the first table.
func matrix() (string, error) {
	var sweeps []*analysis.Sweep
	rows := map[int]int{} // of each level
	for _, s := range sources {
		sweep, err := s.sweep()
		if err != nil {
			return "", fmt.Errorf("%s: %w", s.name, err)
		}
		sweeps = append(sweeps, sweep)
		for _, l := range sweep.Levels {
			rows[l.Threads] = max(rows[l.Threads], len(l.Runs), 1)
		}
	}
	var b strings.Builder
	for i, m := range []struct {
		caption string
		metric  parse.Metric
	}{{"TPS", parse.TPS}, {"QPS", parse.QPS}, {"average latency (ms)", parse.Avg}, {"p95 latency (ms)", parse.P95}} {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s:\n\n", m.caption)
		table := [][]string{{"threads"}}
		for _, s := range sources {
			table[0] = append(table[0], s.name)
		}
		for _, threads := range slices.Sorted(maps.Keys(rows)) {
			for repeat := range rows[threads] {
				row := []string{fmt.Sprint(threads)}
				for _, sweep := range sweeps {
					row = append(row, cell(sweep.Level(threads), repeat, m.metric))
				}
				table = append(table, row)
			}
		}
		if i == 0 {
			for k, key := range keys {
				row := []string{key}
				for _, s := range sources {
					value := unstated
					if k < len(s.settings) {
						value = s.settings[k]
					}
					row = append(row, value)
				}
				table = append(table, row)
			}
		}
		write(&b, table)
	}
	return b.String(), nil
}

// cell is the value of a repeat; where all runs failed it is the zero that their source prints.
func cell(l *analysis.Level, repeat int, m parse.Metric) string {
	switch {
	case l == nil || repeat >= max(len(l.Runs), 1):
		return unstated
	case len(l.Runs) == 0:
		return "0.00"
	}
	v, ok := l.Runs[repeat].Value(m)
	if !ok {
		return unstated
	}
	return fmt.Sprintf("%.2f", v)
}

// write aligns a table's columns.
func write(b *strings.Builder, table [][]string) {
	width := make([]int, len(table[0]))
	for _, row := range table {
		for i, c := range row {
			width[i] = max(width[i], len(c))
		}
	}
	for _, row := range table {
		for i, c := range row {
			if i > 0 {
				b.WriteString(" | ")
			}
			fmt.Fprintf(b, "%*s", width[i], c)
		}
		b.WriteByte('\n')
	}
}
