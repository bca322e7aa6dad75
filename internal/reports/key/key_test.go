package key

import (
	"strings"
	"testing"

	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/runkey"
)

// keyOf returns a key that knows of CPUs, with a model and a set of instructions.
func keyOf(t *testing.T, model string, isa ...string) *runkey.Key {
	t.Helper()
	k, err := runkey.New([]string{"cpu"}, runkey.Part{Name: "cpu.model", Value: runkey.Text(model), Matters: []runkey.Purpose{runkey.Timing}},
		runkey.Part{Name: "cpu.arch", Value: runkey.Text("amd64"), Matters: runkey.Purposes()}, runkey.Part{Name: "cpu.isa", Value: runkey.SetOf(isa...), Matters: runkey.Purposes()})
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func text(t *testing.T, d *reports.Document) string {
	t.Helper()
	var b strings.Builder
	if err := reports.Text(&b, d, 0); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A key has its hashes, its parts with what they matter for, and the words of sets
// below.
func TestKey(t *testing.T) {
	k := keyOf(t, "EPYC", "avx", "sse")
	got := text(t, Key(k))
	for _, want := range []string{"Key " + k.Hash(), k.ISAHash(), k.HashFor(runkey.Timing), "2 words, below", "avx sse", "EPYC", "It is not known whether the machine has GPUs."} {
		if !strings.Contains(got, want) {
			t.Errorf("want %q in\n%s", want, got)
		}
	}
}

// Differences that are known are apart from others, and counted by purpose; long
// values are cut.
func TestExplanation(t *testing.T) {
	long := strings.Repeat("EPYC ", 20)
	old := keyOf(t, long, "avx")
	other, err := runkey.New([]string{"cpu"}, append(keyOf(t, "Xeon", "avx").Parts(), runkey.Part{Name: "gpu.0.name", Value: runkey.Text("H200"), Matters: []runkey.Purpose{runkey.Timing}})...)
	if err != nil {
		t.Fatal(err)
	}
	got := text(t, Explanation(runkey.NewExplanation("a.json", old, "b.json", other)))
	for _, want := range []string{"a.json → b.json", "1 known part differs", "no known part differs", "DIFFERENT", "KNOWN ON ONE SIDE ONLY", "gpu.0.name", "Xeon"} {
		if !strings.Contains(got, want) {
			t.Errorf("want %q in\n%s", want, got)
		}
	}
	if strings.Contains(got, long[:longCell]) || !strings.Contains(got, long[:longCell-1]+"…") {
		t.Errorf("want a value of %d characters in\n%s", longCell, got)
	}
}
