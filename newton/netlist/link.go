package netlist

import (
	"slices"
	"strings"
)

// States of a scope while it is linked.
const (
	unseen byte = iota
	onPath
	linked
)

// maxDepth bounds how deep instances nest.
const maxDepth = 100

// link connects the devices of s and of the subcircuits it uses to their
// models and subcircuits, and computes how large an instance of s is. path has
// the scopes that lead here.
func (p *parser) link(s *scope, path []*scope) error {
	s.visit = onPath
	path = append(path, s)
	if len(path) > maxDepth {
		return p.errorAt(s.file, s.line, "subcircuits nest deeper than %d at %s", maxDepth, shorten(s.name))
	}
	for k := range s.devices {
		d := &s.devices[k]
		if err := p.linkDevice(s, d, path); err != nil {
			return err
		}
		s.size++
		if d.call != nil {
			s.size += d.call.sub.size
		}
		if s.size > p.maxElements {
			return p.errorAt(d.proto.File, d.proto.Line, "expanded netlist has more than %d elements and instances", p.maxElements)
		}
		s.addDevice(d)
		if err := p.checkCost(s, d); err != nil {
			return err
		}
	}
	s.addNodes(p.dotted)
	if n := len(s.devices); n > 0 {
		if err := p.checkCost(s, &s.devices[n-1]); err != nil {
			return err
		}
	}
	s.start = make([]int32, len(s.nodes))
	for k, name := range s.nodes {
		s.start[k] = unset
		if g, ok := p.globals[name]; ok {
			s.start[k] = global - g
		}
	}
	s.visit = linked
	return nil
}

func (p *parser) linkDevice(s *scope, d *device, path []*scope) error {
	e := &d.proto
	if e.Kind == 0 {
		return p.linkCall(s, d, path)
	}
	if d.passive != nil {
		return p.linkPassive(s, d)
	}
	l := letterOf(e.Kind)
	if len(l.models) == 0 {
		return nil
	}
	m := s.findModel(d.modelName)
	if m == nil {
		if bin := s.findBin(d.modelName); bin != nil && e.Kind == MOSFET {
			return p.binned(bin, e)
		}
		return p.errorAt(e.File, e.Line, "%s: model %q is not defined", shorten(e.Name), shorten(d.modelName))
	}
	if m.typ == 0 {
		return p.errorAt(m.file, m.line, "model %q of %s is not supported: got type %q, want %s", shorten(m.name), shorten(e.Name), shorten(m.typeName), either(l.models))
	}
	if !l.takes(m.typ) && !(d.expressed && m.typ == ISW) {
		return p.errorAt(e.File, e.Line, "%s: got model %q of type %s, want %s", shorten(e.Name), shorten(d.modelName), m.typ, either(l.models))
	}
	if vertical := m.typ == VDN || m.typ == VDP; vertical && !d.three && e.Nodes[3] != e.Nodes[2] {
		return p.errorAt(e.File, e.Line, "%s: got 4 nodes with a model of type %s, want drain, gate and source, or the source again", shorten(e.Name), m.typ)
	} else if d.three && !vertical {
		return p.errorAt(e.File, e.Line, "%s: got 3 nodes with a model of type %s, want 4", shorten(e.Name), m.typ)
	}
	d.model, e.Model = m, m.model
	return nil
}

func (p *parser) linkCall(s *scope, d *device, path []*scope) error {
	e, c := &d.proto, d.call
	c.sub = s.findSub(c.name)
	if c.sub == nil {
		return p.errorAt(e.File, e.Line, "%s: subcircuit %q is not defined", shorten(e.Name), shorten(c.name))
	}
	if len(c.args) != c.sub.ports {
		return p.errorAt(e.File, e.Line, "%s: got %d nodes, want the %d of subcircuit %q", shorten(e.Name), len(c.args), c.sub.ports, shorten(c.name))
	}
	for k, node := range c.args {
		if node != ground && c.sub.nodes[k] == "" {
			p.warn(e.File, e.Line, "%s connects node %d to a port named ground, which is ground inside: node and port are not connected", shorten(e.Name), k+1)
		}
	}
	c.sub.multiplied = c.sub.multiplied || d.m.given && !c.sub.declares("m")
	for _, q := range c.set {
		if !c.sub.declares(q.name) {
			return p.errorAt(e.File, e.Line, "%s: subcircuit %q has no parameter %q", shorten(e.Name), shorten(c.name), shorten(q.name))
		}
	}
	switch c.sub.visit {
	case linked:
		return nil
	case onPath:
		return p.errorAt(e.File, e.Line, "%s: subcircuit contains itself: %s", shorten(e.Name), cycle(path, c.sub))
	}
	return p.link(c.sub, path)
}

// cycle names the subcircuits of path from s on, and s again.
func cycle(path []*scope, s *scope) string {
	var names []string
	for _, q := range path[slices.Index(path, s):] {
		names = append(names, shorten(q.name))
	}
	return strings.Join(append(names, shorten(s.name)), " > ")
}
