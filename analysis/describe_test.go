package analysis

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/ordering/named"
)

// Each name that --ordering takes is described once: those of Methods by
// themselves or as "btf+" and a name.
func TestDescriptions(t *testing.T) {
	var names []string
	for _, d := range Descriptions() {
		names = append(names, d.Name)
		if d.Is == "" || d.Wins == "" || d.Time == "" && d.Name != named.BlocksPrefix || strings.ContainsAny(d.Is+d.Wins, "\n|") {
			t.Errorf("got %+v", d)
		}
	}
	want := []string{named.BlocksPrefix}
	for _, name := range Methods() {
		if !strings.HasPrefix(name, named.BlocksPrefix) {
			want = append(want, name)
		}
	}
	want = append(want, Endings()...)
	slices.Sort(names)
	slices.Sort(want)
	if !slices.Equal(names, want) {
		t.Errorf("want descriptions of %q, got %q", want, names)
	}
}

// The table of the manual is the one of the program.
func TestDescriptionsInManual(t *testing.T) {
	manual, err := os.ReadFile("../docs/orderings.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range Descriptions() {
		row := "| `" + d.Name + "` | " + d.Is + " | " + d.Wins + " | " + d.Time + " |\n"
		if n := strings.Count(string(manual), row); n != 1 {
			t.Errorf("docs/orderings.md has %d times the row\n%s", n, row)
		}
	}
}

// Names of other programs lead to methods that there are, and no method is taken
// for another one.
func TestPeerHint(t *testing.T) {
	for name, want := range map[string]string{
		"metis": "nd is nested dissection, as METIS_NodeND", "METIS_NodeND": "nd is nested dissection, as METIS_NodeND",
		"scotch": "nd is nested dissection, as SCOTCH_graphOrder", "mmd": "amd is minimum degree, with approximate degrees",
		"minimum degree": "amd is minimum degree, with approximate degrees", "Minimum-Degree": "amd is minimum degree, with approximate degrees",
		"symamd": "amd is minimum degree, with approximate degrees", "reverse cuthill–mckee": "rcm is reverse Cuthill-McKee",
		"colmmd":      "colamd is minimum degree of the columns, with approximate degrees",
		"btf+metis":   "nd is nested dissection, as METIS_NodeND; btf+nd does it inside blocks",
		"mmd+shorter": "amd is minimum degree, with approximate degrees",
		"":            "", "amb": "", "btf+": "", "+lower": "",
	} {
		if got := PeerHint(name); got != want {
			t.Errorf("%q: want %q, got %q", name, want, got)
		}
	}
	for _, name := range portfolioPeers() {
		if hint := PeerHint(name); hint != "best runs the orderings that may win and compares them" || Known(name) {
			t.Errorf("%s: got %q", name, hint)
		}
	}
	for _, name := range Methods() {
		if hint := PeerHint(name); hint != "" {
			t.Errorf("%s: got %q", name, hint)
		}
	}
}
