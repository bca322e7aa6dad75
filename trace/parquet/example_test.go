package parquet_test

import (
	"bytes"
	"fmt"
	"io"
	"log"

	pq "github.com/parquet-go/parquet-go"

	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/trace/parquet"
)

// The tables of a trace of 10 time steps. A program writes them as files of a folder.
func ExampleWrite() {
	open := func(name string, write func(io.Writer) error) error {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			return err
		}
		t, err := pq.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
		if err != nil {
			return err
		}
		if t.NumRows() > 0 {
			fmt.Println(name, t.NumRows())
		}
		return nil
	}
	if err := parquet.Write(open, walktest.NR(10, true), parquet.Options{Capture: "demo"}); err != nil {
		log.Fatal(err)
	}
	// Output:
	// ranges.parquet 161
	// iterations.parquet 30
	// steps.parquet 10
	// counters.parquet 50
	// keys.parquet 2
	// captures.parquet 1
}
