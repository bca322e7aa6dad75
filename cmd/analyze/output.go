package main

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/analysis/parquet"
	"github.com/nrkit/nrkit/internal/atomicfile"
	"github.com/nrkit/nrkit/reports"
	analysisreport "github.com/nrkit/nrkit/reports/analysis"
	"github.com/nrkit/nrkit/reports/plot"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// An outputFile is one file of the directory that -o names.
type outputFile struct {
	name  string
	write func(io.Writer) error
}

// writeDirectory writes every result into the directory of -o: all files, or none.
func (p *program) writeDirectory(f *analyzeFlags, doc *analysis.Document) error {
	var batch *atomicfile.Batch
	settle, err := p.Begin(func() (undo func(), err error) {
		if batch, err = atomicfile.NewBatch(f.out); err != nil {
			return nil, err
		}
		return batch.Discard, nil
	})
	if err != nil {
		return err
	}
	files := outputFiles(doc)
	if f.parquet {
		for _, t := range parquet.Files(doc) {
			files = append(files, outputFile{t.Name, t.Write})
		}
	}
	for _, f := range files {
		if err := batch.Write(f.name, f.write); err != nil {
			return settle(err, nil)
		}
	}
	return settle(nil, batch.Commit)
}

// outputFiles lists the files of doc. Those of an ordering are there where one
// ran.
func outputFiles(doc *analysis.Document) []outputFile {
	report := analysisreport.Report(doc)
	files := []outputFile{
		{"analysis.json", func(w io.Writer) error { return analysis.WriteJSON(w, doc) }},
		{"summary.txt", func(w io.Writer) error { return reports.WrappedText(w, report, 100) }},
		{"report.html", func(w io.Writer) error { return reports.HTML(w, report) }},
	}
	files = append(files, drawings("spy", plot.Spy(doc.Pattern, doc.Input.Name))...)
	if doc.Winners == nil {
		return files
	}
	best := doc.Ordering(doc.Winners.Recommended)
	title := doc.Input.Name + ", " + best.Method
	nodes := plot.NodesOf(best)
	files = append(files,
		outputFile{"level_widths.csv", func(w io.Writer) error { return writeLevelWidths(w, doc) }},
		outputFile{"etree_parent.npy", func(w io.Writer) error { return sparseio.WriteNPY(w, best.Etree.Parent) }},
		outputFile{"tree.dot", func(w io.Writer) error { return plot.Dot(w, nodes, title) }})
	files = append(files, drawings("spy_ordered", plot.SpyOrdered(doc, best))...)
	files = append(files, drawings("levels", plot.Levels(best.LevelWidths, title))...)
	files = append(files, drawings("tree", plot.Tree(nodes, title))...)
	files = append(files, drawings("speedup", plot.Speedup(plot.Curves(doc), doc.Input.Name))...)
	for _, o := range doc.Orderings {
		files = append(files, permutationFiles(o, doc.Structure.Rows)...)
	}
	return files
}

// drawings returns a plot as SVG and as PNG.
func drawings(name string, p *plot.Plot) []outputFile {
	return []outputFile{{name + ".svg", p.SVG}, {name + ".png", p.PNG}}
}

// permutationFiles returns the permutation of the columns, and that of the
// rows where it is another one.
func permutationFiles(o *analysis.Ordering, height int) []outputFile {
	rows, cols := o.Order.Permutations(height, o.Etree.Len())
	files := []outputFile{{"perm_" + o.Method + ".npy", func(w io.Writer) error { return sparseio.WriteNPY(w, cols) }}}
	if o.Order.Rows != nil && !slices.Equal(rows, cols) {
		files = append(files, outputFile{"rowperm_" + o.Method + ".npy", func(w io.Writer) error { return sparseio.WriteNPY(w, rows) }})
	}
	return files
}

// writeLevelWidths writes the level widths of each ordering as CSV.
func writeLevelWidths(w io.Writer, doc *analysis.Document) error {
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, "ordering,level,columns")
	for _, o := range doc.Orderings {
		for l, width := range o.LevelWidths {
			line := append([]byte(o.Method), ',')
			line = append(strconv.AppendInt(line, int64(l), 10), ',')
			out.Write(append(strconv.AppendInt(line, int64(width), 10), '\n'))
		}
	}
	return out.Flush() // a bufio.Writer keeps its first error for Flush
}
