//go:build linux

package main

import (
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/collection"
)

// TestReplaceSection wants the section replaced where it is, added where it is not,
// and everything else kept.
func TestReplaceSection(t *testing.T) {
	const section = heading + "new\n"
	for _, c := range []struct{ text, want string }{
		{"# Title\n\nfirst\n", "# Title\n\nfirst\n" + section},
		{"# Title\n\nfirst\n" + section, "# Title\n\nfirst\n" + section},
		{"# Title\n" + heading + "old\nold\n\n## Next\n\nrest\n", "# Title\n" + section + "\n## Next\n\nrest\n"},
	} {
		if got := string(replaceSection([]byte(c.text), section)); got != c.want {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}

// TestTable wants a ratio above 1 to be seen as one, and a dash for no figure.
func TestTable(t *testing.T) {
	peers := []collection.Peer{{Name: "AMD", LNZ: 200_000}, {Name: "METIS"}}
	rows := []row{
		{name: "worse", n: 2000, symmetry: 1, method: "mmf", lnz: 200_001, peers: peers, least: peers[0], metis: 1, choice: 2},
		{name: "better", n: 2000, symmetry: 0.9, hash: 1, method: "nd", lnz: 100_000, peers: peers, least: peers[0], metis: 1, choice: 8},
		{name: "again", n: 2000, symmetry: 1, hash: 1, method: "nd", lnz: 100_000, peers: peers, least: peers[0], metis: 1, choice: 8},
		{name: "small", n: 20, symmetry: 1, method: "nd", lnz: 1000, peers: peers, least: peers[0], metis: 1},
	}
	got := table(rows, "1 2 3")
	for _, want := range []string{
		"| worse | 2000 | mmf | 200001 | AMD | > 1.000 | – | **> 1.000** | 2000.0 | 1000.0 |\n", "| better | 2000 | nd | 100000 | AMD | 0.500 | – |",
		"Load of this machine before: 1 2 3.", "more entries than the best peer: 1; the largest ratio is 1.0000, of worse.", "over the 2 with n ≥ 1000",
		"**0.7071** of AMD, **0.7071** of the best peer, 4.0 times the CPU time of METIS",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("want %q in\n%s", want, got)
		}
	}
}
