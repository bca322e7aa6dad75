package assembly

import (
	"sort"

	"github.com/nrkit/nrkit/sparsity"
)

// An index says which devices write which positions, for the slots that are
// kept: those off ground, and off the rows and columns that are left out.
//
// Device numbers run through all groups. Positions ascend by column, then row.
type index struct {
	d       *Devices
	devices int

	posPtr []int32 // of device d: its distinct positions are pos[posPtr[d]:posPtr[d+1]]
	pos    []int32

	row, col []int32 // of each position
	adds     []int32 // σ of each position: slots
	writers  []int32 // φ of each position: devices
	slots    int     // kept
}

// newIndex returns the index of d without the rows and columns that drop
// marks; drop may be nil.
//
// Method: kept slots are sorted by row, then stably by column, by counting;
// equal neighbours are one position.
//
// Cost: O(slots + unknowns) time, some ten words of memory per slot.
func newIndex(d *Devices, drop []bool) *index {
	x := &index{d: d, devices: d.Len()}
	slotPtr := make([]int32, 1, x.devices+1)
	var rows, cols []int32
	for k := range d.Groups {
		g := &d.Groups[k]
		for dev := range g.Len {
			for s := g.JacPtr[dev]; s < g.JacPtr[dev+1]; s++ {
				r, c := g.JacRow[s], g.JacCol[s]
				if r >= 0 && c >= 0 && (drop == nil || !drop[r] && !drop[c]) {
					rows, cols = append(rows, r), append(cols, c)
				}
			}
			slotPtr = append(slotPtr, int32(len(rows)))
		}
	}
	x.slots = len(rows)
	slotPos := x.number(rows, cols)
	x.distinct(slotPtr, slotPos)
	return x
}

// number finds the positions and returns that of each slot.
func (x *index) number(rows, cols []int32) []int32 {
	order := make([]int32, len(rows))
	for k := range order {
		order[k] = int32(k)
	}
	order = countingSort(order, rows, x.d.Unknowns)
	order = countingSort(order, cols, x.d.Unknowns)
	slotPos := make([]int32, len(rows))
	for k, s := range order {
		if k == 0 || rows[s] != rows[order[k-1]] || cols[s] != cols[order[k-1]] {
			x.row, x.col = append(x.row, rows[s]), append(x.col, cols[s])
			x.adds = append(x.adds, 0)
		}
		p := len(x.row) - 1
		slotPos[s] = int32(p)
		x.adds[p]++
	}
	return slotPos
}

// countingSort returns order sorted stably by key, which is below n.
func countingSort(order, key []int32, n int) []int32 {
	start := make([]int32, n+1)
	for _, k := range order {
		start[key[k]+1]++
	}
	for i := range n {
		start[i+1] += start[i]
	}
	out := make([]int32, len(order))
	for _, k := range order {
		out[start[key[k]]] = k
		start[key[k]]++
	}
	return out
}

// distinct lists the positions of each device once.
func (x *index) distinct(slotPtr, slotPos []int32) {
	x.writers = make([]int32, len(x.row))
	last := make([]int32, len(x.row)) // one more than the device that wrote the position last
	x.posPtr = make([]int32, x.devices+1)
	x.pos = slotPos[:0] // written behind where it is read
	for dev := range x.devices {
		for _, p := range slotPos[slotPtr[dev]:slotPtr[dev+1]] {
			if last[p] != int32(dev)+1 {
				last[p] = int32(dev) + 1
				x.pos = append(x.pos, p)
				x.writers[p]++
			}
		}
		x.posPtr[dev+1] = int32(len(x.pos))
	}
}

// of returns the distinct positions of a device.
func (x *index) of(dev int) []int32 { return x.pos[x.posPtr[dev]:x.posPtr[dev+1]] }

// positions returns how many there are.
func (x *index) positions() int { return len(x.row) }

// byPosition returns the devices of each position, ascending:
// dev[ptr[p]:ptr[p+1]] are those of position p.
func (x *index) byPosition() (ptr, dev []int32) {
	ptr = make([]int32, x.positions()+1)
	for p, n := range x.writers {
		ptr[p+1] = ptr[p] + n
	}
	dev = make([]int32, len(x.pos))
	fill := make([]int32, x.positions())
	for d := range x.devices {
		for _, p := range x.of(d) {
			dev[ptr[p]+fill[p]] = int32(d)
			fill[p]++
		}
	}
	return ptr, dev
}

// pattern returns the positions as a pattern.
func (x *index) pattern() *sparsity.Pattern {
	a := sparsity.NewPattern(x.d.Unknowns, x.d.Unknowns)
	a.RowIdx = append([]int32{}, x.row...)
	for j := range a.Cols {
		a.ColPtr[j+1] = int64(sort.Search(len(x.col), func(p int) bool { return int(x.col[p]) > j }))
	}
	return a
}
