package trace

import "slices"

// TimerCost measures what one range costs, begin and end with a reading of the
// clock each, in ns, in a buffer that is thrown away. It is the median of a few
// batches and takes less than a millisecond.
func TimerCost() float64 {
	c := newClock(false)
	return measurePair(&c)
}

func measurePair(c *clock) float64 {
	const batches, pairs = 9, 500
	t := &Thread{clock: c, cur: &chunk{data: make([]byte, 64<<10)}}
	var cost [batches]float64
	for i := range cost {
		t.n = headerSize + prefixSize
		t.last = c.now()
		start := c.wall()
		for range pairs {
			t.Begin(1)
			t.End()
		}
		cost[i] = float64(c.wall()-start) / pairs
	}
	slices.Sort(cost[:])
	return cost[batches/2]
}
