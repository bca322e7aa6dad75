package inject

import (
	"cmp"
	"slices"
)

// startEnd holds the ranges of a process that may end on any thread.
type startEnd struct {
	starts map[uint64]*starts // by the upper bits of the id: of one thread after the other
	ends   []endRecord
	list   []rangeRecord // after match: by begin, the longer first
	lanes  int           // there are
	stray  int64         // ends of what never started
}

// starts are the ranges of a file, ids ascending.
type starts struct {
	ids  []uint64
	list []rangeRecord
}

type endRecord struct{ id, tick uint64 }

// A rangeRecord is a range.
type rangeRecord struct {
	begin, end uint64 // ticks, then ns since the start of the trace; open: end is 0, then noEnd
	args       *args
	name       int32
	lane       int32
}

// args are what a range has besides its name.
type args struct {
	payload, category float64
	has               uint8 // 1: payload, 2: category
}

const noEnd = 1 << 63

// numberBits are the bits of an id that number the ranges of a file.
const numberBits = 40

// start takes a record and reports whether its id may be.
func (s *startEnd) start(x *record, key int32, a *args) bool {
	file := x.id >> numberBits
	f := s.starts[file]
	if f == nil {
		f = &starts{}
		s.starts[file] = f
	}
	if n := len(f.ids); n > 0 && x.id <= f.ids[n-1] {
		return false
	}
	f.ids = append(f.ids, x.id)
	f.list = append(f.list, rangeRecord{begin: x.tick, name: key, args: a})
	return true
}

func (s *startEnd) end(x *record) { s.ends = append(s.ends, endRecord{x.id, x.tick}) }

// find returns the range with an id, nil when it never started.
func (s *startEnd) find(id uint64) *rangeRecord {
	f := s.starts[id>>numberBits]
	if f == nil {
		return nil
	}
	k := int(min(id-f.ids[0], uint64(len(f.ids)))) // where it is when none was dropped
	if id < f.ids[0] || k == len(f.ids) || f.ids[k] != id {
		var ok bool
		if k, ok = slices.BinarySearch(f.ids, id); !ok {
			return nil
		}
	}
	return &f.list[k]
}

// match gives the ranges their ends, in ns of clock, and sorts them. The first
// end of a range counts.
func (s *startEnd) match(ns func(uint64) uint64) {
	slices.SortFunc(s.ends, func(a, b endRecord) int { return cmp.Compare(a.tick, b.tick) })
	for _, e := range s.ends {
		r := s.find(e.id)
		if r == nil || r.end != 0 {
			s.stray++
			continue
		}
		r.end = max(e.tick, 1)
	}
	s.ends = nil
	for _, f := range s.starts {
		for i := range f.list {
			r := &f.list[i]
			r.begin = ns(r.begin)
			if r.end == 0 {
				r.end = noEnd
			} else {
				r.end = max(ns(r.end), r.begin)
			}
		}
		s.list = append(s.list, f.list...)
		f.list = nil
	}
	s.starts = nil
	slices.SortFunc(s.list, func(a, b rangeRecord) int {
		return cmp.Or(cmp.Compare(a.begin, b.begin), cmp.Compare(b.end, a.end), cmp.Compare(a.name, b.name))
	})
	s.layOut()
}

// layOut gives each range the first lane in which it lies within the innermost
// range that is open when it begins.
func (s *startEnd) layOut() {
	var lanes [][]uint64 // ends of the open ranges, outermost first
	for i := range s.list {
		r := &s.list[i]
		r.lane = -1
		for k := range lanes {
			for n := len(lanes[k]); n > 0 && lanes[k][n-1] <= r.begin; n-- {
				lanes[k] = lanes[k][:n-1]
			}
			if n := len(lanes[k]); n == 0 || lanes[k][n-1] >= r.end {
				r.lane = int32(k)
				break
			}
		}
		if r.lane < 0 {
			r.lane = int32(len(lanes))
			lanes = append(lanes, nil)
		}
		lanes[r.lane] = append(lanes[r.lane], r.end)
	}
	s.lanes = len(lanes)
}
