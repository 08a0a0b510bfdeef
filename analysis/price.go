package analysis

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// Price is one part of what a system costs; several parts add up.
type Price struct {
	Amount   float64
	Currency string // "USD"
	Per      string // "hour" or "month" (730 h)
	Of       string // what it pays for: "compute only"
	AsOf     string // "2023-12"
}

// hoursPerMonth is what cloud price lists take a month for: 365 · 24 / 12.
const hoursPerMonth = 730

// mostPrice is the largest amount that is taken for a price, and its inverse the smallest.
const mostPrice = 1e12

var (
	amountFirst   = regexp.MustCompile(`^([0-9][0-9.,]*)\s*([A-Za-z]{3}|[$€£¥￥])\s*(?:/|per\s)\s*([A-Za-z]+)$`)
	currencyFirst = regexp.MustCompile(`^([A-Za-z]{3}|[$€£¥￥])\s*([0-9][0-9.,]*)\s*(?:/|per\s)\s*([A-Za-z]+)$`)
	signs         = map[string]string{"$": "USD", "€": "EUR", "£": "GBP"}
)

// ParsePrice reads "0.836USD/h", "600 CNY/month" and "$0.94/hour". The sign ¥ is
// refused, since it stands for two currencies.
func ParsePrice(s string) (Price, error) {
	t := strings.TrimSpace(s)
	amount, currency, per := "", "", ""
	if m := amountFirst.FindStringSubmatch(t); m != nil {
		amount, currency, per = m[1], m[2], m[3]
	} else if m := currencyFirst.FindStringSubmatch(t); m != nil {
		amount, currency, per = m[2], m[1], m[3]
	} else {
		return Price{}, fmt.Errorf("price %q is not written as AMOUNT CURRENCY/h or /month, as 0.836USD/h", s)
	}
	if currency == "¥" || currency == "￥" {
		return Price{}, fmt.Errorf("price %q: ¥ may be yuan or yen; write CNY or JPY", s)
	}
	if c, ok := signs[currency]; ok {
		currency = c
	}
	if strings.Contains(amount, ",") && !thousands.MatchString(amount) {
		return Price{}, fmt.Errorf("price %q: %q is no number: a comma only groups thousands, as 1,234.5; decimals follow a point: write 0.836, not 0,836", s, amount)
	}
	v, err := strconv.ParseFloat(strings.ReplaceAll(amount, ",", ""), 64)
	if err != nil {
		return Price{}, fmt.Errorf("price %q: %q is no number", s, amount)
	}
	p := Price{Amount: v, Currency: strings.ToUpper(currency), Per: per}
	if _, err := p.hourly(); err != nil {
		return Price{}, err
	}
	p.Per = unit(per)
	return p, nil
}

var thousands = regexp.MustCompile(`^[1-9][0-9]{0,2}(,[0-9]{3})+(\.[0-9]+)?$`)

func unit(per string) string {
	switch strings.ToLower(strings.TrimSpace(per)) {
	case "", "h", "hr", "hour", "hours":
		return "hour"
	case "m", "mo", "month", "months", "mon":
		return "month"
	}
	return ""
}

// hourly returns the amount an hour.
func (p Price) hourly() (float64, error) {
	if !(p.Amount > 0) || math.IsInf(p.Amount, 0) {
		return 0, fmt.Errorf("price of %v %s: a price is a positive number", p.Amount, p.Currency)
	}
	if p.Amount > mostPrice || p.Amount < 1/mostPrice {
		return 0, fmt.Errorf("price of %.3g %s: no database costs that; a price lies between %.0g and %.0g", p.Amount, p.Currency, 1/mostPrice, mostPrice)
	}
	switch unit(p.Per) {
	case "hour":
		return p.Amount, nil
	case "month":
		return p.Amount / hoursPerMonth, nil
	}
	return 0, fmt.Errorf("price per %q: a price is per hour or per month (%d h)", p.Per, hoursPerMonth)
}

// Hourly adds prices up to one amount an hour. Two currencies are an error, and so
// is an amount that is not a positive finite number.
func Hourly(prices []Price) (amount float64, currency string, err error) {
	if len(prices) == 0 {
		return 0, "", fmt.Errorf("no price given; write one as 0.836USD/h")
	}
	for _, p := range prices {
		h, err := p.hourly()
		if err != nil {
			return 0, "", err
		}
		c := strings.ToUpper(strings.TrimSpace(p.Currency))
		switch {
		case c == "":
			return 0, "", fmt.Errorf("price of %v an %s has no currency", p.Amount, unit(p.Per))
		case currency != "" && c != currency:
			return 0, "", fmt.Errorf("prices in %s and %s cannot be added; convert one of them", currency, c)
		}
		amount, currency = amount+h, c
	}
	return amount, currency, nil
}
