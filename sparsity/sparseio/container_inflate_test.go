package sparseio

import (
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"
	"testing/iotest"
)

// deflated compresses data with the standard library.
func deflated(t testing.TB, data []byte, level int) []byte {
	return compress(t, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, level) }, data)
}

// texts returns data of many kinds: sizes around the window and the room for
// output, few and many different bytes, matches near, far, short and long.
func texts() map[string][]byte {
	r := rand.New(rand.NewPCG(1, 2))
	all := map[string][]byte{"empty": nil, "one byte": {7}, "zeros": make([]byte, 200000)}
	for k, n := range []int{3, 100, 5000, inflateWindow - 1, inflateWindow + 1, inflateWindow + inflateRoom, 300000} {
		for kinds := 1; kinds <= 256; kinds *= 16 {
			data := make([]byte, n)
			for i := range data {
				switch {
				case i > 40 && r.IntN(10) > k:
					data[i] = data[i-1-r.IntN(40)]
				case i > inflateWindow && r.IntN(3) > 0:
					data[i] = data[i-inflateWindow+r.IntN(2)]
				default:
					data[i] = byte(r.IntN(kinds) * r.IntN(2))
				}
			}
			all[fmt.Sprintf("%d bytes of %d", n, kinds)] = data
		}
	}
	// Codes of very different lengths, of which many are long.
	skew := make([]byte, 1<<18)
	for i := range skew {
		skew[i] = byte(min(255, int(r.ExpFloat64()*12)))
	}
	all["skew"] = skew
	return all
}

// TestInflate decompresses what the standard library makes at every level.
func TestInflate(t *testing.T) {
	for name, want := range texts() {
		for level := flate.HuffmanOnly; level <= flate.BestCompression; level++ {
			data := deflated(t, want, level)
			got, err := io.ReadAll(newInflater(bytes.NewReader(data)))
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s, level %d: other data, error %v", name, level, err)
			}
		}
		data := deflated(t, want, 6)
		got, err := io.ReadAll(newInflater(iotest.OneByteReader(bytes.NewReader(data))))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s, byte by byte: other data, error %v", name, err)
		}
		z := newInflater(io.MultiReader(bytes.NewReader(data), bytes.NewReader([]byte("behind"))))
		got, err = io.ReadAll(z)
		behind := make([]byte, 6)
		if err != nil || !bytes.Equal(got, want) || z.readRaw(behind) != nil || string(behind) != "behind" || z.readRaw(behind) != io.EOF {
			t.Errorf("%s: %q behind it, error %v", name, behind, err)
		}
	}
}

// TestInflateTruncated cuts the input everywhere.
func TestInflateTruncated(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	text := make([]byte, 3000)
	for i := range text {
		text[i] = "0123456789 \n"[r.IntN(12)]
	}
	for _, level := range []int{0, 6, flate.HuffmanOnly} {
		data := deflated(t, text, level)
		for n := range data {
			got, err := io.ReadAll(newInflater(bytes.NewReader(data[:n])))
			if err != io.ErrUnexpectedEOF || !bytes.HasPrefix(text, got) {
				t.Fatalf("level %d: cut to %d of %d bytes: error %v, other data %v", level, n, len(data), err, !bytes.HasPrefix(text, got))
			}
		}
	}
	cause := errors.New("broken")
	data := deflated(t, text, 6)
	if _, err := io.ReadAll(newInflater(io.MultiReader(bytes.NewReader(data[:50]), iotest.ErrReader(cause)))); err != cause {
		t.Errorf("want the error of the reader, got %v", err)
	}
}

// FuzzInflate compares with the standard library.
func FuzzInflate(f *testing.F) {
	for _, text := range []string{"", "a", tiny, tiny + tiny + tiny} {
		for _, level := range []int{0, 1, 9, flate.HuffmanOnly} {
			f.Add(deflated(f, []byte(text), level))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		const most = 1 << 20
		want, wantErr := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(data)), most))
		got, err := io.ReadAll(io.LimitReader(newInflater(bytes.NewReader(data)), most))
		switch {
		case wantErr == nil && err == nil && !bytes.Equal(got, want):
			t.Fatalf("want %q, got %q", want, got)
		case !bytes.HasPrefix(got, want) && !bytes.HasPrefix(want, got):
			t.Fatalf("want %q, error %v, got %q, error %v", want, wantErr, got, err)
		case wantErr != nil && err == nil:
			t.Fatalf("accepted; the other says %v", wantErr)
		case wantErr == nil && err != nil && err != errInflate:
			t.Fatalf("the other accepts it: %v", err)
		}
	})
}
