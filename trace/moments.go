package trace

// moments are sums over steps of the time y of a name and the time t of the step.
type moments struct {
	y      int64
	yy, yt wide
}

// take adds the times of a step.
func (m *moments) take(y, t int64) {
	m.y = plus(m.y, y)
	m.yy.product(y, y)
	m.yt.product(y, t)
}

// add adds the sums over other steps.
func (m *moments) add(o *moments) {
	m.y = plus(m.y, o.y)
	m.yy.add(o.yy)
	m.yt.add(o.yt)
}

// floats returns the sums as numbers to compute with.
func (m *moments) floats() (y, yy, yt float64) { return float64(m.y), m.yy.float(), m.yt.float() }
