package named_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/ordering/named"
	"github.com/nrkit/nrkit/sparsity"
)

// Every row says what it is, and orders matrices of any size.
func TestMethods(t *testing.T) {
	names := named.Names()
	if slices.Sort(names); len(slices.Compact(names)) != 2*len(named.Methods()) {
		t.Errorf("got a name twice in %q", names)
	}
	for _, m := range named.Methods() {
		if m.Is == "" || m.Wins == "" || m.Time == "" || m.Work <= 0 {
			t.Errorf("%s: got an empty field in %+v", m.Name, m)
		}
		for _, n := range []int{0, 1, 2, 60} {
			a := matgen.RandomSquare(n, 4, 7)
			p, count := m.Apply(a, named.Control{})
			if len(p) != n || p.Check() != nil {
				t.Errorf("%s of %d columns: got %v", m.Name, n, p)
			}
			if count.NNZL != 0 && count.NNZL < int64(n) {
				t.Errorf("%s of %d columns: got %d entries of L", m.Name, n, count.NNZL)
			}
		}
	}
}

// A method that does not take the graph orders rectangular matrices too.
func TestRectangular(t *testing.T) {
	a := &sparsity.Pattern{Rows: 3, Cols: 2, ColPtr: []int64{0, 2, 4}, RowIdx: []int32{0, 2, 1, 2}}
	for _, m := range named.Methods() {
		if m.Graph {
			continue
		}
		if p, _ := m.Apply(a, named.Control{}); len(p) != 2 || p.Check() != nil {
			t.Errorf("%s: got %v", m.Name, p)
		}
	}
}

// Stop ends every method that takes more than linear time, and gets counts from the
// methods that have some.
func TestStop(t *testing.T) {
	a := matgen.RandomSquare(3000, 4, 7)
	for _, m := range named.Methods() {
		asked := 0
		p, _ := m.Apply(a, named.Control{Stop: func(named.Count) bool { asked++; return true }})
		if m.Linear != (asked == 0) || m.Linear != (p != nil) {
			t.Errorf("%s: got a permutation: %v, asked %d times", m.Name, p != nil, asked)
		}
		var last named.Count
		_, end := m.Apply(a, named.Control{Stop: func(c named.Count) bool { last = c; return false }})
		if last.NNZL > end.NNZL || last.FlopsLU > end.FlopsLU {
			t.Errorf("%s: got %v while it ran and %v at its end", m.Name, last, end)
		}
	}
}

func TestLookup(t *testing.T) {
	for _, name := range named.Names() {
		m, inBlocks, err := named.Lookup(name)
		want := m.Name
		if inBlocks {
			want = named.BlocksPrefix + want
		}
		if err != nil || want != name {
			t.Errorf("%s: got %s, %v, %v", name, m.Name, inBlocks, err)
		}
	}
	for _, name := range []string{"", "btf", "btf+", "AMD", "amd+btf", "btf+btf+amd", "amd+lower"} {
		if _, _, err := named.Lookup(name); err == nil || !strings.Contains(err.Error(), "btf+colamd") {
			t.Errorf("%q: got %v, want an error with the names there are", name, err)
		}
	}
}

// A hint begins with a name of the table, and no name of the table leads to a hint.
func TestPeers(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range named.Methods() {
		if hint := named.PeerHint(m.Name); hint != "" {
			t.Errorf("%s: got the hint %q", m.Name, hint)
		}
		for _, p := range m.Peers {
			if first, _, _ := strings.Cut(p.Hint, " "); first != m.Name {
				t.Errorf("%s: the hint is %q", m.Name, p.Hint)
			}
			for _, name := range p.Names {
				if seen[name] || name != strings.ToLower(name) || strings.ContainsAny(name, " -_") || named.PeerHint(name) != p.Hint {
					t.Errorf("%s: %q is there twice, or no name can match it", m.Name, name)
				}
				seen[name] = true
			}
		}
	}
	for name, want := range map[string]string{
		"METIS_NodeND": "nd is nested dissection, as METIS_NodeND",
		"btf+metis":    "nd is nested dissection, as METIS_NodeND; btf+nd does it inside blocks",
		"KLU":          "btf+amd is amd inside the diagonal blocks, as KLU orders",
		"btf+klu":      "btf+amd is amd inside the diagonal blocks, as KLU orders",
		"":             "", "btf+": "", "amb": "",
	} {
		if got := named.PeerHint(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}
