package stats

import (
	"cmp"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/nsys/project"
)

// nvtxPushPopTrace lists push/pop ranges by start; under the old name as in the
// file.
func nvtxPushPopTrace(r *request) (*Table, error) {
	ranges, err := r.Ranges()
	if err != nil {
		return nil, err
	}
	c := &project.Capture{Ranges: ranges}
	tree := r.tree(c, c.PushPop, c.Tree(c.PushPop))
	children, inside := make([]int32, c.Len()), make([]int64, c.Len())
	order := make([]int32, 0, c.Len())
	for i, p := range tree.Parent {
		if !c.PushPop(i) {
			continue
		}
		order = append(order, int32(i))
		if p >= 0 {
			children[p]++
			inside[p] += c.End[i] - c.Start[i]
		}
	}
	if !r.old {
		before := func(a, b int32) int {
			return cmp.Or(cmp.Compare(c.Start[a], c.Start[b]), cmp.Compare(c.End[a], c.End[b]), cmp.Compare(a, b))
		}
		if !slices.IsSortedFunc(order, before) {
			slices.SortFunc(order, before)
		}
	}
	t := &Table{Columns: []string{"Start (ns)", "End (ns)", "Duration (ns)", "DurChild (ns)", "DurNonChild (ns)", "Name",
		"PID", "TID", "Lvl", "NumChild", "RangeId", "ParentId", "RangeStack", "NameTree"}}
	var stack []byte
	t.Make(len(order), func(row []Cell, n int) []Cell {
		i := order[n]
		stack = appendStack(stack[:0], c, tree, i)
		thread := c.Threads[c.Thread(int(i))]
		name := r.name(c.Name(int(i)))
		indented := name
		if name.Kind == Text && tree.Level[i] > 0 {
			indented = String(strings.Repeat("--", int(tree.Level[i])) + name.Text)
		}
		duration := c.End[i] - c.Start[i]
		return append(row, Integer(c.Start[i]), Integer(c.End[i]), Integer(duration), Integer(inside[i]), Integer(duration-inside[i]), name,
			Integer(thread.PID()), Integer(thread.TID()), Integer(int64(tree.Level[i])), Integer(int64(children[i])),
			Integer(int64(c.Row[i])), parentRow(c, tree, i), String(string(stack)), indented)
	})
	return t, nil
}
