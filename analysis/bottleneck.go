package analysis

import "github.com/nrkit/nrkit/symbolic"

// bottleneck returns the supernode with the most work on the critical path of
// the assembly tree, nil where there is no work.
func bottleneck(x *symbolic.Analysis) *Bottleneck {
	parent, work := x.Tasks.Parent, x.TaskWork
	done := append([]float64(nil), work...) // work of the longest path that ends with a node
	from := make([]int32, len(work))        // child on that path, -1 for none
	for s := range from {
		from[s] = -1
	}
	last := -1
	for s, p := range parent {
		if f := from[s]; f >= 0 {
			done[s] += done[f]
		}
		if p >= 0 && (from[p] < 0 || done[s] > done[from[p]]) {
			from[p] = int32(s)
		}
		if p < 0 && (last < 0 || done[s] > done[last]) {
			last = s
		}
	}
	if last < 0 || x.Flops == 0 {
		return nil
	}
	worst := last
	for s := last; s >= 0; s = int(from[s]) {
		if work[s] > work[worst] {
			worst = s
		}
	}
	return &Bottleneck{
		Columns:           x.Partition.Width(worst),
		Rows:              int(x.Partition.Rows[worst]),
		FlopShare:         work[worst] / x.Flops,
		CriticalPathShare: work[worst] / done[last],
		Root:              parent[worst] < 0,
	}
}
