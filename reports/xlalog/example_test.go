package xlalog_test

import (
	"log"
	"os"
	"path/filepath"

	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/reports/xlalog"
	xlog "github.com/nrkit/nrkit/xla/log"
)

// What XLA made of command buffers, the first table of the report of a log.
func ExampleReport() {
	f, err := os.Open(filepath.Join("..", "..", "xla", "log", "testdata", "mixed.log"))
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	l, err := xlog.Read(f, "mixed.log", xlog.Hooks{})
	if err != nil {
		log.Fatal(err)
	}
	for _, b := range xlalog.Report(xlog.NewDocument([]*xlog.Log{l})).Blocks {
		if t, ok := b.(*reports.Table); ok && t.Named() {
			t.Note = "" // the table alone
			if err := reports.Text(os.Stdout, &reports.Document{Blocks: []reports.Block{t}}, 0); err != nil {
				log.Fatal(err)
			}
			break
		}
	}
	// Output:
	//   module         line  passes  command buffers  thunks in them  enabled
	//   --------------------------------------------------------------------------
	//   jit_newton        4       2                0               0  FUSION WHILE
	//   jit_newton #2    11       1                0               0  FUSION WHILE
}
