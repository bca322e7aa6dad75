package diagnose

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/trace"
)

// A place is where in a program a call is: the names of the innermost range around
// it, and of the innermost one that is a phase of a solver; none where there is no
// such range on the track of the call.
type place struct{ rng, phase int32 }

// place returns where the innermost range of a track that has just ended was.
func (s *deviceScan) place(track int32) place {
	p := place{none, none}
	for _, r := range slices.Backward(s.open[track]) {
		if s.t.Sort(r.name) != "" || uint(r.name) >= uint(len(s.t.Names)) {
			continue
		}
		if p.rng == none {
			p.rng = r.name
		}
		if trace.IsPhase(s.t.Names[r.name]) {
			p.phase = r.name
			break
		}
	}
	return p
}

// where says in words where a place is, "" where it is in no range. Numbers in
// the name of a range are written as #, so that the ranges of several iterations
// are one place.
func (in *Input) where(p place) string {
	l := in.devices()
	text, known := l.where[p]
	if !known {
		var parts []string
		if p.rng != none && p.rng != p.phase {
			parts = append(parts, in.rangeWords(p.rng))
		}
		if p.phase != none {
			parts = append(parts, "phase "+in.nameOf(p.phase))
		}
		text = strings.Join(parts, ", ")
		l.where[p] = text
	}
	return text
}

// longestName is how many characters of the name of a range are shown.
const longestName = 80

// rangeWords names a range, without its numbers and shortened.
func (in *Input) rangeWords(name int32) string {
	text := []rune(numberless(in.nameOf(name)))
	if len(text) > longestName {
		text = append(text[:longestName-1], '…')
	}
	return fmt.Sprintf("range %q", string(text))
}

// numberless returns a name with # for each number in it that no letter follows:
// "op_id = 994" is "op_id = #", and "conv2d" stays.
func numberless(name string) string {
	var b strings.Builder
	from := 0 // of the digits that may be a number
	for i := 0; i <= len(name); i++ {
		if i < len(name) && name[i] >= '0' && name[i] <= '9' {
			continue
		}
		if digits := name[from:i]; digits != "" {
			if i < len(name) && (name[i]|0x20 >= 'a' && name[i]|0x20 <= 'z') {
				b.WriteString(digits)
			} else {
				b.WriteByte('#')
			}
		}
		if i < len(name) {
			b.WriteByte(name[i])
		}
		from = i + 1
	}
	return b.String()
}

// A caller is who made calls: a function of the API, called by a thread at a
// place.
type caller struct {
	thread      int32
	call, where string
}

// caller returns who made a call.
func (in *Input) caller(c *apiCall) caller {
	return caller{c.thread, trace.CallName(in.nameOf(c.name)), in.where(c.within)}
}

// of says of what function, thread and range calls are.
func (c caller) of(in *Input) string {
	id := in.devices().threads[c.thread]
	text := fmt.Sprintf("of %s by thread %d of process %d", c.call, id.thread, id.process)
	if c.where != "" {
		text += ", in " + c.where
	}
	return text
}

// source says where the calls are.
func (c caller) source(in *Input) string {
	id := in.devices().threads[c.thread]
	return fmt.Sprintf("%s: ranges %s of thread %d of process %d (nrprof stats cuda_api_sum)", in.Source, c.call, id.thread, id.process)
}

// A callerSum is what calls of one caller took.
type callerSum struct {
	caller
	calls, ns int64 // of the host
	longest   int64
}

// A ranking adds up calls by caller.
type ranking map[caller]*callerSum

// add adds a call.
func (r ranking) add(c caller, took int64) {
	s := r[c]
	if s == nil {
		s = &callerSum{caller: c}
		r[c] = s
	}
	s.calls++
	s.ns += took
	s.longest = max(s.longest, took)
}

// top returns the sums of the callers that took longest, at most n.
func (r ranking) top(n int) []callerSum {
	var list []callerSum
	for _, s := range r {
		list = append(list, *s)
	}
	slices.SortFunc(list, func(a, b callerSum) int {
		return cmp.Or(-cmp.Compare(a.ns, b.ns), -cmp.Compare(a.calls, b.calls), cmp.Compare(a.call, b.call), cmp.Compare(a.where, b.where), cmp.Compare(a.thread, b.thread))
	})
	return list[:min(n, len(list))]
}

// mostNames is how many callers, or calls, a finding names.
const mostNames = 4
