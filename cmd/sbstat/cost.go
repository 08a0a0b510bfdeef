package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/spf13/cobra"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

func (a *app) costCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cost --price SYSTEM=AMOUNT… [flags] FILE…",
		Short: "Show what 1000 TPS cost on each system, and at which loads which is cheaper",
		Long: `cost shows the price an hour of 1000 TPS at each level, and at the peak; with --slo also
at the capacity under a latency limit. With two systems it gives the break-even: at
which loads which is cheaper, interpolated between the levels around a crossing, and up to
which price.

An AMOUNT is a number, a currency and a time: 0.836USD/h, 600CNY/month (730 hours).`,
		Example: `  sbstat cost --price Graviton=0.836USD/h --price x86=0.94USD/h aws.txt
  sbstat cost --price A=1.61CNY/h --price B=2.52CNY/h --at 2,16,32 A=arm.log B=x86.log`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := needInput(cmd, args); err != nil {
				return err
			}
			if len(a.flags.prices) == 0 {
				return fmt.Errorf("no price; give one a system: --price SYSTEM=AMOUNT, such as --price x86=0.94USD/h")
			}
			d, err := a.load(args, parse.Options{Fold: true}, false)
			if err != nil {
				return err
			}
			s, err := a.priced(d)
			if err != nil {
				return err
			}
			return a.showCost(s)
		},
	}
	a.common(cmd, []string{"table", "markdown", "csv", "json"}, baseFlag, priceFlag, levelsFlag, atFlag, sloFlag, confidenceFlag, patternFlag, transactionFlag)
	return cmd
}

// pricedSystems are the systems with a price each.
type pricedSystems struct {
	*systems
	prices   map[string][]analysis.Price // by full name
	currency string
}

// priced takes the systems of the data and their prices; a system without one
// and two currencies are errors.
func (a *app) priced(d *data) (*pricedSystems, error) {
	s, err := a.systems(d)
	if err != nil {
		return nil, err
	}
	prices, err := a.pricesOf(s)
	if err != nil {
		return nil, err
	}
	p := &pricedSystems{systems: s, prices: prices}
	for _, w := range s.sweeps {
		if len(prices[w.System]) == 0 {
			return nil, fmt.Errorf("%s has no price; add --price '%s=AMOUNT', such as 0.94USD/h", w.System, s.short[w.System])
		}
		_, currency, err := analysis.Hourly(prices[w.System])
		if err != nil {
			return nil, fmt.Errorf("--price of %s: %w", s.short[w.System], err)
		}
		if p.currency != "" && currency != p.currency {
			return nil, fmt.Errorf("--price: %s is in %s and %s in %s; give both in one currency", s.short[s.sweeps[0].System], p.currency, s.short[w.System], currency)
		}
		p.currency = currency
	}
	return p, nil
}

// costRow is what a load costs on each system; a cost is nil where a system has no
// such load.
type costRow struct {
	threads int    // 0: not at a level
	at      string // where threads is 0: "peak", or the limit of an SLO
	costs   []*analysis.Cost
}

// peakRow stands for the peak in JSON and CSV, whatever the language.
const peakRow = "peak"

func (a *app) costRows(s *pricedSystems) ([]costRow, error) {
	wanted := a.flags.levels
	if a.flags.at != nil {
		wanted = a.flags.at
	}
	var rows []costRow
	for _, threads := range allLevels(s.sweeps) {
		if !wanted.Contains(threads) || !a.flags.levels.Contains(threads) {
			continue
		}
		row := costRow{threads: threads}
		some := false
		for _, w := range s.sweeps {
			var cost *analysis.Cost
			if l := w.Level(threads); l != nil && len(l.Values(parse.TPS)) > 0 {
				c, err := analysis.CostAt(w, s.prices[w.System], threads, float64(a.flags.confidence))
				if err != nil {
					return nil, err
				}
				cost, some = &c, true
			}
			row.costs = append(row.costs, cost)
		}
		if some {
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		for _, w := range s.sweeps {
			if _, err := analysis.CostAtPeak(w, s.prices[w.System], float64(a.flags.confidence)); err != nil {
				return nil, err
			}
		}
		return nil, fmt.Errorf("no level in %s has a TPS; levels are: %s", wanted, levelList(allLevels(s.sweeps)))
	}
	if a.flags.at == nil {
		row := costRow{at: peakRow}
		for _, w := range s.sweeps {
			c, err := analysis.CostAtPeak(w, s.prices[w.System], float64(a.flags.confidence))
			if err != nil {
				return nil, err
			}
			row.costs = append(row.costs, &c)
		}
		rows = append(rows, row)
	}
	for _, slo := range a.flags.slos {
		row := costRow{at: slo.String()}
		for _, w := range s.sweeps {
			c, err := analysis.CostAtSLO(w, s.prices[w.System], slo, float64(a.flags.confidence))
			if err != nil {
				return nil, err
			}
			row.costs = append(row.costs, &c)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func (a *app) showCost(s *pricedSystems) error {
	rows, err := a.costRows(s)
	if err != nil {
		return err
	}
	var breakEvens []*analysis.BreakEven
	for i, other := range s.sweeps[1:] {
		base := s.sweeps[0]
		if a.flags.format == "table" || a.flags.format == "markdown" {
			shown := s.shown()
			base, other = shown[0], shown[i+1]
		}
		b, err := analysis.BreakEvenOf(base, other, s.prices[s.sweeps[0].System], s.prices[s.sweeps[i+1].System], float64(a.flags.confidence))
		if err != nil {
			return err
		}
		breakEvens = append(breakEvens, b)
	}
	return a.show(view{
		doc: func(d *document) {
			cols := []column{left(a.text("cmd.cost.head", s.currency))}
			for _, w := range s.sweeps {
				cols = append(cols, right(s.short[w.System]))
			}
			if len(s.sweeps) > 1 {
				cols = append(cols, left(a.text("cmd.cost.cheaper")))
			}
			names := make([]string, len(s.sweeps))
			for i, w := range s.sweeps {
				names[i] = s.short[w.System]
			}
			var cells [][]string
			var shown []analysis.Estimate
			for _, r := range rows {
				label := r.at
				switch {
				case r.threads > 0:
					label = threadCell(r.threads)
				case r.at == peakRow:
					label = a.text("cmd.cost.peak")
				}
				row := []string{label}
				for _, c := range r.costs {
					if c == nil {
						row = append(row, absent)
					} else {
						row = append(row, priceWithInterval(c.Per1000))
						shown = append(shown, c.Per1000)
					}
				}
				if len(s.sweeps) > 1 {
					row = append(row, a.cheapest(names, r.costs))
				}
				cells = append(cells, row)
			}
			d.table(cols, cells)
			a.brackets(d, s.sweeps, shown...)
			for _, b := range breakEvens {
				a.breakEven(d, b, rows, len(breakEvens) > 1)
			}
			d.line(a.pricesUsed(s))
			a.captions(d, s.systems)
		},
		records: func() [][]string {
			out := [][]string{{"system", "threads", "at", "tps", "price_per_hour", "currency", "per_1000_tps_per_hour", "per_1000_tps_per_hour_low", "per_1000_tps_per_hour_high", "per_million_transactions"}}
			for _, r := range rows {
				for i, c := range r.costs {
					if c == nil {
						continue
					}
					out = append(out, []string{csvText(s.sweeps[i].System), orEmpty(c.Threads), r.at, raw(c.TPS.Value), raw(parse.Some(c.Hourly)), c.Currency,
						raw(c.Per1000.Value), raw(c.Per1000.Low), raw(c.Per1000.High), raw(c.PerMillion().Value)})
				}
			}
			return out
		},
		json: func() (any, error) {
			return costJSON(s, rows, breakEvens, float64(a.flags.confidence), a.flags.lang), nil
		},
	})
}

// pricesUsed says what each system was taken to cost: "Prices: A 0.94 USD/h, B 0.8360 USD/h
// (300 USD/month + 310.28 USD/month)."
func (a *app) pricesUsed(s *pricedSystems) string {
	var all []string
	for _, w := range s.sweeps {
		var given []string
		for _, p := range s.prices[w.System] {
			per := a.text("cmd.cost.hour")
			if p.Per == "month" {
				per = a.text("cmd.cost.month")
			}
			given = append(given, strconv.FormatFloat(p.Amount, 'f', -1, 64)+" "+p.Currency+per)
		}
		used := given[0]
		if hourly, _, err := analysis.Hourly(s.prices[w.System]); err == nil && (len(given) > 1 || s.prices[w.System][0].Per == "month") {
			used = a.text("cmd.cost.sum", price(parse.Some(hourly))+" "+s.currency+a.text("cmd.cost.hour"), strings.Join(given, " + "))
		}
		all = append(all, s.short[w.System]+" "+used)
	}
	return a.text("cmd.cost.prices", strings.Join(all, a.text("cmd.comma")))
}

// cheapestOf finds the cheapest of a row and the next; ok is false below two
// known costs.
func cheapestOf(costs []*analysis.Cost) (first, second int, ok bool) {
	var known []int
	for i, c := range costs {
		if c != nil && c.Per1000.Value.OK {
			known = append(known, i)
		}
	}
	if len(known) < 2 {
		return -1, -1, false
	}
	slices.SortStableFunc(known, func(x, y int) int {
		return cmp.Compare(costs[x].Per1000.Value.V, costs[y].Per1000.Value.V)
	})
	return known[0], known[1], true
}

// standing is how two costs stand to each other.
type standing int

const (
	otherCheaper standing = iota
	baseCheaper
	equalCost
	unclearCost // the interval of the advantage includes none
)

// standingOf reads the advantage of other over base. Without repeats there is no
// interval, and the values decide.
func standingOf(adv analysis.Advantage) standing {
	e := adv.MorePerMoney
	switch {
	case adv.Open():
		return unclearCost
	case math.Abs(e.Value.V) < 1e-12:
		return equalCost
	case e.Value.V > 0:
		return otherCheaper
	}
	return baseCheaper
}

// cheaperBy returns the cheapest of a row and by how much it is cheaper than the
// next: 9.4 %. The index is −1 where none is, and the text says why: "equal", "no clear
// difference", or nothing where costs are missing.
func (a *app) cheaperBy(costs []*analysis.Cost) (int, string) {
	first, second, ok := cheapestOf(costs)
	if !ok {
		return -1, ""
	}
	adv, err := analysis.PricePerformance(*costs[second], *costs[first])
	if err != nil || !adv.Cheaper.Value.OK {
		return -1, ""
	}
	switch standingOf(adv) {
	case equalCost:
		return -1, a.text("cmd.cost.equal")
	case unclearCost:
		return -1, a.text("cmd.cost.unclear")
	}
	return first, a.percent(adv.Cheaper.Value)
}

// cheapest words cheaperBy for a table cell, aligned: "x86      by  9.4 %".
func (a *app) cheapest(names []string, costs []*analysis.Cost) string {
	i, by := a.cheaperBy(costs)
	switch {
	case i < 0 && by == "":
		return absent
	case i < 0:
		return by
	}
	width := 0
	for _, n := range names {
		width = max(width, text.StringWidth(n))
	}
	return a.text("cmd.cost.by", text.Pad(names[i], width, ' '), fmt.Sprintf("%6s", by))
}

// breakEven says where other is cheaper than base, and up to which price.
func (a *app) breakEven(d *document, b *analysis.BreakEven, rows []costRow, several bool) {
	other, base := b.Other, b.Base
	if len(b.Levels) == 0 {
		return
	}
	say := func(t string) {
		if several {
			t = a.text("cmd.about", other+" / "+base, t)
		}
		d.line(t)
	}
	say(a.ranges(b, other, base))
	// Where other does best, its price could be highest: the level says most.
	var best *analysis.BreakEvenLevel
	for i := range b.Levels {
		l := &b.Levels[i]
		shown := slices.ContainsFunc(rows, func(r costRow) bool { return r.threads == l.Threads })
		if shown && l.MaxPrice.Value.OK && (best == nil || l.MaxPrice.Value.V > best.MaxPrice.Value.V) {
			best = l
		}
	}
	if best != nil {
		say(a.text("cmd.cost.upto", a.count("cmd.nthreads", best.Threads), other, priceWithInterval(best.MaxPrice), b.Currency))
	}
	for _, c := range b.Crossings {
		for _, n := range c.Threads.Notes {
			if n.Code == "note.crossing-uncertain" {
				say("! " + a.text("cmd.about", fmt.Sprintf("%d–%d", c.Below, c.Above), n.In(a.flags.lang)))
			}
		}
	}
}

// ranges words where other is cheaper: "x86 is cheaper from about 2.2 to 67 threads
// (between 2–4 and 64–96)." Where nothing changes, or repeats leave a level open, it goes
// by the levels: "x86 is cheaper at 2, 4 threads; equal at 1 thread."
func (a *app) ranges(b *analysis.BreakEven, other, base string) string {
	first, last := b.Levels[0].Threads, b.Levels[len(b.Levels)-1].Threads
	var at [unclearCost + 1][]int
	for _, l := range b.Levels {
		s := standingOf(l.Advantage)
		at[s] = append(at[s], l.Threads)
	}
	if len(b.Crossings) == 0 || len(at[unclearCost]) > 0 {
		for s, who := range map[standing]string{otherCheaper: other, baseCheaper: base} {
			switch {
			case len(at[s]) < len(b.Levels):
			case first == last:
				return a.text("cmd.cost.there", who, a.count("cmd.nthreads", first))
			default:
				return a.text("cmd.cost.always", who, rawInt(first), rawInt(last))
			}
		}
		var parts []string
		for s, levels := range at {
			if len(levels) == 0 {
				continue
			}
			threads := a.threads(levels)
			switch standing(s) {
			case otherCheaper:
				parts = append(parts, a.text("cmd.cost.cheaperat", other, threads))
			case baseCheaper:
				parts = append(parts, a.text("cmd.cost.cheaperat", base, threads))
			case equalCost:
				parts = append(parts, a.text("cmd.cost.equalat", threads))
			case unclearCost:
				parts = append(parts, a.text("cmd.cost.unclearat", threads))
			}
		}
		said := strings.Join(parts, a.text("cmd.semicolon"))
		if len(at[otherCheaper])+len(at[baseCheaper]) > 0 { // a system's name keeps its letters
			return said + a.text("cmd.stop")
		}
		return a.sentence(said)
	}
	var spans, around []string
	from := ""
	if b.Crossings[0].Cheaper != b.Other {
		from = a.text("cmd.cost.start", rawInt(first))
	}
	for _, c := range b.Crossings {
		around = append(around, fmt.Sprintf("%d–%d", c.Below, c.Above))
		at := lang.Significant(c.Threads.Value.V, 2)
		if c.Cheaper == b.Other {
			from = at
		} else {
			spans = append(spans, a.text("cmd.cost.span", from, at))
			from = ""
		}
	}
	if from != "" {
		spans = append(spans, a.text("cmd.cost.spanopen", from, rawInt(last)))
	}
	return a.text("cmd.cost.ranges", other, strings.Join(spans, a.text("cmd.and")), strings.Join(around, a.text("cmd.and")))
}

type costRowJSON struct {
	At      string         `json:"at"`
	Systems []costCellJSON `json:"systems"`
}

type costCellJSON struct {
	System        string       `json:"system"`
	Threads       *int         `json:"threads"`
	TPS           parse.Num    `json:"tps"`
	PricePerHour  float64      `json:"price_per_hour"`
	Per1000       estimateJSON `json:"per_1000_tps_per_hour"`
	PerMillionTrx parse.Num    `json:"per_million_transactions"`
}

type crossingJSON struct {
	Threads parse.Num `json:"threads"`
	Below   int       `json:"below"`
	Above   int       `json:"above"`
	Cheaper string    `json:"cheaper_above"`
	Low     parse.Num `json:"threads_low"`
	High    parse.Num `json:"threads_high"`

	Notes []noteJSON `json:"notes"`
}

type breakEvenJSON struct {
	Base      string              `json:"base"`
	Other     string              `json:"other"`
	Levels    []breakEvenCellJSON `json:"levels"`
	Crossings []crossingJSON      `json:"crossings"`
	Notes     []noteJSON          `json:"notes"`
}

type breakEvenCellJSON struct {
	Threads      int       `json:"threads"`
	Cheaper      parse.Num `json:"cheaper"`        // 1 − other cost / base cost
	MorePerMoney parse.Num `json:"more_per_money"` // base cost / other cost − 1
	MaxPrice     parse.Num `json:"max_price_per_hour"`

	CheaperLow       parse.Num  `json:"cheaper_low"`
	CheaperHigh      parse.Num  `json:"cheaper_high"`
	MorePerMoneyLow  parse.Num  `json:"more_per_money_low"`
	MorePerMoneyHigh parse.Num  `json:"more_per_money_high"`
	MaxPriceLow      parse.Num  `json:"max_price_per_hour_low"`
	MaxPriceHigh     parse.Num  `json:"max_price_per_hour_high"`
	Notes            []noteJSON `json:"notes"`
}

func costJSON(s *pricedSystems, rows []costRow, breakEvens []*analysis.BreakEven, confidence float64, lang string) any {
	outRows := []costRowJSON{}
	for _, r := range rows {
		j := costRowJSON{At: r.at, Systems: []costCellJSON{}}
		if r.threads > 0 {
			j.At = rawInt(r.threads)
		}
		for i, c := range r.costs {
			if c == nil {
				continue
			}
			cell := costCellJSON{System: s.sweeps[i].System, TPS: c.TPS.Value, PricePerHour: c.Hourly, Per1000: toEstimate(c.Per1000, ""), PerMillionTrx: c.PerMillion().Value}
			if c.Threads > 0 {
				cell.Threads = &c.Threads
			}
			j.Systems = append(j.Systems, cell)
		}
		outRows = append(outRows, j)
	}
	outEvens := []breakEvenJSON{}
	for _, b := range breakEvens {
		j := breakEvenJSON{Base: b.Base, Other: b.Other, Levels: []breakEvenCellJSON{}, Crossings: []crossingJSON{}, Notes: toNotes(b.Notes, lang)}
		for _, l := range b.Levels {
			adv := l.Advantage
			j.Levels = append(j.Levels, breakEvenCellJSON{l.Threads, adv.Cheaper.Value, adv.MorePerMoney.Value, l.MaxPrice.Value,
				adv.Cheaper.Low, adv.Cheaper.High, adv.MorePerMoney.Low, adv.MorePerMoney.High, l.MaxPrice.Low, l.MaxPrice.High, toNotes(adv.MorePerMoney.Notes, lang)})
		}
		for _, c := range b.Crossings {
			j.Crossings = append(j.Crossings, crossingJSON{c.Threads.Value, c.Below, c.Above, c.Cheaper, c.Threads.Low, c.Threads.High, toNotes(c.Threads.Notes, lang)})
		}
		outEvens = append(outEvens, j)
	}
	return struct {
		SchemaVersion int             `json:"schema_version"`
		Currency      string          `json:"currency"`
		Confidence    float64         `json:"confidence"`
		Rows          []costRowJSON   `json:"rows"`
		BreakEven     []breakEvenJSON `json:"break_even"`
	}{schemaVersion, s.currency, confidence, outRows, outEvens}
}
