package petsc_test

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"log"

	"github.com/nrkit/nrkit/sparsity/sparseio/internal/petsc"
)

// MatView writes class, shape and number of entries, then the length of each
// row, the columns and the values, all big-endian.
func ExampleRead() {
	var file bytes.Buffer
	for _, part := range []any{
		[]int32{1211216, 2, 3, 4}, []int32{3, 1}, []int32{0, 1, 2, 1}, []float64{4, -1, -2, 5},
	} {
		if err := binary.Write(&file, binary.BigEndian, part); err != nil {
			log.Fatal(err)
		}
	}
	m, err := petsc.Read(bufio.NewReader(&file), petsc.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for i := range m.Rows {
		from, to := m.RowPtr[i], m.RowPtr[i+1]
		fmt.Println("row", i, "columns", m.ColIdx[from:to], "values", m.Values[from:to])
	}
	// Output:
	// row 0 columns [0 1 2] values [4 -1 -2]
	// row 1 columns [1] values [5]
}
