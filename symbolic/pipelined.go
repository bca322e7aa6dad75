package symbolic

import (
	"slices"

	"github.com/nrkit/nrkit/etree"
)

// A pipeline is the model of pipelined columns. A column and all updates that it
// receives belong to one worker: for each entry k of its row of L, in ascending
// order, the worker waits until column k is finished and applies the update from
// it, two flops for each entry of L below the diagonal in column k; at last it
// divides, one flop for each such entry of its own. That is left-looking LU by
// fan-in, which parallel solvers for circuits call pipeline mode [1]. Its work is
// the same as in the model of columns.
//
// [1] X. Chen, W. Wu, Y. Wang, H. Yu, H. Yang, IEEE Trans. Circuits and Systems II
// 58(10):702–706, 2011 (NICSLU).
type pipeline struct {
	*structure
	updates []float64 // flops of an update from each column, twice the flops of its division

	// Rows of L and the state of one simulation; nil before scheduler.
	ptr    []int64
	rows   []int32 // row j left of the diagonal, ascending, and j itself: rows[ptr[j]:ptr[j+1]]
	column []columnState
	done   []bool
	waits  []int32 // for each column, the first column that waits for it, or -1
}

// newPipeline returns the model for f.
func newPipeline(f *factor) *pipeline {
	p := &pipeline{structure: structureOf(f), updates: make([]float64, len(f.lower))}
	for j, c := range f.lower {
		p.updates[j] = 2 * (float64(c) - 1)
	}
	return p
}

// mostPipelinedRows is the most entries of U for which pipelined columns are
// scheduled: the rows of L are formed for that.
const mostPipelinedRows = 1 << 25

// criticalPath returns when the last column is finished with a worker for each.
//
// Method: column by column, each sends to all that wait for it when it is finished;
// so every column meets its sources in ascending order.
//
// Cost: O(|U|), some nanoseconds an entry; n words of work.
func (p *pipeline) criticalPath() float64 {
	busy := make([]float64, len(p.updates)) // until when each column has updates
	last := 0.0
	for k, update := range p.updates {
		finish := busy[k] + update/2
		last = max(last, finish)
		for _, j := range p.of(k) {
			t := busy[j]
			if finish > t {
				t = finish
			}
			busy[j] = t + update
		}
	}
	return last
}

// formRows forms the rows of L. Cost: O(|U|), with 4 bytes for each entry.
func (p *pipeline) formRows() {
	n := len(p.updates)
	p.ptr = make([]int64, n+1)
	for k := range n {
		p.ptr[k+1]++
		for _, j := range p.of(k) {
			p.ptr[j+1]++
		}
	}
	for j := range n {
		p.ptr[j+1] += p.ptr[j]
	}
	p.rows = make([]int32, p.ptr[n])
	at := slices.Clone(p.ptr)
	for k := range n {
		p.rows[at[k]] = int32(k) // all before it are there
		for _, j := range p.of(k) {
			p.rows[at[j]] = int32(k)
			at[j]++
		}
	}
}

// A columnState is how far a column is in a simulation.
type columnState struct {
	next int64 // place of the next source in rows; of the column itself when all are applied
	wait int32 // the next column that waits for the same source, or -1
	ends bool  // with its present turn
}

// scheduler returns a function that simulates p workers and returns when the last
// column is done.
//
// Method: list scheduling [1]. A free worker takes, of the columns that can go on,
// the one with the longest path to its root, where a column counts three flops
// for each entry of L below the diagonal: its division, and the update that its
// parent waits for. It applies updates until the next source is not finished,
// leaves the column then and takes another one. A worker is never idle while a
// column can go on, so Graham's bound holds.
//
// Cost: O(|U|) for each number of workers, and O(log p) for each turn of a column;
// 4 bytes of work for each entry of U.
//
// [1] T. C. Hu, Operations Research 9(6):841–848, 1961.
func (p *pipeline) scheduler(t etree.Tree, mem *Scratch) func(workers int) float64 {
	n := t.Len()
	mem.path, mem.work = zeroed(mem.path, n), zeroed(mem.work, n)
	for j, update := range p.updates {
		mem.work[j] = 1.5 * update
	}
	pathsToRoot(t, mem.work, mem.path)
	for j := range mem.path {
		mem.path[j]++ // columns that only receive have a rank too
	}
	columns, rank := make([]int32, n), make([]int32, n)
	for r, x := range rankOrder(mem.path, mem) {
		columns[r], rank[x.task] = x.task, int32(r)
	}
	p.formRows()
	p.column, p.done, p.waits = make([]columnState, n), make([]bool, n), make([]int32, n)
	q := &mem.queue
	return func(workers int) float64 { return p.makespan(workers, columns, rank, q) }
}

// makespan simulates workers.
func (p *pipeline) makespan(workers int, columns, rank []int32, q *queue) float64 {
	for j := range p.waits {
		p.waits[j] = -1
	}
	q.ready.reset(len(columns))
	q.running = q.running[:0]
	for j := range p.column {
		p.column[j] = columnState{next: p.ptr[j]}
		p.done[j] = false
		if p.ptr[j]+1 == p.ptr[j+1] {
			q.ready.add(rank[j])
		} else {
			p.suspend(int32(j))
		}
	}
	now := 0.0
	var turns []int32
	for {
		for len(q.running) < workers {
			r, ok := q.ready.removeFirst()
			if !ok {
				break
			}
			q.running.push(run{p.turn(columns[r], now), r})
		}
		if len(q.running) == 0 {
			return now
		}
		// Every column that ends now lets others go on before a turn ends or a
		// worker chooses.
		now, turns = q.running[0].end, turns[:0]
		for len(q.running) > 0 && q.running[0].end == now {
			j := columns[q.running.pop().rank]
			if !p.column[j].ends {
				turns = append(turns, j)
				continue
			}
			p.done[j] = true
			for k := p.waits[j]; k >= 0; k = p.column[k].wait {
				q.ready.add(rank[k])
			}
		}
		for _, j := range turns {
			if p.done[p.rows[p.column[j].next]] {
				q.running.push(run{p.turn(j, now), rank[j]})
			} else {
				p.suspend(j)
			}
		}
	}
}

// suspend lets column j wait for its next source.
func (p *pipeline) suspend(j int32) {
	k := p.rows[p.column[j].next]
	p.column[j].wait, p.waits[k] = p.waits[k], j
}

// turn applies to column j the updates whose sources are finished now, and
// returns when that is done: the end of the column, or a source that is to be
// looked at again.
func (p *pipeline) turn(j int32, now float64) float64 {
	x := &p.column[j]
	end := p.ptr[j+1] - 1
	next := x.next
	for next < end && p.done[p.rows[next]] {
		now += p.updates[p.rows[next]]
		next++
	}
	x.next = next
	if next == end {
		x.ends = true
		now += p.updates[j] / 2
	}
	return now
}
