package analysis

import (
	"math"
	"math/rand/v2"
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

func TestBest(t *testing.T) {
	if best(nil) != nil {
		t.Error("a winner among none")
	}
	list := []*Ordering{
		ordered("a", 100, 1000, 900), ordered("b", 90, 1000, 950), ordered("c", 90, 990, 970),
		ordered("d", 200, 6400, 100),
	}
	if got, want := *best(list), (Best{"b", "c", "d", "b"}); got != want {
		t.Errorf("want %v, got %v", want, got)
	}
	// A bound over all pivots does not count, what compares does.
	bound := ordered("e", 1000, 1e6, 1e6)
	bound.NoPivoting = &symbolic.NoPivoting{CriticalPathFlops: 1}
	bound.NoPivoting.NNZLU, bound.NoPivoting.Flops = 80, 800
	if got, want := *best(append(list, bound)), (Best{"e", "e", "e", "e"}); got != want {
		t.Errorf("want %v, got %v", want, got)
	}
	// A little more fill is worth a shorter critical path.
	quick := ordered("g", 99, 1000, 500)
	if got := best(append(list, quick)); got.Fill != "b" || got.Recommended != "g" {
		t.Errorf("want fill b and g recommended, got %v", *got)
	}
	// Entries between blocks are held too.
	blocks := ordered("f", 70, 900, 900)
	blocks.NNZOffBlocks = 40
	if got := best(append(list, blocks)); got.Fill != "b" || got.Flops != "f" {
		t.Errorf("want fill b and flops f, got %v", *got)
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
