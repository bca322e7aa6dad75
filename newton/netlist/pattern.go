package netlist

import (
	"fmt"
	"math"
	"strings"
)

// maxPattern bounds the bits of a pattern with its repetitions.
const maxPattern = 1_000_000

// patternArgs are the arguments of pat in front of its bits.
var patternArgs = [...]string{"the high value", "the low value", "the delay", "the rise time", "the fall time", "the time of a bit"}

// pattern takes pat, of Xyce: pat(high low delay rise fall time bBITS [r=0] [rb=1]).
func (c *cursor) pattern(s *sourceCard) error {
	c.i++
	open := c.peek(0, '(')
	if open {
		c.i++
	}
	for _, want := range patternArgs {
		v, err := c.value(want + " of pat")
		if err != nil {
			return err
		}
		s.args = append(s.args, v)
	}
	word, err := c.word("the bits of pat")
	if err != nil {
		return err
	}
	if len(word) < 2 || word[0] != 'b' || strings.Trim(word[1:], "01") != "" {
		c.i--
		return c.errorf("got bits %s of pat, want b with 0 and 1 behind it: other states are not supported", c.got())
	}
	s.shape, s.bits = PWL, word[1:]
	for (c.isWord("r") || c.isWord("rb")) && c.peek(1, '=') {
		name := c.key()
		n, err := c.constant("the value of " + name)
		if err != nil {
			return err
		}
		want := ""
		switch {
		case name == "rb" && n != 1:
			want = "1"
		case n != math.Trunc(n) || n > maxPattern:
			want = "an integer"
		}
		if want != "" {
			c.i--
			return c.errorf("got %s=%g of pat, want %s", name, n, want)
		}
		if name == "r" && n >= -1 { // less is no repetition, as in Xyce
			s.turns = int(n)
		}
	}
	if open {
		if !c.peek(0, ')') {
			return c.errorf("got %s, want ) after the arguments of pat", c.got())
		}
		c.i++
	}
	return nil
}

// patterned makes the points of a pattern: bit k of the pattern holds from k times the
// time of a bit on, and the middle of an edge is there. The pattern comes once more for each
// turn, and for ever if turns is -1.
func (s *sourceCard) patterned(out *Source) error {
	a, n := out.Arg, len(s.bits)
	high, low, rise, fall, bit := a[0], a[1], a[3], a[4], a[5]
	switch {
	case !(rise > 0) || !(fall > 0) || !(bit > 0):
		return fmt.Errorf("got rise time %g, fall time %g and bits of %g s of pat, want all positive", rise, fall, bit)
	case rise+fall >= 2*bit:
		return fmt.Errorf("got rise time %g and fall time %g of pat, want a mean below the time of a bit, %g", rise, fall, bit)
	case (s.turns+2)*n > maxPattern:
		return fmt.Errorf("got more than %d bits of pat with its repetitions", maxPattern)
	}
	level := func(k int) float64 {
		if s.bits[k%n] == '1' {
			return high
		}
		return low
	}
	all := n * (s.turns + 1)
	if s.turns < 0 {
		all = 2*n + 1
		out.Repeats, out.Repeat = true, float64(n)*bit
	}
	points := []float64{0, level(0)}
	for k := 1; k < all; k++ {
		before, now := level(k-1), level(k)
		half := rise / 2
		if s.bits[k%n] == '0' {
			half = fall / 2
		}
		t := float64(k) * bit
		if s.turns < 0 && k%n == 0 { // the part between these points comes again
			if before != now {
				points = append(points, t-half, before)
			}
			points = append(points, t, (before+now)/2)
			if before != now && k == n {
				points = append(points, t+half, now)
			}
			continue
		}
		if before != now {
			points = append(points, t-half, before, t+half, now)
		}
	}
	out.Arg, out.Delay = points, a[2]
	return nil
}
