package symbolic_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/internal/oracle"
	"github.com/nrkit/nrkit/symbolic"
)

// drawTasks draws a forest of up to 80 tasks. Costs are small integers, so
// that sums are exact and ties are frequent.
func drawTasks(t *rapid.T) (etree.Tree, []float64) {
	n := rapid.IntRange(0, 80).Draw(t, "n")
	reach := rapid.SampledFrom([]int{1, 3, 20, 80}).Draw(t, "reach")
	parent, cost := make([]int32, n), make([]float64, n)
	for j := range parent {
		parent[j] = -1
		if p := rapid.IntRange(j, min(n-1, j+reach)).Draw(t, "parent"); p > j {
			parent[j] = int32(p)
		}
		cost[j] = float64(rapid.IntRange(0, 6).Draw(t, "cost"))
	}
	return etree.Tree{Parent: parent}, cost
}

func TestMakespan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree, cost := drawTasks(t)
		p := rapid.SampledFrom([]int{1, 2, 3, 4, 5, 8, 16, 100}).Draw(t, "workers")
		if got, want := symbolic.Makespan(tree, cost, p), oracle.ListSchedule(tree.Parent, cost, p); got != want {
			t.Fatalf("%d workers: want %v, got %v", p, want, got)
		}
	})
}

// TestGraham: no schedule beats the critical path or perfect division, and a
// greedy one is within Graham's bound. With one worker for each leaf it is as
// long as the critical path.
func TestGraham(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree, cost := drawTasks(t)
		total, critical := 0.0, tree.CriticalPath(cost)
		for _, c := range cost {
			total += c
		}
		for p := 1; p <= tree.Leaves()+1; p++ {
			got := symbolic.Makespan(tree, cost, p)
			if got < critical || got < total/float64(p)-1e-9 {
				t.Fatalf("%d workers take %v for work %v with critical path %v", p, got, total, critical)
			}
			if bound := total/float64(p) + critical*float64(p-1)/float64(p); got > bound+1e-9 {
				t.Fatalf("%d workers take %v, Graham's bound is %v", p, got, bound)
			}
			if p == 1 && got != total || p >= tree.Leaves() && got != critical {
				t.Fatalf("%d workers take %v, work %v, critical path %v", p, got, total, critical)
			}
		}
	})
}

// TestSpeedups: the curve is the best that up to p workers reach.
func TestSpeedups(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree, cost := drawTasks(t)
		workers := []int{1, 2, 3, 4, 8, 64}
		total, critical := oracle.ListSchedule(tree.Parent, cost, 1), tree.CriticalPath(cost)
		best, last := math.Inf(1), 0.0
		for k, s := range symbolic.Speedups(tree, cost, workers) {
			p := workers[k]
			best = min(best, oracle.ListSchedule(tree.Parent, cost, p))
			want, graham := 1.0, 1.0
			if total > 0 {
				want, graham = total/best, total/(total/float64(p)+critical*float64(p-1)/float64(p))
			}
			if s.Workers != p || s.Speedup != want || math.Abs(s.Graham-graham) > 1e-12*graham {
				t.Fatalf("want %d workers, speed-up %v, Graham %v, got %+v", p, want, graham, s)
			}
			if s.Speedup < last || s.Speedup > float64(p)+1e-9 || s.Speedup < s.Graham-1e-9 {
				t.Fatalf("%+v after %v", s, last)
			}
			last = s.Speedup
		}
	})
}

// TestHu is a tree with tasks of equal cost on three workers, for which the
// highest level first is best: T. C. Hu, Operations Research 9(6):841–848,
// 1961, theorem: a schedule of length L needs at most p workers where
// max over γ of the tasks at levels above L-γ, divided by γ, is at most p.
func TestHu(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree, cost := drawTasks(t)
		for j := range cost {
			cost[j] = 1
		}
		p := rapid.IntRange(1, 6).Draw(t, "workers")
		// at[d] is the number of tasks with d ancestors; those of depth d or
		// more need steps of their own before the last d.
		var at []int
		for _, d := range oracle.Depths(tree.Parent) {
			for len(at) <= int(d) {
				at = append(at, 0)
			}
			at[d]++
		}
		want, deeper := 0, 0
		for d := len(at) - 1; d >= 0; d-- {
			deeper += at[d]
			want = max(want, d+(deeper+p-1)/p)
		}
		if got := symbolic.Makespan(tree, cost, p); got != float64(want) {
			t.Fatalf("%d workers: want %d steps, got %v", p, want, got)
		}
	})
}
