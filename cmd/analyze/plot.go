package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/reports/plot"
)

// A plotFlags holds the flags of the command plot.
type plotFlags struct {
	out      string
	ordering string
	workers  int
}

// plotKinds are the drawings that the command plot makes.
func plotKinds() []string { return []string{"spy", "levels", "tree", "speedup"} }

// newPlotCmd returns the command that makes one drawing.
func newPlotCmd(p *program) *cobra.Command {
	var f plotFlags
	cmd := &cobra.Command{
		Use:   "plot KIND FILE",
		Short: "draw a matrix, its levels, its tree or the speed-up",
		Long: `Draw a matrix, its levels, its tree or the speed-up.

Plot reads a matrix and writes one drawing as SVG to standard output, or as SVG
or PNG into a file. KIND is one of:

  spy      the positions of the entries of the matrix
  levels   the number of columns in each level of the elimination tree
  tree     the assembly tree: a box is as wide as the work of its subtree, and as
           high as its own work
  speedup  the predicted speed-up by number of workers`,
		Example: `  analyze plot spy jacobian.mtx -o spy.png
  analyze plot spy jacobian.mtx --ordering amd -o amd.svg`,
		Args:      cli.ExactArgs("KIND", "FILE"),
		ValidArgs: plotKinds(),
		RunE:      func(cmd *cobra.Command, args []string) error { return p.plot(cmd, args[0], args[1], &f) },
	}
	fl := cmd.Flags()
	fl.StringVarP(&f.out, "output", "o", "-", "write to `PATH`, with extension .svg or .png; - is SVG on standard output")
	fl.StringVar(&f.ordering, "ordering", "", "draw the order, levels or tree of the ordering `NAME` (default: for spy the order of the file; for levels and tree the recommended ordering; for speedup all)")
	fl.IntVar(&f.workers, "workers", 0, workersUsage)
	p.reading.register(cmd)
	_ = cmd.RegisterFlagCompletionFunc("ordering", cobra.FixedCompletions(analysis.Methods(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// plot makes the drawing and writes it.
func (p *program) plot(cmd *cobra.Command, kind, path string, f *plotFlags) error {
	if !contains(plotKinds(), kind) {
		return cli.Usage(fmt.Sprintf("unknown drawing %q, want %s", kind, strings.Join(plotKinds(), ", ")),
			cli.DidYouMean(kind, plotKinds()))
	}
	png := strings.EqualFold(filepath.Ext(f.out), ".png")
	if ext := strings.ToLower(filepath.Ext(f.out)); f.out != "-" && !png && ext != ".svg" {
		return cli.Usage(fmt.Sprintf("%s: unknown format %q", f.out, ext), "the extension decides the format: .svg or .png")
	}
	if err := checkWorkers(f.workers); err != nil {
		return err
	}
	opt := analysis.Options{Keep: true, Workers: f.workers} // of what the analysis recommends
	if f.ordering != "" {
		var err error
		if opt.Orderings, err = methodList("--ordering", []string{f.ordering}); err != nil {
			return err
		}
		opt.Exact = []string{"none"}
	} else if kind == "spy" {
		opt.Orderings, opt.Exact = []string{"natural"}, []string{"none"}
	}
	end := p.begin()
	defer end()
	opt.Progress = p.progress()
	doc, err := analysis.Run(p.Ctx, []analysis.Source{p.source(cmd, path, f.workers)}, opt)
	if err != nil {
		return err
	}
	drawing, err := drawingOf(kind, doc, f)
	if err != nil {
		return err
	}
	if png {
		return p.WriteTo(f.out, drawing.PNG)
	}
	return p.WriteTo(f.out, drawing.SVG)
}

// drawingOf makes the drawing that kind asks for.
func drawingOf(kind string, doc *analysis.Document, f *plotFlags) (*plot.Plot, error) {
	if kind == "spy" && f.ordering == "" {
		return plot.Spy(doc.Pattern, doc.Input.Name), nil
	}
	if doc.Winners == nil {
		return nil, noOrdering(doc.Input, doc.Structure.Rows, doc.Structure.Cols, doc.Warnings)
	}
	o := doc.Ordering(doc.Winners.Recommended)
	title := doc.Input.Name + ", " + o.Method
	switch kind {
	case "spy":
		return plot.SpyOrdered(doc, o), nil
	case "levels":
		return plot.Levels(o.LevelWidths, title), nil
	case "tree":
		return plot.Tree(plot.NodesOf(o), title), nil
	}
	return plot.Speedup(plot.Curves(doc), doc.Input.Name), nil
}
