package nsys

// Flags of a range.
const (
	RangeOpen = 1 << iota // was not closed: its end is the last time of any event of NVTX
	RangeAway             // ended on another thread
)

// A RangeKind is what many ranges have in common. Two kinds of an export may be
// equal.
type RangeKind struct {
	Name   String // domain:text, or text in the default domain; NoString for none
	Text   String // without the domain
	Thread int32  // index in Threads
	Type   uint8  // NVTXPushPop, NVTXStartEnd, NVTXTPushPop or NVTXTStartEnd
	Flags  uint8
}

// Ranges are NVTX ranges of an export by column, in the order of the file. They take
// 24 bytes per range, NVTX takes 88 bytes per event.
type Ranges struct {
	Start, End []int64
	Kind       []int32 // index in Kinds
	Row        []int32 // number of the row in NVTX_EVENTS, from 1

	Kinds   []RangeKind
	Threads []Thread
}

// Len returns the number of ranges.
func (r *Ranges) Len() int { return len(r.Start) }

// Name returns the name of range i: domain:text, or text in the default domain, or
// NoString.
func (r *Ranges) Name(i int) String { return r.Kinds[r.Kind[i]].Name }

// Text returns the name of range i without the domain.
func (r *Ranges) Text(i int) String { return r.Kinds[r.Kind[i]].Text }

// Thread returns the thread of range i, an index in Threads.
func (r *Ranges) Thread(i int) int32 { return r.Kinds[r.Kind[i]].Thread }

// Type returns the type of range i.
func (r *Ranges) Type(i int) uint8 { return r.Kinds[r.Kind[i]].Type }

// Flags returns the flags of range i.
func (r *Ranges) Flags(i int) uint8 { return r.Kinds[r.Kind[i]].Flags }

// Style returns what the reports call the type of range i.
func (r *Ranges) Style(i int) string { return r.Kinds[r.Kind[i]].Style() }

// Style returns what the reports call the type of ranges.
func (k *RangeKind) Style() string {
	if k.Type == NVTXStartEnd || k.Type == NVTXTStartEnd {
		return "StartEnd"
	}
	return "PushPop"
}

// Ranges returns the NVTX ranges. A domain is known by its id within its
// process and has the name of its first creation. A range that was not closed
// ends with the last event of NVTX that the export has.
//
// Cost: O(rows), about 5 million a second on each processor.
func (e *Export) Ranges() (*Ranges, error) { return e.RangesWhere(nil) }

// RangesWhere returns the ranges that keep says true for. keep is called by several
// goroutines, for each thread with ranges, and returns what is asked for the times of
// each range of the thread, by one goroutine at a time. Nil keeps all ranges.
//
// Memory: 24 bytes per range that is kept, and as much again during the call.
func (e *Export) RangesWhere(keep func(t Thread) func(start, end int64) bool) (*Ranges, error) {
	r, last, err := e.collectRanges(keep)
	if err == nil {
		r.close(last, keep)
	}
	return r, err
}

// collectRanges returns the ranges that keep says true for, and all that were not
// closed, with the time where these end.
func (e *Export) collectRanges(keep func(t Thread) func(start, end int64) bool) (r *Ranges, last int64, err error) {
	var lists []*rangeList
	found, err := e.EachRange(keep, func(part int) func(Range) {
		l := &rangeList{}
		lists = append(lists[:part], l)
		return l.add
	})
	if err != nil {
		return nil, 0, err
	}
	r = &Ranges{Kinds: found.Kinds, Threads: found.Threads}
	n := 0
	for _, l := range lists {
		n += l.n
	}
	r.Start, r.End, r.Kind, r.Row = make([]int64, 0, n), make([]int64, 0, n), make([]int32, 0, n), make([]int32, 0, n)
	for k, l := range lists {
		for i, chunk := range l.chunks {
			for _, x := range chunk {
				r.Start, r.End = append(r.Start, x.Start), append(r.End, x.End)
				r.Kind, r.Row = append(r.Kind, x.Kind+found.Parts[k].Kind), append(r.Row, x.Row+found.Parts[k].Row)
			}
			l.chunks[i] = nil
		}
	}
	return r, found.Last, nil
}

// A rangeList is ranges of a part in the order of the file.
type rangeList struct {
	chunks [][]Range
	n      int
}

// rangeChunk is how many ranges a part of a list has at most.
const rangeChunk = 1 << 14

func (l *rangeList) add(x Range) {
	k := len(l.chunks) - 1
	if k < 0 || len(l.chunks[k]) == cap(l.chunks[k]) {
		size := 64
		if k >= 0 {
			size = min(4*cap(l.chunks[k]), rangeChunk)
		}
		l.chunks = append(l.chunks, make([]Range, 0, size))
		k++
	}
	l.chunks[k] = append(l.chunks[k], x)
	l.n++
}

// close ends the ranges that were not closed, and removes those of them that keep
// does not keep.
func (r *Ranges) close(last int64, keep func(t Thread) func(start, end int64) bool) {
	watched := make([]func(start, end int64) bool, len(r.Threads))
	for t := range watched {
		if keep != nil {
			watched[t] = keep(r.Threads[t])
		}
	}
	kept := 0
	for i, kind := range r.Kind {
		k := &r.Kinds[kind]
		if k.Flags&RangeOpen != 0 {
			r.End[i] = last
			if w := watched[k.Thread]; w != nil && !w(r.Start[i], last) {
				continue
			}
		}
		r.Start[kept], r.End[kept], r.Kind[kept], r.Row[kept] = r.Start[i], r.End[i], kind, r.Row[i]
		kept++
	}
	r.Start, r.End, r.Kind, r.Row = r.Start[:kept], r.End[:kept], r.Kind[:kept], r.Row[:kept]
}
