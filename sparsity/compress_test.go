package sparsity

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// entry is one listed entry.
type entry struct {
	i, j int32
	v    complex128
}

// slowCompress sums the entries and their mirrors in a map.
func slowCompress(list []entry, mirror Mirror) (sums map[[2]int32]complex128, duplicates int) {
	sums = map[[2]int32]complex128{}
	listed := map[[2]int32]bool{}
	for _, e := range list {
		at := [2]int32{e.i, e.j}
		sums[at] += e.v
		if e.i != e.j {
			switch back := [2]int32{e.j, e.i}; mirror {
			case MirrorSame:
				sums[back] += e.v
			case MirrorNegated:
				sums[back] -= e.v
			case MirrorConjugate:
				sums[back] += complex(real(e.v), -imag(e.v))
			}
		}
		if mirror != MirrorNone {
			at = [2]int32{max(e.i, e.j), min(e.i, e.j)}
		}
		if listed[at] {
			duplicates++
		}
		listed[at] = true
	}
	return sums, duplicates
}

// arrange orders the list in one of the ways files come in.
func arrange(list []entry, way string, rng *rand.Rand) {
	byColumn := func(a, b entry) int { return cmp.Or(cmp.Compare(a.j, b.j), cmp.Compare(a.i, b.i)) }
	switch way {
	case "columns":
		slices.SortStableFunc(list, byColumn)
	case "rows":
		slices.SortStableFunc(list, func(a, b entry) int { return cmp.Or(cmp.Compare(a.i, b.i), cmp.Compare(a.j, b.j)) })
	case "columns, rows mixed":
		slices.SortStableFunc(list, func(a, b entry) int { return cmp.Compare(a.j, b.j) })
	case "almost columns":
		slices.SortStableFunc(list, byColumn)
		if n := len(list); n > 1 {
			k := rng.IntN(n - 1)
			list[k], list[k+1] = list[k+1], list[k]
		}
	}
}

// split makes parts of random lengths, some empty, of a list.
func split(list []entry, n int, kind string, pieces int, rng *rand.Rand) []Triplets {
	parts := make([]Triplets, pieces)
	cuts := []int{0, len(list)}
	for range pieces - 1 {
		cuts = append(cuts, rng.IntN(len(list)+1))
	}
	slices.Sort(cuts)
	for k := range parts {
		t := Triplets{Rows: n, Cols: n}
		for _, e := range list[cuts[k]:cuts[k+1]] {
			t.Row, t.Col = append(t.Row, e.i), append(t.Col, e.j)
			if kind != "pattern" {
				t.Values = append(t.Values, real(e.v))
			}
			if kind == "complex" {
				t.Imag = append(t.Imag, imag(e.v))
			}
		}
		parts[k] = t
	}
	return parts
}

// neighbours returns copies of parts that lie one behind the other in memory.
func neighbours(parts []Triplets) []Triplets {
	var all Triplets
	for _, t := range parts {
		all.Row, all.Col = append(all.Row, t.Row...), append(all.Col, t.Col...)
		all.Values, all.Imag = append(all.Values, t.Values...), append(all.Imag, t.Imag...)
	}
	at := 0
	moved := slices.Clone(parts)
	for k := range moved {
		t, n := &moved[k], len(parts[k].Row)
		t.Row, t.Col = all.Row[at:at+n], all.Col[at:at+n]
		if t.Values != nil {
			t.Values = all.Values[at : at+n]
		}
		if t.Imag != nil {
			t.Imag = all.Imag[at : at+n]
		}
		at += n
	}
	return moved
}

// TestCompressKeeps checks when the result shares memory with the parts.
func TestCompressKeeps(t *testing.T) {
	list := []entry{{0, 0, 1}, {2, 0, 2}, {1, 1, 3}, {0, 2, 4}}
	rng := rand.New(rand.NewPCG(1, 1))
	for _, own := range []bool{false, true} {
		for _, near := range []bool{false, true} {
			parts := split(list, 3, "real", 3, rng)
			if near {
				parts = neighbours(parts)
			}
			m, _ := CompressParts(parts, CompressOptions{Own: own})
			first := slices.IndexFunc(parts, func(t Triplets) bool { return len(t.Row) > 0 })
			shares := &m.Pattern.RowIdx[0] == &parts[first].Row[0] && &m.Values[0] == &parts[first].Values[0]
			if want := own && near; shares != want {
				t.Errorf("own %v, neighbours %v: shares memory: want %v, got %v", own, near, want, shares)
			}
			checkCompressed(t, "keep", m, 0, list, MirrorNone, "real")
		}
	}
}

// TestCompressNothing checks that a matrix without entries still has values
// if its parts do.
func TestCompressNothing(t *testing.T) {
	for _, values := range [][]float64{nil, {}} {
		part := Triplets{Rows: 2, Cols: 3, Values: values, Imag: values}
		m, _ := CompressParts([]Triplets{part}, CompressOptions{Own: true})
		if m.HasValues() != (values != nil) || m.Complex() != (values != nil) || m.Pattern.Check() != nil {
			t.Errorf("values %v: got %v", values, m)
		}
	}
}

// TestCompressParts compares the compressed matrix with sums in a map, for
// lists in all orders, with and without duplicates and mirrors, on one and on
// several workers.
func TestCompressParts(t *testing.T) {
	ways := []string{"columns", "rows", "columns, rows mixed", "almost columns", "none"}
	kinds := []string{"pattern", "real", "complex"}
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(seed, 7))
		n := 1 + rng.IntN(12)
		if seed%50 == 0 {
			n = 300
		}
		way, kind := ways[rng.IntN(len(ways))], kinds[rng.IntN(len(kinds))]
		mirror := Mirror(rng.IntN(4))
		side := rng.IntN(3) // with a mirror: below, above, both sides of the diagonal
		list := randomList(rng, n, mirror, side, rng.IntN(2) == 0)
		arrange(list, way, rng)
		parts := split(list, n, kind, 1+rng.IntN(6), rng)
		own := rng.IntN(2) == 0
		if rng.IntN(2) == 0 {
			parts = neighbours(parts)
		}
		name := fmt.Sprintf("seed %d: n=%d %s %s mirror=%d side=%d entries=%d", seed, n, way, kind, mirror, side, len(list))

		c := newCompressor(parts, CompressOptions{Mirror: mirror, Own: own})
		c.shareAmong(1 + rng.IntN(4)) // also for lists too short for it to pay
		m, dups := c.compress()
		checkCompressed(t, name, m, dups, list, mirror, kind)
	}
}

// randomList draws entries; with a mirror each pair (i,j), (j,i) from one side
// only.
func randomList(rng *rand.Rand, n int, mirror Mirror, side int, distinct bool) []entry {
	var list []entry
	seen := map[[2]int32]bool{}
	oneColumn := rng.IntN(4) == 0 // a long column
	for range rng.IntN(6 * n) {
		e := entry{int32(rng.IntN(n)), int32(rng.IntN(n)), complex(float64(rng.IntN(19)-9), float64(rng.IntN(19)-9))}
		if oneColumn {
			e.j = int32(n / 2)
		}
		flip := side == 1 || side == 2 && (e.i+e.j)%2 == 0
		if mirror != MirrorNone && (e.i < e.j) != flip {
			e.i, e.j = e.j, e.i
		}
		if distinct && seen[[2]int32{e.i, e.j}] {
			continue
		}
		seen[[2]int32{e.i, e.j}] = true
		list = append(list, e)
	}
	return list
}

func checkCompressed(t *testing.T, name string, m *Matrix, dups int, list []entry, mirror Mirror, kind string) {
	t.Helper()
	want, wantDups := slowCompress(list, mirror)
	if err := m.Pattern.Check(); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if !m.Pattern.Canonical() {
		t.Fatalf("%s: not canonical", name)
	}
	if m.Pattern.NNZ() != len(want) || dups != wantDups {
		t.Fatalf("%s: got %d entries, %d duplicates; want %d, %d", name, m.Pattern.NNZ(), dups, len(want), wantDups)
	}
	if len(list) > 0 && (m.HasValues() != (kind != "pattern") || m.Complex() != (kind == "complex")) {
		t.Fatalf("%s: values %v, complex %v", name, m.HasValues(), m.Complex())
	}
	for j := range m.Pattern.Cols {
		for k := m.Pattern.ColPtr[j]; k < m.Pattern.ColPtr[j+1]; k++ {
			at := [2]int32{m.Pattern.RowIdx[k], int32(j)}
			w, ok := want[at]
			if !ok {
				t.Fatalf("%s: entry %v comes from nowhere", name, at)
			}
			if kind != "pattern" && m.Values[k] != real(w) || kind == "complex" && m.Imag[k] != imag(w) {
				t.Fatalf("%s: value at %v: want %v", name, at, w)
			}
		}
	}
}

// TestCompressOrder checks that duplicates are summed in the order of the
// list, which floating point shows, also across workers.
func TestCompressOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	const n = 500
	var list []entry
	for range 20 * n { // into three long columns
		list = append(list, entry{int32(rng.IntN(n)), int32(rng.IntN(3)), complex(math.Ldexp(rng.Float64(), rng.IntN(90)), 0)})
	}
	for range 20 * n { // into short ones
		list = append(list, entry{int32(rng.IntN(2)), int32(3 + rng.IntN(n-3)), complex(math.Ldexp(rng.Float64(), rng.IntN(90)), 0)})
	}
	want, _ := slowCompress(list, MirrorNone)
	for workers := 1; workers <= 5; workers++ {
		c := newCompressor(split(list, n, "real", 40, rng), CompressOptions{})
		c.shareAmong(workers)
		m, _ := c.compress()
		for j := range n {
			for k := m.Pattern.ColPtr[j]; k < m.Pattern.ColPtr[j+1]; k++ {
				if w := real(want[[2]int32{m.Pattern.RowIdx[k], int32(j)}]); m.Values[k] != w {
					t.Fatalf("%d workers: want %v, got %v", workers, w, m.Values[k])
				}
			}
		}
	}
}

func TestCompressPanics(t *testing.T) {
	one := []int32{1}
	for name, parts := range map[string][]Triplets{
		errNoParts:            {},
		errDims:               {{Rows: -1}},
		errIndex:              {{Rows: 1, Cols: 2, Row: one, Col: one}},
		errIndex + " column":  {{Rows: 2, Cols: 1, Row: one, Col: one}},
		errIndex + " below 0": {{Rows: 2, Cols: 2, Row: []int32{-1}, Col: one}},
		errLengths:            {{Rows: 2, Cols: 2, Row: one}},
		errLengths + " dims":  {{Rows: 2, Cols: 2}, {Rows: 2, Cols: 3}},
		errLengths + " values": {{Rows: 2, Cols: 2, Row: one, Col: one},
			{Rows: 2, Cols: 2, Row: one, Col: one, Values: []float64{1}}},
	} {
		for workers := 1; workers <= 2; workers++ {
			func() {
				defer func() {
					if e, ok := recover().(string); !ok || !strings.HasPrefix(name, e) {
						t.Errorf("%s: got panic %q", name, e)
					}
				}()
				CompressParts(parts, CompressOptions{Workers: workers})
			}()
		}
	}
}

func BenchmarkCompress(b *testing.B) {
	const n, perColumn = 300000, 5
	for _, way := range []string{"columns", "rows", "none"} {
		rng := rand.New(rand.NewPCG(1, 1))
		list := make([]entry, n*perColumn)
		for k := range list {
			j := k / perColumn
			list[k] = entry{int32(min(max(0, j+rng.IntN(2000)-1000), n-1)), int32(j), 1}
		}
		if way == "none" {
			rng.Shuffle(len(list), func(x, y int) { list[x], list[y] = list[y], list[x] })
		} else {
			arrange(list, way, rng)
			list = slices.CompactFunc(list, func(x, y entry) bool { return x.i == y.i && x.j == y.j })
		}
		parts := split(list, n, "real", 100, rng)
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("order=%s/workers=%d", way, workers), func(b *testing.B) {
				for b.Loop() {
					CompressParts(parts, CompressOptions{Workers: workers})
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(list)), "ns/entry")
			})
		}
	}
}
