package netlist

import "slices"

// silent are options that change what ngspice prints or how it computes, not
// what it computes.
var silent = []string{"acct", "noacct", "list", "node", "nopage", "nomod", "noinit", "opts",
	"klu", "sparse", "savecurrents", "numdgt", "brief", "nobreak", "post", "filetype", "limpts"}

// options takes .options name[=value] ….
func (c *cursor) options() error {
	if taken, err := c.packageOptions(); taken {
		return err
	}
	for c.more() {
		if c.peek(0, '(') || c.peek(0, ')') {
			return c.errorf("got %s, want the name of an option", c.got())
		}
		line := c.line()
		name, err := c.word("the name of an option")
		if err != nil {
			return err
		}
		hasValue := c.peek(0, '=')
		if hasValue {
			c.i++
		}
		if err := c.option(name, hasValue, line); err != nil {
			return err
		}
	}
	return nil
}

// option takes one option, whose value is next if it has one.
func (c *cursor) option(name string, hasValue bool, line int32) error {
	o := &c.p.out.Options
	if name == "method" {
		return c.method(hasValue)
	}
	if dst := c.real(name); dst != nil {
		if !hasValue {
			return c.errorf("got option %s alone, want %s=value", name, name)
		}
		v, err := c.constant("the value of " + name)
		if err != nil {
			return err
		}
		if name == "pivtol" {
			c.p.warn(c.c.file, line, "option pivtol is ignored: a pivot is compared with its column alone (pivrel)")
		}
		return c.setReal(name, dst, v)
	}
	if dst := whole(o, name); dst != nil {
		if !hasValue {
			return c.errorf("got option %s alone, want %s=value", name, name)
		}
		v, err := c.constant("the value of " + name)
		if err != nil {
			return err
		}
		if err := c.setWhole(name, dst, v); err != nil {
			return err
		}
		if *dst > 1 && (dst == &o.GminSteps || dst == &o.SourceSteps) {
			c.p.warn(c.c.file, line, "option %s=%d is ignored: the number of steps follows the convergence; 0 leaves the steps out", name, *dst)
		}
		return nil
	}
	if hasValue {
		if !c.more() || c.peek(0, '=') || c.peek(0, '(') || c.peek(0, ')') {
			return c.errorf("got %s, want the value of option %q", c.got(), shorten(name))
		}
		c.i++
	}
	if !slices.Contains(silent, name) {
		c.p.warn(c.c.file, line, "option %s is ignored", shorten(name))
	}
	return nil
}

func (c *cursor) method(hasValue bool) error {
	if !hasValue {
		return c.errorf("got option method alone, want method=trap, gear or euler")
	}
	name, err := c.word("trap, gear or euler")
	if err != nil {
		return err
	}
	switch name {
	case "trap", "trapezoidal":
		c.p.out.Options.Method = "trap"
	case "gear":
		c.p.out.Options.Method = "gear"
	case "euler", "be":
		c.p.out.Options.Method = "be"
	default:
		c.i--
		return c.errorf("got method %q, want trap, gear or euler", shorten(name))
	}
	return nil
}

// real returns where a real option is kept, nil if name is none.
func (c *cursor) real(name string) *float64 {
	o, d := &c.p.out.Options, &c.p.defaults
	switch name {
	case "reltol":
		return &o.RelTol
	case "abstol":
		return &o.AbsTol
	case "vntol":
		return &o.VNTol
	case "chgtol":
		return &o.ChgTol
	case "trtol":
		return &o.TrTol
	case "gmin":
		return &o.Gmin
	case "pivtol":
		return &o.PivTol
	case "pivrel":
		return &o.PivRel
	case "temp":
		return &o.Temp
	case "tnom":
		return &o.TNom
	case "defw":
		return &d.W
	case "defl":
		return &d.L
	case "defad":
		return &d.AD
	case "defas":
		return &d.AS
	}
	return nil
}

// leastGmin stands for a gmin of 0, in S.
const leastGmin = 1e-30

// absoluteZero in °C.
const absoluteZero = -273.15

func (c *cursor) setReal(name string, dst *float64, v float64) error {
	switch name {
	case "temp", "tnom":
		if v <= absoluteZero {
			c.i--
			return c.errorf("got %s=%g, want it above %g", name, v, absoluteZero)
		}
		if name == "temp" {
			c.p.out.Options.HasTemp = true
		} else {
			c.p.out.Options.HasTNom = true
		}
	default:
		if name == "gmin" && v == 0 {
			v = leastGmin
			c.i--
			c.p.warn(c.c.file, c.line(), "gmin=0 stands for %g S, so that no matrix is singular because all junctions are off", v)
			c.i++
		}
		if v <= 0 {
			c.i--
			return c.errorf("got %s=%g, want it above 0", name, v)
		}
	}
	*dst = v
	return nil
}

// whole returns where an option that is a count is kept, nil if name is none.
func whole(o *Options, name string) *int {
	switch name {
	case "itl1":
		return &o.ITL1
	case "itl4":
		return &o.ITL4
	case "maxord":
		return &o.MaxOrd
	case "gminsteps":
		return &o.GminSteps
	case "srcsteps", "itl6":
		return &o.SourceSteps
	}
	return nil
}

func (c *cursor) setWhole(name string, dst *int, v float64) error {
	lo, hi := 1.0, 1e9
	switch name {
	case "maxord":
		hi = 6
	case "gminsteps", "srcsteps", "itl6":
		lo = 0
	}
	if v != float64(int64(v)) || v < lo || v > hi {
		c.i--
		return c.errorf("got %s=%g, want an integer in %g..%g", name, v, lo, hi)
	}
	*dst = int(v)
	if v == 0 {
		*dst = -1
	}
	return nil
}

// temp takes .temp value.
func (c *cursor) temp() error {
	v, err := c.constant("a temperature")
	if err != nil {
		return err
	}
	if err := c.setReal("temp", &c.p.out.Options.Temp, v); err != nil {
		return err
	}
	if c.more() && c.isNumber() {
		c.p.warn(c.c.file, c.c.line, ".temp is not run as steps: the first temperature counts")
		for c.isNumber() {
			c.i++
		}
	}
	return c.end("the end of the line behind temperatures")
}
