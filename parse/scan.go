package parse

import (
	"encoding/binary"
	"math/bits"
	"strconv"
)

// after returns the index behind s, if s stands in b at i, else -1.
func after(b []byte, i int, s string) int {
	if i < 0 || len(b)-i < len(s) || string(b[i:i+len(s)]) != s {
		return -1
	}
	return i + len(s)
}

// pow10 are the powers of ten that a float64 holds exactly.
var pow10 = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// decimal reads digits with an optional fraction from b at i, and returns
// where they end, or -1. Nearly all numbers of a log have up to seven digits
// and two decimals, and take no branch a digit.
func decimal(b []byte, i int) (v float64, end int) {
	if uint(i)+12 <= uint(len(b)) {
		w := b[i : i+12 : i+12]
		m, n := eightDigits(binary.LittleEndian.Uint64(w))
		if n > 0 && n < 8 && w[n] == '.' {
			d1, d2, next := w[n+1]-'0', w[n+2]-'0', w[n+3]
			if d1 <= 9 && d2 <= 9 && next-'0' > 9 && next != '.' {
				return float64(int64(m)*100+int64(d1)*10+int64(d2)) / 100, i + n + 3
			}
		}
	}
	return anyDecimal(b, i)
}

// eightDigits returns the number that the digits at the start of eight bytes
// make, and how many they are (Lemire 2018, "Quickly parsing eight digits").
func eightDigits(x uint64) (m uint64, n int) {
	x ^= 0x3030303030303030
	others := ((x + 0x7676767676767676) | x) & 0x8080808080808080
	n = bits.TrailingZeros64(others) / 8
	x <<= uint(8-n) * 8 & 63
	x = x*10 + x>>8
	const mask = 0x000000FF000000FF
	m = ((x&mask)*(100+1000000<<32) + (x>>16&mask)*(1+10000<<32)) >> 32
	return m, n
}

// anyDecimal is decimal for numbers of any length. Up to 15 digits the result
// is the nearest float64, as both the digits and the power of ten are exact
// (Clinger 1990); longer ones go through strconv.
func anyDecimal(b []byte, i int) (v float64, end int) {
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
		return 0, -1
	}
	if digits <= 15 {
		return float64(m) / pow10[frac], i
	}
	v, err := strconv.ParseFloat(string(b[start:i]), 64)
	if err != nil {
		return 0, -1
	}
	return v, i
}

// integer reads up to nine digits from b at i, and returns where they end, or
// -1.
func integer(b []byte, i int) (n, end int) {
	start := i
	for i >= 0 && i < len(b) && b[i]-'0' <= 9 {
		n = n*10 + int(b[i]-'0')
		i++
	}
	if i == start || i-start > 9 {
		return 0, -1
	}
	return n, i
}
