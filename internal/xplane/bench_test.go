package xplane_test

import (
	"bytes"
	"testing"

	"github.com/nrkit/nrkit/internal/testkit/xplanetest"
	"github.com/nrkit/nrkit/internal/xplane"
	"github.com/nrkit/nrkit/trace"
)

// BenchmarkRead reads a profile of 300 000 events.
func BenchmarkRead(b *testing.B) {
	data := xplanetest.Newton{Iterations: 20_000, Path: "jit(f)/jit(main)/while/body/nr_iteration"}.Space().Encode()
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	events := 0
	for b.Loop() {
		tr, _, err := xplane.Read(bytes.NewReader(data), xplane.Options{})
		if err != nil {
			b.Fatal(err)
		}
		events = 0
		for e := range tr.Events() {
			if e.Kind == trace.Begin {
				events++
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(events), "ns/event")
}
