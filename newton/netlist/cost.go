package netlist

import (
	"fmt"
	"unsafe"
)

// Bytes that the expanded netlist may take: ten subcircuits of ten instances
// each, one inside the other, are forty lines and 10¹⁰ elements.
const (
	freeBytes    = 512 << 20 // whatever the text
	bytesPerByte = 64        // for each byte of the text, where that is more
)

// Bytes of what an element may have of its own.
const (
	elementBytes = int64(unsafe.Sizeof(Element{}))
	modelBytes   = int64(unsafe.Sizeof(Model{}))
	nodeBytes    = int64(unsafe.Sizeof(""))
	dottedBytes  = 48 // of a node in expander.dotted
	sourceBytes  = int64(unsafe.Sizeof(Source{})) + 64
	numberBytes  = 16 // of an argument of a source

	parameterBytes = 64 // of a parameter of a model
	initialBytes   = 48 // of an initial voltage
)

// A cost is the bytes that an instance of a scope expands to: fixed, and more
// for each byte of the path of the instance, which names begin with.
type cost struct{ fixed, perByte int64 }

// add adds something with a name of n bytes, and so many bytes besides.
func (c *cost) add(bytes, n int64) {
	c.fixed += bytes + n
	c.perByte++
}

// nest adds what is inside an instance whose name has n bytes.
func (c *cost) nest(inner cost, n int64) {
	c.fixed += inner.fixed + inner.perByte*(n+1)
	c.perByte += inner.perByte
}

// addDevice adds a linked device of s.
func (s *scope) addDevice(d *device) {
	n := int64(len(d.proto.Name))
	s.cost.add(elementBytes, n+4)
	more := d.proto.Extra.cost()
	more.fixed += d.behaviour.cost()
	s.cost.fixed, s.cost.perByte = s.cost.fixed+more.fixed, s.cost.perByte+more.perByte
	if d.call != nil {
		s.cost.nest(d.call.sub.cost, n)
	}
	if d.source != nil {
		s.cost.fixed += sourceBytes + numberBytes*int64(len(d.source.args))
	}
}

// addNodes adds the nodes and models that every instance of s has of its own.
func (s *scope) addNodes(dotted bool) {
	bytes := nodeBytes
	if dotted {
		bytes += dottedBytes
	}
	for _, name := range s.nodes[s.ports:] {
		s.cost.add(bytes, int64(len(name)))
	}
	s.cost.fixed += initialBytes * int64(len(s.inits))
	for _, m := range s.models {
		if m.model == nil { // its parameters differ between instances
			s.cost.add(modelBytes+parameterBytes*int64(1+len(m.params)), int64(len(m.name)))
		}
	}
}

// budget returns how many bytes the expanded netlist may take.
func (p *parser) budget() int64 { return max(freeBytes, bytesPerByte*p.bytes) }

// checkCost refuses a scope that takes more than the budget, at the device that
// was added last. The path of an instance is not known here; that of the main circuit is
// empty.
func (p *parser) checkCost(s *scope, d *device) error {
	if s.cost.fixed <= p.budget() {
		return nil
	}
	return p.errorAt(d.proto.File, d.proto.Line, "expanded netlist takes more than %d MiB, the limit for a text of %d bytes", p.budget()>>20, p.bytes)
}

// copied refuses sources of more bytes in all than the budget, before e has one of its own: that of
// several equal ones in parallel.
func (x *expander) copied(e *Element) error {
	if e.Kind != Current || e.M == 1 || e.Source == nil {
		return nil
	}
	if x.sources += sourceBytes + 8*int64(len(e.Source.Arg)); x.sources > x.p.budget() {
		return fmt.Errorf("sources of the expanded netlist take more than %d MiB, the limit for a text of %d bytes", x.p.budget()>>20, x.p.bytes)
	}
	return nil
}

// maxWarnings is how many warnings are kept: an instance may give one.
const maxWarnings = 1000

// warn adds a warning, or counts it where there are many.
func (p *parser) warn(file, line int32, format string, args ...any) {
	if len(p.out.Warnings) == maxWarnings {
		p.unsaid++
		return
	}
	p.out.Warnings = append(p.out.Warnings, Warning{
		File: p.out.Files[file], Line: int(line), Msg: fmt.Sprintf(format, args...)})
}

// endWarnings joins equal warnings of a file, and says how many there are besides those
// that were kept.
func (p *parser) endWarnings() {
	list := p.out.Warnings
	places := map[Warning]int{}
	for _, w := range list {
		places[Warning{File: w.File, Msg: w.Msg}]++
	}
	p.out.Warnings = list[:0]
	for _, w := range list {
		key := Warning{File: w.File, Msg: w.Msg}
		switch n := places[key]; n {
		case 0: // joined
			continue
		case 1:
		case 2:
			w.Msg += ", here and on 1 more line"
		default:
			w.Msg += fmt.Sprintf(", here and on %d more lines", n-1)
		}
		places[key] = 0
		p.out.Warnings = append(p.out.Warnings, w)
	}
	if p.unsaid > 0 {
		last := list[len(list)-1]
		p.out.Warnings = append(p.out.Warnings, Warning{File: last.File, Line: last.Line, Msg: fmt.Sprintf("%d more warnings are not listed", p.unsaid)})
	}
}
