package simulate

import (
	"context"
	"io"
	"testing"

	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/trace"
)

// A shownRange is the begin of a range, or an end where the name is empty.
type shownRange struct {
	name  string
	index int64
}

// shown is what Ranges were told.
type shown []shownRange

func (s *shown) Push(p newton.Phase, index int64) { *s = append(*s, shownRange{p.String(), index}) }
func (s *shown) Pop()                             { *s = append(*s, shownRange{"", trace.NoIndex}) }

// Ranges are told of what a capture of all time steps, written phase by phase,
// has: whether or not steps are sampled, recorded at once, or recorded at all. mul
// rejects time steps, ring fails to refactorise.
func TestRangesShown(t *testing.T) {
	for _, name := range []string{"ring", "mul", "mul2"} {
		_, tr := recorded(t, name, Config{Steps: 3000, Waveform: io.Discard, Watch: func(newton.Iteration) error { return nil }})
		var want shown
		for e := range tr.Events() {
			switch e.Kind {
			case trace.Begin:
				want = append(want, shownRange{tr.Names[e.Name], e.Index})
			case trace.End:
				want.Pop()
			}
		}
		for _, sample := range []int{0, 1, 64} {
			cfg := Config{Steps: 3000, Waveform: io.Discard, Sample: sample}
			var got shown
			cfg.Ranges = &got
			if sample > 0 {
				recorded(t, name, cfg)
			} else {
				c, err := Load(name)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := Run(context.Background(), c, cfg); err != nil {
					t.Fatal(err)
				}
			}
			if len(got) != len(want) || len(got) < 3000 {
				t.Fatalf("%s, sample %d: got %d begins and ends, want %d", name, sample, len(got), len(want))
			}
			for k, w := range want {
				if got[k] != w {
					t.Fatalf("%s, sample %d: got %+v at %d, want %+v", name, sample, got[k], k, w)
				}
			}
		}
	}
}
