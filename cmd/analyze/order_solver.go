package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/handover"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/ordering/named"
	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// checkSolver returns a usage error if flags do not fit the solver of --for.
func (f *orderFlags) checkSolver(cmd *cobra.Command) error {
	if f.solver == "" {
		return nil
	}
	if err := cli.OneOf("--for", f.solver, handover.Names()); err != nil {
		if slices.Contains(goals(), f.solver) {
			return cli.Usage(fmt.Sprintf("--for: want a solver, got %q", f.solver), "--goal "+f.solver+" takes the ordering that is best in this figure")
		}
		return err
	}
	if f.method == analysis.BestOf && !cmd.Flags().Changed("goal") && timed(f.solver) {
		f.goal = goalTime
	}
	s := handover.Find(f.solver)
	ext := strings.ToLower(filepath.Ext(f.out))
	switch {
	case f.rows:
		return cli.Usagef("--rows and --for exclude each other: a file for %s has what the solver takes", s.Name)
	case ext == ".npy" || ext == ".json":
		return cli.Usagef("--for %s writes no %s file: without --for, the extension decides the format", s.Name, ext)
	case !s.Blocks && strings.HasPrefix(f.method, named.BlocksPrefix):
		return cli.Usagef("--ordering: %s has no diagonal blocks; want an ordering without btf+, got %s", s.Name, f.method)
	case !s.Rows && cmd.Flags().Changed("matching") && f.match != analysis.MatchingNone && f.match != analysis.MatchingAuto:
		return cli.Usagef("--matching: %s takes one permutation for rows and columns; want none, got %s", s.Name, f.match)
	}
	return nil
}

// solverMatching returns the matching for a solver: none if the solver takes one
// permutation. A solver that works on the whole matrix and takes both permutations needs
// a full diagonal, so rows are matched if an entry of the diagonal is missing or zero.
func solverMatching(s *handover.Solver, asked string, m *sparsity.Matrix) string {
	switch {
	case asked != analysis.MatchingAuto || s.Blocks:
		return asked
	case !s.Rows:
		return analysis.MatchingNone
	case fullDiagonal(m):
		return asked
	case m.HasValues():
		return analysis.MatchingProduct
	}
	return analysis.MatchingStructural
}

// fullDiagonal reports whether each diagonal position of a square matrix has an entry,
// and no entry there is zero.
func fullDiagonal(m *sparsity.Matrix) bool {
	a := m.Pattern
	for j := range a.Cols {
		k, stored := slices.BinarySearch(a.Col(j), int32(j))
		if !stored {
			return false
		}
		at := int(a.ColPtr[j]) + k
		if m.HasValues() && m.Values[at] == 0 && (m.Imag == nil || m.Imag[at] == 0) {
			return false
		}
	}
	return true
}

// goalTime is the goal of the least predicted time in a solver.
const goalTime = "time"

// timedSolvers returns the solvers whose times are predicted and that take an order.
func timedSolvers() []string {
	return slices.DeleteFunc(solverNames(), func(name string) bool { return handover.Find(name) == nil })
}

// timed reports whether times of the solver are predicted.
func timed(solver string) bool { return slices.Contains(timedSolvers(), solver) }

// timedMethods returns the methods that run for the goal of the least time: amrf joins
// the portfolio, unless time is limited. On large circuits, which the search leaves out, it
// has the fewest flops of all methods, at times.
func (f *orderFlags) timedMethods(methods []string, s *handover.Solver) []string {
	switch {
	case f.method != analysis.BestOf || f.within > 0:
		return methods
	case s.Blocks:
		return append(methods, named.BlocksPrefix+"amrf")
	}
	return append(methods, "amrf")
}

// solverOrder returns the order of a contest for a solver: the winner by the goal, or the
// best by prediction of the orders that the solver takes. The setting is nil unless the
// predicted time decided. The error says why the solver takes no order.
func solverOrder(s *handover.Solver, c *analysis.Contest, goal string) (*handover.Order, *analysis.Setting, error) {
	takes := func(o *analysis.Ordered) bool { return s.Takes(handed(o, c)) == nil }
	if goal == goalTime {
		if o, setting := c.Cheapest(prediction.Solver(s.Name), takes); o != nil {
			return handed(o, c), setting, nil
		}
		goal = "recommended"
	}
	first := handed(c.Order(c.Winners.Of(goal)), c)
	refused := s.Takes(first)
	if refused == nil {
		return first, nil, nil
	}
	best := c.Best(goal, takes)
	if best == nil {
		return nil, nil, fmt.Errorf("%s: %w", c.Input.Name, refused)
	}
	return handed(best, c), nil, nil
}

// choice says which order was chosen, why, and what the choice took.
func choice(o *handover.Order, s *handover.Solver, x *analysis.Setting, c *analysis.Contest, took time.Duration) string {
	spent := "; order took " + units.Duration(took.Nanoseconds())
	if x == nil {
		return o.Method + ", which is predicted to have the fewest entries, because no time of " + s.Name + " is predicted for this matrix" + spent
	}
	p := c.Prediction
	return fmt.Sprintf("%s, with the least predicted time in %s: %s a refactorization, %s for the analysis, %s and %s%s", o.Method, analysis.SolverName(x.Solver),
		units.Seconds(x.Refactor.Seconds), units.Seconds(x.After()), units.Plural(p.Factorizations, "factorization"),
		units.Plural(p.Factorizations*p.Solves, "solve"), spent)
}

// handed returns an order as the writers take it.
func handed(o *analysis.Ordered, c *analysis.Contest) *handover.Order {
	h := &handover.Order{Method: o.Method, BlockPtr: o.BlockPtr, Column: o.Tree == symbolic.ColumnTree}
	h.Rows, h.Cols = o.Order.Permutations(c.Rows, c.Cols)
	return h
}

// writeSolverOrder writes the order of a contest in the form of the solver of --for.
func (p *program) writeSolverOrder(f *orderFlags, s *handover.Solver, c *analysis.Contest, m *sparsity.Matrix, start time.Time) error {
	o, x, err := solverOrder(s, c, f.goal)
	if err != nil {
		return err
	}
	if f.matrix != "" {
		if err := p.writeMatrix(f.matrix, m.Permute(o.Rows, o.Cols), ""); err != nil {
			return err
		}
	}
	if err := p.WriteTo(f.out, func(w io.Writer) error { return s.Write(w, m.Pattern, o) }); err != nil {
		return err
	}
	if f.goal == goalTime {
		p.Note(choice(o, s, x, c, time.Since(start)))
	}
	return nil
}
