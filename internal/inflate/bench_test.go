package inflate

import (
	"bytes"
	stdgzip "compress/gzip"
	"fmt"
	"io"
	"testing"

	"github.com/klauspost/compress/gzip"
)

// matrices returns 4 MB of coordinates with 17-digit values, and of a stencil
// with few different values.
func matrices() map[string][]byte {
	var digits, stencil bytes.Buffer
	noise := uint64(1)
	for k := 0; digits.Len() < 4<<20; k++ {
		noise = noise*6364136223846793005 + 1442695040888963407
		fmt.Fprintf(&digits, "%d %d %.16e\n", k/5+1, (k/5+int(noise>>62))%100000+1, float64(noise>>11)/(1<<53))
	}
	for k := 0; stencil.Len() < 4<<20; k++ {
		fmt.Fprintf(&stencil, "%d %d %d\n", k/5+1, max(1, k/5+[]int{-999, 0, 1, 2, 1001}[k%5]), 4-k%5)
	}
	return map[string][]byte{"digits": digits.Bytes(), "stencil": stencil.Bytes()}
}

// BenchmarkGunzip decompresses matrices, in bytes of the result, beside the packages
// that would be used otherwise.
func BenchmarkGunzip(b *testing.B) {
	for name, text := range matrices() {
		var packed bytes.Buffer
		w := stdgzip.NewWriter(&packed)
		_, err := w.Write(text)
		if cerr := w.Close(); err != nil || cerr != nil {
			b.Fatal(err, cerr)
		}
		for _, by := range []struct {
			name string
			open func(io.Reader) (io.Reader, error)
		}{
			{"inflate", func(r io.Reader) (io.Reader, error) { return NewGzipReader(r) }},
			{"klauspost", func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }},
			{"std", func(r io.Reader) (io.Reader, error) { return stdgzip.NewReader(r) }},
		} {
			b.Run("matrix="+name+"/by="+by.name, func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					r, err := by.open(bytes.NewReader(packed.Bytes()))
					if err != nil {
						b.Fatal(err)
					}
					if n, err := io.Copy(io.Discard, r); err != nil || n != int64(len(text)) {
						b.Fatal(n, err)
					}
				}
			})
		}
	}
}
