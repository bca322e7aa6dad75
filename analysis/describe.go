package analysis

import (
	"slices"
	"strings"

	"github.com/nrkit/nrkit/ordering/named"
)

// A Description says what the name of an ordering means, or a part before or behind
// the name.
type Description struct {
	Name string // as --ordering takes it; named.BlocksPrefix and Endings alone stand for any method
	Is   string // what it does
	Wins string // where it is the one to take
	Time string // to order, relative to amd
}

// Descriptions returns a line for each name of [Methods] without "btf+", one for
// "btf+", and one for each of [Endings]: what help, reports and docs/orderings.md say.
func Descriptions() []Description {
	var list []Description
	for _, m := range named.Methods() {
		list = append(list, Description{m.Name, m.Is, m.Wins, m.Time})
	}
	return append(list,
		Description{named.BlocksPrefix, "before a name: the same ordering inside the diagonal blocks of the block triangular form", "on reducible matrices, above all unsymmetric ones; not if the blocks break a symmetric pattern", ""},
		Description{Lower, "after any name but colamd: the same fill with an elimination tree as low as possible", "if each level costs the same, as in triangular solves on a GPU", "+1"},
		Description{Shorter, "after any name but colamd: the same fill with as few flops on the critical path as possible", "on many threads, if the time of a task follows its flops", "+1"},
	)
}

// portfolioPeers are what other programs call the choice among orderings.
func portfolioPeers() []string { return []string{"auto", "automatic", "default"} }

// PeerHint returns which method is meant by a name that other programs use, "" for
// a name that no other program uses. The name may have "btf+" in front and one of
// [Endings] behind.
func PeerHint(name string) string {
	for _, ending := range Endings() {
		name = strings.TrimSuffix(name, ending)
	}
	if slices.Contains(portfolioPeers(), strings.ToLower(strings.TrimPrefix(name, named.BlocksPrefix))) {
		return BestOf + " runs the orderings that may win and compares them"
	}
	return named.PeerHint(name)
}
