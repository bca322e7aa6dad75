//go:build linux

package main

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"strings"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/bench/dump"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
	"github.com/nrkit/nrkit/symbolic"
)

// An orderer orders the graph g of A+Aᵀ, on so many cores.
type orderer func(g *sparsity.Pattern, cores int) sparsity.Perm

// orderers are the orderings that can be timed as order:NAME. Their figures are
// NAME.lnz, NAME.flops (of LU), NAME.height, NAME.parallel (T₁/T∞ by columns),
// NAME.bandwidth and NAME.profile.
var orderers = map[string]orderer{
	"amd": func(g *sparsity.Pattern, _ int) sparsity.Perm {
		p, _ := ordering.AMD(g, ordering.AMDOptions{})
		return p
	},
	"amf":  minimumFill(ordering.VariantAMF),
	"ammf": minimumFill(ordering.VariantAMMF),
	"amrf": minimumFill(ordering.VariantAMRF),
	"mmf":  minimumFill(ordering.VariantMMF),
	"nd": func(g *sparsity.Pattern, cores int) sparsity.Perm {
		p, _ := ordering.ND(g, ordering.NDOptions{Seed: 1, Workers: cores})
		return p
	},
	"search": func(g *sparsity.Pattern, _ int) sparsity.Perm {
		p, _ := ordering.Search(g, ordering.SearchOptions{})
		return p
	},
	"rcm": func(g *sparsity.Pattern, _ int) sparsity.Perm { return ordering.RCM(g) },
	"bordered": func(g *sparsity.Pattern, _ int) sparsity.Perm {
		p, _ := ordering.BorderedRCM(g)
		return p
	},
}

// minimumFill returns the orderer of a variant of AMF.
func minimumFill(v ordering.AMFVariant) orderer {
	return func(g *sparsity.Pattern, _ int) sparsity.Perm {
		p, _ := ordering.AMF(g, v.Options())
		return p
	}
}

// timeOrder times an ordering of the graph of m that is ready, and gives its
// figures.
func timeOrder(w *watch, m *sparsity.Matrix, name string) {
	g := sparsity.Symmetrize(m.Pattern)
	order := orderers[name]
	var p sparsity.Perm
	run := func() { p = order(g, w.cores) }
	if name == "amd" {
		w.warm(name, oftenAMD(m), run)
	} else {
		w.time(name, run)
	}
	w.orderFigures(name, m.Pattern, g, p)
}

// orderFigures prints what an order of a, with graph g, makes.
func (w *watch) orderFigures(name string, a, g *sparsity.Pattern, p sparsity.Perm) {
	x := symbolic.Analyze(a, symbolic.Order{Method: name, Cols: p}, symbolic.Options{Graph: g, Workers: []int{1}})
	w.figure(name+".lnz", float64(x.NNZL))
	w.figure(name+".flops", x.Flops)
	w.figure(name+".height", float64(x.Height))
	w.figure(name+".parallel", x.ParallelismWork)
	w.figure(name+".bandwidth", float64(x.Bandwidth))
	w.figure(name+".profile", float64(x.Profile))
}

// judge prints the figures of an order of another program: kernels -of ORDER
// DUMP NAME. ORDER holds 32-bit integers, little endian.
func judge(stdout io.Writer, args []string) error {
	b, err := os.ReadFile(args[1])
	if err != nil {
		return err
	}
	m, err := dump.Read(args[2])
	if err != nil {
		return err
	}
	p := make(sparsity.Perm, len(b)/4)
	for k := range p {
		p[k] = int32(binary.LittleEndian.Uint32(b[4*k:]))
	}
	if err := p.Check(); err != nil || len(p) != m.Pattern.Cols {
		return fmt.Errorf("%s: no order of %d: %w", args[1], m.Pattern.Cols, err)
	}
	w := &watch{out: stdout}
	w.orderFigures(args[3], m.Pattern, sparsity.Symmetrize(m.Pattern), p)
	return nil
}

// idle is the memory that cmd/analyze holds and never touches, which makes the
// garbage collector begin later: portfolios are timed as that program runs them.
const idle = 64 << 20

// timePortfolio times the choice of the best order, where the orderings that may
// win run side by side, and gives the least of nnz(L) and of flops that one of them
// needs: best.lnz and best.flops; best.amd_lnz and best.amd_flops are the same of
// minimum degree alone, of the whole matrix and inside diagonal blocks. With
// blocks nnz(L) is half of the entries of L, U and between blocks.
func timePortfolio(w *watch, m *sparsity.Matrix) {
	held := make([]byte, idle)
	defer runtime.KeepAlive(held)
	var c *analysis.Contest
	w.time("best", func() {
		var err error
		c, err = analysis.FindWinners(context.Background(), loaded(m), w.portfolio())
		exitOn(err)
	})
	inf := math.Inf(1)
	least, degree := [2]float64{inf, inf}, [2]float64{inf, inf}
	for _, o := range c.Orders {
		if o.Tree == symbolic.ColumnTree {
			continue
		}
		lnz := float64(o.NNZ+int64(m.Pattern.Cols)) / 2
		least[0], least[1] = min(least[0], lnz), min(least[1], o.Flops)
		if strings.TrimPrefix(o.Method, "btf+") == "amd" {
			degree[0], degree[1] = min(degree[0], lnz), min(degree[1], o.Flops)
		}
	}
	w.figure("best.lnz", least[0])
	w.figure("best.flops", least[1])
	w.figure("best.amd_lnz", degree[0])
	w.figure("best.amd_flops", degree[1])
}

// timeReport times the analysis by the same orderings: statistics of the matrix,
// and of every order its supernodes, schedules and levels too.
func timeReport(w *watch, m *sparsity.Matrix) {
	held := make([]byte, idle)
	defer runtime.KeepAlive(held)
	w.time("report", func() {
		_, err := analysis.Run(context.Background(), []analysis.Source{loaded(m)}, w.portfolio())
		exitOn(err)
	})
}

// portfolio returns the options of a portfolio on the cores of w.
func (w *watch) portfolio() analysis.Options {
	return analysis.Options{Orderings: []string{analysis.BestOf}, Exact: []string{"none"}, Workers: w.cores}
}

// loaded returns m as if it had been read from a file.
func loaded(m *sparsity.Matrix) analysis.Source {
	return analysis.Loaded(&sparseio.File{Name: "matrix", Format: "dump", Matrix: m})
}

// exitOn ends the program on an error.
func exitOn(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "kernels:", err)
		os.Exit(1)
	}
}

// coresOf takes -cores N from the front of args.
func coresOf(args []string) (cores int, rest []string) {
	cores = 1
	if len(args) > 2 && args[0] == "-cores" {
		fmt.Sscan(args[1], &cores)
		args = args[2:]
	}
	runtime.GOMAXPROCS(max(1, cores))
	return cores, args
}
