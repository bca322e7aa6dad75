package analysis

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/symbolic"
)

// ordered returns an ordering with the given costs.
func ordered(name string, nnz int64, flops, critical float64) *Ordering {
	x := &symbolic.Analysis{Method: name}
	x.NNZLU, x.Flops, x.CriticalPathFlops = nnz, flops, critical
	return &Ordering{Analysis: x}
}

func TestWinners(t *testing.T) {
	if winnersOf(nil) != nil {
		t.Error("a winner among none")
	}
	list := []*Ordering{
		ordered("a", 100, 1000, 900), ordered("b", 90, 1000, 950), ordered("c", 90, 990, 970),
		ordered("d", 200, 6400, 100),
	}
	names := func(list []*Ordering) [4]string {
		b := winnersOf(list)
		return [4]string{b.Fill, b.Flops, b.Parallel, b.Recommended}
	}
	if got, want := names(list), [4]string{"b", "c", "d", "c"}; got != want {
		t.Errorf("want %v, got %v", want, got)
	}
	// A bound over all pivots does not count, what compares does.
	bound := ordered("e", 1000, 1e6, 1e6)
	bound.NoPivoting = &symbolic.NoPivoting{CriticalPathFlops: 1}
	bound.NoPivoting.NNZLU, bound.NoPivoting.Flops = 80, 800
	if got, want := names(append(list, bound)), [4]string{"e", "e", "e", "e"}; got != want {
		t.Errorf("want %v, got %v", want, got)
	}
	// Of as many entries and flops the shorter critical path is recommended.
	quick := ordered("g", 90, 990, 500)
	if got := winnersOf(append(list, quick)); got.Fill != "b" || got.Flops != "c" || got.Recommended != "g" {
		t.Errorf("want fill b and g recommended, got %v", *got)
	}
	// Entries between blocks are held too.
	blocks := ordered("f", 70, 900, 900)
	blocks.NNZOffBlocks = 40
	if got := winnersOf(append(list, blocks)); got.Fill != "b" || got.Flops != "f" {
		t.Errorf("want fill b and flops f, got %v", *got)
	}
}

// On few workers the work decides, on many the critical path.
func TestWinnersByWorkers(t *testing.T) {
	list := []*Ordering{ordered("work", 1, 1000, 500), ordered("path", 1, 2000, 100), ordered("same", 1, 2000, 100)}
	got := winnersOf(list).ByWorkers
	want := []WinnerOn{
		{2, "work", ColumnTasks, 750, 1000. / 750}, // path: 1050
		{4, "path", ColumnTasks, 575, 2000. / 575}, // work: 625
		{8, "path", ColumnTasks, 337.5, 2000 / 337.5},
		{16, "path", ColumnTasks, 218.75, 2000 / 218.75},
		{32, "path", ColumnTasks, 159.375, 2000 / 159.375},
		{64, "path", ColumnTasks, 129.6875, 2000 / 129.6875},
	}
	if !slices.Equal(got, want) {
		t.Errorf("want %v, got %v", want, got)
	}
	if b := winnersOf([]*Ordering{ordered("a", 3, 0, 0)}); b.ByWorkers[0] != (WinnerOn{Workers: 2, Method: "a"}) {
		t.Errorf("want no speed-up without work, got %v", b.ByWorkers[0])
	}
}

// The bottleneck is the heaviest node of a heaviest path, found here by
// walking from every leaf.
func TestBottleneck(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 1))
		a := matgen.RandomSquare(2+rng.IntN(60), 1+rng.IntN(4), seed)
		x := symbolic.Analyze(a, symbolic.Order{}, symbolic.Options{})
		for k := range x.TaskWork { // no two sums alike
			x.TaskWork[k] += rng.Float64() * 1e-6
		}
		got := bottleneck(x)
		if x.Flops == 0 {
			if got != nil {
				t.Fatalf("seed %d: a bottleneck without work", seed)
			}
			continue
		}
		longest, worst := 0.0, -1
		for leaf := range x.TaskWork {
			sum, most := 0.0, leaf
			for k := leaf; k >= 0; k = int(x.Tasks.Parent[k]) {
				sum += x.TaskWork[k]
				if x.TaskWork[k] > x.TaskWork[most] {
					most = k
				}
			}
			if sum > longest {
				longest, worst = sum, most
			}
		}
		want := Bottleneck{x.Partition.Width(worst), int(x.Partition.Rows[worst]), x.TaskWork[worst] / x.Flops,
			x.TaskWork[worst] / longest, x.Tasks.Parent[worst] < 0}
		if got.Columns != want.Columns || got.Rows != want.Rows || got.Root != want.Root ||
			math.Abs(got.FlopShare-want.FlopShare) > 1e-12 || math.Abs(got.CriticalPathShare-want.CriticalPathShare) > 1e-12 {
			t.Errorf("seed %d: want %+v, got %+v", seed, want, *got)
		}
	}
	if bottleneck(&symbolic.Analysis{Tasks: etree.Tree{}}) != nil {
		t.Error("a bottleneck without nodes")
	}
}
