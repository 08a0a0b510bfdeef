package parse

import "strconv"

// scanner walks over the bytes of a line. Its methods allocate nothing.
type scanner struct {
	b []byte
	i int
}

// lit moves past s, if it stands next.
func (c *scanner) lit(s string) bool {
	if len(c.b)-c.i < len(s) || string(c.b[c.i:c.i+len(s)]) != s {
		return false
	}
	c.i += len(s)
	return true
}

// pow10 are the powers of ten that a float64 holds exactly.
var pow10 = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// number reads digits with an optional fraction. Up to 15 digits the result
// is the nearest float64, as both the digits and the power of ten are exact
// (Clinger 1990); longer ones go through strconv.
func (c *scanner) number() (v float64, ok bool) {
	b, i := c.b, c.i
	start, point := i, -1
	var m uint64
	for ; i < len(b); i++ {
		d := b[i] - '0'
		if d > 9 {
			if b[i] != '.' || point >= 0 {
				break
			}
			point = i
			continue
		}
		m = m*10 + uint64(d)
	}
	digits := i - start
	frac := 0
	if point >= 0 {
		digits--
		frac = i - point - 1
	}
	if digits == 0 {
		return 0, false
	}
	c.i = i
	if digits <= 15 {
		return float64(m) / pow10[frac], true
	}
	v, err := strconv.ParseFloat(string(b[start:i]), 64)
	return v, err == nil
}

// integer reads digits.
func (c *scanner) integer() (n int, ok bool) {
	start := c.i
	for c.i < len(c.b) {
		d := c.b[c.i] - '0'
		if d > 9 {
			break
		}
		if c.i-start >= 9 {
			return 0, false
		}
		n = n*10 + int(d)
		c.i++
	}
	return n, c.i > start
}

// blanks moves past blanks.
func (c *scanner) blanks() {
	for c.i < len(c.b) && (c.b[c.i] == ' ' || c.b[c.i] == '\t') {
		c.i++
	}
}
