package plot

import (
	"bufio"
	"fmt"
	"io"
	"slices"

	"github.com/nrkit/nrkit/internal/legible"
	"github.com/nrkit/nrkit/internal/units"
)

// dotNodes is the largest number of nodes that Dot writes one by one.
const dotNodes = 400

// Dot writes the forest f in the language of Graphviz, roots at the top. If a forest
// has more than 400 nodes, the nodes with the most work below them are shown, and
// each shows how many nodes below it are left out.
func Dot(w io.Writer, f *Nodes, title string) error {
	below, total := f.subtreeWork()
	shown := heaviest(below, dotNodes)
	hidden := make([]int, len(f.Parent)) // nodes of the subtree left out
	hiddenWork := make([]float64, len(f.Parent))
	for k, p := range f.Parent {
		if !shown[k] {
			hidden[k]++
			hiddenWork[k] += f.Work[k]
			if p >= 0 {
				hidden[p] += hidden[k]
				hiddenWork[p] += hiddenWork[k]
			}
		}
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "// %s\ndigraph tree {\n", legible.Text(title))
	fmt.Fprint(out, "\trankdir=BT;\n\tnode [shape=box, fontname=\"Helvetica\", fontsize=10];\n")
	for k, p := range f.Parent {
		if !shown[k] {
			continue
		}
		fmt.Fprintf(out, "\tn%d [label=\"%s\\n%s of the work\"];\n", k, units.Plural(f.Width[k], "column"), units.Percent(f.Work[k], total))
		if p >= 0 {
			fmt.Fprintf(out, "\tn%d -> n%d;\n", k, p)
		}
		if hidden[k] > 0 {
			fmt.Fprintf(out, "\th%d [style=dotted, label=\"%s more\\n%s of the work\"];\n\th%d -> n%d [style=dotted];\n",
				k, units.Plural(hidden[k], "node"), units.Percent(hiddenWork[k], total), k, k)
		}
	}
	fmt.Fprint(out, "}\n")
	return out.Flush()
}

// heaviest marks the limit nodes with the largest values; of equal ones the
// later nodes, so that a node that is marked has its ancestors marked.
func heaviest(value []float64, limit int) []bool {
	order := make([]int, len(value))
	for k := range order {
		order[k] = k
	}
	slices.SortFunc(order, func(a, b int) int {
		switch {
		case value[a] > value[b]:
			return -1
		case value[a] < value[b]:
			return 1
		}
		return b - a
	})
	marked := make([]bool, len(value))
	for _, k := range order[:min(limit, len(order))] {
		marked[k] = true
	}
	return marked
}
