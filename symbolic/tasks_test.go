package symbolic_test

import (
	"testing"

	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/oracle"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/supernode"
	"github.com/nrkit/nrkit/symbolic"
)

// TestTasks rebuilds the tasks from the partition and what the result says of
// columns, and compares supernodes, parallelism and schedule.
func TestTasks(t *testing.T) {
	eachSquare(t, func(t *testing.T, a *sparsity.Pattern, seed uint64) {
		for _, relax := range []supernode.RelaxOptions{{}, {Columns: [3]int32{8, 8, 8}}} {
			for _, tree := range []string{symbolic.SymmetricTree, symbolic.ColumnTree} {
				ord := symbolic.Order{Tree: tree, Cols: matgen.RandomPerm(a.Cols, seed)}
				x := symbolic.Analyze(a, ord, symbolic.Options{Relax: relax, Workers: []int{1, 2, 7}})
				compareTasks(t, x, relax)
			}
		}
	})
}

func compareTasks(t *testing.T, x *symbolic.Analysis, relax supernode.RelaxOptions) {
	t.Helper()
	// The supernode of each column, by its number in the permuted matrix.
	of := make([]int32, len(x.Counts))
	for k, s := range x.Partition.Of() {
		of[x.Postorder[k]] = s
	}
	parent, cost := make([]int32, x.Partition.Len()), make([]float64, x.Partition.Len())
	for s := range parent {
		parent[s] = -1
	}
	total := 0.0
	for j, s := range of {
		cost[s] += x.Work[j]
		total += x.Work[j]
		if up := x.Etree.Parent[j]; up >= 0 && of[up] != s {
			parent[s] = of[up]
		}
	}
	critical := oracle.CriticalPath(parent, cost)
	if total != x.Flops || critical != x.CriticalPathSupernodes || critical < x.CriticalPathFlops {
		t.Fatalf("work %v and critical path %v by supernode, %v and %v said, by column %v",
			total, critical, x.Flops, x.CriticalPathSupernodes, x.CriticalPathFlops)
	}
	if x.ParallelismSupernodes != div(total, critical) || x.ParallelismWork != div(total, x.CriticalPathFlops) {
		t.Fatalf("parallelism %+v of work %v", x.Parallelism, total)
	}
	for _, s := range x.Schedule {
		if want := div(total, oracle.ListSchedule(parent, cost, s.Workers)); s.Speedup != want {
			t.Fatalf("%d workers: want speed-up %v, got %v", s.Workers, want, s.Speedup)
		}
	}
	tree := etree.Tree{Parent: parent}
	got := x.Supernodes.Relaxed
	if got.Count != tree.Len() || got.Height != tree.Height() || got.Leaves != tree.Leaves() {
		t.Fatalf("assembly tree of %d supernodes, height %d, %d leaves; said %+v", tree.Len(), tree.Height(), tree.Leaves(), got)
	}
	if want := relax; want != (supernode.RelaxOptions{}) && got.RelaxOptions != want || got.Columns[0] == 0 {
		t.Fatalf("limits %+v, want %+v", got.RelaxOptions, want)
	}
	if strict := x.Supernodes.Fundamental; strict.Count < got.Count || strict.PaddingZeros != 0 {
		t.Fatalf("%d relaxed supernodes of %d fundamental ones with %d zeros", got.Count, strict.Count, strict.PaddingZeros)
	}
}

// div is the ratio as the result defines it.
func div(whole, part float64) float64 {
	if part == 0 {
		return 1
	}
	return whole / part
}
