package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sbstat/sbstat/analysis"
)

// Tables of many systems side by side.

// rankingTable ranks the systems over the levels that all of them have: table "ranking" "tps".
func (r *run) rankingTable(rest []string, chosen analysis.LevelSet) (*Table, error) {
	m, rest := r.metricFirst(rest, throughput(r.n.base()))
	systems, err := r.named(rest)
	if err != nil {
		return nil, err
	}
	var sweeps []*analysis.Sweep
	var levels []int
	for i, s := range systems {
		sweeps = append(sweeps, s.Sweep)
		have := allLevels(s, m)
		levels = slices.DeleteFunc(levels, func(t int) bool { return !slices.Contains(have, t) })
		if i == 0 {
			levels = slices.DeleteFunc(have, func(t int) bool { return !chosen.Contains(t) })
		}
	}
	ranked, err := analysis.Ranking(sweeps, m, analysis.CompareOptions{Levels: chosen, Confidence: r.n.Confidence, Margin: r.n.Margin})
	if err != nil {
		return nil, lack(err)
	}
	t := &Table{Caption: r.t("table.ranking", r.withUnit(m), and(r.l, texts(levels))), Left: []bool{true, true},
		Head: []string{r.t("table.rank"), r.t("system"), r.t("table.geomean"), r.t("table.of-best")}}
	shared := map[int]int{}
	var behind []string
	for _, s := range ranked {
		shared[s.Rank]++
	}
	for _, s := range ranked {
		rank := fmt.Sprint(s.Rank)
		if shared[s.Rank] > 1 {
			rank = r.t("table.shared", rank)
		}
		t.Rows = append(t.Rows, []string{rank, s.System, r.estimate(s.Value, plainMetric(m)),
			printPercent(r.l, s.Value.Value.V/ranked[0].Value.Value.V, 0)})
		if len(s.Behind) > 0 {
			behind = append(behind, r.t("table.behind", s.System, strings.Join(s.Behind, r.t("comma"))))
		}
	}
	t.Notes = append(t.Notes, r.t("note.ranking"))
	if behind != nil {
		t.Notes = append(t.Notes, r.t("note.behind", strings.Join(behind, r.t("semicolon"))))
	}
	var order []string
	for _, s := range ranked {
		if !s.Value.HasInterval() {
			order = append(order, s.System)
		}
	}
	if len(order) > 0 {
		t.Notes = append(t.Notes, r.t("note.ranking-order", strings.Join(order, r.t("comma"))))
	}
	return t, nil
}

// settingsTable lists the settings in which the systems differ, and which of them
// nobody states: what makes a comparison one of apples and oranges.
func (r *run) settingsTable(rest []string) (*Table, error) {
	systems, err := r.named(rest)
	if err != nil {
		return nil, err
	}
	var sweeps []*analysis.Sweep
	for _, s := range systems {
		sweeps = append(sweeps, s.Sweep)
	}
	t := &Table{Caption: r.t("table.settings"), stack: true, Left: []bool{true, true}, Head: []string{r.t("table.setting"), r.t("table.value")}}
	var same, unstated []string
	for _, set := range analysis.Settings(sweeps) {
		var values []string
		of := map[string][]string{}
		for i, v := range set.Values {
			if v == "" {
				v = r.t("table.unstated")
			}
			if _, ok := of[v]; !ok {
				values = append(values, v)
			}
			of[v] = append(of[v], systems[i].short())
		}
		switch stated := set.Stated(); {
		case stated == 0:
			unstated = append(unstated, set.Key)
			continue
		case !set.Differs() && stated == len(systems):
			same = append(same, set.Key+" "+values[0])
			continue
		}
		// What most of many systems have stands last and names none of them.
		var groups []string
		rest := ""
		for _, v := range values {
			if len(systems) > 4 && 2*len(of[v]) > len(systems) {
				rest = r.t("brackets", v, r.t("table.all-others"))
				continue
			}
			groups = append(groups, r.t("brackets", v, strings.Join(of[v], r.t("comma"))))
		}
		if rest != "" {
			groups = append(groups, rest)
		}
		t.Rows = append(t.Rows, []string{set.Key, strings.Join(groups, r.t("semicolon"))})
	}
	if len(t.Rows) == 0 && len(unstated) == 0 && len(same) == 0 {
		return nil, lack(fmt.Errorf("no system states a setting"))
	}
	if len(unstated) > 0 {
		t.Notes = append(t.Notes, r.t("note.unstated", strings.Join(unstated, r.t("comma"))))
	}
	if len(same) > 0 {
		t.Notes = append(t.Notes, r.t("note.same", strings.Join(same, r.t("comma"))))
	}
	return t, nil
}

func texts(levels []int) []string {
	out := make([]string, len(levels))
	for i, l := range levels {
		out[i] = fmt.Sprint(l)
	}
	return out
}
