package plot

import (
	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/sparsity"
)

// Nodes is a forest of panels to be drawn: the supernodes of a factor.
//
// Parent[k] is the node that waits for node k, greater than k, or -1; Width
// is the number of columns and Work the flops of the node itself.
type Nodes struct {
	Parent []int32
	Width  []int
	Work   []float64
}

// subtreeWork returns the work of each node with everything below it, and the
// sum over all nodes.
func (f *Nodes) subtreeWork() (below []float64, total float64) {
	below = append([]float64(nil), f.Work...)
	for k, p := range f.Parent {
		total += f.Work[k]
		if p >= 0 {
			below[p] += below[k]
		}
	}
	return below, total
}

// pathWork returns for each node the work from it up to its root, both
// included, and the largest of these sums: the critical path.
func (f *Nodes) pathWork() (path []float64, longest float64) {
	path = append([]float64(nil), f.Work...)
	for k := len(path) - 1; k >= 0; k-- {
		if p := f.Parent[k]; p >= 0 {
			path[k] += path[p]
		}
		longest = max(longest, path[k])
	}
	return path, longest
}

// NodesOf returns the assembly tree of relaxed supernodes of o, which must
// have been kept.
func NodesOf(o *analysis.Ordering) *Nodes {
	f := &Nodes{Parent: o.Tasks.Parent, Work: o.TaskWork, Width: make([]int, o.Partition.Len())}
	for k := range f.Width {
		f.Width[k] = o.Partition.Width(k)
	}
	return f
}

// SpyOrdered draws the matrix in the order of o. The analysis must have kept the
// matrix and the order.
func SpyOrdered(d *analysis.Document, o *analysis.Ordering) *Plot {
	rows, cols := o.Order.Rows, o.Order.Cols
	if rows == nil && d.Pattern.Square() {
		rows = cols
	}
	return Spy(sparsity.Permute(d.Pattern, rows, cols), d.Input.Name+", "+o.Method)
}

// Curves returns the predicted speed-ups of the orderings for drawing.
func Curves(d *analysis.Document) []Curve {
	var curves []Curve
	for _, o := range d.Orderings {
		c := Curve{Name: o.Method}
		for _, s := range o.Schedule {
			c.Workers, c.Speedup = append(c.Workers, s.Workers), append(c.Speedup, s.Speedup)
		}
		curves = append(curves, c)
	}
	return curves
}
