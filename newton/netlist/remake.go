package netlist

import (
	"maps"
	"slices"
	"strings"
)

// Remakes says whether a sweep changes more than independent sources, so that the
// netlist differs between its points.
func (d *DC) Remakes() bool {
	return slices.ContainsFunc(d.Sweeps, func(s Sweep) bool { return s.Element < 0 })
}

// At returns the netlist at point k of its DC sweep: with the values of parameters,
// elements, models and the temperature there. Independent sources that are swept keep what
// the file says. If no other name is swept, At returns n.
//
// The cards are expanded once more, so that nodes and elements keep their order. Initial
// conditions and warnings are left out.
func (n *Netlist) At(k int) (*Netlist, error) {
	if n.DC == nil || !n.DC.Remakes() {
		return n, nil
	}
	p := n.maker.again()
	changed := map[*Model]*Model{}
	for i, v := range n.DC.Point(k) {
		s := &n.DC.Sweeps[i]
		if s.Element >= 0 {
			continue
		}
		step := stepping{s.Source, v, s.file, s.line}
		if m := p.steppedModel(strings.Split(s.Source, ":")); m != nil {
			defer p.keepModel(m, changed)()
		}
		switch {
		case p.main.cells[s.Source] != nil:
			p.main.set(s.Source, v)
		case s.Source == "temp":
			if v <= absoluteZero {
				return nil, p.errorAt(s.file, s.line, "got temp=%g in .dc, want it above %g", v, absoluteZero)
			}
			p.out.Options.Temp, p.out.Options.HasTemp = v, true
		default:
			p.stepDevice(".dc", &step)
		}
	}
	p.main.forget()
	if err := p.expand(); err != nil {
		return nil, err
	}
	for i := range p.out.Elements {
		e := &p.out.Elements[i]
		if m := changed[e.Model]; m != nil {
			e.Model = m
		}
	}
	return p.out, p.endAlter()
}

// again returns a parser that expands the cards of p once more into a netlist of its own.
func (p *parser) again() *parser {
	q := *p
	q.out = &Netlist{Title: p.out.Title, OP: p.out.OP, Options: p.out.Options, Save: p.out.Save, SaveAt: p.out.SaveAt, Files: p.out.Files,
		IC: map[int32]float64{}, NodeSet: map[int32]float64{}, ICAt: map[int32]Place{}, NodeSetAt: map[int32]Place{},
		Models: slices.Clone(p.out.Models[:p.fixedModels])}
	q.unsaid = 0
	q.main = newFrame(p.top, q.out)
	for name, c := range p.main.cells {
		if c.v.e == nil { // .step may have set it
			q.main.set(name, c.v.c)
		}
	}
	q.altered = make(map[string][]*alteration, len(p.altered))
	for name, list := range p.altered {
		for _, a := range list {
			b := *a
			b.used, b.done = false, false
			q.altered[name] = append(q.altered[name], &b)
		}
	}
	return &q
}

// keepModel gives the card of a model a copy of what it has, and notes the copy in
// changed. The function that it returns brings back what the card had.
func (p *parser) keepModel(m *modelCard, changed map[*Model]*Model) func() {
	params, model := m.params, m.model
	m.params = slices.Clone(params)
	if model != nil {
		own := *model
		own.Param = maps.Clone(model.Param)
		for old, other := range changed { // another of its parameters is swept as well
			if other == model {
				changed[old] = &own
			}
		}
		changed[model] = &own
		m.model = &own
		p.out.Models[slices.Index(p.out.Models, model)] = &own
	}
	return func() { m.params, m.model = params, model }
}
