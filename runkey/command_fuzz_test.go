package runkey

import (
	"strings"
	"testing"
)

// FuzzCommand reads command lines and names of packages. Folders and files of an
// environment are the test's own; what is in them is not fuzzed.
func FuzzCommand(f *testing.F) {
	for _, s := range []string{"python3 -m a.b", "bash -c x y", "env -S a", "python3 -Wcm - ", "jax-0.4.dist-info", "a\xff-1\xff.egg-info", "nsys a b -- c", "../-~"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		words := strings.Split(text, " ")
		var parts []Part
		if x, ok := packageOf(text); ok {
			y := Python{Version: "3.11", Packages: []Package{x}}
			parts = y.group().Parts
		}
		for _, line := range [][]string{words, append([]string{"/bin/sh"}, words...)} {
			p := Command{Args: line, Env: []string{"PATH=/bin"}}.Program()
			p.Path, p.Inputs = "", nil // they may be large
			for _, g := range p.Groups(&Digests{}) {
				parts = append(parts, g.Parts...)
			}
		}
		o := readPythonOptions(words)
		if len(o.rest) > len(words) {
			t.Errorf("%q has %d words behind the options, of %d", text, len(o.rest), len(words))
		}
		for i := range parts {
			if err := parts[i].check(); err != nil {
				t.Errorf("%q: %v", text, err)
			}
		}
	})
}
