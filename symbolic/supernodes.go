package symbolic

import (
	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/supernode"
)

// Supernodes are the statistics of both partitions.
type Supernodes struct {
	Fundamental supernode.Stats `json:"fundamental"`
	Relaxed     Relaxed         `json:"relaxed"`
}

// Relaxed are statistics of relaxed supernodes with the limits they were made
// under.
type Relaxed struct {
	supernode.Stats
	supernode.RelaxOptions
}

// A partitioned factor is the relaxed supernodes with the tree they divide.
type partitioned struct {
	supernode.Partition
	tree etree.Tree // in the numbering of the postorder
}

// addSupernodes partitions the columns in their postorder.
func (x *Analysis) addSupernodes(f *factor, opt Options) partitioned {
	tree, counts := f.relabelled()
	relaxed := supernode.Relaxed(tree, counts, opt.Relax)
	x.Supernodes.Fundamental = supernode.Fundamental(tree, counts).Stats(tree, counts)
	x.Supernodes.Relaxed = Relaxed{relaxed.Stats(tree, counts), relaxed.Options}
	x.Partition = relaxed.Partition
	return partitioned{relaxed.Partition, tree}
}

// tasks returns the assembly tree and the work of each supernode: the flops of
// its columns, without those on zeros that merging put in, so that the sum is
// that of the columns.
func (p partitioned) tasks(f *factor, work []float64) (etree.Tree, []float64) {
	byPlace := make([]float64, len(work))
	for k, j := range f.post {
		byPlace[k] = work[j]
	}
	return p.Tree(p.tree), p.Sums(byPlace)
}

// addTasks fills in the parallelism between supernodes.
func (x *Analysis) addTasks(tasks etree.Tree, cost []float64) {
	x.CriticalPathSupernodes = tasks.CriticalPath(cost)
	x.ParallelismSupernodes = ratio(x.Flops, x.CriticalPathSupernodes)
}
