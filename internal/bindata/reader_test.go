package bindata

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"runtime"
	"testing"
	"testing/iotest"
)

// TestEach reads numbers of every size in both byte orders, in pieces of all
// lengths.
func TestEach(t *testing.T) {
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		for _, n := range []int{0, 1, 7, chunk/4 - 1, chunk / 4, chunk/4 + 1, 50000} {
			var b bytes.Buffer
			for k := range n {
				if err := binary.Write(&b, order, int32(k-5)); err != nil {
					t.Fatal(err)
				}
			}
			r := NewReader(iotest.HalfReader(&b), order, 100)
			convert := Integer(order, 4, true)
			next := int64(0)
			err := r.Each(int64(n), 4, "numbers", func(b []byte, k int64) error {
				if k != next {
					t.Fatalf("piece begins with number %d, want %d", k, next)
				}
				for ; len(b) > 0; b = b[4:] {
					if got := convert(b); got != next-5 {
						t.Fatalf("number %d: got %d", next, got)
					}
					next++
				}
				return nil
			})
			if err != nil || next != int64(n) || r.Offset() != int64(100+4*n) {
				t.Errorf("%d numbers: read %d to byte %d, error %v", n, next, r.Offset(), err)
			}
		}
	}
}

func TestNumbers(t *testing.T) {
	b := []byte{0xff, 0xfe, 0xfd, 0xfc, 0xfb, 0xfa, 0xf9, 0xf8}
	for _, c := range []struct {
		size   int
		signed bool
		want   int64
	}{{1, true, -1}, {1, false, 255}, {2, true, -2}, {2, false, 0xfffe}, {4, true, -0x010204 + 0}, {4, false, 0xfffefdfc}, {8, true, -0x1020304050608}} {
		if got := Integer(binary.BigEndian, c.size, c.signed)(b); got != c.want {
			t.Errorf("size %d, signed %v: want %d, got %d", c.size, c.signed, c.want, got)
		}
	}
	if got := Float(binary.BigEndian, 4)([]byte{0x40, 0x49, 0x0f, 0xdb}); float32(got) != math.Pi {
		t.Errorf("got %v", got)
	}
	if got := Float(binary.LittleEndian, 8)([]byte{0, 0, 0, 0, 0, 0, 0xf8, 0x3f}); got != 1.5 {
		t.Errorf("got %v", got)
	}
}

// TestTruncated ends inputs early: the error has the byte, and memory goes with
// what came and not with what was wanted.
func TestTruncated(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r := NewReader(bytes.NewReader(make([]byte, 10)), binary.BigEndian, 3)
	err := r.Each(1<<60, 4, "values", func([]byte, int64) error { return nil })
	runtime.ReadMemStats(&after)
	var at *Error
	if !errors.As(err, &at) || at.Offset != 13 {
		t.Errorf("got error %v", err)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 1<<20 {
		t.Errorf("%d bytes allocated", used)
	}
	r = NewReader(bytes.NewReader(make([]byte, 10)), binary.BigEndian, 0)
	if err := r.Skip(12, "a header"); err == nil || err.Error() != "byte 10: truncated: want 2 more bytes of a header, got the end of the input" {
		t.Errorf("got error %v", err)
	}
	broken := errors.New("broken")
	r = NewReader(io.MultiReader(bytes.NewReader(make([]byte, 3)), iotest.ErrReader(broken)), binary.BigEndian, 0)
	if err := r.Full(make([]byte, 4), "a header"); err != broken || r.Failure() != broken {
		t.Errorf("want the error of the reader, got %v", err)
	}
}
