//go:build linux

package main

import (
	"math"
	"strings"
	"testing"
)

// TestReplaced checks that a section takes the place of the one before it, and
// nothing around it changes.
func TestReplaced(t *testing.T) {
	section := heading + "\nnew\n"
	for _, c := range []struct{ text, want string }{
		{"# A\n\nb\n", "# A\n\nb\n\n" + section},
		{"# A\n\n" + heading + "\nold\n", "# A\n\n" + section},
		{"# A\n\n" + heading + "\nold\n\n## Next\n\nc\n", "# A\n\n" + section + "\n## Next\n\nc\n"},
		{"# A\n\n" + section, "# A\n\n" + section},
	} {
		if got := string(replaced([]byte(c.text), []byte(section))); got != c.want {
			t.Errorf("%q: want %q, got %q", c.text, c.want, got)
		}
	}
}

// TestSection checks verdicts: a mean or a single ratio above its limit is not
// met.
func TestSection(t *testing.T) {
	made := func(l ...float64) *solidTable {
		table := &solidTable{}
		for _, x := range l {
			table.all = append(table.all, solid{name: "m", ours: result{L: x, Flops: 1, Parallel: 1, CPU: 1},
				rivals: []result{{L: 2, Flops: 1, Parallel: 1, CPU: 1, Wall: 1}, {L: 1, Flops: 1, CPU: 1}, {L: 3, Flops: 1, CPU: 1}}})
		}
		return table
	}
	for _, c := range []struct {
		l       []float64
		mean    float64
		verdict string
	}{{[]float64{0.8, 1.02}, math.Sqrt(0.8 * 1.02), "| met |"}, {[]float64{0.5, 1.2}, math.Sqrt(0.6), "| **not met** |"}, {[]float64{1.02, 1.02}, 1.02, "| **not met** |"}} {
		table := made(c.l...)
		if mean, _ := table.mean(bars[0].ratio); math.Abs(mean-c.mean) > 1e-12 {
			t.Errorf("%v: want a mean of %g, got %g", c.l, c.mean, mean)
		}
		var text strings.Builder
		table.section(&text)
		for line := range strings.Lines(text.String()) {
			if strings.HasPrefix(line, "| nnz(L) by the best") && !strings.HasSuffix(line, c.verdict+"\n") {
				t.Errorf("%v: want %s, got %s", c.l, c.verdict, line)
			}
		}
	}
}
