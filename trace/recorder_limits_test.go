package trace

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestDropped: with no room, ranges are dropped whole and counted exactly.
func TestDropped(t *testing.T) {
	const n = 20000
	begun := 0
	tr, _ := record(t, Options{Chunk: 8 << 10, Chunks: 2, manual: true}, func(r *Recorder) {
		th := r.Thread("main")
		names := []Name{r.Name("0"), r.Name("1"), r.Name("2"), r.Name("3")}
		rng := rand.New(rand.NewPCG(3, 4))
		depth := 0
		for i := range n {
			if rng.IntN(2) == 0 && depth < 4 {
				th.BeginIndex(names[depth], int64(begun))
				begun++
				depth++
			} else if depth > 0 {
				depth--
				th.End()
			}
			if i%5000 == 4999 {
				if err := r.Flush(); err != nil {
					t.Error(err)
				}
			}
		}
		for ; depth > 0; depth-- {
			th.End()
		}
	})
	got, depth := 0, 0
	for _, e := range collect(t, tr) {
		if e.Kind == Begin {
			if tr.Names[e.Name] != fmt.Sprint(depth) {
				t.Fatalf("%s begins at depth %d", tr.Names[e.Name], depth)
			}
			depth++
			got++
			continue
		}
		depth--
		if e.Name < 0 || tr.Names[e.Name] != fmt.Sprint(depth) {
			t.Fatalf("end of %d at depth %d", e.Name, depth)
		}
	}
	if depth != 0 || tr.Loss.Dropped == 0 || int(tr.Loss.Dropped)+got != begun {
		t.Errorf("%d read and %d dropped of %d, %d open", got, tr.Loss.Dropped, begun, depth)
	}
	if tr.Loss.Ranges != 0 || tr.Loss.Open {
		t.Errorf("loss %+v", tr.Loss)
	}
}

// TestReserved: where a begin was written, the ends of all open ranges have
// room, however deep they are and however long they take to write.
func TestReserved(t *testing.T) {
	for seed := range uint64(20) {
		begun, depth := 0, 0
		tr, _ := record(t, Options{Chunk: 8 << 10, Chunks: 2, manual: true}, func(r *Recorder) {
			th, n := r.Thread("main"), r.Name("n")
			rng := rand.New(rand.NewPCG(seed, 0))
			s := th.Now()
			for range 3000 {
				s += Stamp(1) << rng.IntN(48)
				if rng.IntN(20) < 11 {
					th.BeginAt(n, rng.Int64(), s)
					depth++
					begun++
				} else if depth > 0 {
					th.EndAt(s)
					depth--
				}
			}
			for ; depth > 0; depth-- {
				s += 1 << 50
				th.EndAt(s)
			}
		})
		got := 0
		for _, e := range collect(t, tr) {
			switch e.Kind {
			case Begin:
				got++
				depth++
			case End:
				depth--
			}
		}
		if depth != 0 || got+int(tr.Loss.Dropped) != begun || tr.Loss.Dropped == 0 {
			t.Errorf("seed %d: %d read, %d dropped of %d, %d open", seed, got, tr.Loss.Dropped, begun, depth)
		}
	}
}

// TestDeep: ranges beyond the depth that has room are dropped and counted.
func TestDeep(t *testing.T) {
	tr, _ := record(t, Options{}, func(r *Recorder) {
		th, n := r.Thread("main"), r.Name("n")
		th.Arg(n, 1)
		for range maxDepth + 10 {
			th.Begin(n)
		}
		th.Arg(n, 2) // of a range that is dropped
		for range maxDepth + 10 {
			th.End()
		}
	})
	if got := len(collect(t, tr)); got != 2*maxDepth+1 || tr.Loss != (Loss{Dropped: 10, Events: 1}) {
		t.Errorf("%d events, loss %+v", got, tr.Loss)
	}
}
