package matrices

// dense writes a dense matrix as its entries that are not zero, so that its
// structure can be seen. NaN is an entry.
func (m *raw) dense(begin beginner) (counts, error) {
	var n counts
	err := m.eachDense(func(row, col int64, re, im float64) { n.entries++ }, &n.ignored)
	if err != nil {
		return n, err
	}
	out := begin(n)
	if err := m.eachDense(func(row, col int64, re, im float64) { m.put(out, row, col, re, im) }, nil); err != nil {
		return n, err
	}
	return n, out.Close()
}

// eachDense calls f for each entry that is not zero. It counts those outside of the
// triangle that the solver looks at.
func (m *raw) eachDense(f func(row, col int64, re, im float64), ignored *int64) error {
	values := m.values()
	for k := range m.major() {
		for i := range m.minor() {
			re, im, err := values.next()
			if err != nil {
				return err
			}
			row, col := m.position(k, i)
			switch {
			case re == 0 && im == 0:
			case !m.outside(row, col):
				f(row, col, re, im)
			case ignored != nil:
				*ignored++
			}
		}
	}
	return nil
}

// vectors writes right-hand sides or solutions as an array, one column each.
func (m *raw) vectors(begin beginner) (counts, error) {
	out := begin(counts{})
	values := m.values()
	for range m.Rows * m.NRHS {
		re, im, err := values.next()
		if err != nil {
			return counts{}, err
		}
		out.Value(re, im)
	}
	return counts{}, out.Close()
}
