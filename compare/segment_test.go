package compare

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// noise returns panels of equal runs: each run has a speed, each run and column too, and
// neighbouring columns are alike.
func noise(rng *rand.Rand, phases, runs, columns int) []panel {
	list := make([]panel, phases)
	for i := range list {
		list[i] = panel{phase: string(rune('a' + i)), log: make([][]float64, runs), self: make([][]float64, runs)}
		for k := range columns {
			list[i].steps = append(list[i].steps, [2]int64{int64(10 * k), int64(10*k + 9)})
		}
	}
	for r := range runs {
		run, mood := 0.3*rng.NormFloat64(), 0.0
		for k := range columns {
			mood = 0.9*mood + 0.05*rng.NormFloat64()
			for i := range list {
				p := &list[i]
				before := 0.0
				if k > 0 {
					before = p.log[r][k-1] - 7 - run
				}
				p.log[r] = append(p.log[r], 7+run+mood+0.5*before+0.02*(rng.NormFloat64()+rng.ExpFloat64()))
				p.self[r] = append(p.self[r], math.Exp(p.log[r][k]))
			}
		}
	}
	return list
}

// In comparisons of equal runs, the share with a finding is the level, however alike the
// neighbouring columns are.
func TestDifferingLevel(t *testing.T) {
	const rounds, alpha = 400, 0.05
	found := 0
	for k := range rounds {
		list := noise(rand.New(rand.NewPCG(uint64(k), 1)), 6, 12, 16)
		level(list)
		if p, _ := differing(list, 6, alpha); p != nil {
			found++
		}
	}
	t.Logf("%d of %d equal pairs at level %g", found, rounds, alpha)
	if low, high := 8, 34; found < low || found > high { // 20 ± 3.2 standard deviations
		t.Errorf("got findings in %d of %d, want %d to %d", found, rounds, low, high)
	}
}

// A change of a phase in some columns is found, with its size, and no other phase.
func TestDifferingFindsRange(t *testing.T) {
	for _, c := range []struct{ from, to, wantFrom, wantTo int }{{5, 9, 5, 9}, {0, 4, 0, 4}, {4, 16, 4, 16}, {0, 12, 0, 12}} {
		for seed := range uint64(20) {
			list := noise(rand.New(rand.NewPCG(seed, 2)), 6, 20, 16)
			for r := 10; r < 20; r++ {
				for k := c.from; k < c.to; k++ {
					list[2].log[r][k] += 0.15
				}
			}
			found := rangeChanges(list, 10, 0.001)
			if len(found) != 1 || found[0].Name != "c" {
				t.Errorf("%v, seed %d: got %+v, want c", c, seed, found)
				continue
			}
			x := found[0]
			if math.Abs(math.Log(x.New/x.Old)-0.15) > 0.05 {
				t.Errorf("%v, seed %d: got the factor %.3f, want %.3f", c, seed, x.New/x.Old, math.Exp(0.15))
			}
			if want := [2]int64{int64(10 * c.wantFrom), int64(10*c.wantTo - 1)}; math.Abs(float64(*x.First-want[0])) > 10 || math.Abs(float64(*x.Last-want[1])) > 10 {
				t.Errorf("%v, seed %d: got steps %d to %d, want %v", c, seed, *x.First, *x.Last, want)
			}
			if want := math.Expm1(0.15) * float64(c.to-c.from) * math.Exp(7); x.Effect < 0.5*want || x.Effect > 2*want {
				t.Errorf("%v, seed %d: got the effect %.0f ns, want about %.0f", c, seed, x.Effect, want)
			}
		}
	}
}

// A run that is slower as a whole, or from a column on, is the same after level: here a
// run that is slower than all others in any case, so that the medians are the same, too.
func TestLevelRemovesSpeed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		a, b := noise(rand.New(rand.NewPCG(seed, 3)), 6, 8, 10), noise(rand.New(rand.NewPCG(seed, 3)), 6, 8, 10)
		r, k := rapid.IntRange(0, 7).Draw(t, "run"), rapid.IntRange(0, 9).Draw(t, "column")
		run, some := rapid.Float64Range(0, 1).Draw(t, "speed of the run"), rapid.Float64Range(0, 1).Draw(t, "speed from the column on")
		for i := range b {
			for c := range b[i].steps {
				a[i].log[r][c] += 3
				if b[i].log[r][c] += 3 + run; c >= k {
					b[i].log[r][c] += some
				}
			}
		}
		level(a)
		level(b)
		for i := range a {
			for r := range a[i].x {
				for c, x := range a[i].x[r] {
					if d := b[i].x[r][c] - x; math.Abs(d) > 1e-9 {
						t.Fatalf("phase %d, run %d, column %d: moved by %g", i, r, c, d)
					}
				}
			}
		}
	})
}

// The statistic is the largest of an obvious search, and its rank among all arrangements
// is the p-value.
func TestDifferingAgainstBruteForce(t *testing.T) {
	for seed := range uint64(20) {
		list := noise(rand.New(rand.NewPCG(seed, 4)), 2, 8, 9)
		for r := 4; r < 8; r++ {
			list[1].log[r][3] += 0.2
		}
		level(list)
		tOf := func(p *panel, side []bool) float64 {
			best := 0.0
			for a := range 9 {
				for b := a + 1; b <= 9; b++ {
					if b-a == 9 {
						continue
					}
					var x, y []float64
					for r := range p.z {
						in, out := 0.0, 0.0
						for k, v := range p.z[r] {
							if a <= k && k < b {
								in += v / float64(b-a)
							} else {
								out += v / float64(9-b+a)
							}
						}
						if side[r] {
							x = append(x, in-out)
						} else {
							y = append(y, in-out)
						}
					}
					best = max(best, student(x, y))
				}
			}
			return best
		}
		want, all, mine := 0, 0, second(8, 4)
		most := max(tOf(&list[0], mine), tOf(&list[1], mine))
		combinations(make([]bool, 8), 0, 4, func(side []bool) bool {
			if all++; max(tOf(&list[0], side), tOf(&list[1], side)) >= most*(1-1e-6) {
				want++
			}
			return true
		})
		if all != 70 {
			t.Fatalf("got %d arrangements, want 70", all)
		}
		if found, p := differing(list, 4, 1); found == nil || tOf(found, mine) < most*(1-1e-6) || math.Abs(p-float64(want)/70) > 1e-12 {
			t.Errorf("seed %d: got %v, want %d of 70", seed, p, want)
		}
	}
}

// student returns the absolute value of Student's t.
func student(x, y []float64) float64 {
	mean := func(v []float64) (m, square float64) {
		for _, x := range v {
			m += x / float64(len(v))
		}
		for _, x := range v {
			square += (x - m) * (x - m)
		}
		return m, square
	}
	a, p := mean(x)
	b, q := mean(y)
	return math.Abs(a-b) / math.Sqrt((p+q)/float64(len(x)+len(y)-2)*(1/float64(len(x))+1/float64(len(y))))
}

// Too few runs are not tested, and equal values are no finding.
func TestDifferingNothing(t *testing.T) {
	list := noise(rand.New(rand.NewPCG(1, 5)), 3, 8, 9)
	for i := range list {
		for r := range list[i].log {
			copy(list[i].log[r], list[i].log[0])
		}
	}
	level(list)
	for _, alpha := range []float64{0.05, 0.001} { // 4 runs per side tell nothing at 0.001
		if found, _ := differing(list, 4, alpha); found != nil {
			t.Errorf("equal runs at %g: got %s", alpha, found.phase)
		}
	}
	list[1].log[7][2]++
	level(list)
	if found, _ := differing(list, 4, 0.001); found != nil {
		t.Errorf("4 runs per side: got %s", found.phase)
	}
	if found, _ := differing(nil, 4, 0.05); found != nil {
		t.Errorf("no panels: got %s", found.phase)
	}
}

// With many runs the first arrangement is the one of the comparison, and the others are of
// the same sizes and the same each time.
func TestArrangements(t *testing.T) {
	var first, again [][]bool
	for _, list := range []*[][]bool{&first, &again} {
		for side := range arrangements(30, 11) {
			*list = append(*list, slices.Clone(side))
		}
	}
	if len(first) != mostDraws || !slices.EqualFunc(first, again, slices.Equal) {
		t.Errorf("got %d and %d arrangements, want %d equal ones", len(first), len(again), mostDraws)
	}
	if !slices.Equal(first[0], second(30, 11)) || slices.Equal(first[1], first[0]) {
		t.Error("want the comparison first, and others after it")
	}
	for _, side := range first {
		n := 0
		for _, x := range side {
			if x {
				n++
			}
		}
		if n != 19 {
			t.Fatalf("got %d runs on the second side, want 19", n)
		}
	}
}
