package analysis

import "github.com/sbstat/sbstat/parse"

// Price is one part of what a system costs; several parts add up.
type Price struct {
	Amount   float64
	Currency string // "USD"
	Per      string // "hour" or "month" (730 h)
	Of       string // what it pays for: "compute only"
	AsOf     string // "2023-12"
}

// ParsePrice reads "0.836USD/h" and "600 CNY/month".
func ParsePrice(s string) (Price, error) { return Price{}, nil }

// Hourly adds prices up to one amount an hour. Two currencies are an error, and so
// is an amount that is not a positive finite number.
func Hourly(prices []Price) (amount float64, currency string, err error) { return 0, "", nil }

// Cost is what a throughput costs a system.
type Cost struct {
	System   string
	Threads  int // the level of TPS; 0 where it lies between levels (at an SLO)
	TPS      Estimate
	Hourly   float64 // price an hour
	Currency string
	Per1000  Estimate // price an hour of 1000 TPS
}

// Per returns the price an hour of n TPS.
func (c Cost) Per(n float64) Estimate { return Estimate{} }

// PerMillion returns the price of a million transactions.
func (c Cost) PerMillion() Estimate { return Estimate{} }

// CostAt returns the cost at a level.
func CostAt(s *Sweep, prices []Price, threads int) (Cost, error) { return Cost{}, nil }

// CostAtPeak returns the cost at the level with the highest mean TPS.
func CostAtPeak(s *Sweep, prices []Price) (Cost, error) { return Cost{}, nil }

// CostAtSLO returns the cost at the capacity under a latency limit.
func CostAtSLO(s *Sweep, prices []Price, slo SLO) (Cost, error) { return Cost{}, nil }

// Advantage compares price/performance: how much more throughput per money
// other gives than base (MorePerMoney = base cost / other cost − 1) and how much less a
// given throughput costs on other (Cheaper = 1 − other cost / base cost). The two
// differ, and an article must say which one it means.
type Advantage struct {
	Base, Other           Cost
	MorePerMoney, Cheaper Estimate // fractions
}

// PricePerformance compares two costs; currencies must agree.
func PricePerformance(base, other Cost) (Advantage, error) { return Advantage{}, nil }

// BreakEven says where one system is cheaper per TPS than another.
type BreakEven struct {
	Base, Other string
	Currency    string
	Levels      []BreakEvenLevel
	Crossings   []Crossing // loads at which the cheaper system changes, ascending: there can be several
	OnlyBase    []int      // levels without a partner
	OnlyOther   []int
	Notes       []Note
}

// BreakEvenLevel is the comparison at a matched level.
type BreakEvenLevel struct {
	Threads     int
	Base, Other float64   // price an hour per 1000 TPS
	Advantage   Advantage // of other against base
	MaxPrice    Estimate  // the price an hour up to which other is not dearer per TPS than base
}

// Crossing lies between two neighbouring matched levels.
type Crossing struct {
	Below, Above int      // the levels around it
	Threads      Estimate // load at which both cost the same, interpolated log–log
	Cheaper      string   // the system that is cheaper above it
}

// BreakEvenOf finds where other is cheaper than base, over matched levels.
func BreakEvenOf(base, other *Sweep, basePrices, otherPrices []Price) (*BreakEven, error) {
	return nil, nil
}

// SLO is a latency limit: Metric (avg or pNN) ≤ LimitMs.
type SLO struct {
	Metric  parse.Metric
	LimitMs float64
}

// ParseSLO reads "p95=80ms", "avg=0.1s" and "p99=50" (milliseconds).
func ParseSLO(s string) (SLO, error) { return SLO{}, nil }

// String writes "p95 ≤ 80 ms".
func (s SLO) String() string { return "" }
