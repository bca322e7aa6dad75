package symbolic

import (
	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/supernode"
)

// TaskModels says how parallel a factorization is under three models of what a task
// is. No model bounds the speed-up of another model: T1/T∞, and Graham's bound, hold
// within one model.
type TaskModels struct {
	// model in which each task is a column with all updates that it sends. A task
	// starts when the children of its column are done
	//
	// Solvers for circuits run levels of the elimination tree in this way (cluster
	// mode).
	Columns TaskModel `json:"columns"`

	// model in which each worker owns a column. It applies each update as soon as
	// the source column is finished, sources in ascending order. Absent, with a
	// warning, if U has more than 67,108,864 entries and more than 64 per matrix
	// entry
	//
	// This is fan-in, or pipeline mode. The limit is Options.PipelinedEntries.
	Pipelined *TaskModel `json:"pipelined,omitempty"`

	// model with relaxed supernodes as dense fronts, in tiles of at most 48 rows
	// and columns. Each task is an operation on a tile. A front starts when its
	// children are done
	Panels TaskModel `json:"panels"`
}

// A TaskModel is what one model of tasks says of one factorization.
type TaskModel struct {
	Work         float64 `json:"work"`                // T1: flops of all tasks. `panels` also counts the zeros that merging adds
	CriticalPath float64 `json:"critical_path_flops"` // T∞: the most flops in a chain of tasks that wait for each other
	Parallelism  float64 `json:"parallelism"`         // T1/T∞ of this model; 1 without work

	// list schedules of the tasks on 8 and 64 workers, with free communication.
	// Absent if U has more than 1,048,576 entries and more than 64 per matrix
	// entry. Also absent for `pipelined` above 33,554,432 entries of U, and for
	// `panels` above 4,194,304 tasks
	//
	// It is nil, too, under Options.Costs. See [ModelWorkers] and [MostScheduled].
	Schedule []Speedup `json:"schedule,omitempty"`
}

// The numbers of workers that task models are scheduled on.
var modelWorkers = [...]int{8, 64}

// ModelWorkers returns the numbers of workers that task models are scheduled on.
func ModelWorkers() []int { return modelWorkers[:] }

// On returns the speed-up that the schedule reaches on a number of workers, 0 if
// there is no schedule for that number.
func (m *TaskModel) On(workers int) float64 {
	if m == nil {
		return 0
	}
	for _, s := range m.Schedule {
		if s.Workers == workers {
			return s.Speedup
		}
	}
	return 0
}

// Gain returns the speed-up that the schedule reaches on a number of workers, over
// one worker that does only flops, and no work on the zeros of panels. It is 0 if
// there is no schedule.
func (m *TaskModel) Gain(workers int, flops float64) float64 {
	if m == nil || m.Work == 0 {
		return 0
	}
	return m.On(workers) * flops / m.Work
}

// newTaskModel returns a model without a schedule.
func newTaskModel(work, path float64) TaskModel {
	return TaskModel{Work: work, CriticalPath: path, Parallelism: ratio(work, path)}
}

// schedule adds a schedule by what takes so long on p workers.
func (m *TaskModel) schedule(makespan func(p int) float64) {
	best := m.Work // what one worker needs
	for _, p := range modelWorkers {
		if best > m.CriticalPath {
			best = min(best, makespan(p))
		}
		m.Schedule = append(m.Schedule, Speedup{p, ratio(m.Work, best), max(1, ratio(m.Work, GrahamTime(m.Work, m.CriticalPath, p)))})
	}
}

// MostScheduled returns the largest number of entries of U for which a matrix with
// the number of entries is scheduled: 64 per entry, and at least 1<<20. Orders that
// fill more are never chosen, and their schedules take longer than all other steps.
func MostScheduled(entries int64) int64 { return max(1<<20, 64*entries) }

// taskModels returns the models of a factorization with the structure f, whose
// columns take work and have path on the critical path. Parts are the relaxed
// supernodes of the columns in the order post, tasks their assembly tree.
func (f *factor) taskModels(work []float64, path float64, parts *panels, opt Options) *TaskModels {
	flops := sum(work)
	m := &TaskModels{Columns: newTaskModel(flops, path), Panels: newTaskModel(parts.work(), parts.criticalPath())}
	var pipe *pipeline
	if total(f.upper) <= opt.PipelinedEntries {
		pipe = newPipeline(f)
		one := newTaskModel(flops, pipe.criticalPath())
		m.Pipelined = &one
	}
	if opt.Costs || total(f.upper) > MostScheduled(f.nnz) {
		return m
	}
	mem := opt.Scratch
	if m.Columns.CriticalPath < m.Columns.Work {
		mem.queue.reset(f.tree, work, mem)
	}
	m.Columns.schedule(mem.queue.makespan)
	if pipe != nil && total(f.upper) <= mostPipelinedRows {
		m.Pipelined.schedule(pipe.scheduler(f.tree, mem))
	}
	if n := parts.tasks(); n <= mostTileTasks {
		m.Panels.schedule(parts.scheduler(n, mem))
	}
	return m
}

// CliquePaths returns the critical paths of a dense matrix of n columns under
// each model. No order of a matrix whose filled graph has a clique of n columns
// has a shorter one by columns or pipelined columns.
func CliquePaths(n int32) (columns, pipelined, panels float64) {
	// Column j applies the updates up to j-2 when column j-1 does, and waits for
	// this one then: three flops for each entry of L below the diagonal.
	pipelined = 3 * float64(n) * float64(n-1) / 2
	return etree.CliqueLUFlops(n), pipelined, front{int(n), int(n), int(n)}.path()
}

// relaxed returns the relaxed supernodes of f, whose columns are numbered by their
// place in post, as the model of panels has them.
func (f *factor) relaxed(post sparsity.Perm, work []float64, opt Options) *panels {
	tree, counts, _ := f.inPostorder(post, work, opt.Scratch)
	parts := supernode.Relaxed(tree, counts, opt.Relax)
	return f.panelsOf(parts.Partition, parts.Tree(tree), post)
}

// panelsOf returns the fronts of supernodes of f, whose columns are numbered by
// their place in post, and whose assembly tree is tasks.
func (f *factor) panelsOf(parts supernode.Partition, tasks etree.Tree, post sparsity.Perm) *panels {
	p := &panels{tree: tasks, fronts: make([]front, parts.Len())}
	for s := range p.fronts {
		w := parts.Width(s)
		cols := int(parts.Rows[s])
		rows := cols
		if f.columns != nil {
			rows = w
			for c := range w { // column c has its diagonal in row c
				rows = max(rows, c+int(f.lower[post[int(parts.Start[s])+c]]))
			}
			rows = min(rows, f.columns.Rows) // of a matrix with fewer rows than columns
		}
		p.fronts[s] = front{min(w, rows), rows, cols}
	}
	return p
}
