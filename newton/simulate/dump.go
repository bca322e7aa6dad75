package simulate

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"

	"github.com/nrkit/nrkit/internal/atomicfile"
	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// Dump returns a Config.Watch that writes the selected Jacobians to dir as they
// come. The names of the files are those that the SuiteSparse Matrix Collection
// gives a matrix with its vectors and the names of its rows and columns:
//
//	NAME_itNNNNNN.mtx           J, with every structural entry
//	NAME_itNNNNNN_b.mtx         −f, the right-hand side of J·δ = −f
//	NAME_itNNNNNN_x.mtx         the iterate x that J and f were evaluated at
//	NAME_itNNNNNN_rowname.txt   the equations, a line each
//	NAME_itNNNNNN_colname.txt   the unknowns
//
// Unlike in the collection x does not solve J·x = b: the next iterate is x + δ.
func Dump(dir string, c *Circuit, sel Selection) func(newton.Iteration) error {
	names := c.names()
	return func(it newton.Iteration) error {
		if !sel.Has(it.Number) {
			return nil
		}
		return jacobian(c, it, names).write(dir)
	}
}

// What the comments of the files say.
const (
	sayJ = "J of iteration %d, at %g s: the next iterate is x + d, where J d = b"
	sayB = "b = -f, the right-hand side of J d = b, of iteration %d, at %g s"
	sayX = "x, the iterate that J and f were evaluated at, of iteration %d, at %g s"
)

// write writes the five files.
func (j Jacobian) write(dir string) error {
	say := func(format string) string { return fmt.Sprintf(format, j.Number, j.Time) }
	for _, f := range []struct {
		suffix string
		write  func(io.Writer) error
	}{
		{".mtx", func(w io.Writer) error {
			return sparseio.WriteMatrixMarket(w, j.Matrix, sparseio.WriteOptions{Comment: say(sayJ)})
		}},
		{"_b.mtx", func(w io.Writer) error { return writeVector(w, j.RHS, say(sayB)) }},
		{"_x.mtx", func(w io.Writer) error { return writeVector(w, j.X, say(sayX)) }},
		{"_rowname.txt", func(w io.Writer) error { return writeNames(w, j.Names) }},
		{"_colname.txt", func(w io.Writer) error { return writeNames(w, j.Names) }},
	} {
		if err := atomicfile.WriteFile(filepath.Join(dir, j.Name+f.suffix), f.write); err != nil {
			return err
		}
	}
	return nil
}

// writeVector writes a vector as a dense Matrix Market array.
func writeVector(w io.Writer, v []float64, comment string) error {
	if _, err := fmt.Fprintf(w, "%%%%MatrixMarket matrix array real general\n%% %s\n%d 1\n", comment, len(v)); err != nil {
		return err
	}
	for _, x := range v {
		if _, err := fmt.Fprintf(w, "%.17g\n", x); err != nil {
			return err
		}
	}
	return nil
}

// writeNames writes names, a line each. Names of netlists have no blanks.
func writeNames(w io.Writer, names []string) error {
	b := bufio.NewWriter(w)
	for _, name := range names {
		b.WriteString(name)
		b.WriteByte('\n')
	}
	return b.Flush()
}
