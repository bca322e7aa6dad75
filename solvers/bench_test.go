package solvers_test

import (
	"bytes"
	"runtime"
	"testing"

	"github.com/nrkit/nrkit/internal/testkit/solvertest"
	"github.com/nrkit/nrkit/solvers"
	"github.com/nrkit/nrkit/trace"
)

// large returns the capture of a program with 13 calls per step.
func large(b testing.TB, steps int) []byte {
	c, err := solvertest.Capture(solvertest.Integrator(steps, 3))
	if err != nil {
		b.Fatal(err)
	}
	var out bytes.Buffer
	if err := trace.Save(&out, c); err != nil {
		b.Fatal(err)
	}
	return out.Bytes()
}

// A call takes at most 200 bytes.
func TestMemory(t *testing.T) {
	text := large(t, 8000)
	c, err := trace.Read(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	run, err := solvers.Read(c)
	if err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	per := float64(after.HeapAlloc-before.HeapAlloc) / float64(len(run.Calls))
	t.Logf("%d calls, %.0f bytes each", len(run.Calls), per)
	if per > 200 {
		t.Errorf("a call takes %.0f bytes", per)
	}
	runtime.KeepAlive(run)
	runtime.KeepAlive(c)
	runtime.KeepAlive(text)
}

func BenchmarkRead(b *testing.B) {
	text := large(b, 77_000)
	var n, calls int
	for b.Loop() {
		c, err := trace.Read(bytes.NewReader(text), int64(len(text)))
		if err != nil {
			b.Fatal(err)
		}
		run, err := solvers.Read(c)
		if err != nil {
			b.Fatal(err)
		}
		solvers.Summarize(run)
		n, calls = n+1, len(run.Calls)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n*calls), "ns/call")
	b.ReportMetric(float64(calls), "calls")
}
