package startup

import (
	"iter"
	"slices"
)

// A Span is a range of a process.
type Span struct {
	Name    string `json:"name"`
	StartNS int64  `json:"start_ns"` // since the start of the process, as EndNS
	EndNS   int64  `json:"end_ns"`
	Open    bool   `json:"open,omitempty"` // it had no end: EndNS is that of the process
	Run     bool   `json:"-"`

	order int // by its begin, among the ranges of the thread

	counted
}

// NS is how long it took.
func (s *Span) NS() int64 { return s.EndNS - s.StartNS }

// A reducer takes the ranges of a thread in the order of their ends, inner ones
// first, and keeps of them the outermost runs, and the outermost ranges that
// neither are a run nor contain one. What lies in what, the order of begins and
// ends says: markers that arrive at once have one time.
//
// Cost: O(1) for each range, amortised. Memory: what is kept, and the children of
// what is open.
type reducer struct {
	isRun       func(name string) bool
	kept        []Span
	first, last int64 // extent of all ranges
	count       int
	within      string // innermost range that had no end
}

// close takes a range.
func (r *reducer) close(s Span) {
	if r.count == 0 || s.StartNS < r.first {
		r.first = s.StartNS
	}
	if r.count == 0 || s.EndNS > r.last {
		r.last = s.EndNS
	}
	r.count++
	s.Run = !s.Open && r.isRun(s.Name)
	inside := len(r.kept)
	for inside > 0 && r.kept[inside-1].order > s.order {
		inside--
	}
	if !s.Run && slices.ContainsFunc(r.kept[inside:], func(k Span) bool { return k.Run }) {
		return // contains a run: what is in it stays
	}
	r.kept = append(r.kept[:inside], s)
}

// finish takes what is open, inner ranges first.
func (r *reducer) finish(open iter.Seq[Span]) {
	for s := range open {
		if r.within == "" {
			r.within = s.Name
		}
		r.close(s)
	}
}
