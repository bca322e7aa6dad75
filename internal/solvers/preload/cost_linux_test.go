package preload_test

import (
	"strconv"
	"strings"
	"testing"
)

// BenchmarkCall reports the median time of a call that does nothing: plain, watched, and
// the difference.
func BenchmarkCall(b *testing.B) {
	program := build(b, "cost.c")
	median := func(text string) float64 {
		ns, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil {
			b.Fatal(err)
		}
		return ns
	}
	var before, after float64
	for b.Loop() {
		before = median(plain(b, program))
		after = median(newRecording(b, toyRows()).run(program))
	}
	b.ReportMetric(before, "ns-plain/call")
	b.ReportMetric(after, "ns-watched/call")
	b.ReportMetric(after-before, "ns-more/call")
}
