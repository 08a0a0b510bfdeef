// Package sbstat analyses sysbench benchmarks of databases.
package sbstat
