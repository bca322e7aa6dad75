package newton

import (
	"fmt"
	"strings"

	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/sparsity"
)

// DefaultOrder is block triangular form with minimum degree in each block.
func DefaultOrder(a *sparsity.Pattern) lu.Plan { return blocks(a, amd) }

// orders are the orderings that [OrderByName] knows, of a square pattern.
var orders = [...]struct {
	name  string
	order func(*sparsity.Pattern) sparsity.Perm
}{
	{"natural", func(a *sparsity.Pattern) sparsity.Perm { return ordering.Natural(a.Cols) }},
	{"rcm", func(a *sparsity.Pattern) sparsity.Perm { return ordering.RCM(sparsity.Symmetrize(a)) }},
	{"amd", amd},
	{"ammf", func(a *sparsity.Pattern) sparsity.Perm {
		p, _ := ordering.AMF(sparsity.Symmetrize(a), ordering.VariantAMMF.Options())
		return p
	}},
	{"nd", func(a *sparsity.Pattern) sparsity.Perm {
		p, _ := ordering.ND(sparsity.Symmetrize(a), ordering.NDOptions{})
		return p
	}},
	{"colamd", func(a *sparsity.Pattern) sparsity.Perm {
		p, _ := ordering.COLAMD(a, ordering.COLAMDOptions{})
		return p
	}},
}

func amd(a *sparsity.Pattern) sparsity.Perm {
	p, _ := ordering.AMD(sparsity.Symmetrize(a), ordering.AMDOptions{})
	return p
}

// OrderNames returns the names OrderByName takes: each ordering of the whole
// matrix, and with "btf+" in front inside each diagonal block.
func OrderNames() []string {
	var names []string
	for _, o := range orders {
		names = append(names, o.name)
	}
	for _, o := range orders {
		names = append(names, "btf+"+o.name)
	}
	return names
}

// OrderByName returns the function for [Options.Order] of an ordering.
//
// With and without blocks, rows are matched to columns first, and it is the
// pattern with the matched entries on its diagonal that is ordered: circuits
// have equations without their own unknown, whose zeros on the diagonal would
// leave the choice of the pivot, and with it the fill, to chance.
//
// It fails for a name that is not in OrderNames.
func OrderByName(name string) (func(*sparsity.Pattern) lu.Plan, error) {
	bare, inBlocks := strings.CutPrefix(name, "btf+")
	for _, o := range orders {
		if o.name != bare {
			continue
		}
		if inBlocks {
			return func(a *sparsity.Pattern) lu.Plan { return blocks(a, o.order) }, nil
		}
		return func(a *sparsity.Pattern) lu.Plan { return whole(a, o.order) }, nil
	}
	return nil, fmt.Errorf("got ordering %q, want one of %s", name, strings.Join(OrderNames(), ", "))
}

// blocks orders inside the diagonal blocks of the block triangular form.
func blocks(a *sparsity.Pattern, order func(*sparsity.Pattern) sparsity.Perm) lu.Plan {
	f := btf.BlockTriangular(a)
	rows, cols := ordering.WithinBlocks(a, f, order)
	return lu.Plan{Row: rows, Col: cols, BlockPtr: f.BlockPtr}
}

// whole orders the matrix as one block, its rows matched to its columns.
func whole(a *sparsity.Pattern, order func(*sparsity.Pattern) sparsity.Perm) lu.Plan {
	f := btf.BlockTriangular(a)
	matched := make(sparsity.Perm, a.Cols)
	for k, j := range f.ColPerm {
		matched[j] = f.RowPerm[k]
	}
	one := btf.Form{RowPerm: matched, ColPerm: sparsity.Identity(a.Cols), BlockPtr: []int32{0, int32(a.Cols)}}
	rows, cols := ordering.WithinBlocks(a, one, order)
	return lu.Plan{Row: rows, Col: cols}
}
