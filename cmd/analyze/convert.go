package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// A convertFlags holds the flags of the command convert.
type convertFlags struct {
	field   string
	workers int
}

// newConvertCmd returns the command that rewrites a matrix in another format.
func newConvertCmd(p *program) *cobra.Command {
	var f convertFlags
	cmd := &cobra.Command{
		Use:   "convert IN OUT",
		Short: "rewrite a matrix as Matrix Market, Rutherford-Boeing or .npz",
		Long: `Rewrite a matrix as Matrix Market, Rutherford-Boeing or .npz.

Convert reads a matrix in any format that analyze reads. The extension of OUT
decides the format that convert writes:

  .mtx               Matrix Market
  .mtx.gz, .mtx.zst  Matrix Market, compressed
  .rb                Rutherford-Boeing
  .npz               SciPy

If OUT is -, convert writes Matrix Market to standard output. It writes both
triangles of a symmetric matrix, sums duplicate entries, and prints the
warnings of the reader.`,
		Example: `  analyze convert west0067.rua west0067.mtx
  analyze convert jacobian.mtx.gz jacobian.npz
  analyze convert Problem.mat jacobian.mtx.zst --variable Problem.A`,
		Args: cli.ExactArgs("IN", "OUT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(args[1]); err != nil {
				return err
			}
			end := p.begin()
			in, err := p.readFile(cmd, args[0], f.workers)
			end()
			if err != nil {
				return err
			}
			return p.writeMatrix(args[1], in.Matrix, f.field)
		},
	}
	cmd.Flags().StringVar(&f.field, "field", "", "write the values as `FIELD`: real, integer, complex or pattern (default: the field of the file)")
	cmd.Flags().IntVar(&f.workers, "workers", 0, workersUsage)
	p.reading.register(cmd)
	return cmd
}

// check returns a usage error where the flags do not fit each other or the file
// out.
func (f *convertFlags) check(out string) error {
	if fields := []string{"", "real", "integer", "complex", "pattern"}; !contains(fields, f.field) {
		return cli.Usage(fmt.Sprintf("--field: want real, integer, complex or pattern, got %q", f.field), cli.DidYouMean(f.field, fields[1:]))
	}
	if err := checkWorkers(f.workers); err != nil {
		return err
	}
	_, err := matrixWriter(out, f.field)
	return err
}

// writeMatrix writes m in the format of the name of the file.
func (p *program) writeMatrix(path string, m *sparsity.Matrix, field string) error {
	write, err := matrixWriter(path, field)
	if err != nil {
		return err
	}
	return p.WriteTo(path, func(w io.Writer) error { return write(w, m) })
}

// matrixWriter returns the function that writes the format of the name path,
// compressed where the name says so.
func matrixWriter(path, field string) (func(io.Writer, *sparsity.Matrix) error, error) {
	_, inner, compressed := sparseio.CompressWriter(io.Discard, path)
	ext := strings.ToLower(filepath.Ext(inner))
	var write func(io.Writer, *sparsity.Matrix) error
	switch {
	case path == "-" || ext == ".mtx":
		write = func(w io.Writer, m *sparsity.Matrix) error {
			return sparseio.WriteMatrixMarket(w, m, sparseio.WriteOptions{Field: field})
		}
	case compressed && (ext == ".rb" || ext == ".npz"):
		return nil, cli.Usage(path+": only .mtx is written compressed with "+filepath.Ext(path), "write "+inner)
	case ext == ".rb":
		write = func(w io.Writer, m *sparsity.Matrix) error { return sparseio.WriteRutherfordBoeing(w, m, field) }
	case ext == ".npz" && field == "":
		return sparseio.WriteNPZ, nil
	case ext == ".npz":
		return nil, cli.Usagef("--field: a .npz file keeps the field of the values")
	default:
		ext = path[len(strings.TrimSuffix(inner, filepath.Ext(inner))):]
		return nil, cli.Usage(fmt.Sprintf("%s: unknown format %q", path, ext),
			"the extension decides the format: .mtx, .mtx.gz, .mtx.zst, .rb or .npz; - is standard output")
	}
	if !compressed {
		return write, nil
	}
	return func(w io.Writer, m *sparsity.Matrix) error {
		c, _, _ := sparseio.CompressWriter(w, path)
		err := write(c, m)
		if closed := c.Close(); err == nil {
			err = closed
		}
		return err
	}, nil
}
