package hlo_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/xla/hlo"
)

// repeated returns a module that has the computations of one, or its functions,
// so often.
func repeated(text, from, to string, times int) []byte {
	a := strings.Index(text, from)
	b := strings.LastIndex(text, to)
	var out bytes.Buffer
	out.WriteString(text[:a])
	for k := range times {
		out.WriteString(strings.NewReplacer("%fused_", fmt.Sprintf("%%fused_%d_", k), "%nr_", fmt.Sprintf("%%nr_%d_", k), "%step_", fmt.Sprintf("%%step_%d_", k),
			"%maximum", fmt.Sprintf("%%maximum_%d", k), "%accept", fmt.Sprintf("%%accept_%d", k), "%halve", fmt.Sprintf("%%halve_%d", k),
			"@build", fmt.Sprintf("@build_%d", k), "@main", fmt.Sprintf("@main_%d", k)).Replace(text[a:b]))
	}
	out.WriteString(text[b:])
	return out.Bytes()
}

// BenchmarkRead reads 10 MB of a Newton loop, and of a constant.
func BenchmarkRead(b *testing.B) {
	inputs := map[string][]byte{
		"hlo":     repeated(read(b, "testdata/nr_optimized.hlo"), "%maximum", "ENTRY", 1000),
		"mlir":    repeated(read(b, "testdata/nr_lowered.mlir"), "  func.func public", "} loc(#loc)\n#loc2", 1200),
		"generic": repeated(read(b, "testdata/nr_lowered_generic.mlir"), `  "func.func"() <{arg`, "}) {mhlo.num_partitions", 1200),
		"constant": fmt.Appendf(nil, "HloModule m\nENTRY e {\n  c = f64[1000000]{0} constant({%s})\n}\n",
			strings.Repeat("1.2345678, ", 1e6)),
	}
	for name, text := range inputs {
		b.Run("text="+name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := hlo.Read(io.LimitReader(bytes.NewReader(text), 1<<40), hlo.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
