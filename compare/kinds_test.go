package compare

import (
	"slices"
	"testing"
)

// ParseKinds reads the name of a kind and the names of groups of kinds. It returns the first word that names no kind.
func TestParseKinds(t *testing.T) {
	for _, c := range []struct {
		text    string
		want    []Kind
		unknown string
		ok      bool
	}{
		{"", nil, "", true}, {"root", []Kind{Root}, "", true}, {"phases,memory", []Kind{Phase, Memory}, "", true}, {"kernel,kernels", []Kind{Kernel, Kernel}, "", true},
		{"roots", nil, "roots", false}, {"phases,nothing", nil, "nothing", false}, {"phases,", nil, "", false},
	} {
		kinds, unknown, ok := ParseKinds(c.text)
		if !slices.Equal(kinds, c.want) || unknown != c.unknown || ok != c.ok {
			t.Errorf("%q: got %v, %q, want %v, %q", c.text, kinds, unknown, c.want, c.unknown)
		}
	}
	for _, k := range Kinds() {
		if got, _, _ := ParseKinds(KindNames([]Kind{k})[0]); !slices.Equal(got, []Kind{k}) {
			t.Errorf("%s: got %v", k, got)
		}
	}
}
