package lu

// uColumns are the columns of U in links of a schedule, while goroutines compute them. A
// Solver has U by row, where columns that are computed at the same time are side by side: each
// goroutine would write to cache lines that another has just written. Here each column has
// lines of its own, its inverse pivot first. After the last column, goroutines move the values to
// their rows, which they divide.
type uColumns struct {
	values []float64
	start  []int32 // of each column of a link, in values
	places []int32 // 0, 1, 2 and so on, for the longest column
	moves  []move  // from values to U, in the order of U; then the pivots
	toU    int     // moves to U
}

// A cache line has so many values and bytes.
const (
	lineValues = 8
	lineBytes  = 8 * lineValues
)

// newUColumns returns room for the columns of links.
func newUColumns(p *solverPlan, links []run) *uColumns {
	c := &uColumns{start: make([]int32, len(p.heads)-1)}
	size, longest, count := int32(0), int32(0), int32(0)
	source := make([]int32, len(p.u.idx)) // of each place in U, never 0
	for _, r := range links {
		for k := r.first; k < r.last; k++ {
			c.start[k] = size
			places := p.uPos[p.heads[k].u:p.heads[k+1].u]
			for q, at := range places {
				source[at] = size + 1 + int32(q)
			}
			n := 1 + int32(len(places))
			count, longest = count+n, max(longest, n)
			size += (n + lineValues - 1) / lineValues * lineValues
		}
	}
	c.values, c.places = make([]float64, size), make([]int32, longest)
	for q := range c.places {
		c.places[q] = int32(q)
	}
	c.moves = make([]move, 0, count)
	for at, from := range source {
		if from != 0 {
			c.moves = append(c.moves, move{from, int32(at)})
		}
	}
	c.toU = len(c.moves)
	for _, r := range links {
		for k := r.first; k < r.last; k++ {
			c.moves = append(c.moves, move{c.start[k], k})
		}
	}
	return c
}

// of returns where column k begins, and the places of its entries from there.
func (c *uColumns) of(k int) (u []float64, pos []int32) { return c.values[c.start[k]+1:], c.places }

// setPivot keeps the inverse of the pivot of column k.
func (c *uColumns) setPivot(k int, inv float64) { c.values[c.start[k]] = inv }

// spread does the moves first ≤ q < last, to u and to the inverse pivots diag.
func (c *uColumns) spread(u, diag []float64, first, last int) {
	middle := min(max(first, c.toU), last)
	for _, m := range c.moves[first:middle] {
		u[m.to] = c.values[m.from]
	}
	for _, m := range c.moves[middle:last] {
		diag[m.to] = c.values[m.from]
	}
}
