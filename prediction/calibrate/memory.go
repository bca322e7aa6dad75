package calibrate

import "math"

// streamKernel returns reads of entries of 8 bytes one after the other, from an array
// of so many bytes.
func streamKernel(bytes int64) kernel {
	a := fractions(max(4, int(bytes/8)))
	return kernel{ops: len(a) &^ 3, warm: 1, run: func(times int) {
		sum := 0.0
		for range times {
			sum += total(a)
		}
		keep(math.Float64bits(sum))
	}}
}

// total returns the sum of the numbers, of the last len(a) mod 4 none.
func total(a []float64) float64 {
	var s0, s1, s2, s3 float64
	for ; len(a) >= 4; a = a[4:] {
		s0 += a[0]
		s1 += a[1]
		s2 += a[2]
		s3 += a[3]
	}
	return s0 + s1 + s2 + s3
}

// lineBytes is the distance of the loads of latencyKernel: no two share a cache line.
const lineBytes = 128

// A line is a place of a chain, which names the next place.
type line struct {
	next uint32
	_    [lineBytes - 4]byte
}

// latencyKernel returns loads of which each has its address from the load before. They
// visit all lines of so many bytes in random order.
func latencyKernel(bytes int64, seed uint64) kernel {
	lines := make([]line, max(2, bytes/lineBytes))
	order := newRandom(seed).Perm(len(lines))
	for i, k := range order {
		lines[k].next = uint32(order[(i+1)%len(order)])
	}
	steps := min(len(lines), 1<<15)
	at := uint32(order[0])
	return kernel{ops: steps, warm: (len(lines) + steps - 1) / steps, run: func(times int) {
		for range times {
			for range steps {
				at = lines[at].next
			}
		}
		keep(uint64(at))
	}}
}

// keep uses a result, so that the compiler does not leave out what computes it.
//
//go:noinline
func keep(x uint64) uint64 { return x }
