package analysis

import "github.com/nrkit/nrkit/symbolic"

// Concentration says where the work of a factorization is, by relaxed supernodes.
// The share of a single supernode can be shortened only by parallelism inside the
// supernode.
type Concentration struct {
	RootColumns int     `json:"root_columns"` // columns of the root with the most work: the last separator
	RootShare   float64 `json:"root_share"`   // share of all flops in the root with the most work

	LargestColumns int     `json:"largest_columns"` // columns of the supernode with the most work
	LargestRows    int     `json:"largest_rows"`    // rows of the panel of the supernode with the most work, including its columns
	LargestShare   float64 `json:"largest_share"`   // share of all flops in the supernode with the most work
}

// concentration returns where the work of x sits, or nil if x has no work.
func concentration(x *symbolic.Analysis) *Concentration {
	if x.Flops == 0 || len(x.TaskWork) == 0 {
		return nil
	}
	most, root := 0, -1
	for s, work := range x.TaskWork {
		if work > x.TaskWork[most] {
			most = s
		}
		if x.Tasks.Parent[s] < 0 && (root < 0 || work > x.TaskWork[root]) {
			root = s
		}
	}
	return &Concentration{
		RootColumns: x.Partition.Width(root), RootShare: x.TaskWork[root] / x.Flops,
		LargestColumns: x.Partition.Width(most), LargestRows: int(x.Partition.Rows[most]), LargestShare: x.TaskWork[most] / x.Flops,
	}
}
