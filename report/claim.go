package report

import "errors"

// Claim is a published statement: what was said, the figure, and the computation
// that the figure stands for. Run fills in what the data give.
type Claim struct {
	ID     string
	Says   string   // what was said, in our words
	Source string   // who said it and where
	Number string   // the figure as published: "12.7%", "275, 341", "-45..-15%", "up to 52%"; "": the call decides
	Is     []string // the computation, one call for each figure; none: not testable
	Expect Holds    // what is known of it; "": it is expected to hold
	Note   string   // a remark for the reader

	Published string // the figure as the ledger shows it
	Computed  string // what the data give
	Swapped   string // what the data give with the other base, where the bases are swapped
	Holds     Holds  // what became of it; "" before Run
	Reason    string // why it is not testable
	Values    []Value

	line int
	file string
}

// Holds says what became of a claim.
type Holds string

const (
	DoesHold     Holds = "holds"         // the computed value rounds to the published digits
	BasesSwapped Holds = "bases swapped" // it does with the other system as base
	Roughly      Holds = "roughly"       // within 25 % of it, or one unit of its last digit
	DoesNotHold  Holds = "does not hold" // none of these
	NotSeen      Holds = "not seen here" // an "up to" that these data do not reach
	NotTestable  Holds = "not testable"  // the data lack what it takes
)

// Ledger is a list of claims that have been computed.
type Ledger []Claim

// Table returns the ledger as a table: id, published, computed, verdict.
func (l Ledger) Table(lang string) Table { return Table{} }

// Unexpected returns the claims that became something else than expected.
func (l Ledger) Unexpected() Ledger { return nil }

// Err returns nil where every claim became what is expected of it, else an
// [Errors] with a line each.
func (l Ledger) Err() error { return errors.ErrUnsupported }
