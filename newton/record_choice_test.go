package newton

import (
	"math"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/nrkit/nrkit/trace"
)

// The first step is timed, and one of each block of the others; those before it
// warm up.
func TestChoice(t *testing.T) {
	for _, every := range []int{2, 3, 8, 64} {
		c := newChoice(every)
		var list []fate
		for range 1 + 100*every {
			list = append(list, c.next(true))
		}
		if list[0] != timed {
			t.Errorf("1 of %d: the first step is not timed", every)
		}
		places := map[int]int{}
		for from := 1; from < len(list); from += every {
			n := 0
			for i, f := range list[from : from+every] {
				if f != timed {
					continue
				}
				n++
				places[i]++
				for k := from + i - 1; k > max(0, from+i-1-warmingSteps); k-- {
					if list[k] == untimed {
						t.Errorf("1 of %d: step %d is not warmed up by step %d", every, from+i, k)
					}
				}
			}
			if n != 1 {
				t.Errorf("1 of %d: %d steps timed in the block from %d", every, n, from)
			}
		}
		if len(places) < min(every, 40) {
			t.Errorf("1 of %d: steps are timed at %d places of a block alone", every, len(places))
		}
	}
	c := newChoice(64)
	for range 1000 {
		if c.next(false) == warming {
			t.Fatal("a step warms up though none is to")
		}
	}
}

// sleepy is a wide system that sleeps in some of its evaluations, and computes in
// others for as long.
type sleepy struct {
	wide
	load int
}

func (s *sleepy) Load(e *Eval) {
	s.wide.Load(e)
	if s.load++; s.load%20 == 0 {
		time.Sleep(3 * time.Millisecond)
	} else if s.load%20 == 10 {
		for from := time.Now(); time.Since(from) < 3*time.Millisecond; {
		}
	}
}

// A step whose thread does not run for a while is told from one that takes as
// long; so in a sample, where each is timed, in small systems and in large ones.
func TestPreempted(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the CPU time of a thread is known on Linux alone")
	}
	for _, n := range []int{2, smallSystem + 1} {
		for _, sample := range []int{1, 2} {
			path := filepath.Join(t.TempDir(), "run.nrt")
			rec, err := trace.Create(path, trace.Header{Program: "test", Sample: sample}, trace.Options{})
			if err != nil {
				t.Fatal(err)
			}
			s := &sleepy{wide: wide{n: n, drive: func(float64) float64 { return 1 }, slope: func(float64) float64 { return 1 }}}
			e := New(s, Options{})
			e.Record(rec, rec.Thread("solver"), sample)
			if err := e.Transient(t.Context(), Span{Step: 1e-3, Stop: 1, UIC: true}); err != nil {
				t.Fatal(err)
			}
			if err := rec.Close(); err != nil {
				t.Fatal(err)
			}
			tr, err := trace.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			sum := trace.Summarize(tr, trace.SummaryOptions{})
			if err := tr.Close(); err != nil {
				t.Fatal(err)
			}
			// Others may take the processor from more steps.
			if e.Stats.Preempted < 10 || e.Stats.PreemptedTime < 20*time.Millisecond {
				t.Errorf("n=%d, 1 of %d: got %d steps that lost the processor for %v", n, sample, e.Stats.Preempted, e.Stats.PreemptedTime)
			}
			if sum.PreemptedSteps != e.Stats.Preempted || math.Abs(float64(sum.PreemptedNS)-float64(e.Stats.PreemptedTime)) > 0.05*float64(sum.PreemptedNS) {
				t.Errorf("n=%d, 1 of %d: the capture has %d steps that lost the processor for %d ns, want %d for %v", n, sample,
					sum.PreemptedSteps, sum.PreemptedNS, e.Stats.Preempted, e.Stats.PreemptedTime)
			}
			if x := sum.Slowed(); x < 1.2 || sum.CPU <= 0 {
				t.Errorf("n=%d, 1 of %d: got %g times the CPU time, want about 2: it sleeps as long as it computes", n, sample, x)
			}
		}
	}
}
