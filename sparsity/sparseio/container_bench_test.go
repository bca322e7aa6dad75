package sparseio

import (
	"bytes"
	"fmt"
	"io"
	"testing"
)

// BenchmarkDecompress measures decompression alone, in bytes of the result: 4 MB
// of coordinates with 17-digit values, or of a stencil with few different
// values.
func BenchmarkDecompress(b *testing.B) {
	var digits, stencil bytes.Buffer
	noise := uint64(1)
	for k := 0; digits.Len() < 4<<20; k++ {
		noise = noise*6364136223846793005 + 1442695040888963407
		fmt.Fprintf(&digits, "%d %d %.16e\n", k/5+1, (k/5+int(noise>>62))%100000+1, float64(noise>>11)/(1<<53))
	}
	for k := 0; stencil.Len() < 4<<20; k++ {
		fmt.Fprintf(&stencil, "%d %d %d\n", k/5+1, max(1, k/5+[]int{-999, 0, 1, 2, 1001}[k%5]), 4-k%5)
	}
	for name, text := range map[string][]byte{"digits": digits.Bytes(), "stencil": stencil.Bytes()} {
		for _, c := range compressions() {
			var data []byte
			switch c.name {
			case "gzip":
				data = gzipped(b, text)
			case "zstd":
				data = zstded(b, text)
			case "xz":
				data = xzed(b, text)
			default:
				continue
			}
			if c.magic[0] == '?' {
				continue
			}
			b.Run("matrix="+name+"/format="+c.name, func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					in := newInput("x", bytes.NewReader(data), -1)
					r, err := c.open(in.r, -1)
					if err != nil {
						b.Fatal(err)
					}
					if n, err := io.Copy(io.Discard, r); err != nil || n != int64(len(text)) {
						b.Fatal(n, err)
					}
				}
				b.ReportMetric(float64(len(text))/float64(len(data)), "ratio")
			})
		}
	}
}
