package plotting

import "math"

// dash cuts a line into the drawn parts of a dash pattern.
func dash(l polyline, pattern []float64, offset float64) []polyline {
	var total float64
	for _, d := range pattern {
		total += d
	}
	if total <= 0 {
		return []polyline{l}
	}
	pts := l.pts
	if l.closed {
		pts = append(append([]point{}, pts...), pts[0])
	}
	i, rest := 0, math.Mod(offset, total)
	for rest >= pattern[i%len(pattern)] {
		rest -= pattern[i%len(pattern)]
		i++
	}
	left := pattern[i%len(pattern)] - rest
	var out []polyline
	cur := []point{pts[0]}
	for k := 1; k < len(pts); k++ {
		a, b := pts[k-1], pts[k]
		length := math.Hypot(b.x-a.x, b.y-a.y)
		at := 0.0
		for length-at > left {
			at += left
			p := point{a.x + (b.x-a.x)*at/length, a.y + (b.y-a.y)*at/length}
			if i%2 == 0 {
				out = append(out, polyline{pts: append(cur, p)})
			}
			cur = []point{p}
			i++
			left = pattern[i%len(pattern)]
		}
		left -= length - at
		cur = append(cur, b)
	}
	if i%2 == 0 && len(cur) > 1 {
		out = append(out, polyline{pts: cur})
	}
	return out
}

// outline returns the polygon around a stroked line, half the width to either
// side: mitred where it turns little, with round joins elsewhere, and butt
// ends. All outlines turn the same way, so that they can be filled together.
func outline(l polyline, half float64) []point {
	pts := make([]point, 0, len(l.pts)+2)
	for _, p := range l.pts {
		if n := len(pts); n == 0 || math.Hypot(p.x-pts[n-1].x, p.y-pts[n-1].y) > 1e-3 {
			pts = append(pts, p)
		}
	}
	if l.closed && len(pts) > 1 {
		if first, last := pts[0], pts[len(pts)-1]; math.Hypot(first.x-last.x, first.y-last.y) > 1e-3 {
			pts = append(pts, first)
		}
		pts = append(pts, pts[1]) // over the first segment again: the seam gets its join
	}
	if len(pts) < 2 {
		return nil
	}
	left := make([]point, 0, 2*len(pts))
	right := make([]point, 0, len(pts))
	normal := func(i int) point {
		dx, dy := pts[i+1].x-pts[i].x, pts[i+1].y-pts[i].y
		h := math.Hypot(dx, dy)
		return point{-dy / h * half, dx / h * half}
	}
	n := normal(0)
	left = append(left, point{pts[0].x + n.x, pts[0].y + n.y})
	right = append(right, point{pts[0].x - n.x, pts[0].y - n.y})
	for i := 1; i < len(pts)-1; i++ {
		p, next := pts[i], normal(i)
		dot := (n.x*next.x + n.y*next.y) / (half * half)
		cross := n.x*next.y - n.y*next.x
		switch {
		case dot > 0.94:
			mx, my := (n.x+next.x)/(1+dot), (n.y+next.y)/(1+dot)
			left = append(left, point{p.x + mx, p.y + my})
			right = append(right, point{p.x - mx, p.y - my})
		case cross < 0: // the left side is the outer one
			left = appendArc(left, p, n, next, half)
			right = append(right, point{p.x - n.x, p.y - n.y}, p, point{p.x - next.x, p.y - next.y})
		default:
			left = append(left, point{p.x + n.x, p.y + n.y}, p, point{p.x + next.x, p.y + next.y})
			right = appendArc(right, p, point{-n.x, -n.y}, point{-next.x, -next.y}, half)
		}
		n = next
	}
	end := pts[len(pts)-1]
	left = append(left, point{end.x + n.x, end.y + n.y})
	right = append(right, point{end.x - n.x, end.y - n.y})
	for i := len(right) - 1; i >= 0; i-- {
		left = append(left, right[i])
	}
	return left
}

// appendArc joins two offsets of p along the circle around it, the short way.
func appendArc(to []point, p, from, until point, radius float64) []point {
	a := math.Atan2(from.y, from.x)
	turn := math.Remainder(math.Atan2(until.y, until.x)-a, 2*math.Pi)
	n := arcSteps(radius, turn)
	for i := 0; i <= n; i++ {
		sin, cos := math.Sincos(a + turn*float64(i)/float64(n))
		to = append(to, point{p.x + radius*cos, p.y + radius*sin})
	}
	return to
}
