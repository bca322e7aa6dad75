package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"

	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// A result is a line of the table.
type result struct {
	n        int
	entries  int64 // L+U in nrkit's own order
	ratios   map[string]float64
	residual float64 // the largest, componentwise
	skipped  string  // why there is nothing
	notes    []string
	wrong    []string
}

// compare runs everything on the matrix in a file.
func compare(p *peers, path string, flops float64) *result {
	r := &result{ratios: map[string]float64{}}
	f, err := sparseio.Open(path, sparseio.Options{})
	if err != nil {
		r.wrong = append(r.wrong, err.Error())
		return r
	}
	m := f.Matrix
	switch {
	case !m.Pattern.Square():
		r.skipped = "not square"
	case m.Values == nil:
		r.skipped = "no values"
	}
	if r.skipped != "" {
		return r
	}
	dir, err := os.MkdirTemp("", "oraclelu")
	if err != nil {
		r.wrong = append(r.wrong, err.Error())
		return r
	}
	defer os.RemoveAll(dir)
	r.n = m.Pattern.Cols
	c := &comparison{peers: p, dir: dir, m: m, flops: flops, result: r}
	if c.own(); c.ownOutcome.none {
		return r // the peers would not finish either
	}
	if !m.Complex() {
		c.klu()
	}
	c.superLU()
	return r
}

// A comparison is one matrix at work.
type comparison struct {
	peers *peers
	dir   string
	m     *sparsity.Matrix
	flops float64

	plan       lu.Plan // nrkit's own
	ownOutcome outcome
	*result
}

// outcome is what a factorisation gave.
type outcome struct {
	entries  float64 // of L and U
	exchange float64 // pivots off the diagonal
	singular bool
	none     bool // ended by a budget
}

// factor factorises the matrix with nrkit and checks the residual.
func (c *comparison) factor(what string, plan lu.Plan, opt lu.Options) outcome {
	opt.MaxFlops, opt.MaxBytes = c.flops, 2<<30
	if c.m.Complex() {
		return measure(c, what, lu.Complex(c.m), plan, opt)
	}
	return measure(c, what, c.m.Values, plan, opt)
}

func measure[T lu.Scalar](c *comparison, what string, values []T, plan lu.Plan, opt lu.Options) outcome {
	f, err := lu.Factor(context.Background(), c.m.Pattern, values, plan, opt)
	switch {
	case errors.Is(err, lu.ErrSingular):
		if what == "own" {
			c.notes = append(c.notes, err.Error())
		}
		return outcome{singular: true}
	case errors.Is(err, lu.ErrBudget):
		c.notes = append(c.notes, what+": "+err.Error())
		return outcome{none: true}
	case err != nil:
		c.wrong = append(c.wrong, what+": "+err.Error())
		return outcome{none: true}
	}
	res := f.Residual(c.m.Pattern, values).Componentwise
	c.residual = math.Max(c.residual, res)
	if !(res <= 0x1p-52*float64(10+c.n)) {
		c.wrong = append(c.wrong, fmt.Sprintf("%s: residual %g", what, res))
	}
	return outcome{entries: float64(f.Stats.L + f.Stats.U), exchange: float64(f.Stats.OffDiagonal)}
}

// note compares an outcome with a peer's.
func (c *comparison) note(figure string, ours, theirs outcome) {
	switch {
	case ours.none || theirs.none:
	case ours.singular != theirs.singular:
		c.wrong = append(c.wrong, fmt.Sprintf("%s: singular for nrkit %v, for the peer %v", figure, ours.singular, theirs.singular))
	case !ours.singular && theirs.entries > 0:
		c.ratios[figure] = ours.entries / theirs.entries
	}
}

// own factorises in block triangular form with AMD inside the blocks.
func (c *comparison) own() {
	c.plan = ownPlan(c.m.Pattern)
	c.ownOutcome = c.factor("own", c.plan, lu.Options{})
	c.entries = int64(c.ownOutcome.entries)
}

// ownPlan returns the block triangular form of a, with AMD inside the blocks.
func ownPlan(a *sparsity.Pattern) lu.Plan {
	form := btf.BlockTriangular(a)
	row, col := ordering.WithinBlocks(a, form, func(b *sparsity.Pattern) sparsity.Perm {
		p, _ := ordering.AMD(sparsity.Symmetrize(b), ordering.AMDOptions{})
		return p
	})
	return lu.Plan{Row: row, Col: col, BlockPtr: form.BlockPtr}
}

// klu compares with KLU in KLU's order, and nrkit's own order with KLU's.
func (c *comparison) klu() {
	for _, v := range []struct {
		figure    string
		threshold float64
		scale     int
		scaling   lu.Scaling
	}{{"klu", 0.001, 2, lu.ScaleMax}, {"klu.1", 1, 0, lu.ScaleNone}} {
		figures, plan, err := c.peers.runKLU(c.dir, c.m, v.threshold, v.scale)
		theirs := outcome{none: err != nil, entries: figures["klu.lnz"] + figures["klu.unz"]}
		if err != nil {
			c.notes = append(c.notes, v.figure+": "+err.Error())
		}
		if plan.Col == nil {
			return
		}
		_, theirs.singular = figures["klu.rank"]
		ours := c.factor(v.figure, plan, lu.Options{Threshold: v.threshold, Scale: v.scaling})
		c.note(v.figure, ours, theirs)
		if v.figure == "klu" {
			c.note("own", c.ownOutcome, theirs)
		}
	}
}

// superLU compares with SuperLU.
func (c *comparison) superLU() {
	plan := lu.Plan{Row: c.plan.Row, Col: c.plan.Col}
	for _, v := range []struct {
		figure    string
		threshold float64
	}{{"slu", 0.001}, {"slu.1", 1}} {
		ours := c.factor(v.figure, plan, lu.Options{Threshold: v.threshold, Scale: lu.ScaleNone})
		if ours.none {
			continue
		}
		figures, err := c.peers.runSuperLU(c.dir, c.m, plan, v.threshold)
		if err != nil {
			c.notes = append(c.notes, v.figure+": "+err.Error())
		}
		_, singular := figures["splu.singular"]
		c.note(v.figure, ours, outcome{none: err != nil, singular: singular, entries: figures["splu.nnz"]})
	}
}
