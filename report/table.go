package report

// Table is a table of formatted cells.
type Table struct {
	Name    string   // what its CSV file would be called; may be empty
	Caption string   // plain text; may be empty
	Head    []string // plain text
	Left    []bool   // columns that align left; missing: right
	Rows    [][]string
	Notes   []string // footnotes below it: why a cell has no answer, what an interval means
}
