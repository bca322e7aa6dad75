package solvers_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/nrkit/nrkit/internal/testkit/solvertest"
	"github.com/nrkit/nrkit/solvers"
)

// A simulated program knows what its calls are.
type simulation struct {
	t       *rapid.T
	now     int64
	p       *solvertest.Program
	threads []*simulatedThread
	calls   []*simulatedCall
	spans   []simulatedSpan

	analyses, factors map[uint64]int32 // live, by address
	of                map[int32]int32  // analysis of a factorisation
	made              [2]int32         // objects so far
	address           uint64
	complete          bool        // all calls end, so that each call that frees is known
	freed             [2][]uint64 // of analyses and of factorisations
}

type simulatedThread struct {
	to   *solvertest.Thread
	id   int
	open []*simulatedCall
}

// A simulatedCall is what is true of a call.
type simulatedCall struct {
	thread            int
	begin, end        int64
	phase             solvers.Phase
	parent            *simulatedCall
	data              solvertest.Data
	analysis, factors int32
	makes             [2]bool
	frees             bool
}

type simulatedSpan struct {
	thread     int
	begin, end int64
}

func simulate(t *rapid.T) *simulation {
	s := &simulation{t: t, p: &solvertest.Program{PID: 3, Functions: table()}, analyses: map[uint64]int32{}, factors: map[uint64]int32{}, of: map[int32]int32{}, address: 0x1000}
	s.complete = rapid.Bool().Draw(t, "complete")
	for k := range rapid.IntRange(1, 3).Draw(t, "threads") {
		s.threads = append(s.threads, &simulatedThread{to: s.p.Thread(int64(3 + k)), id: k})
	}
	for range rapid.IntRange(0, 60).Draw(t, "steps") {
		s.now += rapid.Int64Range(1, 4).Draw(t, "time")
		th := s.threads[rapid.IntRange(0, len(s.threads)-1).Draw(t, "thread")]
		switch k := rapid.IntRange(0, 9).Draw(t, "what"); {
		case k < 5 && len(th.open) < 4:
			s.begin(th)
		case k < 9 && len(th.open) > 0:
			s.end(th)
		default:
			begin := s.now
			s.now += rapid.Int64Range(1, 4).Draw(t, "recording")
			th.to.Record(begin, s.now)
			s.spans = append(s.spans, simulatedSpan{th.id, begin, s.now})
		}
	}
	for _, th := range s.threads {
		for s.complete && len(th.open) > 0 {
			s.now++
			s.end(th)
		}
	}
	s.now += 2
	return s
}

// pick returns a live address; 0 for none.
func (s *simulation) pick(live map[uint64]int32, label string) uint64 {
	for at := uint64(0x1000); at <= s.address; at++ {
		if _, ok := live[at]; ok && rapid.Bool().Draw(s.t, label) {
			return at
		}
	}
	return 0
}

func (s *simulation) begin(th *simulatedThread) {
	c := &simulatedCall{thread: th.id, begin: s.now, end: -1, phase: solvers.Phase(rapid.IntRange(1, 16).Draw(s.t, "phase")), data: solvertest.Blank()}
	if n := len(th.open); n > 0 {
		c.parent = th.open[n-1]
	}
	switch rapid.IntRange(0, 3).Draw(s.t, "object") {
	case 0:
		if at := s.pick(s.analyses, "uses analysis"); at != 0 {
			c.data[solvertest.UsesAnalysis], c.analysis = at, s.analyses[at]
		}
		if at := s.pick(s.factors, "uses factors"); at != 0 {
			c.data[solvertest.UsesFactors], c.factors = at, s.factors[at]
			if c.analysis == 0 {
				c.analysis = s.of[c.factors]
			}
		}
	case 1:
		if at := s.pick(s.factors, "frees"); at != 0 {
			c.data[solvertest.Frees], c.factors, c.frees = at, s.factors[at], true
			delete(s.factors, at)
			s.free(1, at)
		} else if at := s.pick(s.analyses, "frees"); at != 0 {
			c.data[solvertest.Frees], c.analysis, c.frees = at, s.analyses[at], true
			delete(s.analyses, at)
			s.free(0, at)
		}
	}
	th.open = append(th.open, c)
	th.to.Begin(s.now, c.phase.String())
	s.calls = append(s.calls, c)
}

// free lets an address be given out again.
func (s *simulation) free(kind int, at uint64) {
	if s.complete {
		s.freed[kind] = append(s.freed[kind], at)
	}
}

// alloc returns an address: one that was freed, or a new one.
func (s *simulation) alloc(kind int, fresh bool) uint64 {
	if n := len(s.freed[kind]) - 1; n >= 0 && !fresh && rapid.Bool().Draw(s.t, "again") {
		at := s.freed[kind][n]
		s.freed[kind] = s.freed[kind][:n]
		return at
	}
	s.address++
	return s.address
}

func (s *simulation) end(th *simulatedThread) {
	c := th.open[len(th.open)-1]
	th.open = th.open[:len(th.open)-1]
	c.end = s.now
	if !c.frees && rapid.Bool().Draw(s.t, "makes analysis") {
		at := s.alloc(0, false)
		s.made[0]++
		c.data[solvertest.MakesAnalysis], c.analysis, c.makes[0] = at, s.made[0], true
		s.analyses[at] = c.analysis
	}
	if !c.frees && rapid.Bool().Draw(s.t, "makes factors") {
		at := s.alloc(1, c.phase == solvers.PhaseRefactor) // a refactorisation keeps what is at an address
		s.made[1]++
		s.of[s.made[1]] = c.analysis
		c.data[solvertest.MakesFactors], c.factors, c.makes[1] = at, s.made[1], true
		s.factors[at] = c.factors
	}
	th.to.End(s.now, c.data)
}

// within says whether a call is open at a time.
func (c *simulatedCall) at(ns int64) bool { return c.begin <= ns && (c.end < 0 || ns < c.end) }

// owner returns the call to which a ns on a thread belongs; nil if it belongs to none.
func (s *simulation) owner(thread int, ns int64) (owner *simulatedCall, recorded bool) {
	for _, x := range s.spans {
		recorded = recorded || x.thread == thread && x.begin <= ns && ns < x.end
	}
	for _, c := range s.calls { // in order of begins: the innermost is the last
		if c.thread == thread && c.at(ns) {
			owner = c
		}
	}
	return owner, recorded
}

// Times, nesting and objects of random programs are those that the program knows.
func TestOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := simulate(t)
		c, err := solvertest.Capture(s.p)
		if err != nil {
			t.Fatal(err)
		}
		run, err := solvers.Read(c)
		if err != nil {
			t.Fatal(err)
		}
		if len(s.calls) == 0 {
			if run != nil {
				t.Fatalf("got %+v", run)
			}
			return
		}
		s.compare(t, run)
		solid(t, run)
	})
}

func (s *simulation) compare(t *rapid.T, run *solvers.Run) {
	exclusive, recorded := map[*simulatedCall]int64{}, map[*simulatedCall]int64{}
	for th := range s.threads {
		for ns := range run.End {
			c, rec := s.owner(th, ns)
			if c != nil && !rec {
				exclusive[c]++
			}
			for ; c != nil && rec; c = c.parent {
				recorded[c]++
			}
		}
	}
	if len(run.Calls) != len(s.calls) {
		t.Fatalf("got %d calls, want %d", len(run.Calls), len(s.calls))
	}
	index := map[*simulatedCall]int32{nil: -1}
	for k, want := range s.calls {
		index[want] = int32(k)
		got := &run.Calls[k]
		end := want.end
		if end < 0 {
			end = run.End
		}
		text := fmt.Sprintf("call %d, %v: got %+v, want %+v", k, want.phase, got, want)
		if got.Begin != want.begin || got.End != end || got.Phase != want.phase || got.Parent != index[want.parent] || got.Has(solvers.Open) != (want.end < 0) {
			t.Fatal(text)
		}
		if got.Exclusive != exclusive[want] || got.Recorded != recorded[want] {
			t.Fatalf("exclusive %d, recorded %d: %s", exclusive[want], recorded[want], text)
		}
		if want.end < 0 {
			continue // nothing is known of its objects
		}
		if got.Analysis != want.analysis || got.Factors != want.factors || got.Has(solvers.MakesAnalysis) != want.makes[0] || got.Has(solvers.MakesFactors) != want.makes[1] {
			t.Fatal(text)
		}
	}
	for k := range run.Calls {
		if got, want := run.Calls[k].Has(solvers.Repeats), repeats(s.calls[k]); got != want {
			t.Fatalf("call %d repeats: %v", k, got)
		}
	}
}

func repeats(c *simulatedCall) bool {
	for a := c.parent; a != nil; a = a.parent {
		if a.phase == c.phase {
			return true
		}
	}
	return false
}
