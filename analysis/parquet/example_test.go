package parquet_test

import (
	"bytes"
	"context"
	"fmt"
	"log"

	pq "github.com/parquet-go/parquet-go"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/analysis/parquet"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// The tables of a matrix: a row for each ordering, and a row for the file.
func ExampleFiles() {
	f, err := sparseio.Open("../../testdata/bridge.mtx", sparseio.Options{})
	if err != nil {
		log.Fatal(err)
	}
	d, err := analysis.Run(context.Background(), []analysis.Source{analysis.Loaded(f)}, analysis.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, file := range parquet.Files(d) {
		var b bytes.Buffer
		if err := file.Write(&b); err != nil {
			log.Fatal(err)
		}
		t, err := pq.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(file.Name, t.NumRows())
	}
	// Output:
	// orderings.parquet 6
	// iterations.parquet 1
}
