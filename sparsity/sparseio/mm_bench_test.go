package sparseio

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// benchText returns a file of n columns with five entries each, whose values
// are printed in format.
func benchText(n int, format string) []byte {
	rng := rand.New(rand.NewPCG(1, 2))
	text := fmt.Appendf(nil, "%%%%MatrixMarket matrix coordinate real general\n%d %d %d\n", n, n, 5*n)
	for j := range n {
		i := max(0, min(n-1000, j-500))
		for range 5 {
			i += 1 + rng.IntN(199)
			text = fmt.Appendf(text, "%d %d "+format+"\n", i, j+1, rng.NormFloat64()*math.Pow(10, float64(rng.IntN(5)-3)))
		}
	}
	return text
}

// BenchmarkMatrixMarket reads files of short and of long values, in order,
// without hashing them.
func BenchmarkMatrixMarket(b *testing.B) {
	for _, format := range []string{"%.6g", "%.17g"} {
		text := benchText(40000, format)
		for _, skip := range []bool{false, true} {
			for workers := 1; workers <= 2; workers++ {
				b.Run(fmt.Sprintf("values=%s/skip=%v/workers=%d", format[1:], skip, workers), func(b *testing.B) {
					b.SetBytes(int64(len(text)))
					for b.Loop() {
						in := newInput("in.mtx", bytes.NewReader(text), int64(len(text)))
						if _, err := readMatrixMarket(in, Options{Workers: workers, PatternOnly: skip}); err != nil {
							b.Fatal(err)
						}
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/200000, "ns/entry")
				})
			}
		}
	}
}
