package assembly

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// random returns devices with ties, ground, repeated slots and, with rails, a
// few unknowns that most devices write.
func random(n, devices int, rails bool, seed uint64) *Devices {
	rng := rand.New(rand.NewPCG(seed, 1))
	d := &Devices{Title: fmt.Sprint("random ", seed), Unknowns: n}
	node := func() int32 {
		switch {
		case n == 0 || rng.IntN(8) == 0:
			return -1
		case rails && rng.IntN(2) == 0:
			return int32(rng.IntN(min(n, 2)))
		}
		return int32(rng.IntN(n))
	}
	for k, left := 0, devices; left > 0 || k == 0; k++ {
		g := Group{Model: fmt.Sprint("m", k), Len: min(left, 1+rng.IntN(devices+1)), JacPtr: []int32{0}, ResPtr: []int32{0},
			ParamNames: []string{"w", "l", "v"}, VoltageLike: []int{2}, Discrete: []int{1}, Params: []float64{}}
		left -= g.Len
		for range g.Len {
			terminals := make([]int32, rng.IntN(5))
			for i := range terminals {
				terminals[i] = node()
			}
			for _, r := range terminals {
				g.ResRow = append(g.ResRow, r)
				for _, c := range terminals {
					g.JacRow, g.JacCol = append(g.JacRow, r), append(g.JacCol, c)
				}
			}
			g.JacPtr, g.ResPtr = append(g.JacPtr, int32(len(g.JacRow))), append(g.ResPtr, int32(len(g.ResRow)))
			g.Params = append(g.Params, []float64{0, math.Copysign(0, -1), 1, math.NaN(), -math.NaN()}[rng.IntN(5)], float64(rng.IntN(3)), rng.Float64())
		}
		d.Groups = append(d.Groups, g)
	}
	d.RailsStated = rng.IntN(3) > 0
	if d.RailsStated && n > 0 {
		d.Rails = []int32{int32(rng.IntN(n))}
	}
	return d
}

// slow is the figures of d counted with maps and an explicit conflict graph.
type slow struct {
	slots     int
	writers   map[[2]int32]map[int]bool
	adds      map[[2]int32]int
	positions []map[[2]int32]bool // of each device
	neighbour []map[int]bool
}

func slowScatter(d *Devices, rails []int32) *slow {
	s := &slow{writers: map[[2]int32]map[int]bool{}, adds: map[[2]int32]int{}}
	for _, g := range d.Groups {
		for n := range g.Len {
			dev := len(s.positions)
			s.positions = append(s.positions, map[[2]int32]bool{})
			s.neighbour = append(s.neighbour, map[int]bool{})
			for k := g.JacPtr[n]; k < g.JacPtr[n+1]; k++ {
				p := [2]int32{g.JacRow[k], g.JacCol[k]}
				if p[0] < 0 || p[1] < 0 || slices.Contains(rails, p[0]) || slices.Contains(rails, p[1]) {
					continue
				}
				if s.writers[p] == nil {
					s.writers[p] = map[int]bool{}
				}
				s.slots++
				s.adds[p]++
				s.writers[p][dev] = true
				s.positions[dev][p] = true
			}
		}
	}
	for _, w := range s.writers {
		for a := range w {
			for b := range w {
				if a != b {
					s.neighbour[a][b] = true
				}
			}
		}
	}
	return s
}

func TestScatterAgainstSlow(t *testing.T) {
	for seed := range uint64(300) {
		n, devices := int(seed%13), int(seed*7%41)
		if seed%50 == 49 {
			n, devices = 30, 700 // positions above hotWriters
		}
		d := random(n, devices, seed%2 == 0, seed)
		if err := d.Check(); err != nil {
			t.Fatal(err)
		}
		r := Analyze(d)
		compare(t, seed, r.All, newIndex(d, nil), slowScatter(d, nil))
		rails := d.FindRails()
		if (r.WithoutRails != nil) != (len(rails) > 0) {
			t.Fatalf("seed %d: rails %v, figures without them %v", seed, rails, r.WithoutRails)
		}
		if len(rails) > 0 {
			drop := make([]bool, n)
			for _, i := range rails {
				drop[i] = true
			}
			compare(t, seed, r.WithoutRails, newIndex(d, drop), slowScatter(d, rails))
		}
		checkPattern(t, d)
	}
}

func checkPattern(t *testing.T, d *Devices) {
	t.Helper()
	a, want := d.Pattern(), slowScatter(d, nil)
	if err := a.Check(); err != nil || !a.Canonical() || a.NNZ() != len(want.writers) {
		t.Fatalf("pattern: %v, canonical %v, %d entries of %d", err, a.Canonical(), a.NNZ(), len(want.writers))
	}
	for j := range a.Cols {
		for _, i := range a.Col(j) {
			if want.writers[[2]int32{i, int32(j)}] == nil {
				t.Fatalf("nobody writes (%d, %d)", i, j)
			}
		}
	}
}

func compare(t *testing.T, seed uint64, got *Scatter, x *index, want *slow) {
	t.Helper()
	fail := func(what string, got, want any) {
		t.Helper()
		t.Fatalf("seed %d: %s: want %v, got %v", seed, what, want, got)
	}
	if got.Slots != want.slots || got.Positions != len(want.writers) {
		fail("slots, positions", []int{got.Slots, got.Positions}, []int{want.slots, len(want.writers)})
	}
	shared, most, distinct := 0, 0, 0
	edges, unique := int64(0), int64(0)
	phi, sigma := map[int]int{}, map[int]int{}
	var sorted []int
	for p, w := range want.writers {
		n := len(w)
		phi[n]++
		distinct += n
		sigma[want.adds[p]]++
		edges += int64(n) * int64(n-1) / 2
		most = max(most, n)
		if n > 1 {
			shared++
		}
		sorted = append(sorted, n)
	}
	if got.DistinctSlots != distinct {
		fail("distinct slots", got.DistinctSlots, distinct)
	}
	for _, nb := range want.neighbour {
		unique += int64(len(nb))
	}
	unique /= 2
	if got.Shared != shared || got.Writers.Max != most || got.Conflicts.Edges != edges || *got.Conflicts.UniqueEdges != unique {
		fail("shared, most, edges, unique", []any{got.Shared, got.Writers.Max, got.Conflicts.Edges, *got.Conflicts.UniqueEdges}, []any{shared, most, edges, unique})
	}
	for _, c := range []struct {
		fan  Fan
		want map[int]int
	}{{got.Writers, phi}, {got.Adds, sigma}} {
		if len(c.fan.Histogram) != len(c.want) {
			fail("histogram", c.fan.Histogram, c.want)
		}
		for _, h := range c.fan.Histogram {
			if c.want[h.Count] != h.Positions {
				fail("histogram", c.fan.Histogram, c.want)
			}
		}
	}
	slices.Sort(sorted)
	if n := len(sorted); n > 0 && got.Writers.P999 != sorted[int(math.Ceil(0.999*float64(n)))-1] {
		fail("99.9 percentile", got.Writers.P999, sorted)
	}
	hot := 0
	for k, h := range got.Hottest {
		p := [2]int32{h.Row, h.Col}
		if h.Adds != want.adds[p] || h.Writers != len(want.writers[p]) || k > 0 && h.Adds > got.Hottest[k-1].Adds {
			fail("hottest", got.Hottest, want.adds)
		}
		hot += h.Adds
	}
	var adds []int
	for _, n := range want.adds {
		adds = append(adds, -n)
	}
	slices.Sort(adds)
	for _, n := range adds[:min(len(adds), 10)] {
		hot += n
	}
	if hot != 0 || len(got.Hottest) != min(len(adds), 10) {
		fail("hottest", got.Hottest, adds)
	}
	checkColours(t, seed, got, x, want, most)
}

// A colouring is valid, complete, within its bounds, and its figures are those
// of its colours.
func checkColours(t *testing.T, seed uint64, got *Scatter, x *index, want *slow, most int) {
	t.Helper()
	colours, n := x.colour()
	size := make([]int, n)
	degree := 0
	for dev, c := range colours {
		size[c]++
		degree = max(degree, len(want.neighbour[dev]))
		for other := range want.neighbour[dev] {
			if colours[other] == c {
				t.Fatalf("seed %d: devices %d and %d share a position and colour %d", seed, dev, other, c)
			}
		}
		for lower := range c { // greedy: a lower colour was taken by a neighbour
			if !slices.ContainsFunc(keys(want.neighbour[dev]), func(o int) bool { return colours[o] == lower }) {
				t.Fatalf("seed %d: device %d has colour %d, and %d is free", seed, dev, c, lower)
			}
		}
	}
	c := got.Colouring
	if n < most || n > degree+1 || c.Colours != n || n > 0 && c.LowerBound != max(most, 1) {
		t.Fatalf("seed %d: %d colours, %+v, most writers %d, largest degree %d", seed, n, c, most, degree)
	}
	if n == 0 {
		return
	}
	slices.Sort(size)
	sum, k := 0, 0
	for 100*sum < 95*len(colours) {
		k++
		sum += size[n-k]
	}
	if c.Smallest != size[0] || c.Median != size[(n-1)/2] || c.Largest != size[n-1] || c.Cover95 != k ||
		c.Cover90 > k || c.Cover99 < k || c.Cover99 > n {
		t.Fatalf("seed %d: %+v of sizes %v", seed, c, size)
	}
}

func keys(m map[int]bool) (list []int) {
	for k := range m {
		list = append(list, k)
	}
	return list
}

func TestResidual(t *testing.T) {
	for seed := range uint64(100) {
		d := random(int(seed%9), int(seed%23), false, seed)
		for _, rails := range [][]int32{nil, {0}} {
			if d.Unknowns == 0 && rails != nil {
				continue
			}
			var drop []bool
			if rails != nil {
				drop = make([]bool, d.Unknowns)
				drop[0] = true
			}
			slots, adds, writers := 0, map[int32]int{}, map[int32]map[string]bool{}
			for k, g := range d.Groups {
				for n := range g.Len {
					for _, i := range g.ResRow[g.ResPtr[n]:g.ResPtr[n+1]] {
						if i < 0 || drop != nil && drop[i] {
							continue
						}
						slots++
						adds[i]++
						if writers[i] == nil {
							writers[i] = map[string]bool{}
						}
						writers[i][fmt.Sprint(k, " ", n)] = true
					}
				}
			}
			mostAdds, mostWriters := 0, 0
			for i, n := range adds {
				mostAdds, mostWriters = max(mostAdds, n), max(mostWriters, len(writers[i]))
			}
			if r := residual(d, drop); r.Slots != slots || r.Rows != len(adds) || r.Adds.Max != mostAdds || r.Writers.Max != mostWriters {
				t.Fatalf("seed %d: want %d slots, %d rows, %d adds, %d writers, got %+v", seed, slots, len(adds), mostAdds, mostWriters, r)
			}
		}
	}
}

// A clique of 84,736 devices is coloured in a moment, without its 3.6 billion
// edges, and their number does not overflow.
func TestLargeClique(t *testing.T) {
	const n = 84_736
	g := Group{Model: "m", Len: n, JacPtr: make([]int32, n+1), ResPtr: make([]int32, n+1)}
	for k := range int32(n) {
		g.JacRow, g.JacCol = append(g.JacRow, 0, 1, 2+k%50), append(g.JacCol, 0, 1, 2+k%50)
		g.JacPtr[k+1] = 3 * (k + 1)
	}
	r := Analyze(&Devices{Unknowns: 52, Groups: []Group{g}, Rails: []int32{0, 1}, RailsStated: true})
	if c := r.All.Colouring; c.Colours != n || c.LowerBound != n || c.Largest != 1 {
		t.Errorf("want %d colours of one device, got %+v", n, c)
	}
	if want := int64(2)*n*(n-1)/2 + 36*(1695*1694/2) + 14*(1694*1693/2); r.All.Conflicts.Edges != want || r.All.Conflicts.UniqueEdges != nil {
		t.Errorf("want %d edges, not counted one by one, got %+v", want, r.All.Conflicts)
	}
	if c := r.WithoutRails.Colouring; c.Colours != 1695 || c.Largest != 50 || c.Smallest != 36 {
		t.Errorf("want 1,695 colours of 50 devices, the last of 36, got %+v", c)
	}
}

func TestStrategies(t *testing.T) {
	s := strategies(&Scatter{Slots: 100, Positions: 40, Adds: Fan{Max: 7}, Colouring: Colouring{Colours: 5}})
	want := []Strategy{
		{"atomics", 1, 100, 7, 1200, 800, 0, false},
		{"colours", 5, 100, 7, 1200, 800, 0, true},
		{"segmented_sum", 1, 0, 7, 1200, 320, 800, true},
	}
	if !slices.Equal(s, want) {
		t.Errorf("want %+v, got %+v", want, s)
	}
	for _, x := range strategies(&Scatter{Colouring: Colouring{Colours: 1}}) {
		if x.Passes != 0 || x.ReadBytes != 0 {
			t.Errorf("want no pass over no slots, got %+v", x)
		}
	}
}
