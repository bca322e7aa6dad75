package diagnose

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/nrkit/nrkit/trace"
)

// analysis returns the analyze/v1 of the run, or the reason why there is no usable
// one: it is missing, or it describes another matrix than the labels of the trace.
func (in *Input) analysis() (a *Analysis, why string) {
	if in.Analysis == nil {
		return nil, "there is no analysis of the matrices of the run (--analysis, from analyze --json)"
	}
	if rows, text := in.Analysis.Structure.Rows, in.Summary.Labels["unknowns"]; text != "" && rows > 0 {
		if n, err := strconv.ParseInt(text, 10, 64); err == nil && n != rows {
			return nil, fmt.Sprintf("%s describes a matrix of %d rows, but the run has %d unknowns", in.Analysis.Source, rows, n)
		}
	}
	return in.Analysis, ""
}

// counts returns the run/v1 of the run; nil without one, or, with the reason, if it
// describes another run.
func (in *Input) counts() (r *RunCounts, why string) {
	r = in.Run
	if r == nil {
		return nil, ""
	}
	if n, err := strconv.ParseInt(in.Summary.Labels["unknowns"], 10, 64); err == nil && r.Circuit.Unknowns > 0 && n != r.Circuit.Unknowns {
		return nil, fmt.Sprintf("%s is ignored: its circuit has %d unknowns, but the circuit of the trace has %d", r.Source, r.Circuit.Unknowns, n)
	}
	if n := in.Summary.Counts.Number[trace.CountIterations]; n > 0 && r.Counts.Iterations > 0 && n != r.Counts.Iterations && len(in.Ranks) == 0 {
		return nil, fmt.Sprintf("%s is ignored: its run has %d iterations, but the run of the trace has %d", r.Source, r.Counts.Iterations, n)
	}
	return r, ""
}

// ordering returns the analysis under the method that the run used, or, where
// the trace does not say which or the analysis does not have it, under the
// recommended one; nil without an analysis.
func (in *Input) ordering() *Ordering {
	a, _ := in.analysis()
	if a == nil {
		return nil
	}
	for _, method := range []string{in.Summary.Labels["ordering"], a.Best.Recommended, a.Best.Flops} {
		for i := range a.Orderings {
			if o := &a.Orderings[i]; o.Method == method {
				return o
			}
		}
	}
	return nil
}

// parallelism returns T1/T∞ of the factorisation in the task model where that is
// most, of equals the first by name, and where the figure is; of columns in a
// document without task models. 0 when it is not known.
func (o *Ordering) parallelism() (most float64, model, key string) {
	key = fmt.Sprintf(".orderings[] | select(.method==%q)", o.Method)
	most, models := o.ParallelismWork, o.TaskModels
	if o.NoPivoting != nil {
		key += ".no_pivoting"
		most, models = o.NoPivoting.ParallelismWork, o.NoPivoting.TaskModels
	}
	model, figure := "columns", ".parallelism_work"
	for _, name := range slices.Sorted(maps.Keys(models)) {
		if m := models[name]; m.Parallelism > most {
			most, model, figure = m.Parallelism, name, ".task_models."+name+".parallelism"
		}
	}
	return most, model, key + figure
}
