package symbolic

import (
	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/supernode"
)

// Supernodes are the statistics of both partitions.
type Supernodes struct {
	Fundamental supernode.Stats `json:"fundamental"` // supernodes without added zeros
	Relaxed     Relaxed         `json:"relaxed"`     // supernodes merged within limits on added zeros
}

// Relaxed are statistics of relaxed supernodes with the limits they were made
// under.
type Relaxed struct {
	supernode.Stats
	supernode.RelaxOptions
}

// addSupernodes partitions the columns in their postorder, and returns the
// tasks of a factorization by relaxed supernodes: the assembly tree, and the
// flops of the columns of each. Flops on zeros that merging put in are left
// out, so that the sum is that of the columns.
func (x *Analysis) addSupernodes(f *factor, opt Options) (tasks etree.Tree, cost []float64) {
	tree, counts, work := f.inPostorder(x.Postorder, x.Work, opt.Scratch)
	strict := supernode.Fundamental(tree, counts)
	x.Supernodes.Fundamental = strict.Stats(strict.Tree(tree), counts)

	relaxed := strict.Relax(tree, counts, opt.Relax)
	tasks, cost = relaxed.Tree(tree), relaxed.Sums(work)
	x.Supernodes.Relaxed = Relaxed{relaxed.Stats(tasks, counts), relaxed.Options}
	x.Partition = relaxed.Partition
	return tasks, cost
}
