package assembly

import (
	"cmp"
	"math"
	"slices"
)

// A Scatter counts where devices write, for all rows and columns or without rails.
type Scatter struct {
	Slots int `json:"slots"` // number of slots, without slots to ground

	// number of slots if each device first sums what it adds to one position
	//
	// In formulas: Σ φ.
	DistinctSlots int `json:"distinct_slots"`

	Positions        int     `json:"positions"`          // number of distinct positions
	SlotsPerPosition float64 `json:"slots_per_position"` // `slots` divided by `positions`; 0 without positions
	Shared           int     `json:"shared_positions"`   // number of positions with more than one writer
	SharedShare      float64 `json:"shared_share"`       // share of the positions with more than one writer

	Writers Fan `json:"writers"` // devices per position
	Adds    Fan `json:"adds"`    // slots per position

	Hottest      []Hot   `json:"hottest"`       // the ten positions with the most slots
	HottestShare float64 `json:"hottest_share"` // share of the slots at the ten positions of `hottest`

	Conflicts Conflicts `json:"conflicts"` // size of the conflict graph, whose vertices are devices

	// sets of devices in which no two devices write the same position. Devices
	// without a position are in the first set
	Colouring Colouring `json:"colouring"`

	Strategies []Strategy `json:"strategies"` // costs of three ways of assembly, with 8-byte values and 4-byte slot numbers
	Residual   Residual   `json:"residual"`   // where devices add to the right-hand side
}

// A Fan is the distribution of a count over positions, or over rows.
type Fan struct {
	Max       int        `json:"max"`       // largest count
	P999      int        `json:"p999"`      // 99.9 % of the positions have at most this count
	Histogram []FanCount `json:"histogram"` // number of positions by count, ascending
}

// A FanCount is how many positions have one count.
type FanCount struct {
	Count     int `json:"count"`     // number of devices or slots
	Positions int `json:"positions"` // number of positions, or rows, with this count
}

// A Hot position is one with many adds.
type Hot struct {
	Row     int32  `json:"row"`                // row, from 0
	Col     int32  `json:"col"`                // column, from 0
	RowName string `json:"row_name,omitempty"` // name of the row; absent if the file has no names
	ColName string `json:"col_name,omitempty"` // name of the column; absent if the file has no names
	Writers int    `json:"writers"`            // number of devices that write the position
	Adds    int    `json:"adds"`               // number of slots at the position
}

// Conflicts is the size of the conflict graph, whose vertices are the devices.
type Conflicts struct {
	Edges int64 `json:"edges"` // number of edges; a pair of devices counts once for each position that both write

	// number of edges; a pair of devices counts once. Absent if `edges` exceeds 50
	// million
	UniqueEdges *int64 `json:"unique_edges,omitempty"`
}

// A Residual is where devices write in the residual.
type Residual struct {
	Slots   int `json:"slots"`   // number of residual slots, without slots to ground
	Rows    int `json:"rows"`    // number of distinct rows
	Writers Fan `json:"writers"` // devices per row
	Adds    Fan `json:"adds"`    // slots per row
}

const (
	hottest  = 10
	maxEdges = 50_000_000 // of a conflict graph that is counted edge by edge
)

// scatter computes the figures of x, from which drop has left rows and columns
// out.
func (x *index) scatter(drop []bool) *Scatter {
	s := &Scatter{Slots: x.slots, DistinctSlots: len(x.pos), Positions: x.positions(), Writers: fan(x.writers), Adds: fan(x.adds)}
	for _, n := range x.writers {
		if n > 1 {
			s.Shared++
		}
		s.Conflicts.Edges += int64(n) * int64(n-1) / 2
	}
	if s.Positions > 0 {
		s.SlotsPerPosition = float64(s.Slots) / float64(s.Positions)
		s.SharedShare = float64(s.Shared) / float64(s.Positions)
	}
	if s.Conflicts.Edges <= maxEdges {
		n := x.uniqueEdges()
		s.Conflicts.UniqueEdges = &n
	}
	x.hottest(s)
	colours, n := x.colour()
	s.Colouring = newColouring(colours, n, s.Writers.Max)
	s.Strategies = strategies(s)
	s.Residual = residual(x.d, drop)
	return s
}

// fan returns the distribution of counts, all of which are positive.
func fan(counts []int32) Fan {
	f := Fan{Histogram: []FanCount{}}
	many := map[int32]int{}
	for _, n := range counts {
		many[n]++
	}
	for n, positions := range many {
		f.Histogram = append(f.Histogram, FanCount{int(n), positions})
	}
	slices.SortFunc(f.Histogram, func(a, b FanCount) int { return a.Count - b.Count })
	rank := int(math.Ceil(0.999 * float64(len(counts))))
	for _, h := range f.Histogram {
		if f.Max = h.Count; rank > 0 {
			f.P999 = h.Count
		}
		rank -= h.Positions
	}
	return f
}

// hottest lists the positions with the most adds; of equal ones those with
// more writers, then the first.
func (x *index) hottest(s *Scatter) {
	s.Hottest = []Hot{}
	var top []int32
	before := func(a, b int32) int {
		return cmp.Or(int(x.adds[b]-x.adds[a]), int(x.writers[b]-x.writers[a]), int(a-b))
	}
	for p := range int32(x.positions()) {
		if len(top) == hottest && before(top[hottest-1], p) < 0 {
			continue
		}
		at, _ := slices.BinarySearchFunc(top, p, before)
		top = slices.Insert(top, at, p)[:min(len(top)+1, hottest)]
	}
	adds := 0
	for _, p := range top {
		h := Hot{Row: x.row[p], Col: x.col[p], Writers: int(x.writers[p]), Adds: int(x.adds[p])}
		if x.d.Names != nil {
			h.RowName, h.ColName = x.d.Name(h.Row), x.d.Name(h.Col)
		}
		s.Hottest = append(s.Hottest, h)
		adds += h.Adds
	}
	if s.Slots > 0 {
		s.HottestShare = float64(adds) / float64(s.Slots)
	}
}

// uniqueEdges counts the pairs of devices that share a position.
func (x *index) uniqueEdges() int64 {
	ptr, writers := x.byPosition()
	last := make([]int32, x.devices) // one more than the device that met it last
	n := int64(0)
	for dev := range x.devices {
		for _, p := range x.of(dev) {
			list := writers[ptr[p]:ptr[p+1]]
			for k := len(list) - 1; k >= 0 && int(list[k]) > dev; k-- {
				if last[list[k]] != int32(dev)+1 {
					last[list[k]] = int32(dev) + 1
					n++
				}
			}
		}
	}
	return n
}

// residual computes the figures of the residual without the rows that drop
// marks.
func residual(d *Devices, drop []bool) Residual {
	var r Residual
	writers, adds, last := make([]int32, d.Unknowns), make([]int32, d.Unknowns), make([]int32, d.Unknowns)
	dev := int32(0)
	for k := range d.Groups {
		g := &d.Groups[k]
		for n := range g.Len {
			dev++
			for _, i := range g.ResRow[g.ResPtr[n]:g.ResPtr[n+1]] {
				if i < 0 || drop != nil && drop[i] {
					continue
				}
				r.Slots++
				adds[i]++
				if last[i] != dev {
					last[i] = dev
					writers[i]++
				}
			}
		}
	}
	none := func(n int32) bool { return n == 0 }
	adds, writers = slices.DeleteFunc(adds, none), slices.DeleteFunc(writers, none)
	r.Rows, r.Adds, r.Writers = len(adds), fan(adds), fan(writers)
	return r
}
