package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/handover"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
	"github.com/nrkit/nrkit/symbolic"
)

// An orderFlags holds the flags of the command order.
type orderFlags struct {
	method  string
	goal    string
	solver  string
	within  time.Duration
	match   string
	budget  string
	out     string
	matrix  string
	rows    bool
	pipe    bool
	workers int
	repeats repeatFlags
}

// newOrderCmd returns the command that writes a permutation.
func newOrderCmd(p *program) *cobra.Command {
	var f orderFlags
	cmd := &cobra.Command{
		Use:   "order FILE",
		Short: "write a fill-reducing permutation",
		Long: `Write a fill-reducing permutation.

Order reads a matrix and writes the permutation of its columns. Element k is
the original index, counted from 0, of the column that comes k-th. With --rows,
order writes the permutation of the rows instead. Under btf+ and with a
matching, the two permutations often differ. Then a solver needs both
permutations, and order prints a warning. If the matrix is not square, rows keep
the order of the file.

By default order writes the permutation that analyze --ordering best
recommends: the permutation with the fewest entries. With --goal, order writes
the permutation that is best in another figure. If the file has values, numeric
LUs decide the recommendation, and whether rows are matched to columns. With
--exact-budget 0, predictions decide.

The output is text with one index per line. With -o, the extension decides:
.npy for NumPy; .json for both permutations, the block limits, the matching and
its scale factors; text for any other extension.

With --for, order chooses an order that the solver can use, and writes what the
solver takes. docs/handing-over.md in the repository describes the formats, with
C functions for each solver. petsc64 is PETSc with 64-bit indices.

For klu, umfpack, superlu and cholmod, the default is --goal time: order writes
the permutation with the least predicted time of analysis, --factorizations and
--solves on this machine. A line on standard error reports the choice, the
predicted time, and the time that order took. For klu, order also searches for
an order by the time of columns, and takes longer for more --factorizations.`,
		Example: `  analyze order jacobian.mtx --ordering amd -o perm.npy
  analyze order jacobian.mtx --goal flops -o perm.json
  analyze order jacobian.mtx --for klu -o jacobian.klu
  analyze order jacobian.mtx --matrix ordered.mtx`,
		Args: func(cmd *cobra.Command, args []string) error {
			if f.pipe {
				return cli.NoArgs(cmd, args)
			}
			return cli.ExactArgs("FILE")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.pipe {
				return p.orderPipe(cmd, &f)
			}
			return p.order(cmd, args[0], &f)
		},
	}
	cli.JSONSchema(cmd, func() string { return orderSchema })
	fl := cmd.Flags()
	fl.StringVar(&f.method, "ordering", analysis.BestOf, "write the permutation of the ordering `NAME`, or best for the fewest entries; see analyze help orderings")
	fl.StringVar(&f.solver, "for", "", "write the order in the form that `SOLVER` takes: "+strings.Join(handover.Names(), ", "))
	fl.StringVar(&f.goal, "goal", "recommended", "with --ordering best: take the ordering that is best in `GOAL`: "+strings.Join(goals(), ", ")+"; with --for, also "+goalTime)
	fl.DurationVar(&f.within, "ordering-budget", 0, "with --ordering best: stop orderings that are still running after `TIME`; 0: no limit")
	f.repeats.register(cmd)
	registerMatching(cmd, &f.match)
	registerBudget(cmd, &f.budget)
	fl.StringVarP(&f.out, "output", "o", "-", "write the permutation to `PATH`; - is standard output")
	fl.StringVar(&f.matrix, "matrix", "", "also write the permuted matrix to `PATH`, as convert does")
	fl.BoolVar(&f.rows, "rows", false, "write the permutation of the rows instead, as text or .npy")
	fl.BoolVar(&f.pipe, "pipe", false, "order matrices that standard input has in binary form, until it ends: see docs/formats-order-pipe.md")
	fl.IntVar(&f.workers, "workers", 0, workersUsage)
	p.reading.register(cmd)
	cli.Complete(cmd, map[string][]string{"for": handover.Names(), "goal": append(goals(), goalTime)})
	_ = cmd.RegisterFlagCompletionFunc("ordering", cobra.FixedCompletions(append(analysis.Methods(), "best"), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// order finds the permutation and writes it.
func (p *program) order(cmd *cobra.Command, path string, f *orderFlags) error {
	start := time.Now()
	methods, err := methodList("--ordering", []string{f.method}, analysis.BestOf)
	if err != nil {
		return err
	}
	if err := f.check(cmd); err != nil {
		return err
	}
	budget, err := parseBudget(f.budget)
	if err != nil {
		return err
	}
	if f.matrix != "" {
		if _, err := matrixWriter(f.matrix, ""); err != nil {
			return err
		}
	}
	end := p.begin()
	defer end()
	file, err := p.readFile(cmd, path, f.workers)
	if err != nil {
		return err
	}
	opt := analysis.Options{Orderings: methods, Workers: f.workers, OrderingTime: f.within, Matching: f.match, Budget: budget, Progress: p.progress()}
	if err := f.repeats.apply(&opt); err != nil {
		return err
	}
	solver := handover.Find(f.solver)
	if f.goal == goalTime {
		opt.Orderings = f.timedMethods(methods, solver)
		opt.Solvers = []prediction.Solver{prediction.Solver(solver.Name)}
		opt.Tune = solver.Name == string(prediction.KLU) && f.method == analysis.BestOf && f.within == 0
		if opt.Machine, _, err = p.findMachine(os.Getenv(machineVariable)); err != nil {
			return err
		}
	}
	if solver != nil {
		if err := solver.Accepts(file.Matrix.Pattern); err != nil {
			return fmt.Errorf("%s: %w", file.Name, err)
		}
		opt.Whole, opt.Matching = !solver.Blocks, solverMatching(solver, f.match, file.Matrix)
	}
	find := analysis.FindWinners
	if f.method != analysis.BestOf && f.goal != goalTime {
		find = analysis.FindOrder // there is nothing to choose
	}
	c, err := find(p.Ctx, analysis.Loaded(file), opt)
	if err != nil {
		return err
	}
	if c.Winners == nil {
		return noOrdering(c.Input, c.Rows, c.Cols, c.Warnings)
	}
	for _, w := range c.Warnings {
		if w.Code == analysis.OrderingUnfinished || w.Code == analysis.MatchingAbsent {
			p.Warn(w.Message)
		}
	}
	if solver != nil {
		return p.writeSolverOrder(f, solver, c, file.Matrix, start)
	}
	o := c.Order(c.Winners.Of(f.goal)).Order
	o.Rows, o.Cols = o.Permutations(c.Rows, c.Cols)
	if text := halfWritten(o, c, f); text != "" {
		p.Warn(text)
	}
	if f.matrix != "" {
		if err := p.writeMatrix(f.matrix, file.Matrix.Permute(o.Rows, o.Cols), ""); err != nil {
			return err
		}
	}
	return p.WriteTo(f.out, func(w io.Writer) error { return writeOrder(w, o, c, f) })
}

// goals returns what --goal takes without a solver.
func goals() []string { return []string{"recommended", "fill", "flops", "parallel"} }

// check returns a usage error where flags do not fit each other.
func (f *orderFlags) check(cmd *cobra.Command) error {
	set := cmd.Flags().Changed
	switch {
	case f.goal == goalTime && !timed(f.solver):
		return cli.Usagef("--goal time needs --for %s: times are predicted for these solvers", strings.Join(timedSolvers(), ", "))
	case f.goal != goalTime && !contains(goals(), f.goal):
		return cli.Usage(fmt.Sprintf("--goal: want %s, got %q", strings.Join(append(goals(), goalTime), ", "), f.goal), cli.DidYouMean(f.goal, append(goals(), goalTime)))
	case f.within < 0:
		return cli.Usagef("--ordering-budget: want a duration such as 2s, got %v", f.within)
	case f.method != analysis.BestOf && (set("goal") || set("ordering-budget")):
		return cli.Usagef("--goal and --ordering-budget need --ordering best, got %s", f.method)
	}
	if err := checkWorkers(f.workers); err != nil {
		return err
	}
	if err := checkMatching(f.match); err != nil {
		return err
	}
	return f.checkSolver(cmd)
}

// noOrdering is the error for a matrix of so many rows and columns that no method
// applies to.
func noOrdering(in analysis.Input, rows, cols int, warnings []analysis.Warning) error {
	for _, w := range warnings {
		if w.Code == analysis.OrderingAbsent {
			return fmt.Errorf("%s: %s", in.Name, w.Message)
		}
	}
	return fmt.Errorf("%s: nothing to order in a %d×%d matrix", in.Name, rows, cols)
}

// halfWritten returns a warning if the output has one of two permutations that differ,
// and "" otherwise. With --rows, only a matching that nobody asked for is reported. A
// .json file has both permutations, and a matrix that is not square keeps its rows.
func halfWritten(o symbolic.Order, c *analysis.Contest, f *orderFlags) string {
	automatic := c.Matching != nil && c.Matching.Automatic
	if c.Rows != c.Cols || f.rows && !automatic || strings.ToLower(filepath.Ext(f.out)) == ".json" {
		return ""
	}
	differ := 0
	for k := range o.Rows {
		if o.Rows[k] != o.Cols[k] {
			differ++
		}
	}
	if differ == 0 && !automatic {
		return ""
	}
	text := fmt.Sprintf("the permutations of rows and columns differ at %s of %s", units.Integer(differ), units.Plural(len(o.Rows), "position"))
	if automatic {
		text = "rows are matched to columns, as with --matching " + c.Matching.Kind + ", and " + text
	}
	if f.rows {
		text += "; this output has the rows only, and order without --rows writes the columns"
	} else {
		text += "; this output has the columns only, and order --rows writes the rows"
	}
	text += "; a .json file has both permutations"
	if c.Scale != nil {
		text += " and the scale factors"
	}
	return text
}

// An orderDocument is the JSON of a permutation.
type orderDocument struct {
	Schema string `json:"schema"` // name of the schema: `analyze-order/v1`
	Method string `json:"method"` // name of the method

	// matching of rows to columns: `none`, `structural` or `product`. `product` is
	// the matching of the scaled matrix
	Matching string `json:"matching"`

	// permutation of the rows. For a square matrix it equals `cols`, except inside
	// blocks and with a matching. Otherwise it is 0, 1, 2, …
	Rows sparsity.Perm `json:"rows"`

	Cols     sparsity.Perm `json:"cols"`                // permutation of the columns
	BlockPtr []int32       `json:"block_ptr,omitempty"` // first row of each diagonal block, then the number of rows; absent without `btf+`

	// factor for each row of the file before the factorization; absent unless
	// `matching` is `product`
	RowScale []float64 `json:"row_scale,omitempty"`

	// factor for each column of the file before the factorization; absent unless
	// `matching` is `product`
	ColScale []float64 `json:"col_scale,omitempty"`
}

// orderSchema names the JSON form of a permutation.
const orderSchema = "analyze-order/v1"

// writeOrder writes an order of a choice in the format of the output's name.
func writeOrder(w io.Writer, o symbolic.Order, c *analysis.Contest, f *orderFlags) error {
	perm := o.Cols
	if f.rows {
		perm = o.Rows
	}
	switch strings.ToLower(filepath.Ext(f.out)) {
	case ".json":
		d := orderDocument{Schema: orderSchema, Method: o.Method, Matching: c.Winners.Matching, Rows: o.Rows, Cols: o.Cols, BlockPtr: o.BlockPtr}
		if s := c.Scale; s != nil {
			d.RowScale, d.ColScale = s.Rows, s.Cols
		}
		return analysis.WriteJSON(w, d)
	case ".npy":
		return sparseio.WriteNPY(w, perm)
	}
	out := bufio.NewWriter(w)
	for _, i := range perm {
		out.Write(append(strconv.AppendInt(out.AvailableBuffer(), int64(i), 10), '\n'))
	}
	return out.Flush() // a bufio.Writer keeps its first error for Flush
}
