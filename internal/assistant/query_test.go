package assistant

import (
	"os"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// parquetFile writes a table with rows of a number and a text.
func parquetFile(t *testing.T, path string, n int) {
	t.Helper()
	type row struct {
		K    int64  `parquet:"k"`
		Text string `parquet:"text"`
	}
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := parquet.NewGenericWriter[row](f)
	for k := range n {
		if _, err := w.Write([]row{{int64(k), "row"}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}
