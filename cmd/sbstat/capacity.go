package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

func (a *app) capacityCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "capacity --slo METRIC=LIMIT… [flags] FILE…",
		Short: "Show how much throughput each system carries within a latency limit",
		Long: `capacity finds the throughput up to which a latency stays within a limit, interpolated
log–log between the two levels around it and never extrapolated. With --price it adds
what 1000 TPS cost at that capacity.

A LIMIT is a latency metric and milliseconds or a time: p95=80ms, avg=0.1s, p99=50.`,
		Example: `  sbstat capacity --slo p95=80ms --slo p95=100ms aws.txt
  sbstat capacity --slo p95=80ms --price Graviton=0.836USD/h --price x86=0.94USD/h aws.txt`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := needInput(cmd, args); err != nil {
				return err
			}
			if len(a.flags.slos) == 0 {
				return errors.New("no limit; give --slo METRIC=LIMIT, such as --slo p95=80ms")
			}
			d, err := a.load(args, parse.Options{Fold: true}, false)
			if err != nil {
				return err
			}
			s := &pricedSystems{}
			if len(a.flags.prices) > 0 {
				s, err = a.priced(d)
			} else {
				s.systems, err = a.systems(d)
			}
			if err != nil {
				return err
			}
			return a.showCapacity(s)
		},
	}
	a.common(cmd, []string{"table", "markdown", "csv", "json"}, baseFlag, levelsFlag, sloFlag, priceFlag, confidenceFlag, patternFlag, transactionFlag)
	return cmd
}

// capacityRow is the capacity of each system under one limit.
type capacityRow struct {
	slo        analysis.SLO
	capacities []*analysis.Capacity
	costs      []*analysis.Cost // nil without prices
}

func (a *app) capacityRows(s *pricedSystems, sweeps []*analysis.Sweep) ([]capacityRow, error) {
	var rows []capacityRow
	for _, slo := range a.flags.slos {
		row := capacityRow{slo: slo}
		for i, w := range sweeps {
			if !slices.Contains(w.Metrics(), slo.Metric) {
				return nil, fmt.Errorf("--slo %s: %w", slo, noMetric(slo.Metric, w))
			}
			if w = a.within(w); len(w.Levels) == 0 {
				return nil, fmt.Errorf("no level of %q in %s; levels are: %s", w.System, a.flags.levels, levelList(allLevels(s.sweeps)))
			}
			c, err := analysis.CapacityAt(w, slo, float64(a.flags.confidence))
			if err != nil {
				return nil, err
			}
			row.capacities = append(row.capacities, c)
			if s.prices != nil {
				cost, err := analysis.CostAtSLO(w, s.prices[s.sweeps[i].System], slo, float64(a.flags.confidence))
				if err != nil {
					row.costs = append(row.costs, nil)
					continue
				}
				row.costs = append(row.costs, &cost)
			}
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func (a *app) showCapacity(s *pricedSystems) error {
	sweeps := s.sweeps
	if a.flags.format == "table" || a.flags.format == "markdown" {
		sweeps = s.shown()
	}
	rows, err := a.capacityRows(s, sweeps)
	if err != nil {
		return err
	}
	return a.show(view{
		doc:     func(d *document) { a.capacityTable(d, s, rows) },
		records: func() [][]string { return capacityRecords(rows) },
		json:    func() (any, error) { return capacityJSON(rows, float64(a.flags.confidence), a.flags.lang), nil },
	})
}

func (a *app) capacityTable(d *document, s *pricedSystems, rows []capacityRow) {
	oneMetric := !slices.ContainsFunc(rows, func(r capacityRow) bool { return r.slo.Metric != rows[0].slo.Metric })
	head := a.text("cmd.capacity.limit")
	if oneMetric {
		head = metricLabel(rows[0].slo.Metric) + " ≤"
	}
	cols := []column{right(head)}
	if oneMetric {
		cols[0] = right(fmt.Sprintf("%-6s", head))
	}
	names := make([]string, len(s.sweeps))
	for i, w := range s.sweeps {
		names[i] = s.short[w.System]
		cols = append(cols, left(names[i]))
	}
	if s.prices != nil {
		cols = append(cols, left(a.text("cmd.cost.head", s.currency)))
	}
	var cells [][]string
	for _, r := range rows {
		label := r.slo.String()
		if oneMetric {
			label = strings.TrimPrefix(label, head+" ")
		}
		row := []string{label}
		for _, c := range r.capacities {
			row = append(row, a.capacityCell(c))
		}
		if s.prices != nil {
			row = append(row, a.capacityCost(names, r.costs))
		}
		cells = append(cells, row)
	}
	d.table(cols, cells)
	var shown []analysis.Estimate
	for _, r := range rows {
		for _, c := range r.capacities {
			shown = append(shown, c.TPS)
		}
	}
	a.brackets(d, s.sweeps, shown...)
	if s.prices != nil && a.cheapestChanges(rows) {
		d.line("! " + a.text("cmd.capacity.changes"))
	}
	a.exceeded(d, s.shown(), rows)
	var said []string
	for _, r := range rows {
		for _, c := range r.capacities {
			for _, n := range c.Notes {
				if n.Code == "note.slo-exceeded-below" {
					continue // said above, with the latencies
				}
				t := a.text("cmd.about", a.text("cmd.capacity.of", clean(c.System), c.SLO.String()), n.In(a.flags.lang))
				if !slices.Contains(said, t) {
					said = append(said, t)
					d.line("! " + clean(t))
				}
			}
		}
	}
	a.captions(d, s.systems)
}

// capacityCell writes "681 TPS (32–48)": the capacity and the levels around it, or
// "2367 TPS (14)", where it is a level's.
func (a *app) capacityCell(c *analysis.Capacity) string {
	if !c.TPS.Value.OK {
		return absent
	}
	s := lang.Number(c.TPS.Value.V, 0) + " TPS"
	if c.TPS.Low.OK && c.TPS.High.OK {
		s += " [" + lang.Number(c.TPS.Low.V, 0) + ", " + lang.Number(c.TPS.High.V, 0) + "]"
	}
	if c.At > 0 {
		s += fmt.Sprintf(" (%d)", c.At)
	} else {
		s += fmt.Sprintf(" (%d–%d)", c.Below, c.Above)
	}
	if c.Above == 0 {
		s = "≥ " + s
	}
	return s
}

// capacityCost writes the costs of a row and which is the cheapest.
func (a *app) capacityCost(names []string, costs []*analysis.Cost) string {
	var parts []string
	for _, c := range costs {
		if c == nil {
			parts = append(parts, absent)
		} else {
			parts = append(parts, priceWithInterval(c.Per1000))
		}
	}
	s := strings.Join(parts, " / ")
	switch i, by := a.cheaperBy(costs); {
	case i >= 0:
		s += a.text("cmd.capacity.cheaper", names[i], by)
	case by != "":
		s = a.text("cmd.about", s, by)
	}
	return s
}

// cheapestChanges reports whether the limits disagree on the cheapest system.
func (a *app) cheapestChanges(rows []capacityRow) bool {
	first := -1
	for _, r := range rows {
		i, _ := a.cheaperBy(r.costs)
		if i < 0 {
			continue
		}
		if first >= 0 && i != first {
			return true
		}
		first = i
	}
	return false
}

// exceeded says which levels break a limit below the capacity: the latency is not
// monotone, which is shown and not smoothed.
func (a *app) exceeded(d *document, sweeps []*analysis.Sweep, rows []capacityRow) {
	type key struct {
		system  string
		metric  parse.Metric
		threads int
	}
	var order []key
	limits := map[key][]string{}
	for _, r := range rows {
		for _, c := range r.capacities {
			for _, threads := range c.Exceeded {
				k := key{c.System, r.slo.Metric, threads}
				if limits[k] == nil {
					order = append(order, k)
				}
				limits[k] = append(limits[k], r.slo.String())
			}
		}
	}
	for _, k := range order {
		which := a.text("cmd.capacity.named", strings.Join(limits[k], a.text("cmd.and")))
		if len(limits[k]) == len(rows) && len(rows) > 1 {
			which = a.text("cmd.capacity.all")
			if len(rows) == 2 {
				which = a.text("cmd.capacity.both")
			}
		}
		by := ""
		for _, w := range sweeps {
			if w.System != k.system {
				continue
			}
			if l := w.Level(k.threads); l != nil {
				by = a.text("cmd.capacity.value", number(l.Mean(k.metric, 0).Value))
			}
		}
		d.line("! " + clean(a.text("cmd.capacity.exceeds", k.system, which, a.count("cmd.nthreads", k.threads), by)))
	}
}

func capacityRecords(rows []capacityRow) [][]string {
	out := [][]string{{"system", "metric", "limit_ms", "tps", "tps_low", "tps_high", "threads", "below", "above", "exceeded_at_threads",
		"per_1000_tps_per_hour", "per_1000_tps_per_hour_low", "per_1000_tps_per_hour_high", "currency"}}
	for _, r := range rows {
		for i, c := range r.capacities {
			var cost analysis.Cost
			if r.costs != nil && r.costs[i] != nil {
				cost = *r.costs[i]
			}
			var exceeded []string
			for _, threads := range c.Exceeded {
				exceeded = append(exceeded, rawInt(threads))
			}
			out = append(out, []string{csvText(c.System), r.slo.Metric.Name, raw(parse.Some(r.slo.LimitMs)), raw(c.TPS.Value), raw(c.TPS.Low), raw(c.TPS.High),
				raw(c.Threads), orEmpty(c.Below), orEmpty(c.Above), strings.Join(exceeded, " "),
				raw(cost.Per1000.Value), raw(cost.Per1000.Low), raw(cost.Per1000.High), cost.Currency})
		}
	}
	return out
}

type capacityJSONRow struct {
	System   string       `json:"system"`
	Metric   string       `json:"metric"`
	LimitMs  float64      `json:"limit_ms"`
	TPS      estimateJSON `json:"tps"`
	Threads  parse.Num    `json:"threads"`
	Below    *int         `json:"below"`
	Above    *int         `json:"above"`
	Exceeded []int        `json:"exceeded_at_threads"`
	Per1000  parse.Num    `json:"per_1000_tps_per_hour"`
	Currency *string      `json:"currency"`
	Notes    []noteJSON   `json:"notes"`

	Per1000Low  parse.Num `json:"per_1000_tps_per_hour_low"`
	Per1000High parse.Num `json:"per_1000_tps_per_hour_high"`
}

func capacityJSON(rows []capacityRow, confidence float64, l string) any {
	out := []capacityJSONRow{}
	for _, r := range rows {
		for i, c := range r.capacities {
			j := capacityJSONRow{System: c.System, Metric: r.slo.Metric.Name, LimitMs: r.slo.LimitMs, TPS: toEstimate(c.TPS, ""), Threads: c.Threads,
				Exceeded: append([]int{}, c.Exceeded...), Notes: []noteJSON{}}
			if c.Below > 0 {
				j.Below = &c.Below
			}
			if c.Above > 0 {
				j.Above = &c.Above
			}
			if r.costs != nil && r.costs[i] != nil {
				cost := r.costs[i]
				j.Per1000, j.Currency = cost.Per1000.Value, &cost.Currency
				j.Per1000Low, j.Per1000High = cost.Per1000.Low, cost.Per1000.High
			}
			for _, n := range c.Notes {
				j.Notes = append(j.Notes, noteJSON{n.Code, n.In(l)})
			}
			out = append(out, j)
		}
	}
	return map[string]any{"schema_version": schemaVersion, "confidence": confidence, "capacities": out}
}
