package builtin_test

import (
	"strings"
	"testing"

	"github.com/nrkit/nrkit/newton/builtin"
	"github.com/nrkit/nrkit/newton/netlist"
)

// BenchmarkParse reads and expands multipliers; it says how many elements that
// makes.
func BenchmarkParse(b *testing.B) {
	for _, name := range []string{"c6288", "mul64"} {
		b.Run("circuit="+name, func(b *testing.B) {
			text, err := builtin.Source(name)
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			elements := 0
			for b.Loop() {
				n, err := netlist.Parse(name, strings.NewReader(text))
				if err != nil {
					b.Fatal(err)
				}
				elements = len(n.Elements)
			}
			b.ReportMetric(float64(elements), "elements")
		})
	}
}

// BenchmarkMultiplier generates the largest circuit that has a figure above.
func BenchmarkMultiplier(b *testing.B) {
	for b.Loop() {
		if _, err := builtin.Source("mul64"); err != nil {
			b.Fatal(err)
		}
	}
}
