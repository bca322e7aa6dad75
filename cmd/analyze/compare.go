package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/reports"
	analysisreport "github.com/nrkit/nrkit/reports/analysis"
)

// A compareFlags holds the flags of the command compare.
type compareFlags struct {
	json, markdown bool
	width          int
	failAbove      string
	pair           []string
	run            runFlags
}

// newCompareCmd returns the command that compares two analyses.
func newCompareCmd(p *program) *cobra.Command {
	var f compareFlags
	cmd := &cobra.Command{
		Use:   "compare A [B]",
		Short: "list the differences between two matrices, analyses or orderings",
		Long: `List the differences between two matrices, analyses or orderings.

A and B are matrices, or documents that analyze --json has written. Compare
prints each figure in which B differs from A. The figures describe the
structure, each ordering, and the best orderings.

With --fail-above PERCENT, compare ends with exit code 3 if a best figure of B
is more than PERCENT above the same figure of A. The best figures are the least
fill, the fewest flops and the least predicted parallel time.

With --orderings X,Y, compare lists the differences between two orderings: X on
A and Y on B. If B is not given, both orderings are of A. Sentences below the
table explain where the work is, and which ordering is faster on how many
workers. With --exact all, the table also has the figures of numeric LUs.`,
		Example: `  analyze compare before.mtx after.mtx
  analyze compare main.json branch.mtx --fail-above 5%
  analyze compare jacobian.mtx --orderings amd,nd`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(f.pair) > 0 && len(args) == 1 {
				return nil
			}
			return cli.ExactArgs("A", "B")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(f.pair) > 0 {
				return p.contrast(cmd, args, &f)
			}
			return p.compare(cmd, args, &f)
		},
	}
	cli.JSONSchema(cmd, func() string {
		if len(f.pair) > 0 {
			return analysis.ContrastSchema
		}
		return analysis.ComparisonSchema
	})
	fl := cmd.Flags()
	fl.BoolVar(&f.json, "json", false, "print one JSON document of schema "+analysis.ComparisonSchema)
	fl.BoolVar(&f.markdown, "markdown", false, "print Markdown")
	fl.IntVar(&f.width, "width", 0, widthUsage)
	fl.StringVar(&f.failAbove, "fail-above", "", "exit with code 3 if a best figure grew by more than `PERCENT`, such as 5%")
	fl.StringSliceVar(&f.pair, "orderings", nil, "compare the two orderings `X,Y`; see analyze help orderings")
	f.run.register(cmd)
	p.reading.register(cmd)
	return cmd
}

// compare prints the differences and applies the threshold.
func (p *program) compare(cmd *cobra.Command, args []string, f *compareFlags) error {
	limit, err := cli.Percent("--fail-above", f.failAbove)
	if err != nil {
		return err
	}
	if f.json && f.markdown {
		return cli.Usagef("--json and --markdown exclude each other")
	}
	opt, err := f.run.options(cmd)
	if err != nil {
		return err
	}
	var docs [2]*analysis.Document
	for k, path := range args {
		if docs[k], err = p.document(cmd, path, opt); err != nil {
			return err
		}
	}
	c := analysis.Compare(docs[0], docs[1])
	if err := p.printComparison(c, f); err != nil {
		return err
	}
	switch {
	case f.failAbove == "":
	case len(c.Winners) == 0:
		return cli.Partial(fmt.Errorf("--fail-above: %s and %s have no orderings to compare", c.A.Name, c.B.Name))
	case c.Worst > limit:
		return cli.ErrThreshold
	}
	return nil
}

// printComparison writes c in the form asked for.
func (p *program) printComparison(c *analysis.Comparison, f *compareFlags) error {
	switch {
	case f.json:
		return analysis.WriteJSON(p.Stdout, c)
	case f.markdown:
		return reports.Markdown(p.Stdout, analysisreport.Comparison(c))
	}
	return reports.WrappedText(p.Stdout, analysisreport.Comparison(c), p.Width(f.width))
}

// document returns the analysis in a JSON file, or that of a matrix.
func (p *program) document(cmd *cobra.Command, path string, opt analysis.Options) (*analysis.Document, error) {
	text, err := p.readJSON(path)
	if err != nil {
		return nil, p.fileError(cmd, path, err)
	}
	if text == nil {
		end := p.begin()
		defer end()
		opt.Progress = p.progress()
		return analysis.Run(p.Ctx, []analysis.Source{p.source(cmd, path, opt.Workers)}, opt)
	}
	doc, err := analysis.ReadJSON(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return doc, nil
}

// readJSON returns the text of a file, or of standard input for "-", that starts
// as a JSON object does; nil for another one, which can be read again.
func (p *program) readJSON(path string) ([]byte, error) {
	if path == "-" {
		in := bufio.NewReader(p.Stdin)
		p.Stdin = in
		if head, _ := in.Peek(jsonHead); !isObject(head) {
			return nil, nil
		}
		return io.ReadAll(in)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() // nothing was written: its error says nothing
	head := make([]byte, jsonHead)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	if !isObject(head[:n]) {
		return nil, nil
	}
	rest, err := io.ReadAll(f)
	return append(head[:n], rest...), err
}

// jsonHead is how much of a file says whether it is a JSON object.
const jsonHead = 16

// isObject reports whether a text starts as a JSON object does.
func isObject(head []byte) bool { return bytes.HasPrefix(bytes.TrimLeft(head, " \t\r\n"), []byte("{")) }
