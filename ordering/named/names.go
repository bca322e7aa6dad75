package named

import (
	"fmt"
	"strings"
)

// BlocksPrefix stands in front of the name of a method that is to order each
// diagonal block of the block triangular form by itself.
const BlocksPrefix = "btf+"

// Names returns the names that Lookup takes: each method for the whole matrix, and
// then each with [BlocksPrefix] in front.
func Names() []string {
	var names []string
	for _, prefix := range []string{"", BlocksPrefix} {
		for _, m := range table {
			names = append(names, prefix+m.Name)
		}
	}
	return names
}

// Lookup returns the method of a name, and whether it is to work inside diagonal
// blocks. Its error lists the names.
func Lookup(name string) (m Method, inBlocks bool, err error) {
	bare, inBlocks := strings.CutPrefix(name, BlocksPrefix)
	for _, m := range table {
		if m.Name == bare {
			return m, inBlocks, nil
		}
	}
	return m, false, fmt.Errorf("got ordering %q, want one of %s", name, strings.Join(Names(), ", "))
}

// blocksPeer is the hint for what is no method, but the prefix of one.
var blocksPeer = Peer{"btf+amd is amd inside the diagonal blocks, as KLU orders", []string{"btf", "klu", "blocktriangular"}}

// PeerHint returns which method is meant by a name that other programs use, "" for
// a name that no other program uses. The name may have [BlocksPrefix] in front.
func PeerHint(name string) string {
	name, inBlocks := strings.CutPrefix(name, BlocksPrefix)
	name = strings.NewReplacer(" ", "", "-", "", "_", "", "–", "").Replace(strings.ToLower(name))
	for _, m := range table {
		for _, p := range m.Peers {
			switch {
			case !p.has(name):
			case inBlocks:
				return p.Hint + "; " + BlocksPrefix + m.Name + " does it inside blocks"
			default:
				return p.Hint
			}
		}
	}
	if blocksPeer.has(name) {
		return blocksPeer.Hint
	}
	return ""
}

// has reports whether the hint is for a name.
func (p *Peer) has(name string) bool {
	for _, n := range p.Names {
		if n == name {
			return true
		}
	}
	return false
}
