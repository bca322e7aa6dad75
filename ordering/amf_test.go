package ordering_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/oracle"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/sparsity"
)

// anyAMF draws options of all kinds.
func anyAMF(t *rapid.T) ordering.AMFOptions {
	return ordering.AMFOptions{
		Score:        ordering.AMFScore(rapid.IntRange(0, int(ordering.AMFRelative)).Draw(t, "score")),
		Ties:         ordering.AMFTies(rapid.IntRange(0, int(ordering.AMFRandom)).Draw(t, "ties")),
		Seed:         rapid.Uint64().Draw(t, "seed of ties"),
		AllCliques:   rapid.Bool().Draw(t, "cliques"),
		Exact:        rapid.SampledFrom([]int{-1, 0, 1, 4, 16, 1000}).Draw(t, "exact"),
		Dense:        rapid.SampledFrom([]float64{0, 0.1, 1, -1}).Draw(t, "dense"),
		NoAggressive: rapid.Bool().Draw(t, "gentle"),
	}
}

func TestAMFLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 80).Draw(t, "n")
		g := sparsity.Symmetrize(matgen.RandomSymmetric(n, rapid.IntRange(0, 9).Draw(t, "degree"), rapid.Uint64().Draw(t, "seed")))
		opt, before := anyAMF(t), g.Clone()
		p, stats := ordering.AMF(g, opt)
		if len(p) != n || p.Check() != nil || !g.Equal(before) {
			t.Fatalf("%v is not a permutation of %d, or the graph has changed", p, n)
		}
		if again, _ := ordering.AMF(g, opt); !slices.Equal(again, p) {
			t.Fatal("two orders of one graph")
		}
		if lnz := entriesOfL(g, p); stats.NNZL < lnz || stats.Dense == 0 && stats.NNZL > lnz+lnz/10+10 {
			t.Fatalf("%d entries in L, bound %d", lnz, stats.NNZL)
		}
		if opt.NoAggressive && stats.Aggressive > 0 {
			t.Fatalf("%d aggressive absorptions", stats.Aggressive)
		}
	})
}

// amfWays are options whose order is held against others.
var amfWays = map[string]ordering.AMFOptions{
	"fill": {}, "mean": {Score: ordering.AMFMeanFill}, "mean, cliques": {Score: ordering.AMFMeanFill, AllCliques: true},
	"fill, exact": {Exact: 100}, "mean, exact": {Score: ordering.AMFMeanFill, Exact: 16, AllCliques: true},
	"mean, exact, oldest": {Score: ordering.AMFMeanFill, Exact: 16, AllCliques: true, Ties: ordering.AMFOldest},
	"relative, exact":     {Score: ordering.AMFRelative, Exact: 16, AllCliques: true, Ties: ordering.AMFRandom},
	"increase":            {Score: ordering.AMFIncrease, Exact: 16}, "degree": {Score: ordering.AMFDegree, Ties: ordering.AMFOldest},
}

// TestAMFIsAMD wants the order of AMD where the score is the degree, the newest
// of equals is taken, and degrees are too small to share a bucket.
func TestAMFIsAMD(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 5, 17, 30} {
		for family, g := range amdFamily(n) {
			for _, gentle := range []bool{false, true} {
				want, wantStats := ordering.AMD(g, ordering.AMDOptions{NoAggressive: gentle})
				got, stats := ordering.AMF(g, ordering.AMFOptions{Score: ordering.AMFDegree, NoAggressive: gentle})
				if !slices.Equal(got, want) || stats != wantStats {
					t.Errorf("%s, n = %d: want %v, %+v, got %v, %+v", family, n, want, wantStats, got, stats)
				}
			}
		}
	}
}

// TestAMFNoFill wants no fill where a perfect elimination order is found by
// taking a vertex without fill as long as there is one.
func TestAMFNoFill(t *testing.T) {
	for _, n := range []int{1, 2, 5, 20, 60} {
		for seed := range uint64(4) {
			for name, a := range map[string]*sparsity.Pattern{
				"tree": matgen.Tree(n, seed), "band": matgen.Shuffle(matgen.Banded(n, 3, 3), seed),
				"arrow": matgen.Arrow(n, 1), "dense": matgen.Dense(n, n),
				"2-tree": matgen.KTree(n, 2, seed), "5-tree": matgen.KTree(n, 5, seed),
			} {
				g := sparsity.Symmetrize(a)
				for _, score := range []ordering.AMFScore{ordering.AMFFill, ordering.AMFMeanFill, ordering.AMFRelative} {
					p, stats := ordering.AMF(g, ordering.AMFOptions{Score: score, Exact: 1000, Dense: -1})
					if got, want := entriesOfL(g, p), int64(n+g.NNZ()/2); got != want || stats.NNZL != want {
						t.Errorf("%s of %d, seed %d, score %d: want %d entries in L, got %d, bound %d",
							name, n, seed, score, want, got, stats.NNZL)
					}
				}
			}
		}
	}
}

// minimumFill orders g by exact fill, the vertex of least index first.
func minimumFill(g *sparsity.Pattern) (p sparsity.Perm) {
	n := g.Cols
	adjacent := make([]map[int32]bool, n)
	for j := range adjacent {
		adjacent[j] = map[int32]bool{}
		for _, i := range g.Col(j) {
			adjacent[j][i] = true
		}
	}
	for range n {
		best, least := int32(-1), 0
		for x := range int32(n) {
			if adjacent[x] == nil {
				continue
			}
			missing := 0
			for u := range adjacent[x] {
				for w := range adjacent[x] {
					if u < w && !adjacent[u][w] {
						missing++
					}
				}
			}
			if best < 0 || missing < least {
				best, least = x, missing
			}
		}
		for u := range adjacent[best] {
			delete(adjacent[u], best)
			for w := range adjacent[best] {
				if u != w {
					adjacent[u][w] = true
				}
			}
		}
		adjacent[best] = nil
		p = append(p, best)
	}
	return p
}

// TestAMFAgainstMinimumFill compares the entries of L with those of exact fill,
// found the slow way, and with those of AMD, in the mean of many graphs.
func TestAMFAgainstMinimumFill(t *testing.T) {
	toFill, toDegree := map[string]float64{}, map[string]float64{}
	count := 0.0
	for _, n := range []int{24, 48} {
		for _, g := range amdFamily(n) {
			fill := math.Log(float64(entriesOfL(g, minimumFill(g))))
			p, _ := ordering.AMD(g, ordering.AMDOptions{})
			degree := math.Log(float64(entriesOfL(g, p)))
			for way, opt := range amfWays {
				p, _ := ordering.AMF(g, opt)
				got := math.Log(float64(entriesOfL(g, p)))
				toFill[way] += got - fill
				toDegree[way] += got - degree
			}
			count++
		}
	}
	most := map[string]float64{"fill": 1.02, "mean": 1.02, "mean, cliques": 1.02, "increase": 1.05, "degree": 1.03,
		"fill, exact": 1.005, "mean, exact": 1.005, "mean, exact, oldest": 1.005, "relative, exact": 1.01}
	for way := range amfWays {
		got := math.Exp(toFill[way] / count)
		t.Logf("%s: %.4f of minimum fill, %.4f of AMD", way, got, math.Exp(toDegree[way]/count))
		if got > most[way] {
			t.Errorf("%s: %.4f of the entries in L of minimum fill, want at most %.3f", way, got, most[way])
		}
	}
}

// TestAMFBeatsAMD wants less fill than AMD leaves on graphs large enough for
// choices to matter.
func TestAMFBeatsAMD(t *testing.T) {
	most := map[string]float64{"mean": 0.98, "mean, cliques": 0.97, "mean, exact": 0.95, "mean, exact, oldest": 0.955, "relative, exact": 0.95}
	for way, limit := range most {
		ratio, count := 0.0, 0.0
		for name, a := range map[string]*sparsity.Pattern{
			"grid": matgen.Shuffle(matgen.Grid2D(60, 60), 1), "cube": matgen.Grid3D(12, 12, 12), "circuit": matgen.Circuit(1000, 2),
			"power": matgen.PowerGrid(50, 50, 8, 1), "hubs": matgen.Arrow(3000, 4),
		} {
			g := sparsity.Symmetrize(a)
			p, _ := ordering.AMD(g, ordering.AMDOptions{})
			q, _ := ordering.AMF(g, amfWays[way])
			r := float64(entriesOfL(g, q)) / float64(entriesOfL(g, p))
			if r > 1.02 {
				t.Errorf("%s, %s: %.3f of AMD", way, name, r)
			}
			ratio += math.Log(r)
			count++
		}
		got := math.Exp(ratio / count)
		t.Logf("%s: %.4f", way, got)
		if got > limit {
			t.Errorf("%s: %.4f of the entries in L of AMD, want at most %.2f", way, got, limit)
		}
	}
}

// TestAMFSeeds wants random ties to depend on the seed, and nothing else to.
func TestAMFSeeds(t *testing.T) {
	g := sparsity.Symmetrize(matgen.Grid2D(20, 20))
	for ties := ordering.AMFNewest; ties <= ordering.AMFRandom; ties++ {
		orders := map[string]bool{}
		for seed := range uint64(8) {
			p, _ := ordering.AMF(g, ordering.AMFOptions{Ties: ties, Seed: seed})
			orders[fmt.Sprint(p)] = true
		}
		if want := ties == ordering.AMFRandom; (len(orders) > 4) != want || !want && len(orders) != 1 {
			t.Errorf("ties %d: %d orders for 8 seeds", ties, len(orders))
		}
	}
}

// TestAMFHubs would take an hour if a row that touches all others were read for
// each of them.
func TestAMFHubs(t *testing.T) {
	const n = 20_000
	for name, a := range map[string]*sparsity.Pattern{"first": matgen.Arrow(n, 3), "last": matgen.ArrowGood(n, 1)} {
		g := sparsity.Symmetrize(a)
		for _, dense := range []float64{0, -1} {
			for way, opt := range amfWays {
				opt.Dense = dense
				p, _ := ordering.AMF(g, opt)
				if got, want := entriesOfL(g, p), int64(n+g.NNZ()/2); got < want || got > want+want/1000 {
					t.Errorf("hubs %s, %s, dense %v: want %d entries in L, got %d", name, way, dense, want, got)
				}
			}
		}
	}
}

func TestAMFStop(t *testing.T) {
	g := sparsity.Symmetrize(matgen.Circuit(1200, 1))
	for way, opt := range amfWays {
		want, final := ordering.AMF(g, opt)
		var last ordering.AMDStats
		opt.Stop = func(s ordering.AMDStats) bool {
			if s.Pivots-last.Pivots > 1024 || s.NNZL < last.NNZL || s.FlopsLU < last.FlopsLU {
				t.Errorf("%s: %+v after %+v", way, s, last)
			}
			last = s
			return false
		}
		if got, _ := ordering.AMF(g, opt); !slices.Equal(got, want) || last.NNZL == 0 || last.NNZL > final.NNZL {
			t.Errorf("%s: another order when asked to stop, or %+v, final %+v", way, last, final)
		}
		opt.Stop = func(s ordering.AMDStats) bool { return s.NNZL > final.NNZL/10 }
		if p, s := ordering.AMF(g, opt); p != nil || s.NNZL <= final.NNZL/10 || s.NNZL >= final.NNZL {
			t.Errorf("%s: order of %d, %+v, final %+v", way, len(p), s, final)
		}
	}
}

func TestAMFPanics(t *testing.T) {
	g := sparsity.Symmetrize(matgen.Grid2D(3, 3))
	for want, call := range map[string]func(){
		"ordering: pattern not square":             func() { ordering.AMF(sparsity.NewPattern(3, 4), ordering.AMFOptions{}) },
		"ordering: unknown score or rule for ties": func() { ordering.AMF(g, ordering.AMFOptions{Score: ordering.AMFRelative + 1}) },
	} {
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("want panic %q, got %v", want, got)
				}
			}()
			call()
		}()
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic at unknown ties")
		}
	}()
	ordering.AMF(g, ordering.AMFOptions{Ties: ordering.AMFRandom + 1})
}

// TestAMFColumns checks the statistics against the elimination game.
func TestAMFColumns(t *testing.T) {
	for _, n := range []int{1, 2, 3, 8, 17, 40, 90} {
		for family, g := range amdFamily(n) {
			for way, opt := range amfWays {
				p, stats := ordering.AMF(g, opt)
				counts := oracle.Eliminate(sparsity.Permute(g, p, p)).ColumnCounts()
				checkBounds(t, fmt.Sprintf("%s, n = %d, %s", family, n, way), counts, stats)
			}
		}
	}
}

func BenchmarkAMF(b *testing.B) {
	for _, c := range []struct {
		name string
		a    *sparsity.Pattern
	}{
		{"grid2d", matgen.Grid2D(200, 200)}, {"grid3d", matgen.Grid3D(20, 20, 20)},
		{"circuit", matgen.Circuit(20000, 1)}, {"power", matgen.PowerGrid(200, 200, 50, 1)},
	} {
		g := sparsity.Symmetrize(c.a)
		for _, way := range []string{"fill", "mean", "mean, cliques", "mean, exact"} {
			b.Run(fmt.Sprintf("matrix=%s/n=%d/score=%s", c.name, g.Cols, way), func(b *testing.B) {
				var p sparsity.Perm
				for b.Loop() {
					p, _ = ordering.AMF(g, amfWays[way])
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(g.NNZ()), "ns/nnz")
				b.ReportMetric(float64(entriesOfL(g, p))/float64(g.Cols+g.NNZ()/2), "fill")
			})
		}
	}
}

func TestAMFVariants(t *testing.T) {
	g := sparsity.Symmetrize(matgen.Grid2D(30, 30))
	orders, names := map[string]bool{}, ""
	for _, v := range ordering.AMFVariants() {
		p, _ := ordering.AMF(g, v.Options())
		orders[fmt.Sprint(p)] = true
		names += v.String() + " "
	}
	if names != "amf ammf amrf mmf " || len(orders) != 4 {
		t.Errorf("%d orders of %s", len(orders), names)
	}
}
