package inject

import (
	"bytes"
	"io"
	"testing"
)

// sample is a file with all kinds of records.
func sample() []byte {
	w := newRaw(10, 1, 1, 0)
	w.thread(10, 1)
	w.define(1, 2, 0, "outer")
	w.define(2, 1, 0, "d")
	w.define(5, 1<<32, 1, "\x01\x00\x00\x00\x00\x00\x00\x00s")
	w.push(0, 2, 5)
	w.long(1, 1, 0, 6, 1, payloadExt, 1, 0, 1<<32, "payload")
	w.long(5, 1, 0, 7, 0, payloadExt, 1, 0, 1<<32, "p")
	w.mark(0, 2, 8)
	w.long(2, 0, 2, 9, 3, 1, 4, 0, 0)
	w.start(0, 2, 1<<40+1, 10)
	w.long(3, 1, 2, 10, 3, 5, 4, 1<<40+2, 0)
	w.skip(2)
	w.anchor(20, 25)
	w.end(1<<40+1, 30)
	w.pop(0, 31)
	w.threadEnd(32)
	w.thread(12, 33)
	w.push(1, 2, 34)
	return w.b.Bytes()
}

func check(t testing.TB, b []byte) *Capture {
	t.Helper()
	c, err := NewCapture([]File{{"a", bytes.NewReader(b), int64(len(b))}})
	if err != nil {
		t.Fatal(err)
	}
	sound(t, c)
	if c.Trace.Blobs != nil {
		for b := range c.Trace.Blobs() {
			if len(b.Data) > len(sample())*2 && len(b.Data) > 1<<20 {
				t.Fatalf("blob of %d bytes", len(b.Data))
			}
		}
	}
	if c.err != nil {
		t.Fatal(c.err)
	}
	return c
}

// A file that ends anywhere has what lies before, and no more.
func TestTruncated(t *testing.T) {
	b := sample()
	var last int64
	for n := range len(b) + 1 {
		s := check(t, b[:n]).Stats
		if s.Ranges < last {
			t.Fatalf("%d bytes hold %d ranges, fewer bytes %d", n, s.Ranges, last)
		}
		last = s.Ranges
	}
	if last != 5 {
		t.Errorf("%d ranges, want 5", last)
	}
	// A record whose first word is not there is not there, nor what follows.
	for n := headerWords * 8; n < len(b); n += 8 {
		cut := bytes.Clone(b)
		copy(cut[n:], make([]byte, 8))
		check(t, cut)
	}
}

func TestBitFlips(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	b := sample()
	for i := range len(b) * 8 {
		bad := bytes.Clone(b)
		bad[i/8] ^= 1 << (i % 8)
		check(t, bad)
	}
}

// A failing disk is an error, not a short trace.
func TestReadError(t *testing.T) {
	b := sample()
	f := File{"a", &shrinking{b: b}, int64(len(b))}
	c, err := NewCapture([]File{f})
	if err != nil {
		t.Fatal(err)
	}
	f.Data.(*shrinking).b = b[:100]
	for range c.Trace.Events() {
	}
	if c.Trace.Err() == nil {
		t.Error("no error from a file that shrank")
	}
	if _, err := NewCapture([]File{f}); err == nil {
		t.Error("no error from a file that is shorter than it was said to be")
	}
}

type shrinking struct{ b []byte }

func (s *shrinking) ReadAt(b []byte, off int64) (int, error) {
	return bytes.NewReader(s.b).ReadAt(b, off)
}

var _ io.ReaderAt = (*shrinking)(nil)

// FuzzRaw reads files that are damaged behind their header. It does not cover
// several files of one process.
func FuzzRaw(f *testing.F) {
	f.Add(sample()[headerWords*8:])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, body []byte) {
		check(t, append(bytes.Clone(newRaw(10, 1, 1, 0).b.Bytes()), body...))
	})
}
