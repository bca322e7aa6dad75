package stats

import "math"

// Round rounds v to one digit after the point, as the round of SQLite does in the
// reports: halves away from zero. Before that v is made larger by 3e-16 of itself,
// so that 0.15, which is less than 0.15 as a binary number, becomes 0.2. Numbers of
// 2^42 and more are not made larger.
func Round(v float64) float64 {
	if v < 0 {
		return -Round(-v)
	}
	if v < 1<<42 && v == float64(int64(v)) {
		return v // as below: v·3e-15 is less than a half
	}
	exponent := math.Ilogb(v)
	if v == 0 || exponent > 51 {
		return v
	}
	// 10·v is high+low without an error.
	high := v * 10
	low := math.FMA(v, 10, -high)
	whole := math.Floor(high)
	rest := high - whole + low + 0.5
	if 1+exponent/3 < 15 {
		rest += v * 3e-15
	}
	return (whole + math.Floor(rest)) / 10
}
