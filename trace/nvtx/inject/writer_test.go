package inject

import (
	"bytes"
	"testing"
)

// What a Writer writes is read as it was said, over a pause that no record can tell.
func TestWriter(t *testing.T) {
	const second = 1_000_000_000
	w := NewWriter(7, 1, 50, 1, 100, 1e18)
	w.Define(DefineDomain, 1, 0, []byte("nrkit.solvers"))
	w.Define(DefineText, FirstName, 0, []byte("f"))
	w.Define(DefineSchema, 77, 1, make([]byte, 48))
	text := w.Bytes()
	w.Thread(9, 200)
	w.Push(1, FirstName, 300)
	w.Push(1, FirstName, 300+10*second)
	w.Pop(1, 350+10*second, 77, []byte("inner"))
	w.Pop(1, 400+20*second, 77, []byte("outer payload"))
	w.Mark(1, 500+20*second, 77, []byte("mark"))
	text = append(text, w.Bytes()...)
	c := open(t, File{"7-32-1.nvtx", bytes.NewReader(text), int64(len(text))})
	sound(t, c)
	want(t, lines(t, c.Trace), "thread 9: 200 begin f", "thread 9: 10000000200 begin f", "thread 9: 10000000250 end f", "thread 9: 20000000300 end f", "thread 9: 20000000400 instant (no name)")
	var got []string
	for b := range c.Trace.Blobs() {
		if b.Sort == "nvtx.payload" {
			got = append(got, string(b.Data))
		}
	}
	want(t, got, "inner", "outer payload", "mark")
	if c.Stats.Damaged != 0 || c.Stats.Stray != 0 || c.Trace.Tracks[0].Thread != 9 || c.Trace.Tracks[0].Process != 7 {
		t.Errorf("got %+v, %+v", c.Stats, c.Trace.Tracks)
	}
}
