package netlist

import (
	"fmt"
	"math"
	"slices"
)

// shapeNames are the names of the shapes, in the order of [Shape].
var shapeNames = []string{"", "pulse", "sin", "pwl", "exp", "sffm"}

// shapeArgs are how many arguments each has.
var shapeArgs = [...]struct{ least, most int }{{}, {2, 8}, {2, 6}, {2, math.MaxInt}, {2, 6}, {2, 7}}

// shapeHere returns the shape that the word at hand names.
func (c *cursor) shapeHere() Shape {
	name := c.toks[c.i].text
	if name == "sine" {
		return Sin
	}
	return Shape(max(0, slices.Index(shapeNames, name)))
}

// shape reads a waveform with its arguments. Parentheses may stand around all
// arguments, around points of pwl, or nowhere.
func (c *cursor) shape(s *sourceCard) error {
	if s.shape != None {
		return c.errorf("got %s, want one of pulse, sin, pwl, exp and sffm", c.got())
	}
	if c.isWord("trnoise") || c.isWord("trrandom") {
		return c.errorf("waveform %s is not supported: its values are random", c.got())
	}
	if c.isWord("pat") {
		return c.pattern(s)
	}
	if s.shape = c.shapeHere(); s.shape == None {
		return c.errorf("got %s, want %s", c.got(), sourceParts)
	}
	name := shapeNames[s.shape]
	c.i++
	depth := 0
	for ; c.peek(0, '('); c.i++ {
		depth++
	}
	if s.shape == PWL && c.isWord("file") {
		if err := c.pointFile(s); err != nil {
			return err
		}
	}
	for c.more() {
		switch {
		case c.peek(0, '(') && (depth > 0 || s.shape == PWL && c.peek(1, wordToken) && c.numberAt(1)):
			depth++
			c.i++
		case c.peek(0, ')') && depth > 0:
			depth--
			c.i++
		case c.peek(1, '=') && depth > 0:
			if err := c.pwlParameter(s); err != nil {
				return err
			}
		case c.isNumber() || c.peek(0, wordToken) && depth > 0:
			if err := c.argument(s, name); err != nil {
				return err
			}
		default:
			if depth > 0 {
				return c.errorf("got %s, want ) after the arguments of %s", c.got(), name)
			}
			return c.checkShape(s, name)
		}
	}
	if depth > 0 {
		return c.errorf("got the end of the line, want ) after the arguments of %s", name)
	}
	return c.checkShape(s, name)
}

// numberAt says whether token k behind the one at hand is a number.
func (c *cursor) numberAt(k int) bool {
	_, ok := number(c.toks[c.i+k].text)
	return ok
}

// argument reads one argument of a waveform.
func (c *cursor) argument(s *sourceCard, name string) error {
	if s.points != nil {
		return c.errorf("got %s, want points or a file, not both", c.got())
	}
	v, err := c.value("an argument of " + name)
	if err == nil {
		s.args = append(s.args, v)
	}
	return err
}

// pwlParameter reads td=, by which pwl is delayed, or r=, the time from which it repeats
// when it ends.
func (c *cursor) pwlParameter(s *sourceCard) (err error) {
	if s.shape != PWL || !c.isWord("r") && !c.isWord("td") {
		return c.errorf("parameter %s of %s is not supported", c.got(), map[bool]string{true: shapeNames[s.shape], false: "a source"}[s.shape != None])
	}
	name := c.key()
	if name == "td" {
		s.delays = true
		s.delay, err = c.value("the delay of pwl")
		return err
	}
	s.repeats = true
	s.repeat, err = c.value("the time from which pwl repeats")
	return err
}

// checkShape counts the arguments.
func (c *cursor) checkShape(s *sourceCard, name string) error {
	if s.points != nil {
		return nil
	}
	lo, hi := shapeArgs[s.shape].least, shapeArgs[s.shape].most
	if n := len(s.args); n < lo || n > hi || s.shape == PWL && n%2 != 0 {
		want := fmt.Sprintf("%d to %d", lo, hi)
		if s.shape == PWL {
			want = "pairs of time and value"
		}
		return c.errorf("got %d arguments for %s, want %s", n, name, want)
	}
	return nil
}
