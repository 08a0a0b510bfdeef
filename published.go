package sbstat

import (
	"embed"
	"io/fs"
)

//go:embed testdata/published/*.txt
var published embed.FS

// Published holds the tables of four published articles, digit for digit, by
// file name: aliyun-rds-arm-vs-x86.txt, aws-rds-graviton-vs-x86.txt,
// huawei-rds-kunpeng-vs-x86.txt and oci-mysql-ha-vs-standalone.txt.
func Published() fs.FS {
	sub, err := fs.Sub(published, "testdata/published")
	if err != nil {
		return published // unreachable: the folder is embedded above
	}
	return sub
}
