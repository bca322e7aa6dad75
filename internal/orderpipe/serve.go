package orderpipe

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/internal/hint"
	"github.com/nrkit/nrkit/internal/spelling"
	"github.com/nrkit/nrkit/ordering/named"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// Serve answers requests until in ends between two of them.
func Serve(ctx context.Context, in io.Reader, out io.Writer, workers int) error {
	r, w := bufio.NewReaderSize(in, mostLine), bufio.NewWriterSize(out, 1<<16)
	for {
		req, err := readLine(r)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		m, flaw, err := readMatrix(r, req)
		if err != nil {
			return err
		}
		reply := &Reply{}
		if err = flaw; err == nil {
			reply, err = order(ctx, req, m, workers)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err != nil {
			reply = &Reply{Error: err.Error(), Hint: hint.Of(err)}
		}
		if err := reply.write(w); err != nil {
			return err
		}
	}
}

// order finds the permutation that a request asks for.
func order(ctx context.Context, r *Request, m *sparsity.Matrix, workers int) (*Reply, error) {
	start := time.Now()
	if err := check(r); err != nil {
		return nil, err
	}
	if reply := alone(r, m.Pattern, workers); reply != nil {
		reply.Elapsed = time.Since(start).Nanoseconds()
		return reply, nil
	}
	field := "pattern"
	if m.HasValues() {
		field = "real"
	}
	file := &sparseio.File{Matrix: m, Name: "the matrix", Field: field, Symmetry: "general", Entries: m.Pattern.NNZ()}
	o := analysis.Options{Orderings: []string{r.Ordering}, Matching: orNone(r.Matching), Workers: workers, Budget: analysis.DefaultBudget()}
	if r.Ordering != analysis.BestOf || !m.HasValues() {
		o.Exact = []string{"none"}
	}
	c, err := analysis.FindWinners(ctx, analysis.Loaded(file), o)
	if err != nil {
		return nil, err
	}
	if c.Winners == nil {
		return nil, absent(c)
	}
	goal := r.Goal
	if goal == "" {
		goal = "recommended"
	}
	best := c.Order(c.Winners.Of(goal)).Order
	reply := &Reply{Method: best.Method, Matching: c.Winners.Matching, rows: best.Rows, cols: best.Cols, limits: best.BlockPtr}
	if reply.cols == nil {
		reply.cols = sparsity.Identity(m.Pattern.Cols)
	}
	if reply.rows == nil {
		if reply.rows = reply.cols; m.Pattern.Rows != m.Pattern.Cols {
			reply.rows = sparsity.Identity(m.Pattern.Rows)
		}
	}
	reply.Elapsed = time.Since(start).Nanoseconds()
	return reply, nil
}

// alone answers a request for one ordering of the whole matrix, without the counts that
// choose among several; nil for other requests.
func alone(r *Request, a *sparsity.Pattern, workers int) *Reply {
	m, inBlocks, err := named.Lookup(r.Ordering)
	if err != nil || inBlocks || orNone(r.Matching) != analysis.MatchingNone || m.Graph && !a.Square() {
		return nil
	}
	p, _ := m.Apply(a, named.Control{Workers: max(workers, 1)})
	reply := &Reply{Method: r.Ordering, Matching: analysis.MatchingNone, rows: p, cols: p}
	if !a.Square() {
		reply.rows = sparsity.Identity(a.Rows)
	}
	return reply
}

func orNone(matching string) string {
	if matching == "" {
		return analysis.MatchingNone
	}
	return matching
}

// check returns what is wrong with the words of a request.
func check(r *Request) error {
	known := append(analysis.Methods(), analysis.BestOf)
	if !slices.Contains(known, r.Ordering) && !analysis.Known(r.Ordering) {
		advice := analysis.PeerHint(r.Ordering)
		if s := spelling.Closest(r.Ordering, known); advice == "" && s != "" {
			advice = "did you mean " + s + "?"
		}
		if advice == "" {
			advice = "orderings: " + strings.Join(known, ", ")
		}
		return hint.With(fmt.Errorf("unknown ordering %q", r.Ordering), advice)
	}
	if kinds := analysis.Matchings(); !slices.Contains(kinds, orNone(r.Matching)) {
		return hint.With(fmt.Errorf("unknown matching %q", r.Matching), "matchings: "+strings.Join(kinds, ", "))
	}
	if goals := []string{"", "recommended", "fill", "flops", "parallel"}; !slices.Contains(goals, r.Goal) {
		return hint.With(fmt.Errorf("unknown goal %q", r.Goal), "goals: "+strings.Join(goals[1:], ", "))
	}
	return nil
}

// absent is the error of a matrix that no method orders.
func absent(c *analysis.Contest) error {
	for _, w := range c.Warnings {
		if w.Code == analysis.OrderingAbsent {
			return errors.New(w.Message)
		}
	}
	return fmt.Errorf("nothing to order in a %d×%d matrix", c.Rows, c.Cols)
}
