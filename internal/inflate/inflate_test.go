package inflate

import (
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"
)

// tiny is a short text.
const tiny = "%%MatrixMarket matrix coordinate real general\n2 3 2\n1 1 1.5\n2 3 -2\n"

// deflated compresses data with the standard library.
func deflated(t testing.TB, data []byte, level int) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, level)
	if err != nil {
		t.Fatal(err)
	}
	_, err = w.Write(data)
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// texts returns data of many kinds: sizes around the window and the room for
// output, few and many different bytes, matches near, far, short and long.
func texts() map[string][]byte {
	r := rand.New(rand.NewPCG(1, 2))
	all := map[string][]byte{"empty": nil, "one byte": {7}, "zeros": make([]byte, 200000)}
	for k, n := range []int{3, 100, 5000, windowSize - 1, windowSize + 1, windowSize + roomSize, 300000} {
		for kinds := 1; kinds <= 256; kinds *= 16 {
			data := make([]byte, n)
			for i := range data {
				switch {
				case i > 40 && r.IntN(10) > k:
					data[i] = data[i-1-r.IntN(40)]
				case i > windowSize && r.IntN(3) > 0:
					data[i] = data[i-windowSize+r.IntN(2)]
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
			got, err := io.ReadAll(NewReader(bytes.NewReader(data)))
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s, level %d: other data, error %v", name, level, err)
			}
		}
		data := deflated(t, want, 6)
		got, err := io.ReadAll(NewReader(iotest.OneByteReader(bytes.NewReader(data))))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s, byte by byte: other data, error %v", name, err)
		}
		z := NewReader(io.MultiReader(bytes.NewReader(data), bytes.NewReader([]byte("behind"))))
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
			got, err := io.ReadAll(NewReader(bytes.NewReader(data[:n])))
			if err != io.ErrUnexpectedEOF || !bytes.HasPrefix(text, got) {
				t.Fatalf("level %d: cut to %d of %d bytes: error %v, other data %v", level, n, len(data), err, !bytes.HasPrefix(text, got))
			}
		}
	}
	cause := errors.New("broken")
	data := deflated(t, text, 6)
	if _, err := io.ReadAll(NewReader(io.MultiReader(bytes.NewReader(data[:50]), iotest.ErrReader(cause)))); err != cause {
		t.Errorf("want the error of the reader, got %v", err)
	}
}

// FuzzInflate compares with the standard library.
func FuzzInflate(f *testing.F) {
	for _, text := range []string{"", "a", tiny, strings.Repeat(tiny, 3)} {
		for _, level := range []int{0, 1, 9, flate.HuffmanOnly} {
			f.Add(deflated(f, []byte(text), level))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		const most = 1 << 20
		want, wantErr := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(data)), most))
		got, err := io.ReadAll(io.LimitReader(NewReader(bytes.NewReader(data)), most))
		switch {
		case wantErr == nil && err == nil && !bytes.Equal(got, want):
			t.Fatalf("want %q, got %q", want, got)
		case !bytes.HasPrefix(got, want) && !bytes.HasPrefix(want, got):
			t.Fatalf("want %q, error %v, got %q, error %v", want, wantErr, got, err)
		case wantErr != nil && err == nil:
			t.Fatalf("accepted; the other says %v", wantErr)
		case wantErr == nil && err != nil && err != errData:
			t.Fatalf("the other accepts it: %v", err)
		}
	})
}
