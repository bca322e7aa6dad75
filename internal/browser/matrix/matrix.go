package matrix

import (
	"context"
	"errors"
	"io"
	"slices"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/internal/browser"
	"github.com/nrkit/nrkit/internal/hint"
	analysisreport "github.com/nrkit/nrkit/reports/analysis"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// errEmpty is the error of a request for nothing.
var errEmpty = errors.New("no file given")

// Run analyzes the first of some matrix files, as an iteration of the others, or an
// example. The page gets the verdict before the tables and drawings are made.
//
// The errors are the errors of the readers and of analysis.Run, and errors about
// options; some have advice for visitors of the page.
func Run(ctx context.Context, r *browser.Request, page browser.Page) (*browser.Result, error) {
	opt, err := analysisOptions(r.Options)
	switch {
	case err != nil:
		return nil, err
	case r.Example != "":
		return runExample(ctx, r, opt, page)
	case len(r.Files) == 0:
		return nil, errEmpty
	}
	reading := sparseio.Options{Lenient: r.Options["lenient"] != "", Variable: r.Options["variable"]}
	var inputs []analysis.Source
	for k, path := range r.Files {
		inputs = append(inputs, func() (*sparseio.File, error) {
			f, err := sparseio.Open(path, reading)
			if err == nil && k == 0 {
				sparseio.OpenNames(path, f)
			}
			return f, advised(err)
		})
	}
	result, err := analyzed(ctx, inputs, opt, page)
	if err != nil {
		return nil, err
	}
	result.Command = browser.Command([]string{"analyze"}, r.Files, flags(r.Options)...)
	return result, nil
}

// advised adds to an error what a visitor of the page can do about it.
func advised(err error) error {
	var syntax *sparseio.SyntaxError
	switch {
	case !errors.As(err, &syntax):
		return err
	case syntax.Lenient:
		return hint.With(err, "With the option lenient, this page reads the file, and a warning reports how.")
	case len(syntax.Variables) > 0:
		return hint.With(err, "The option variable takes the name of a variable, for example "+syntax.Variables[0]+".")
	}
	return err
}

// analyzed runs an analysis.
func analyzed(ctx context.Context, inputs []analysis.Source, opt analysis.Options, page browser.Page) (*browser.Result, error) {
	if page.Progress != nil {
		opt.Progress = func(p analysis.Progress) { page.Progress(p.Done, p.Total, p.Step) }
	}
	doc, err := analysis.Run(ctx, inputs, opt)
	if err != nil {
		return nil, err
	}
	if err := page.Show(analysisreport.Verdict(doc)); err != nil {
		return nil, err
	}
	result, err := browser.NewResult(analysisreport.Report(doc))
	if err != nil {
		return nil, err
	}
	if err := result.Add("analysis.json", browser.JSON, func(w io.Writer) error { return analysis.WriteJSON(w, doc) }); err != nil {
		return nil, err
	}
	return result, addPermutation(result, doc)
}

// addPermutation adds the recommended permutation of the columns, and the permutation
// of the rows if it differs, under the names that analyze -o gives them.
func addPermutation(result *browser.Result, doc *analysis.Document) error {
	if doc.Winners == nil {
		return nil // no ordering ran
	}
	o := doc.Ordering(doc.Winners.Recommended)
	rows, cols := o.Order.Permutations(doc.Structure.Rows, o.Etree.Len())
	if err := result.Add("perm_"+o.Method+".npy", browser.NPY, func(w io.Writer) error { return sparseio.WriteNPY(w, cols) }); err != nil {
		return err
	}
	if o.Order.Rows == nil || slices.Equal(rows, cols) {
		return nil
	}
	return result.Add("rowperm_"+o.Method+".npy", browser.NPY, func(w io.Writer) error { return sparseio.WriteNPY(w, rows) })
}
