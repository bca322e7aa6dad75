package parallel

import (
	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/symbolic"
)

// A Solver is the model of a published parallel solver. It says what the solver takes
// as a task.
type Solver struct {
	Name     string
	Tasks    string // in words
	Citation string

	model func(*symbolic.TaskModels) *symbolic.TaskModel
}

// Solvers returns the models of published parallel solvers. They say how much work can
// be done at a time under the rules of the solver. None was fitted to times of the
// solver.
func Solvers() []Solver {
	return []Solver{
		{"NICSLU", "columns, each with the updates that it receives, pipelined",
			"X. Chen, Y. Wang, H. Yang, IEEE Trans. CAD 32(2):261–274, 2013",
			func(t *symbolic.TaskModels) *symbolic.TaskModel { return t.Pipelined }},
		{"Basker", "columns with the updates that they send, subtrees first",
			"J. D. Booth, S. Rajamanickam, H. K. Thornquist, IPDPS Workshops, 2016",
			func(t *symbolic.TaskModels) *symbolic.TaskModel { return &t.Columns }},
		{"PARDISO", "supernodes in panels",
			"O. Schenk, K. Gärtner, Future Generation Computer Systems 20(3):475–487, 2004",
			func(t *symbolic.TaskModels) *symbolic.TaskModel { return &t.Panels }},
	}
}

// Time returns the estimated seconds of a factorization on a number of workers, from
// the seconds on one. ok is false if the analysis lacks the model.
//
// Method: Graham's bound of the task model, T1/p + (1 − 1/p)·T∞, with T1 scaled to the
// seconds on one worker, and one wake-up. A good
// schedule is faster than Graham's bound.
//
// It panics if workers is below 1.
func (s *Solver) Time(t *symbolic.TaskModels, serial float64, m *prediction.Machine, workers int) (seconds float64, ok bool) {
	if workers < 1 {
		panic("parallel: workers below 1")
	}
	if t == nil {
		return 0, false
	}
	model := s.model(t)
	if model == nil || model.Work == 0 {
		return 0, false
	}
	if workers == 1 {
		return serial, true
	}
	share := symbolic.GrahamTime(model.Work, model.CriticalPath, workers) / model.Work
	return min(serial, serial*share+1e-9*m.Wake), true
}
