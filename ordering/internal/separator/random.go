package separator

// A random is a source of numbers that look random: SplitMix64 of G. Steele,
// D. Lea and C. Flood (OOPSLA 2014). The zero value is usable.
type random uint64

func (r *random) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below returns a number in [0, n), where n is positive.
func (r *random) below(n int) int32 {
	return int32(r.next() >> 32 * uint64(n) >> 32)
}
