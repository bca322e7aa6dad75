package sparseio_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// Open finds the format of a file and reads the matrix, whatever program wrote it.
func ExampleOpen() {
	f, err := sparseio.Open("../../testdata/bridge.mtx", sparseio.Options{})
	if err != nil {
		log.Fatal(err)
	}
	a := f.Matrix.Pattern
	fmt.Println(f.Name, f.Format, f.Field, f.Symmetry)
	fmt.Println(a.Rows, "rows,", a.Cols, "columns,", a.NNZ(), "entries,", f.ExplicitZeros, "of them zero")
	fmt.Println("rows of column 0:", a.Col(0))
	// Output:
	// bridge.mtx matrix-market real general
	// 10 rows, 10 columns, 29 entries, 0 of them zero
	// rows of column 0: [0 4 5 7]
}

// A matrix that was read in one format is written in another. SciPy loads the
// result with scipy.sparse.load_npz.
func ExampleWriteNPZ() {
	f, err := sparseio.Open("../../testdata/bridge.mtx", sparseio.Options{})
	if err != nil {
		log.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "sparseio")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	w, err := os.Create(filepath.Join(dir, "bridge.npz"))
	if err != nil {
		log.Fatal(err)
	}
	if err := sparseio.WriteNPZ(w, f.Matrix); err != nil {
		log.Fatal(err)
	}
	if err := w.Close(); err != nil {
		log.Fatal(err)
	}
	again, err := sparseio.Open(w.Name(), sparseio.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(again.Format, again.Matrix.Pattern.Equal(f.Matrix.Pattern))
	// Output:
	// npz true
}
