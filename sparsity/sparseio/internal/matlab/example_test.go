package matlab_test

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"log"
	"slices"

	"github.com/nrkit/nrkit/sparsity/sparseio/internal/matlab"
)

// element returns an element of a MAT-file: its type, its length, and its data.
func element(typ uint32, data ...any) []byte {
	var b bytes.Buffer
	for _, d := range data {
		if err := binary.Write(&b, binary.LittleEndian, d); err != nil {
			log.Fatal(err)
		}
	}
	head := binary.LittleEndian.AppendUint32(nil, typ)
	head = binary.LittleEndian.AppendUint32(head, uint32(b.Len()))
	return slices.Concat(head, b.Bytes(), make([]byte, (8-b.Len()%8)%8))
}

// A file of level 5 with the variable A = sparse([1 1 2], [1 2 2], [2 -1 3]).
func ExampleRead() {
	file := fmt.Appendf(nil, "%-124s\x00\x01IM", "MATLAB 5.0 MAT-file")
	file = append(file, element(14, // an array
		element(6, uint32(5), uint32(3)),    // sparse, room for 3 entries
		element(5, []int32{2, 2}),           // rows and columns
		element(1, []byte("A")),             // its name
		element(5, []int32{0, 0, 1}),        // rows
		element(5, []int32{0, 1, 3}),        // where columns begin
		element(9, []float64{2, -1, 3}))...) // values

	m, err := matlab.Read(bufio.NewReader(bytes.NewReader(file)), matlab.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for j := range m.Cols {
		from, to := m.ColPtr[j], m.ColPtr[j+1]
		fmt.Println(m.Name, "column", j, "rows", m.RowIdx[from:to], "values", m.Values[from:to])
	}
	// Output:
	// A column 0 rows [0] values [2]
	// A column 1 rows [0 1] values [-1 3]
}
