package analysis

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
	"github.com/nrkit/nrkit/symbolic"
)

// ErrUnknownMethod is the cause of the error of [Run] for a name that is not a
// method.
var ErrUnknownMethod = errors.New("unknown ordering")

// errNoInput is the error of Run without files.
var errNoInput = errors.New("no matrix to analyze")

// A Source is one input: it reads the file when called.
type Source func() (*sparseio.File, error)

// Loaded returns the source of a file that has been read.
func Loaded(f *sparseio.File) Source {
	return func() (*sparseio.File, error) { return f, nil }
}

// Run analyzes the first of the inputs. If there are several inputs, Run also
// compares them as iterations of one Newton solve. It then holds one input besides
// the first in memory at a time.
//
// Parts run side by side on Options.Workers goroutines, the numeric LU after
// the orderings. When ctx is cancelled, Run returns its error at the end of
// the kernels that are running.
//
// The errors are the errors of the sources, ErrUnknownMethod, ErrUnknownMatching,
// ErrStamps and the error of the context. A problem of the matrix is a warning in
// the document.
func Run(ctx context.Context, inputs []Source, opt Options) (*Document, error) {
	if len(inputs) == 0 {
		return nil, errNoInput
	}
	start := time.Now()
	first, err := inputs[0]()
	if err != nil {
		return nil, err
	}
	read := time.Since(start)
	r, err := newRunner(ctx, first, inputs[1:], opt)
	if err != nil {
		return nil, err
	}
	r.times.ReadNS = read.Nanoseconds()
	defer r.meter.stop()
	if err := r.symbolic(); err != nil {
		return nil, err
	}
	r.doc.Winners = winnersOf(r.doc.Orderings)
	if err := r.decide(); err != nil {
		return nil, err
	}
	r.doc.Portfolio.judge(r.doc)
	if err := r.luLevels(); err != nil {
		return nil, err
	}
	r.finish(time.Since(start))
	return r.doc, nil
}

// parallelEntries is the number of entries from which on several workers gain
// more than they cost.
const parallelEntries = 100_000

// A runner is one analysis in progress.
type runner struct {
	ctx        context.Context
	opt        Options
	first      *sparseio.File
	rest       []Source
	given      *subject      // the matrix as it was given
	subject    *subject      // the matrix that is ordered and factored: given, or with its rows moved
	rows       sparsity.Perm // of given, as subject has them; nil where it is the same
	scale      *Scale        // of given, in subject; nil where it is not scaled
	candidates []*candidate
	race       *race      // nil unless BestOf was asked for
	pay        *payback   // nil until the references ended, or unless factorizations are counted
	pivots     *pivotTask // nil without a series
	costs      bool       // of orderings nothing but what decides between them
	uncounted  bool       // and not even that
	doc        *Document
	times      Timings

	scratch sync.Pool // of *symbolic.Scratch, one for each worker
	meter   *meter    // nil without Options.Progress
}

// newRunner prepares the document and decides which methods run.
func newRunner(ctx context.Context, first *sparseio.File, rest []Source, opt Options) (*runner, error) {
	if opt.PivotThreshold == 0 {
		opt.PivotThreshold = DefaultPivotThreshold
	}
	opt.Budget = opt.Budget.filled()
	if opt.Workers == 0 {
		opt.Workers = 1
		if first.Matrix.Pattern.NNZ() >= parallelEntries || slices.Contains(opt.Orderings, BestOf) {
			opt.Workers = runtime.GOMAXPROCS(0)
		}
	}
	r := &runner{ctx: ctx, opt: opt, first: first, rest: rest, given: newSubject(first, opt.DropZeros, opt.Whole)}
	r.doc = &Document{
		Schema: Schema,
		Input: Input{Name: first.Name, Format: first.Format, Layout: first.Layout, Field: first.Field,
			Symmetry: first.Symmetry, SHA256: first.SHA256, ZerosDropped: r.given.dropped},
		Verdict: []string{}, Warnings: []Warning{},
	}
	for _, w := range first.Warnings {
		r.doc.warn(w.Code, w.String())
	}
	if opt.Stamps != nil {
		if err := opt.Stamps.fits(first.Name, first.Matrix.Pattern); err != nil {
			return nil, err
		}
	}
	var err error
	if r.candidates, err = r.newCandidates(); err != nil {
		return nil, err
	}
	r.meter = newMeter(opt.Progress, opt.Workers)
	return r, nil
}

// symbolic runs everything but the numeric LU.
func (r *runner) symbolic() error {
	if err := r.match(); err != nil {
		return err
	}
	tasks := []task{{"structure", nil, structureWork, func() { r.given.stats() }}}
	var seriesErr error
	if len(r.rest) > 0 || r.opt.Series {
		tasks = append(tasks, task{"series", nil, float64(fileWork * (1 + len(r.rest))), func() { r.doc.Series, seriesErr = r.series() }})
	}
	if r.opt.Stamps != nil {
		tasks = append(tasks, task{"assembly", nil, structureWork, func() { r.doc.Assembly = r.assembly() }})
	}
	start := time.Now()
	r.orderAll(tasks)
	if seriesErr != nil {
		return seriesErr
	}
	if err := r.ctx.Err(); err != nil {
		return err
	}
	r.times.SymbolicNS = time.Since(start).Nanoseconds()
	r.addPivots()
	r.doc.Structure = r.given.stats()
	r.doc.Names = r.names()
	r.doc.dependent = r.dependentNamed()
	r.sayMatched()
	r.collect()
	if r.opt.Stamps != nil {
		r.compareStamps()
	}
	return nil
}

// A task is a part of the work that can run beside others.
type task struct {
	name   string
	method *candidate // that it runs; nil: another part
	work   float64    // estimate for each row, column and entry
	run    func()
}

// parallel runs the tasks on the workers, in their order, until all are done
// or the context is cancelled.
func (r *runner) parallel(tasks []task) {
	for _, t := range tasks {
		r.meter.expect(1, r.seconds(t.work))
	}
	var next atomic.Int64
	work := func() {
		for r.ctx.Err() == nil {
			k := int(next.Add(1)) - 1
			if k >= len(tasks) {
				return
			}
			end := r.meter.begin(tasks[k].name, r.seconds(tasks[k].work))
			tasks[k].run()
			end()
		}
	}
	var wg sync.WaitGroup
	for range min(r.opt.Workers, len(tasks)) - 1 {
		wg.Go(work)
	}
	work()
	wg.Wait()
}

// finish completes the document.
func (r *runner) finish(elapsed time.Duration) {
	r.doc.conclude()
	if r.opt.Timings {
		r.times.TotalNS, r.times.Workers = elapsed.Nanoseconds(), r.opt.Workers
		r.doc.Timings = &r.times
	}
	if r.opt.Keep {
		r.doc.Pattern = r.given.pattern
		r.unmatch()
		return
	}
	for _, o := range r.doc.Orderings {
		o.Order = symbolic.Order{}
	}
}

// release drops what only drawings and files need.
func (o *Ordering) release() {
	a := o.Analysis
	a.Etree.Parent, a.Postorder, a.Counts, a.Work = nil, nil, nil, nil
	a.Partition.Start, a.Partition.Rows = nil, nil
	a.Tasks.Parent, a.TaskWork = nil, nil
}
