package supernode

import (
	"math/bits"

	"github.com/nrkit/nrkit/etree"
)

// Stats describes the supernodes of a partition.
type Stats struct {
	Count   int     `json:"count"`   // number of supernodes
	Largest int     `json:"largest"` // columns of the widest supernode
	Mean    float64 `json:"mean"`    // mean number of columns; 0 without supernodes
	Median  float64 `json:"median"`  // median number of columns

	Histogram []int `json:"width_log2_histogram"` // number of supernodes with 1 column, 2 to 3, 4 to 7, …

	// shares of the LU flops in wide panels. Zeros that merging added do not count
	// as work
	Wide []WideShare `json:"wide"`

	PanelEntries int64 `json:"panel_entries"` // entries that the panels store
	PaddingZeros int64 `json:"padding_zeros"` // entries of the panels that are not entries of L

	Height int `json:"assembly_height"` // height of the assembly tree, in supernodes
	Leaves int `json:"assembly_leaves"` // leaves of the assembly tree
}

// WideShare is the share of the flops in panels of MinWidth columns or more; 0
// without flops.
type WideShare struct {
	MinWidth  int     `json:"min_width"`  // smallest number of columns of a panel that counts: 4, 8, 16 or 32
	FlopShare float64 `json:"flop_share"` // share of all flops in panels with at least `min_width` columns; 0 without flops
}

// Stats returns the statistics of p, assembly is its assembly tree, and counts are
// the column counts from which p was made. Cost: O(n).
//
// It panics if the sizes differ.
func (p Partition) Stats(assembly etree.Tree, counts []int32) Stats {
	if len(counts) != p.Columns() {
		panic(errCounts)
	}
	if assembly.Len() != p.Len() {
		panic(errTree)
	}
	s := Stats{Count: p.Len()}
	s.Height, s.Leaves = heightAndLeaves(assembly)
	s.addWidths(p)
	s.addWork(p, counts)
	return s
}

// heightAndLeaves returns both in one climb of the tree.
func heightAndLeaves(t etree.Tree) (height, leaves int) {
	level := make([]int32, t.Len())
	highest := int32(0)
	for j, p := range t.Parent {
		above := level[j] + 1
		if above == 1 {
			leaves++
		}
		if p >= 0 {
			level[p] = max(level[p], above)
		} else {
			highest = max(highest, above)
		}
	}
	return int(highest), leaves
}

// addWidths fills in what depends on the widths alone.
func (s *Stats) addWidths(p Partition) {
	for k := range p.Rows {
		s.Largest = max(s.Largest, p.Width(k))
	}
	s.Histogram = make([]int, bits.Len(uint(s.Largest)))
	if p.Len() == 0 {
		return
	}
	having := make([]int32, s.Largest+1) // supernodes of each width
	for k := range p.Rows {
		having[p.Width(k)]++
	}
	for w, n := range having {
		if n > 0 {
			s.Histogram[bits.Len(uint(w))-1] += int(n)
		}
	}
	s.Mean = float64(p.Columns()) / float64(p.Len())
	s.Median = float64(rank(having, (p.Len()-1)/2)+rank(having, p.Len()/2)) / 2
}

// rank returns the k-th smallest width, from 0, where having counts each.
func rank(having []int32, k int) int {
	for w, n := range having {
		if k -= int(n); k < 0 {
			return w
		}
	}
	return 0
}

// addWork fills in the shares of the work by width of panel, and the entries
// of the panels.
func (s *Stats) addWork(p Partition, counts []int32) {
	s.Wide = []WideShare{{MinWidth: 4}, {MinWidth: 8}, {MinWidth: 16}, {MinWidth: 32}}
	total := 0.0
	entries := int64(0) // of L
	for k := range p.Rows {
		s.PanelEntries += p.Entries(k)
		work := 0.0
		for _, c := range counts[p.Start[k]:p.Start[k+1]] {
			work += etree.LUFlops(c)
			entries += int64(c)
		}
		total += work
		for i := range s.Wide {
			if p.Width(k) < s.Wide[i].MinWidth {
				break
			}
			s.Wide[i].FlopShare += work
		}
	}
	s.PaddingZeros = s.PanelEntries - entries
	for i := range s.Wide {
		if total > 0 {
			s.Wide[i].FlopShare /= total
		}
	}
}
