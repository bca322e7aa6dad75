package symbolic

import (
	"math"

	"github.com/nrkit/nrkit/etree"
)

// A Speedup is the gain of a number of workers over one worker.
type Speedup struct {
	Workers int     `json:"workers"` // number of workers
	Speedup float64 `json:"speedup"` // predicted speed-up: T1 divided by the time of the schedule; 1 without work

	// speed-up by Graham's bound T1/p + (1 − 1/p)·T∞. Every schedule that leaves
	// no worker idle while a task is ready reaches at least this
	//
	// See [GrahamTime].
	Graham float64 `json:"graham_speedup"`
}

// GrahamTime returns a bound on the time of schedules on p workers: T1/p +
// (1-1/p)·T∞. T1 is the work of all tasks and T∞ the work on the critical path. No
// schedule that leaves no worker idle while a task is ready takes longer. It ranks
// orders by the time to expect on p workers: between T1 on one and T∞ on any number.
//
// A worker that is idle waits for a task on one and the same path, so the p
// workers together do T1 and idle at most (p-1)·T∞ (R. L. Graham, SIAM J. Appl.
// Math. 17(2):416–429, 1969).
func GrahamTime(work, path float64, p int) float64 {
	share := 1 / float64(p)
	return work*share + (1-share)*path
}

// Speedups predicts the speed-up of the tasks of t for each number of workers. Task
// s takes cost[s] and starts after its children.
//
// Method: list scheduling, highest level first [1]: whenever a worker is free
// it takes, of the tasks that are ready, the one from which the path to the
// root costs most, of several the first. Workers may be left idle: what fewer
// workers reach counts for more of them too, so that the curve does not fall.
// Communication costs nothing and a task runs on one worker.
//
// Shapes: workers ascends. Costs must not be negative or NaN.
//
// Cost: O(s log p) for each number p of workers, until a schedule is as short
// as the critical path, and a sort of the s tasks.
//
// It panics if the sizes differ.
//
// [1] T. C. Hu, Operations Research 9(6):841–848, 1961; bounds: R. L. Graham,
// SIAM J. Appl. Math. 17(2):416–429, 1969.
func Speedups(t etree.Tree, cost []float64, workers []int) []Speedup {
	if len(cost) != t.Len() {
		panic(errCosts)
	}
	return speedups(t, cost, workers, t.CriticalPath(cost), &Scratch{})
}

// speedups is Speedups where the critical path is known.
func speedups(t etree.Tree, cost []float64, workers []int, critical float64, mem *Scratch) []Speedup {
	total := 0.0
	for _, c := range cost {
		total += c
	}
	q := &mem.queue
	q.reset(t, cost, mem)
	best := total // what one worker needs, without a simulation
	speedups := make([]Speedup, len(workers))
	for k, p := range workers {
		switch {
		case p == 1 || best <= critical:
		case p >= len(q.leaves): // no task has to wait for a worker
			best = critical
		default:
			best = min(best, q.makespan(p))
		}
		speedups[k] = Speedup{p, ratio(total, best), max(1, ratio(total, GrahamTime(total, critical, p)))}
	}
	return speedups
}

// Makespan returns the time that the list schedule of [Speedups] takes on p
// workers. It panics if the sizes differ or p is less than 1.
func Makespan(t etree.Tree, cost []float64, p int) float64 {
	if len(cost) != t.Len() {
		panic(errCosts)
	}
	if p < 1 {
		panic(errWorkers)
	}
	mem := &Scratch{}
	mem.queue.reset(t, cost, mem)
	return mem.queue.makespan(p)
}

// A queue holds the tasks numbered by their rank: the task to prefer over all
// others is 0. Tasks from which there is no work on the path to the root are
// left out: they come last, and no time passes while they run.
type queue struct {
	cost     []float64
	parent   []int32 // rank of the parent, or -1
	children []int32
	leaves   []int32

	// The state of one simulation.
	pending []int32 // children that are not done
	ready   rankSet
	running runHeap
}

// reset makes q the queue of the tasks of t.
func (q *queue) reset(t etree.Tree, cost []float64, mem *Scratch) {
	mem.path = zeroed(mem.path, t.Len())
	pathsToRoot(t, cost, mem.path)
	order := rankOrder(mem.path, mem)
	mem.rank = zeroed(mem.rank, t.Len())
	for r, x := range order {
		mem.rank[x.task] = int32(r)
	}
	q.cost, q.parent = zeroed(q.cost, len(order)), zeroed(q.parent, len(order))
	q.children, q.pending = zeroed(q.children, len(order)), zeroed(q.pending, len(order))
	q.leaves = q.leaves[:0]
	q.ready.reset(len(order))
	for r, x := range order {
		q.cost[r] = cost[x.task]
		q.parent[r] = -1
		if p := t.Parent[x.task]; p >= 0 && mem.path[p] > 0 {
			up := mem.rank[p]
			q.parent[r] = up
			q.children[up]++
		}
	}
	for r, c := range q.children {
		if c == 0 {
			q.leaves = append(q.leaves, int32(r))
		}
	}
}

// pathsToRoot is [etree.Tree.PathsToRoot] into path.
func pathsToRoot(t etree.Tree, cost, path []float64) {
	for j := len(path) - 1; j >= 0; j-- {
		path[j] = cost[j]
		if p := t.Parent[j]; p >= 0 {
			path[j] += path[p]
		}
	}
}

// makespan simulates p workers and returns when the last is done.
func (q *queue) makespan(p int) float64 {
	copy(q.pending, q.children)
	for _, r := range q.leaves {
		q.ready.add(r)
	}
	q.running = q.running[:0]
	now := 0.0
	for {
		for len(q.running) < p {
			r, ok := q.ready.removeFirst()
			if !ok {
				break
			}
			q.running.push(run{now + q.cost[r], r})
		}
		if len(q.running) == 0 {
			return now
		}
		// Every task that ends now makes its parent ready before a worker
		// chooses again.
		now = q.running[0].end
		for len(q.running) > 0 && q.running[0].end == now {
			if up := q.parent[q.running.pop().rank]; up >= 0 {
				if q.pending[up]--; q.pending[up] == 0 {
					q.ready.add(up)
				}
			}
		}
	}
}

// A ranked is a task with what it is ranked by.
type ranked struct {
	key  uint64 // complement of the path, so that the longest comes first
	task int32
}

// rankOrder returns the tasks with a path longer than 0 in descending order of
// path, of equal paths the first first. The result is memory of mem.
//
// Method: a radix sort of the bits of the floating-point numbers, which order
// as the numbers do where those are not negative, by 11 bits at a time; digits
// that are all alike are skipped.
func rankOrder(path []float64, mem *Scratch) []ranked {
	from, differ := zeroed(mem.from, len(path))[:0], uint64(0)
	for s, x := range path {
		if x > 0 {
			from = append(from, ranked{^math.Float64bits(x), int32(s)})
			differ |= from[0].key ^ from[len(from)-1].key
		}
	}
	to := zeroed(mem.to, len(from))
	const digit = 1<<11 - 1
	for shift := 0; shift < 64; shift += 11 {
		if differ>>shift&digit == 0 {
			continue
		}
		var count [digit + 1]int32
		for _, x := range from {
			count[x.key>>shift&digit]++
		}
		sum := int32(0)
		for d, c := range count {
			count[d] = sum
			sum += c
		}
		for _, x := range from {
			d := x.key >> shift & digit
			to[count[d]] = x
			count[d]++
		}
		from, to = to, from
	}
	mem.from, mem.to = from, to
	return from
}
