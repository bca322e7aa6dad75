package trace

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"
)

// TestMissingPlaces: what the recorder had no room for is missing where the numbers
// of the ranges say so.
func TestMissingPlaces(t *testing.T) {
	tr, _ := numbered(t, Options{Chunk: 8 << 10, Chunks: 2, manual: true})
	if places := checkMissing(t, tr, 20000); places < 2 || tr.Loss.Dropped == 0 {
		t.Errorf("got %d places, loss %+v", places, tr.Loss)
	}
}

// TestMissingChunks: so is what was in a chunk that is damaged.
func TestMissingChunks(t *testing.T) {
	tr, b := numbered(t, Options{Chunk: 8 << 10, Chunks: 100, manual: true})
	if checkMissing(t, tr, 20000); len(tr.Missing) > 0 {
		t.Errorf("got %+v, want nothing", tr.Missing)
	}
	for k, c := range tr.file.chunks {
		if c.track != 1 || k == len(tr.file.chunks)-1 { // the ranges of the last one are known by the end mark alone
			continue
		}
		hurt := bytes.Clone(b)
		hurt[c.offset+headerSize+prefixSize+9] ^= 1
		if places := checkMissing(t, read(t, hurt), 20000); places != 1 {
			t.Errorf("chunk %d: got %d places, want 1", k, places)
		}
	}
}

// numbered records 20000 ranges with their number on track 1, and what it wrote.
func numbered(t *testing.T, o Options) (*Trace, []byte) {
	return record(t, o, func(r *Recorder) {
		flush := func() {
			if err := r.Flush(); err != nil {
				t.Error(err)
			}
		}
		quiet, th := r.Thread("quiet"), r.Thread("main")
		quiet.Begin(r.Name("0"))
		quiet.End()
		rng := rand.New(rand.NewPCG(3, 4))
		for i := range 20000 {
			th.BeginIndex(r.Name("0"), int64(i))
			th.End()
			if rng.IntN(3000) == 0 || i == 19000 { // so that nothing is missing at the end
				flush()
			}
		}
	})
}

// checkMissing compares Missing of track 1 with the numbers of its ranges, which
// were n, and returns in how many places some are missing.
func checkMissing(t *testing.T, tr *Trace, n int64) (places int) {
	t.Helper()
	next, last := int64(0), int64(math.MinInt64)
	at := 0
	gap := func(missing, from, to int64) {
		if missing > 0 {
			places++
		}
		for ; at < len(tr.Missing) && tr.Missing[at].Time < to; at++ {
			if m := tr.Missing[at]; m.Track != 1 || m.Time < from {
				t.Errorf("got %+v, want it from %d to %d ns", m, from, to)
			}
			missing -= tr.Missing[at].Ranges
		}
		if missing != 0 {
			t.Errorf("from %d to %d ns: %d more are missing than said", from, to, missing)
		}
	}
	for _, e := range collect(t, tr) {
		if e.Track != 1 {
			continue
		}
		if e.Kind == Begin {
			gap(e.Index-next, last, e.Time)
			next = e.Index + 1
		}
		last = e.Time
	}
	if gap(n-next, last, math.MaxInt64); at != len(tr.Missing) {
		t.Errorf("got %d places more", len(tr.Missing)-at)
	}
	return places
}
