package trace

import (
	"fmt"
	"slices"
)

// Pool returns the pool of the values, which may come from a damaged file. Origins are
// the traces that numbers mean.
func (d *PoolDocument) Pool(origins []*Origin) (*Pool, error) {
	p := NewPool(d.Sample)
	p.unit, p.iterates, p.few, p.restless = unitKind(d.Unit), d.Iterates, d.Few, d.Restless
	p.ranges, p.open, p.odd, p.steps = d.Ranges, d.Open, d.Odd, d.Steps
	p.preempted, p.preemptedNS, p.lostCold = d.Preempted, d.PreemptedNS, d.LostCold
	p.histogram = d.Histogram
	copy(p.units[:], d.Units)
	copy(p.iterations[:], d.Iterations)
	switch {
	case d.Sample < 1 || d.Unit < 0 || d.Unit > int(stepUnit) || len(d.Units) != regimes || len(d.Iterations) != regimes || len(d.Histogram) > histogramSize:
		return nil, fmt.Errorf("got sample %d, unit %d, %d regimes, a histogram of %d steps", d.Sample, d.Unit, len(d.Units), len(d.Histogram))
	case negative(d.Ranges, d.Open, d.Odd, d.Steps, d.Preempted, d.PreemptedNS, d.LostCold) || negative(d.Units...) || negative(d.Iterations...) || negative(d.Histogram...):
		return nil, fmt.Errorf("got a negative count")
	}
	if d.Latency != nil {
		var err error
		if p.latency, err = d.Latency.sketch(); err != nil {
			return nil, err
		}
	}
	if err := cmpOr(readMoments(p.moments, d.Moments), readMoments(p.spare, d.Spare), readPlaces(p.root.kids, d.Places, origins), readPlaces(p.crowd, d.Crowd, origins)); err != nil {
		return nil, err
	}
	for name, q := range p.crowd {
		if len(q.kids) > 0 {
			return nil, fmt.Errorf("place %q has places in it, want none", name)
		}
	}
	return p, p.readBins(&d.Bins)
}

// cmpOr returns the first error.
func cmpOr(list ...error) error {
	for _, err := range list {
		if err != nil {
			return err
		}
	}
	return nil
}

func negative(list ...int64) bool {
	return slices.ContainsFunc(list, func(n int64) bool { return n < 0 })
}

func readMoments(to map[string]*moments, rows []MomentRow) error {
	for _, r := range rows {
		if to[r.Name] != nil || r.Y < 0 {
			return fmt.Errorf("got moments of %q twice, or negative", r.Name)
		}
		to[r.Name] = &moments{r.Y, wide{r.YHigh, r.YLow}, wide{r.THigh, r.TLow}}
	}
	return nil
}

// mostDeep is how deep the places of a file may lie in one another: no trace has more
// places.
const mostDeep = maxNodes + 1

// readPlaces reads a tree.
func readPlaces(root map[string]*place, rows []PlaceRow, origins []*Origin) error {
	stack := []map[string]*place{root}
	for i := range rows {
		r := &rows[i]
		if r.Depth < 0 || r.Depth >= len(stack) || r.Depth > mostDeep {
			return fmt.Errorf("place %q has depth %d, want at most %d", r.Name, r.Depth, min(len(stack)-1, mostDeep))
		}
		p, err := r.place(origins)
		if err != nil {
			return fmt.Errorf("place %q: %w", r.Name, err)
		}
		beside := stack[r.Depth]
		if beside[r.Name] != nil {
			return fmt.Errorf("place %q is there twice", r.Name)
		}
		beside[r.Name] = p
		stack = append(stack[:r.Depth+1], p.kids)
	}
	return nil
}

// place returns the place of a row.
func (r *PlaceRow) place(origins []*Origin) (*place, error) {
	if r.From < 0 || r.From >= len(origins) {
		return nil, fmt.Errorf("it is of trace %d, want 0 to %d", r.From, len(origins)-1)
	}
	p := &place{from: origins[r.From], seq: r.Seq, loose: r.Loose, ran: r.Ran, ranOf: r.RanOf, kids: map[string]*place{}}
	if copy(p.elsewhere[:], r.Elsewhere) != len(r.Elsewhere) || negative(r.Elsewhere...) || negative(r.Loose, r.Ran, r.RanOf, int64(r.Seq)) {
		return nil, fmt.Errorf("got a negative time, or too many regimes")
	}
	for i := range r.Regimes {
		x := &r.Regimes[i]
		if x.Regime < 0 || x.Regime >= regimes || p.regime[x.Regime] != nil || negative(x.Total, x.GPU, x.Wait) {
			return nil, fmt.Errorf("got regime %d twice or out of 0 to %d, or with a negative time", x.Regime, regimes-1)
		}
		sketch, err := x.Sketch.sketch()
		if err != nil {
			return nil, err
		}
		p.regime[x.Regime] = &stats{x.Total, x.GPU, x.Wait, sketch}
	}
	return p, nil
}

// readBins reads the durations by time step.
func (p *Pool) readBins(b *StepBins) error {
	if b.Last < -1 || b.Shift != shiftOf(b.Last) {
		return fmt.Errorf("bins up to step %d are 2^%d steps wide, want 2^%d", b.Last, b.Shift, shiftOf(b.Last))
	}
	p.last = b.Last
	for _, row := range b.Rows {
		if p.bins[row.Name] != nil || len(row.Bins) == 0 || b.Last < 0 || len(row.Bins) > int(b.Last>>b.Shift)+1 {
			return fmt.Errorf("got %d bins of %q, or got them twice", len(row.Bins), row.Name)
		}
		for i := range row.Bins {
			if !row.Bins[i].valid() {
				return fmt.Errorf("bin %d of %q is damaged", i, row.Name)
			}
		}
		p.bins[row.Name] = row.Bins
	}
	return nil
}

// valid says whether the figures of a cell agree with each other.
func (c *Cell) valid() bool {
	var n int64
	for _, k := range c.Octaves {
		n = plus(n, max(k, 0))
	}
	return !negative(c.Count, c.Total, c.Min, c.Max) && !negative(c.Octaves...) && n == c.Count && c.Min <= c.Max && len(c.Octaves) <= 64
}
