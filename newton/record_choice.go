package newton

// fate is what is done with a time step.
type fate byte

const (
	untimed fate = iota
	warming      // its clock is read as in a timed one, and nothing is recorded
	timed
)

// warmingSteps is how many steps warm up. After one the shares of phases of ring
// are off by up to 0.6 % of the time, after four by no more than runs differ.
const warmingSteps = 4

// A choice says which time steps are timed: the first, which is like no other,
// and of every block of the others one at random, so that no rhythm of the steps
// can hide from the sample. The steps before a timed one warm up the code that
// reads the clock: without, timed steps of small circuits take up to a tenth
// longer than the others, and their phases not in proportion.
type choice struct {
	every   uint64 // steps of a block
	attempt uint64 // steps so far
	pick    uint64 // which of this block is timed
	coming  uint64 // and of the next
	random  uint64
}

func newChoice(sample int) choice {
	c := choice{every: uint64(max(sample, 1)), random: 0x9e3779b97f4a7c15}
	c.coming = c.draw()
	return c
}

// draw returns a place in a block, by xorshift64.
func (c *choice) draw() uint64 {
	c.random ^= c.random << 13
	c.random ^= c.random >> 7
	c.random ^= c.random << 17
	return c.random % c.every
}

// next returns the fate of the next step; warm says whether steps are to warm up.
func (c *choice) next(warm bool) fate {
	c.attempt++
	if c.every == 1 || c.attempt == 1 {
		return timed
	}
	at := (c.attempt - 2) % c.every
	if at == 0 {
		c.pick, c.coming = c.coming, c.draw()
	}
	switch {
	case at == c.pick:
		return timed
	case warm && (at < c.pick && c.pick-at <= warmingSteps || c.every-at+c.coming <= warmingSteps):
		return warming
	}
	return untimed
}
