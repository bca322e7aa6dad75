package netlist

import (
	"fmt"
	"slices"
	"strings"
)

// probes are the voltages and the currents that an expression uses, each once.
type probes struct {
	volts   [][2]string // pairs of nodes
	amperes []string    // elements
}

// maxProbes bounds the voltages and currents of one expression.
const maxProbes = 10_000

// probe reads v(node), v(node,node) or i(element), behind its parenthesis.
func (c *compiler) probe(word string) (*expr, error) {
	c.seen = true
	end := strings.IndexByte(c.s[c.i:], ')')
	if end < 0 {
		return nil, fmt.Errorf("unexpected %q in expression %q, want ) behind the name of %s(", c.rest(), shorten(c.s), word)
	}
	text := c.s[c.i : c.i+end]
	names := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t,", r) })
	if len(names) == 0 || len(names) > 2 || word == "i" && len(names) > 1 || strings.ContainsAny(text, "({}'\"=") {
		return nil, fmt.Errorf("got %s(%s) in an expression, want v(node), v(node,node) or i(element)", word, shorten(text))
	}
	if c.probes == nil {
		return nil, fmt.Errorf("got %s(%s) in the value of a parameter, want numbers and parameters", word, shorten(text))
	}
	c.i += end + 1
	p := c.probes
	if len(p.volts)+len(p.amperes) > maxProbes {
		return nil, fmt.Errorf("expression has more than %d voltages and currents", maxProbes)
	}
	if word == "i" {
		k := slices.Index(p.amperes, names[0])
		if k < 0 {
			k = len(p.amperes)
			p.amperes = append(p.amperes, names[0])
		}
		return &expr{op: opAmperes, k: k}, nil
	}
	return p.volt(append(names, "0")[0], append(names, "0")[1]), nil
}

// volt is the voltage between two nodes.
func (p *probes) volt(plus, minus string) *expr {
	pair := [2]string{plus, minus}
	k := slices.Index(p.volts, pair)
	if k < 0 {
		k = len(p.volts)
		p.volts = append(p.volts, pair)
	}
	return &expr{op: opVolts, k: k}
}
