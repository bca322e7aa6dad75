package netlist

import (
	"slices"
	"strings"
)

// dot takes a card that starts with a dot.
func (c *cursor) dot() error {
	name := c.toks[0].text
	c.i = 1
	switch name {
	case ".model":
		return c.model()
	case ".func":
		return c.function()
	case ".subckt", ".macro":
		return c.subckt()
	case ".ends", ".eom":
		return c.ends()
	case ".param", ".params", ".parameter", ".global_param", ".csparam":
		return c.params(name)
	case ".global":
		return c.global()
	case ".ic", ".nodeset", ".dcvolt", ".initcond":
		return c.initials(name == ".nodeset")
	case ".options", ".option", ".opt", ".temp", ".tran", ".tr":
		c.p.deferred = append(c.p.deferred, &cursor{p: c.p, c: c.c, toks: slices.Clone(c.toks), i: 1})
		return nil
	case ".op":
		c.p.out.OP = true
		return c.end("the end of the line after .op")
	case ".save", ".probe", ".print", ".plot":
		return c.save(name)
	case ".title":
		c.p.out.Title = strings.TrimSpace(c.c.raw[len(name):])
		return nil
	case ".dc":
		if c.p.sweep != nil {
			c.p.warn(c.c.file, c.c.line, ".dc is ignored: another one comes first")
			return nil
		}
		c.p.sweep = &cursor{p: c.p, c: c.c, toks: slices.Clone(c.toks), i: 1}
		return nil
	case ".dcop":
		c.p.out.OP = true
		return nil
	case ".step", ".data":
		c.p.steps = append(c.p.steps, &cursor{p: c.p, c: c.c, toks: slices.Clone(c.toks), i: 1})
		return nil
	case ".sampling", ".embeddedsampling", ".pce", ".mc", ".wcase":
		c.p.warn(c.c.file, c.c.line, "%s is ignored: the circuit runs once, with the values that it states", name)
		return nil
	case ".meas", ".measure", ".four", ".fourier", ".width", ".fft", ".result", ".probe64", ".csdf", ".preprocess", ".enddata", ".backanno":
		c.p.warn(c.c.file, c.c.line, "%s is ignored", name)
		return nil
	case ".endc":
		return c.errorf("got .endc without .control before it")
	case ".protect", ".unprotect":
		return c.errorf("%s is not supported", name)
	}
	if c.p.ask(name[1:], c.c.file, c.c.line) {
		return nil
	}
	return c.errorf("got %q, want a dot card of the subset: .model .subckt .ends .param .func .global .ic .nodeset .options .temp .op .dc .tran .save .print .include .lib .control .end", shorten(name))
}

// settle takes the cards whose values may use parameters that come later. .temp comes
// last: as in ngspice it overrides .options temp, whatever their order.
func (p *parser) settle() error {
	for _, last := range []bool{false, true} {
		for _, c := range p.deferred {
			if (c.toks[0].text == ".temp") != last {
				continue
			}
			if err := c.settle(); err != nil {
				return err
			}
		}
	}
	return nil
}

// settle takes a card whose values may use parameters that come later.
func (c *cursor) settle() error {
	switch c.toks[0].text {
	case ".tran", ".tr":
		return c.tran()
	case ".temp":
		return c.temp()
	}
	return c.options()
}

// maxNesting bounds how deep definitions of subcircuits nest.
const maxNesting = 100

// subckt opens a definition: .subckt name node … [params:] [name=value …], where
// parentheses may stand around the nodes.
func (c *cursor) subckt() error {
	name, err := c.word("the name of the subcircuit")
	if err != nil {
		return err
	}
	outer := c.p.scope
	if d := outer.subs[name]; d != nil {
		return c.errorf("subcircuit %q is already defined on %s", shorten(name), position(c.p.out.Files[d.file], int(d.line)))
	}
	s := newScope(name, outer, c.c.file, c.c.line)
	depth := 0
	for o := outer; o != nil; o = o.parent {
		depth++
	}
	if depth > maxNesting {
		return c.errorf("definitions of subcircuits nest deeper than %d", maxNesting)
	}
	within := c.peek(0, '(')
	if within {
		c.i++
	}
	for c.peek(0, wordToken) && !c.peek(1, '=') && !c.isWord("params:") {
		node, _ := c.word("a node")
		if isGround(node) { // it is ground inside, whatever an instance connects
			s.nodes = append(s.nodes, "")
			s.ports++
			continue
		}
		if k := s.node(node); int(k) != s.ports {
			return c.errorf("node %q occurs twice in the line of subcircuit %q", shorten(node), shorten(name))
		}
		s.ports++
	}
	if within {
		if !c.peek(0, ')') {
			return c.errorf("got %s, want ) behind the nodes of subcircuit %q", c.got(), shorten(name))
		}
		c.i++
	}
	if c.isWord("params:") {
		c.i++
	}
	if s.params, err = c.assignments(); err != nil {
		return err
	}
	if err := c.end("name=expression"); err != nil {
		return err
	}
	s.formal = map[string]bool{}
	for _, q := range s.params {
		s.formal[q.name] = true
	}
	outer.subs[name] = s
	c.p.scope = s
	return nil
}

// ends closes a definition: .ends [name].
func (c *cursor) ends() error {
	s := c.p.scope
	if s == c.p.top {
		return c.errorf("got .ends without .subckt before it")
	}
	if c.more() {
		name, err := c.word("the name of the subcircuit")
		if err != nil {
			return err
		}
		if name != s.name {
			return c.errorf("got .ends %s, want .ends %s", shorten(name), shorten(s.name))
		}
	}
	c.p.scope = s.parent
	return c.end("the end of the line after the name of .ends")
}

// params takes .param name=expression …. They may use each other in any order.
// Parameters of .global_param belong to the main circuit wherever they stand, and parameters
// of .csparam are constants of .control blocks.
func (c *cursor) params(card string) error {
	if c.isFunction() {
		return c.function()
	}
	ps, err := c.assignments()
	if err != nil {
		return err
	}
	if len(ps) == 0 {
		return c.errorf("got %s alone, want %s name=expression", card, card)
	}
	switch card {
	case ".csparam":
		c.p.constants = append(c.p.constants, constants{ps, c.c.file, c.c.line})
	case ".global_param":
		c.p.top.body = append(c.p.top.body, ps...)
	default:
		c.p.scope.body = append(c.p.scope.body, ps...)
	}
	if c.more() {
		return c.function()
	}
	return nil
}

// global takes .global node ….
func (c *cursor) global() error {
	for c.more() {
		name, err := c.word("a node")
		if err != nil {
			return err
		}
		if _, ok := c.p.globals[name]; !ok && !isGround(name) {
			c.p.globals[name] = int32(len(c.p.globals))
		}
	}
	return nil
}

// initials takes .ic v(node)=value … or .nodeset. Xyce has node value … as well.
func (c *cursor) initials(set bool) error {
	for c.more() {
		line := c.line()
		if c.peek(0, wordToken) && (c.peek(1, wordToken) && !c.peek(2, '=') || c.peek(1, exprToken)) {
			node := c.toks[c.i].text
			c.i++
			v, err := c.value("a voltage")
			if err != nil {
				return err
			}
			c.p.scope.inits = append(c.p.scope.inits, initial{node, v, set, c.c.file, line})
			continue
		}
		if !c.isWord("v") || !c.peek(1, '(') || !c.peek(2, wordToken) || !c.peek(3, ')') || !c.peek(4, '=') {
			return c.errorf("got %s, want v(node)=value", c.got())
		}
		node := c.toks[c.i+2].text
		c.i += 5
		v, err := c.value("a voltage")
		if err != nil {
			return err
		}
		c.p.scope.inits = append(c.p.scope.inits, initial{node, v, set, c.c.file, line})
	}
	return nil
}

// tran takes .tran tstep tstop [tstart [tmax]] [uic].
func (c *cursor) tran() error {
	if c.p.out.Tran != nil {
		return c.errorf("got a second .tran, want one")
	}
	t := &Tran{}
	for k, dst := range []*float64{&t.Step, &t.Stop, &t.Start, &t.Max} {
		if k >= 2 && (!c.more() || c.isWord("uic") || c.isWord("noop")) {
			break
		}
		v, err := c.constant([]string{"the step", "the stop time", "the start time", "the largest step"}[k])
		if err != nil {
			return err
		}
		*dst = v
	}
	if c.isWord("uic") || c.isWord("noop") {
		t.UIC = true
		c.i++
	}
	if t.Step == 0 && t.Stop > 0 {
		t.Step = t.Stop / 1000
		if t.Max > 0 {
			t.Step = min(t.Step, t.Max)
		}
		c.p.warn(c.c.file, c.c.line, "step 0 of .tran, with which Xyce chooses the step, stands for %.6g s", t.Step)
	}
	switch {
	case t.Step <= 0:
		return c.errorf("got step %g of .tran, want it from 0 up", t.Step)
	case t.Stop <= 0:
		return c.errorf("got stop time %g of .tran, want it above 0", t.Stop)
	case t.Start < 0 || t.Start >= t.Stop:
		return c.errorf("got start time %g of .tran, want it from 0 to below the stop time %g", t.Start, t.Stop)
	case t.Max < 0:
		return c.errorf("got largest step %g of .tran, want it above 0", t.Max)
	}
	c.p.out.Tran = t
	return c.end("tstep tstop [tstart [tmax]] [uic]")
}
