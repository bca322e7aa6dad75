package lu

// uColumns are the columns of U in links of a schedule, while goroutines compute them. A
// Solver has U by row, where columns that are computed at the same time are side by side: each
// goroutine would write to cache lines that another has just written. Here each column has
// lines of its own. After the last column, goroutines move the values to their rows, which
// they divide.
type uColumns struct {
	values []float64
	start  []int32 // of each column of a link, in values
	places []int32 // 0, 1, 2 and so on, for the longest column
	moves  []move  // from values to U, in the order of U
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
	source := make([]int32, len(p.u.idx)) // of each place in U, plus 1
	for _, r := range links {
		for k := r.first; k < r.last; k++ {
			c.start[k] = size
			places := p.uPos[p.heads[k].u:p.heads[k+1].u]
			for q, at := range places {
				source[at] = size + int32(q) + 1
			}
			n := int32(len(places))
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
			c.moves = append(c.moves, move{from - 1, int32(at)})
		}
	}
	return c
}

// of returns where column k begins, and the places of its entries from there.
func (c *uColumns) of(k int) (u []float64, pos []int32) { return c.values[c.start[k]:], c.places }

// spread moves the values first ≤ q < last to their places in u.
func (c *uColumns) spread(u []float64, first, last int) {
	for _, m := range c.moves[first:last] {
		u[m.to] = c.values[m.from]
	}
}
