package report

import (
	"fmt"
	"strings"

	"github.com/sbstat/sbstat/parse"
)

// unitsOf are units of one kind, by their names in small letters, each with how many of
// the first it is.
var unitsOf = []map[string]float64{
	{"ms": 1, "us": 0.001, "µs": 0.001, "μs": 0.001, "s": 1000},
	{"1/s": 1, "/s": 1, "tps": 1, "qps": 1, "eps": 1, "iops": 1, "1/min": 1. / 60, "/min": 1. / 60, "tpmc": 1. / 60},
	{"mib/s": 1, "kib/s": 1. / 1024, "gib/s": 1024, "mb/s": 1e6 / (1 << 20), "gb/s": 1e9 / (1 << 20)},
	{"threads": 1, "thread": 1},
}

// per is what a number of a result is multiplied by to be in the figure's unit. A figure
// in the unit of another kind is an error; one without a unit is in the result's own,
// or in percent.
func (f figure) per(res *result) (float64, error) {
	switch unit := strings.ToLower(f.unit); {
	case res.fraction && f.unit == "":
		return 100, nil
	case f.percent || res.fraction: // of the other
	case unit == "" || unit == strings.ToLower(res.unit):
		return 1, nil
	default:
		if m, err := parse.MetricNamed(unit); err == nil && m.Better == parse.HigherIsBetter { // a throughput by its name: TPS are no QPS
			own, err := parse.MetricNamed(res.metric)
			if err == nil && own != m {
				break
			}
		}
		for _, kind := range unitsOf {
			theirs, ok := kind[unit]
			if own, has := kind[strings.ToLower(res.unit)]; ok && has {
				return own / theirs, nil
			}
		}
		if by, ok := pricePer(unit, strings.ToLower(res.unit)); ok {
			return by, nil
		}
	}
	theirs, own := f.unit, res.unit
	if f.percent {
		theirs = "%"
	}
	if res.fraction {
		own = "%"
	}
	if own == "" {
		own = "no unit"
	}
	return 0, fmt.Errorf("number: the figure is in %s, but what is computed is in %s", theirs, own)
}

// pricePer converts a price an hour to a price by another time: USD/h to USD/month.
func pricePer(to, from string) (float64, bool) {
	currency, time, ok := strings.Cut(to, "/")
	of, hour, has := strings.Cut(from, "/")
	if !ok || !has || currency != of || hour != "h" {
		return 0, false
	}
	by, ok := map[string]float64{"h": 1, "hr": 1, "hour": 1, "mo": 730, "month": 730}[time]
	return by, ok
}

// inUnits gives the numbers of results in the units of the figures that they are
// compared with. A single figure may be said of several numbers, else each number has
// its own.
func (p *published) inUnits(results []*result) ([]amount, error) {
	var out []amount
	for _, res := range results {
		for _, a := range res.parts {
			by, err := p.parts[min(len(out), len(p.parts)-1)].per(res)
			if err != nil {
				return nil, err
			}
			a.v *= by
			out = append(out, a)
		}
	}
	if n := len(p.parts); n > 1 && n != len(out) && results[0].kind != set {
		return nil, fmt.Errorf("number: there are %d figures, but what is computed gives %d", n, len(out))
	}
	return out, nil
}
