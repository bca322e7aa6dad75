package xplane

import (
	"encoding/binary"
	"strings"
)

// Programs are the modules of HLO that a profile has in the plane /host:metadata,
// by which operations have the paths that their events do not have.
type programs struct {
	byID   map[programKey]*program
	byName map[string]*program // nil for a name that several programs have
	broken int64               // programs that cannot be read
}

// A programKey is how events name a program: the number alone may be that of
// another one.
type programKey struct {
	id     int64
	module string
}

// A program is a module. Its instructions are read when the first is asked for.
type program struct {
	module       message // HloModuleProto
	read         bool
	instructions map[string]*instruction // by name, which is unique within a module
	computations map[int64][]*instruction
}

// An instruction is what is kept of an HloInstructionProto.
type instruction struct {
	path   string  // op_name, "" where it has none
	calls  []int64 // computations, such as what a fusion is made of
	common *string // what common returns; nil until it is asked for
}

// load finds the programs of /host:metadata: each is the stat of an event's
// metadata. What is damaged is counted and left out.
func (s *programs) load(p *plane) {
	if err := p.load(); err != nil {
		s.broken++
		return
	}
	s.byID, s.byName = map[programKey]*program{}, map[string]*program{}
	for id, e := range p.events {
		for _, stat := range e.stats {
			proto, ok := hloProto(p, stat)
			if !ok {
				continue
			}
			module, name, err := hloModule(proto)
			if err != nil {
				s.broken++
				continue
			}
			x := &program{module: module}
			s.byID[programKey{id, name}] = x
			if _, known := s.byName[name]; known {
				x = nil
			}
			s.byName[name] = x
		}
	}
}

// hloProto returns the HloProto that a stat is; ok is false for others.
func hloProto(p *plane, stat message) (proto message, ok bool) {
	err := stat.each(func(f field) error {
		switch f.number {
		case 1:
			ok = p.keys[int64(f.n)].name == "Hlo Proto"
		case 6:
			proto = f.body
		}
		return nil
	})
	return proto, ok && err == nil
}

// hloModule returns the module of an HloProto, and its name.
func hloModule(proto message) (module message, name string, err error) {
	if err = proto.each(func(f field) error {
		if f.number != 1 {
			return nil
		}
		module = f.body
		return f.want(lengthy, "HloProto.hlo_module")
	}); err != nil {
		return module, "", err
	}
	err = module.each(func(f field) error {
		if f.number != 1 {
			return nil
		}
		name = string(f.body.data)
		return f.want(lengthy, "HloModuleProto.name")
	})
	return module, name, err
}

// path returns the path of an instruction of a module, "" where the profile
// does not have it. Events that do not say of which program they are have that of
// the only one of the name.
func (s *programs) path(id int64, numbered bool, module, name string) string {
	x := s.byName[module]
	if numbered {
		x = s.byID[programKey{id, module}]
	}
	if x == nil {
		return ""
	}
	if !x.read {
		x.read = true
		x.instructions, x.computations = map[string]*instruction{}, map[int64][]*instruction{}
		if err := x.readAll(); err != nil {
			s.broken++
			clear(x.instructions)
		}
	}
	if own := x.instructions[name]; own != nil {
		return x.common(own)
	}
	return ""
}

// common returns what the paths of an instruction and of all that it calls begin
// with, segment by segment: XLA names its ranges so, since a fusion itself often
// has no path, or that of one of its instructions. Names of arguments are no
// paths.
//
// Cost: the instructions that it calls, once.
func (x *program) common(i *instruction) string {
	if i.common != nil {
		return *i.common
	}
	var path []string
	found := false
	seen := map[int64]bool{}
	for list := []*instruction{i}; len(list) > 0; {
		last := list[len(list)-1]
		list = list[:len(list)-1]
		if strings.ContainsAny(last.path, "/(") { // not the name of an argument
			own := strings.Split(last.path, "/")
			if !found {
				path, found = own, true
			}
			path = path[:shared(path, own)]
		}
		for _, id := range last.calls {
			if !seen[id] {
				seen[id] = true
				list = append(list, x.computations[id]...)
			}
		}
	}
	joined := strings.Join(path, "/")
	i.common = &joined
	return joined
}

// shared returns how many segments two paths begin with alike.
func shared(a, b []string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// readAll reads the instructions.
func (x *program) readAll() error {
	return x.module.each(func(f field) error {
		if f.number != 3 {
			return nil
		}
		if err := f.want(lengthy, "HloModuleProto.computations"); err != nil {
			return err
		}
		return x.computation(f.body)
	})
}

// computation reads an HloComputationProto.
func (x *program) computation(m message) error {
	var list []*instruction
	id := int64(-1)
	err := m.each(func(f field) error {
		switch f.number {
		case 2:
			if err := f.want(lengthy, "HloComputationProto.instructions"); err != nil {
				return err
			}
			name, i, err := readInstruction(f.body)
			x.instructions[name] = i
			list = append(list, i)
			return err
		case 5:
			id = int64(f.n)
			return f.want(varint, "HloComputationProto.id")
		}
		return nil
	})
	x.computations[id] = list
	return err
}

// readInstruction reads an HloInstructionProto.
func readInstruction(m message) (name string, i *instruction, err error) {
	i = &instruction{}
	err = m.each(func(f field) error {
		switch f.number {
		case 1:
			name = string(f.body.data)
			return f.want(lengthy, "HloInstructionProto.name")
		case 7:
			if err := f.want(lengthy, "HloInstructionProto.metadata"); err != nil {
				return err
			}
			return i.metadata(f.body)
		case 38:
			return i.called(f)
		}
		return nil
	})
	return name, i, err
}

// metadata reads an OpMetadata.
func (i *instruction) metadata(m message) error {
	return m.each(func(f field) error {
		if f.number == 2 {
			i.path = string(f.body.data)
			return f.want(lengthy, "OpMetadata.op_name")
		}
		return nil
	})
}

// called reads numbers of computations, packed or not.
func (i *instruction) called(f field) error {
	if f.wire == varint {
		i.calls = append(i.calls, int64(f.n))
		return nil
	}
	if err := f.want(lengthy, "HloInstructionProto.called_computation_ids"); err != nil {
		return err
	}
	for data := f.body.data; len(data) > 0; {
		n, k := binary.Uvarint(data)
		if k <= 0 {
			return damaged(f.at, "HloInstructionProto.called_computation_ids are not whole")
		}
		i.calls = append(i.calls, int64(n))
		data = data[k:]
	}
	return nil
}
