package startup

import (
	"strings"
	"testing"
)

const (
	compiling = "Compiling jit(f) with global shapes and types [ShapedArray(float64[4])]. Argument mapping: (UnspecifiedValue,)."
	hit       = "Persistent compilation cache hit for 'jit_f' with key 'jit_f-1'"
	finished  = "Finished XLA compilation of jit(f) in 0.000002 sec" // 2 µs
)

// A compilation is in the run in which its middle is.
func TestCompiledByRun(t *testing.T) {
	runs := func() *Split {
		return &Split{Runs: []Run{{Number: 1, StartNS: 10_000, NS: 10_000}, {Number: 2, StartNS: 20_000, NS: 10_000}, {Number: 3, StartNS: 40_000, NS: 10_000}}}
	}
	for _, c := range []struct {
		name  string
		lines []string
		at    int64
		want  [4]string // outside, first, second, third
	}{
		{"cold", []string{compiling, finished}, 15_000, [4]string{"", "cold", "", ""}},
		{"told after the end of the run", []string{compiling, finished}, 20_900, [4]string{"", "cold", "", ""}},
		{"a cache", []string{compiling, hit, finished}, 22_000, [4]string{"", "", "reload", ""}},
		{"again", []string{compiling, finished, compiling, finished}, 45_000, [4]string{"", "", "", "cold again"}},
		{"between", []string{compiling, finished}, 35_000, [4]string{"cold", "", "", ""}},
		{"no end", []string{compiling}, 15_000, [4]string{"", "", "", ""}},
	} {
		log := newCompileLog()
		log.take("loading", 1)
		for _, l := range c.lines {
			log.take(l, c.at)
		}
		s := runs()
		outside, _ := log.assign(s)
		for k, want := range c.want {
			x := outside
			if k > 0 {
				x = s.Runs[k-1].Compiled
			}
			var words []string
			for word, n := range map[string]int64{"cold": x.Cold.Count, "reload": x.CacheReload.Count, "again": x.Recompilation.Count} {
				for range n {
					words = append(words, word)
				}
			}
			if len(words) == 2 && words[0] > words[1] {
				words[0], words[1] = words[1], words[0]
			}
			if got := strings.Join(words, " "); len(words) != len(strings.Fields(want)) || !sameWords(got, want) {
				t.Errorf("%s: %d has %q, want %q", c.name, k, got, want)
			}
		}
	}
	log := newCompileLog()
	log.take("nothing of JAX", 1)
	s := runs()
	if outside, _ := log.assign(s); outside != nil || s.Runs[0].Compiled != nil {
		t.Error("a program without a log has compilations")
	}
}

func sameWords(a, b string) bool {
	for _, w := range strings.Fields(b) {
		if !strings.Contains(a, w) {
			return false
		}
	}
	return true
}
