package compare

import "slices"

// gate marks the rows that are significantly slower by more than limit. What is
// slower is told once: the part of a call on devices, or waiting for them, counts
// where the call does not. A total is the sum of other rows, and counts where no
// row but totals does, whether it is in that total or not; that of the run counts
// where no other total does either.
func (c *comparison) gate(limit float64) {
	c.FailRows, c.Blind = c.opt.FailKinds, true
	var parts, totals []*Row
	calls := map[Quantity]bool{}
	for i := range c.Rows {
		r := &c.Rows[i]
		if r.Unit != "ns" || !slices.Contains(c.opt.FailKinds, r.Kind) {
			continue
		}
		c.Watched++
		c.Blind = c.Blind && r.P == nil
		switch over := r.Verdict == Slower && (r.Change == nil || *r.Change > limit); {
		case !over:
		case r.Metric == Total:
			totals = append(totals, r)
		case r.Metric == GPU || r.Metric == Wait:
			parts = append(parts, r)
		default:
			calls[r.call()] = true
			c.exceeds(r)
		}
	}
	for _, r := range parts {
		if !calls[r.call()] {
			c.exceeds(r)
		}
	}
	if c.Exceeding == 0 {
		for _, r := range totals {
			if r.Kind != Root || len(totals) == 1 {
				c.exceeds(r)
			}
		}
	}
}

// call names what a row is of, whatever of it the row tells.
func (r *Row) call() Quantity { return Quantity{Kind: r.Kind, Name: r.Name, Regime: r.Regime} }

// exceeds counts a row.
func (c *comparison) exceeds(r *Row) {
	r.Exceeds = true
	c.Exceeding++
}
