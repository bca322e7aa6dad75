package hlo

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// finish makes the module of what was collected.
func (b *builder) finish() *Module {
	m := b.m
	m.Optimized = m.Optimized || b.fused
	b.locate()
	b.chooseEntry()
	byName := b.nameAll()
	b.resolve(byName)
	b.kindAll()
	b.publish()
	b.walkLoops()
	b.launchAll()
	b.lists()
	return m
}

// chooseEntry finds the entry of a module of MLIR: main, else the first
// function that is public.
func (b *builder) chooseEntry() {
	if b.m.Format == FormatStableHLO {
		for _, c := range b.comps {
			if c.parent == nil && (c.name == "main" || b.entry == nil && c.public) {
				b.entry = c
				if c.name == "main" {
					break
				}
			}
		}
		if c := b.entry; c != nil {
			c.kind = KindEntry
			b.m.Parameters = int64(len(c.params))
			for _, n := range c.params {
				b.m.ParameterBytes = add(b.m.ParameterBytes, n)
			}
		}
	}
	if b.entry == nil {
		b.warn(codeNoEntry, b.m.Line, "the module has no entry, so it is unknown what is executed")
	}
}

// locate attributes the operations of MLIR, whose locations may be defined
// after them.
func (b *builder) locate() {
	for l, n := range b.locUses {
		name, _, _ := l.resolve(0)
		b.attribute(b.phase(name), n)
	}
	for _, l := range b.loops {
		b.place(&l.Source, l.location)
	}
	for _, c := range b.choices {
		b.place(&c.Source, c.location)
	}
}

// place says where something of MLIR comes from.
func (b *builder) place(s *Source, l *location) {
	if l != nil {
		s.OpName, s.File, s.Line = l.resolve(0)
		s.Phase = b.phaseName(b.phase(s.OpName))
	}
}

// nameAll gives regions their names and returns the first computation of each
// name.
func (b *builder) nameAll() map[string]*computation {
	byName := make(map[string]*computation, len(b.comps))
	for k, c := range b.comps {
		c.number = k
		if c.parent != nil {
			c.name = c.parent.name + "/" + c.suffix // parents come first
		}
		if _, ok := byName[c.name]; !ok {
			byName[c.name] = c
		} else if c.parent == nil {
			b.warn(codeDuplicate, c.line, fmt.Sprintf("computation %s is defined again; uses refer to the first definition", c.name))
		}
	}
	return byName
}

// resolve finds the computations that are used by name.
func (b *builder) resolve(byName map[string]*computation) {
	for _, c := range b.comps {
		for k := range c.controls {
			list := c.controls[k].targets
			for x := range list {
				if list[x].computation != nil {
					continue
				}
				if list[x].computation = byName[list[x].name]; list[x].computation == nil {
					b.warn(codeMissing, c.line, fmt.Sprintf("%s uses a computation %q, which is not in the file", c.name, list[x].name))
				}
			}
		}
	}
	for _, c := range b.comps {
		for _, ctl := range c.controls {
			if ctl.loop != nil && len(ctl.targets) == 2 {
				ctl.loop.condition, ctl.loop.body = ctl.targets[0], ctl.targets[1]
			}
			if ctl.choice != nil {
				ctl.choice.branches = ctl.targets
			}
		}
	}
}

// String is the name of a target.
func (t target) String() string {
	if t.computation != nil {
		return t.computation.name
	}
	return t.name
}

// kindAll says what each computation is, where that is not known yet.
func (b *builder) kindAll() {
	for _, c := range b.comps {
		if c.kind == "" {
			c.kind = b.kinds[c.name]
		}
		if c.kind == "" {
			c.kind = KindUnreachable
		}
	}
}

// publish writes the computations, loops and conditionals into the module.
func (b *builder) publish() {
	m := b.m
	m.Computations = make([]Computation, len(b.comps))
	m.index = make(map[string]int, len(b.comps))
	for k, c := range b.comps {
		out := &m.Computations[k]
		*out = Computation{Name: c.name, Kind: c.kind, Line: c.line, OpCounts: b.opCounts(c.ops.list)}
		for _, o := range out.OpCounts {
			out.Ops += o.Count
		}
		m.Ops += out.Ops
		if _, ok := m.index[c.name]; !ok {
			m.index[c.name] = k
		}
	}
	if b.entry != nil {
		m.Entry = b.entry.name
	}
}

// opCounts returns counts in the order of documents.
func (b *builder) opCounts(list []tallied) []OpCount {
	out := make([]OpCount, 0, len(list))
	for _, e := range list {
		out = append(out, OpCount{b.ops.list[e.number], e.n})
	}
	sortCounts(out)
	return out
}

func sortCounts(list []OpCount) {
	slices.SortFunc(list, func(x, y OpCount) int {
		return cmp.Or(cmp.Compare(y.Count, x.Count), strings.Compare(x.Op, y.Op))
	})
}

// tallied returns the counts that are not 0.
func (c counter) tallied() []tallied {
	var list []tallied
	for k, n := range c {
		if n > 0 {
			list = append(list, tallied{int32(k), n})
		}
	}
	return list
}

// lists fills the lists of the module.
func (b *builder) lists() {
	m := b.m
	m.OpCounts = b.opCounts(b.opTotal.tallied())
	m.Collectives = b.collectives()
	m.DTypes = []DType{}
	for _, e := range b.dtTotal.tallied() {
		name := b.dtypes.list[e.number]
		m.DTypes = append(m.DTypes, DType{name, e.n, isFloat(name)})
	}
	slices.SortFunc(m.DTypes, func(x, y DType) int {
		return cmp.Or(cmp.Compare(y.Results, x.Results), strings.Compare(x.Type, y.Type))
	})
	slices.SortFunc(m.CustomCalls, func(x, y CustomCall) int {
		return cmp.Or(cmp.Compare(y.Count, x.Count), strings.Compare(x.Target, y.Target))
	})
	slices.SortFunc(m.Phases, func(x, y Phase) int {
		return cmp.Or(cmp.Compare(y.Ops, x.Ops), strings.Compare(x.Phase, y.Phase))
	})
}

// collectives counts the collectives.
func (b *builder) collectives() []OpCount {
	list := []OpCount{}
	for _, o := range b.m.OpCounts {
		name := collective(o.Op)
		if name == "" {
			continue
		}
		k := slices.IndexFunc(list, func(c OpCount) bool { return c.Op == name })
		if k < 0 {
			k, list = len(list), append(list, OpCount{Op: name})
		}
		list[k].Count += o.Count
	}
	sortCounts(list)
	return list
}
