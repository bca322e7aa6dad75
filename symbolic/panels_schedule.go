package symbolic

// mostTileTasks is the largest number of tasks for which the model of panels is
// scheduled: 80 bytes of work for each of them.
const mostTileTasks = 4 << 20

// A tileGrid is where the tasks of a front are. Step k has a grid of tasks, with a
// row for its diagonal tile and for each tile below, and a column for each tile to
// the right: task (0, 0) factorizes, (x, 0) and (0, y) solve, (x, y) updates.
type tileGrid struct {
	first      int // of its tasks
	steps      int
	rows, cols int // tiles in the first step
}

// grid returns the tiles of a front.
func (f front) grid() tileGrid {
	if f.single() {
		return tileGrid{steps: 1, rows: 1, cols: 1}
	}
	steps, _ := f.steps()
	return tileGrid{
		steps: steps,
		rows:  steps + (f.rows-f.pivots+Tile-1)/Tile,
		cols:  steps + (f.cols-f.pivots+Tile-1)/Tile,
	}
}

// tasks returns the number of tasks of the front.
func (g tileGrid) tasks() int {
	n := 0
	for k := range g.steps {
		n += (g.rows - k) * (g.cols - k)
	}
	return n
}

// tasks returns the number of tasks of all fronts, or more than mostTileTasks.
func (p *panels) tasks() int {
	n := 0
	for _, f := range p.fronts {
		if n += f.grid().tasks(); n > mostTileTasks {
			break
		}
	}
	return n
}

// rowsOf and colsOf return the size of tile x along a side.
func (f front) rowsOf(x int) int { return f.side(x, f.rows) }
func (f front) colsOf(x int) int { return f.side(x, f.cols) }

func (f front) side(x, size int) int {
	steps, _ := f.steps()
	if x < steps {
		return min(Tile, f.pivots-x*Tile)
	}
	return min(Tile, size-f.pivots-(x-steps)*Tile)
}

// cost returns the flops of task (x, y) of step k.
func (f front) cost(k, x, y int) float64 {
	size := f.rowsOf(k)
	switch {
	case f.single():
		return f.work()
	case x == 0 && y == 0:
		return tileFactor(size)
	case y == 0:
		return tileBelow(f.rowsOf(k+x), size)
	case x == 0:
		return tileRight(f.colsOf(k+y), size)
	}
	return tileUpdate(f.rowsOf(k+x), f.colsOf(k+y), size)
}

// A tileQueue is the state of a simulation of the tasks of all fronts.
type tileQueue struct {
	*panels
	grids []tileGrid
	cost  []float64
	front []int32 // of each task
	rank  []int32 // of each task: 0 is the one to prefer
	tasks []int32 // in the order of their ranks

	pending  []int8  // for each task, what it waits for within its front
	left     []int   // for each front, tasks that are not done
	children []int32 // for each front, children that are not done
}

// scheduler returns a function that simulates p workers and returns when the last
// of the n tasks is done.
//
// Method: list scheduling: a free worker takes, of the tasks that are ready, the
// one from which the path to the end costs most, of several the first.
//
// Cost: O(n log p) for each number of workers, and a sort.
func (p *panels) scheduler(n int, mem *Scratch) func(workers int) float64 {
	q := &tileQueue{panels: p, grids: make([]tileGrid, len(p.fronts)), cost: make([]float64, n), front: make([]int32, n),
		rank: make([]int32, n), tasks: make([]int32, n), pending: make([]int8, n),
		left: make([]int, len(p.fronts)), children: make([]int32, len(p.fronts))}
	above := make([]float64, len(p.fronts))
	first := n
	for s := len(p.fronts) - 1; s >= 0; s-- {
		g := p.fronts[s].grid()
		first -= g.tasks()
		g.first = first
		q.grids[s] = g
		above[s] = p.fronts[s].path()
		if up := p.tree.Parent[s]; up >= 0 {
			above[s] += above[up]
		}
	}
	mem.path = zeroed(mem.path, n)
	for s, up := range p.tree.Parent {
		after := 0.0
		if up >= 0 {
			after = above[up]
		}
		q.weigh(s, after, mem.path)
	}
	for t := range mem.path {
		mem.path[t]++ // tasks without work have a rank too
	}
	for r, x := range rankOrder(mem.path, mem) {
		q.tasks[r], q.rank[x.task] = x.task, int32(r)
	}
	return func(workers int) float64 { return q.makespan(workers, &mem.queue) }
}

// weigh sets the costs of the tasks of front s, and of each the path to the end
// where after lies on it behind the front.
func (q *tileQueue) weigh(s int, after float64, path []float64) {
	f, g := q.fronts[s], q.grids[s]
	at := g.first + g.tasks()
	behind := 0 // start of the next step
	for k := g.steps - 1; k >= 0; k-- {
		rows, cols := g.rows-k, g.cols-k
		at -= rows * cols
		for x := rows - 1; x >= 0; x-- {
			for y := cols - 1; y >= 0; y-- {
				t := at + x*cols + y
				longest := after
				switch {
				case x > 0 && y > 0 && k+1 < g.steps:
					longest = path[behind+(x-1)*(cols-1)+y-1]
				case x > 0 && y == 0:
					for j := 1; j < cols; j++ {
						longest = max(longest, path[at+x*cols+j])
					}
				case x == 0 && y > 0:
					for i := 1; i < rows; i++ {
						longest = max(longest, path[at+i*cols+y])
					}
				case x == 0 && y == 0:
					for j := 1; j < cols; j++ {
						longest = max(longest, path[at+j])
					}
					for i := 1; i < rows; i++ {
						longest = max(longest, path[at+i*cols])
					}
				}
				q.cost[t], q.front[t] = f.cost(k, x, y), int32(s)
				path[t] = q.cost[t] + longest
			}
		}
		behind = at
	}
}

// start sets the counts of what is waited for.
func (q *tileQueue) start(ready *rankSet) {
	clear(q.children)
	for _, up := range q.tree.Parent {
		if up >= 0 {
			q.children[up]++
		}
	}
	for s, g := range q.grids {
		q.left[s] = g.tasks()
		t := g.first
		for k := range g.steps {
			earlier := int8(min(k, 1)) // the update in the step before
			for x := range g.rows - k {
				for y := range g.cols - k {
					q.pending[t] = earlier
					switch {
					case x > 0 && y > 0:
						q.pending[t] += 2
					case x > 0 || y > 0:
						q.pending[t]++
					}
					t++
				}
			}
		}
		if q.children[s] == 0 {
			ready.add(q.rank[g.first])
		}
	}
}

// makespan simulates workers.
func (q *tileQueue) makespan(workers int, mem *queue) float64 {
	mem.ready.reset(len(q.tasks))
	mem.running = mem.running[:0]
	q.start(&mem.ready)
	now := 0.0
	for {
		for len(mem.running) < workers {
			r, ok := mem.ready.removeFirst()
			if !ok {
				break
			}
			mem.running.push(run{now + q.cost[q.tasks[r]], r})
		}
		if len(mem.running) == 0 {
			return now
		}
		now = mem.running[0].end
		for len(mem.running) > 0 && mem.running[0].end == now {
			q.finish(int(q.tasks[mem.running.pop().rank]), &mem.ready)
		}
	}
}

// finish makes ready what has waited for task t last.
func (q *tileQueue) finish(t int, ready *rankSet) {
	s := q.front[t]
	g := q.grids[s]
	release := func(t int) {
		if q.pending[t]--; q.pending[t] == 0 {
			ready.add(q.rank[t])
		}
	}
	at, k := g.first, 0
	for t >= at+(g.rows-k)*(g.cols-k) {
		at += (g.rows - k) * (g.cols - k)
		k++
	}
	rows, cols := g.rows-k, g.cols-k
	x, y := (t-at)/cols, (t-at)%cols
	switch {
	case x > 0 && y > 0:
		if k+1 < g.steps {
			release(at + rows*cols + (x-1)*(cols-1) + y - 1)
		}
	case x > 0:
		for j := 1; j < cols; j++ {
			release(t + j)
		}
	case y > 0:
		for i := 1; i < rows; i++ {
			release(t + i*cols)
		}
	default:
		for j := 1; j < cols; j++ {
			release(at + j)
		}
		for i := 1; i < rows; i++ {
			release(at + i*cols)
		}
	}
	if q.left[s]--; q.left[s] > 0 {
		return
	}
	if up := q.tree.Parent[s]; up >= 0 {
		if q.children[up]--; q.children[up] == 0 {
			ready.add(q.rank[q.grids[up].first])
		}
	}
}
