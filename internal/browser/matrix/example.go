package matrix

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/internal/browser"
	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/circuit"
	"github.com/nrkit/nrkit/newton/simulate"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// An exampleMatrix is a matrix that the page makes.
type exampleMatrix struct {
	name string
	make func() *sparsity.Matrix
}

// exampleMatrices returns the examples that are made. The example c6288 comes from a
// simulation instead.
func exampleMatrices() []exampleMatrix {
	return []exampleMatrix{
		{"grid", func() *sparsity.Matrix { return matgen.Dominant(matgen.PowerGrid(70, 70, 25, 1), 1) }},
		{"arrow", func() *sparsity.Matrix { return matgen.Dominant(matgen.Arrow(500, 2), 1) }},
	}
}

// circuitExample is the name of the built-in circuit that is an example.
const circuitExample = "c6288"

// Examples returns the names of the examples.
func Examples() []string {
	names := []string{circuitExample}
	for _, e := range exampleMatrices() {
		names = append(names, e.name)
	}
	return names
}

// runExample analyzes an example.
func runExample(ctx context.Context, r *browser.Request, opt analysis.Options, page browser.Page) (*browser.Result, error) {
	if r.Example == circuitExample {
		source, stamps, err := jacobian(ctx, circuitExample)
		if err != nil {
			return nil, err
		}
		opt.Stamps = stamps
		result, err := analyzed(ctx, []analysis.Source{source}, opt, page)
		if err != nil {
			return nil, err
		}
		result.Command = browser.Command([]string{"analyze", "--circuit", circuitExample, "--iterations", "1"}, nil, flags(r.Options)...)
		return result, nil
	}
	for _, e := range exampleMatrices() {
		if e.name == r.Example {
			return runMade(ctx, e, r, opt, page)
		}
	}
	return nil, fmt.Errorf("example: want %s, got %q", strings.Join(Examples(), ", "), r.Example)
}

// runMade analyzes a matrix that is made, and offers its file.
func runMade(ctx context.Context, e exampleMatrix, r *browser.Request, opt analysis.Options, page browser.Page) (*browser.Result, error) {
	name := e.name + ".mtx"
	var text bytes.Buffer
	if err := sparseio.WriteMatrixMarket(&text, e.make(), sparseio.WriteOptions{}); err != nil {
		return nil, err
	}
	source := func() (*sparseio.File, error) {
		return sparseio.Read(name, bytes.NewReader(text.Bytes()), sparseio.Options{})
	}
	result, err := analyzed(ctx, []analysis.Source{source}, opt, page)
	if err != nil {
		return nil, err
	}
	result.Command = browser.Command([]string{"analyze"}, []string{name}, flags(r.Options)...)
	return result, result.Add(name, browser.Text, func(w io.Writer) error { _, err := w.Write(text.Bytes()); return err })
}

// jacobian returns the first Jacobian of a built-in circuit, and its devices, as
// analyze --circuit NAME --iterations 1 takes them.
func jacobian(ctx context.Context, name string) (analysis.Source, *analysis.Stamps, error) {
	c, err := simulate.Load(name)
	if err != nil {
		return nil, nil, err
	}
	first, err := simulate.ParseSelection("1")
	if err != nil {
		return nil, nil, err
	}
	list, err := simulate.Capture(ctx, c, simulate.Config{}, first)
	if failure := (*newton.Failure)(nil); err != nil && !(errors.As(err, &failure) && len(list) > 0) {
		return nil, nil, err
	}
	d, err := circuit.Devices(c.Netlist, nil)
	if err != nil {
		return nil, nil, err
	}
	j := list[0]
	return analysis.Loaded(&sparseio.File{
		Matrix: j.Matrix, Name: j.Name, Format: "circuit", Layout: "jacobian",
		Field: "real", Symmetry: "general", Entries: j.Matrix.Pattern.NNZ(),
		RowNames: j.Names, ColNames: j.Names, RowNamesFrom: c.Name, ColNamesFrom: c.Name,
	}), &analysis.Stamps{Name: c.Name, Devices: d}, nil
}
