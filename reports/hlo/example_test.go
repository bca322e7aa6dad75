package hlo_test

import (
	"log"
	"os"
	"path/filepath"

	"github.com/nrkit/nrkit/reports"
	hloreport "github.com/nrkit/nrkit/reports/hlo"
	"github.com/nrkit/nrkit/xla/hlo"
)

// The loops of a program of XLA, and how much each iteration launches.
func ExampleReport() {
	f, err := os.Open(filepath.Join("..", "..", "xla", "hlo", "testdata", "nr_optimized_plain.hlo"))
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	list, err := hlo.Read(f, hlo.Options{Name: "nr_optimized_plain.hlo"})
	if err != nil {
		log.Fatal(err)
	}
	for _, b := range hloreport.Report(list).Blocks {
		if t, ok := b.(*reports.Table); ok && t.Named() {
			t.Note = "" // the table alone
			if err := reports.Text(os.Stdout, &reports.Document{Blocks: []reports.Block{t}}, 0); err != nil {
				log.Fatal(err)
			}
			break
		}
	}
	// Output:
	//   loop         iterations  begun  operations  launches  phase         from
	//   -----------------------------------------------------------------------------------
	//   while.steps         100    ≥ 1          16        10                transient.py:31
	//   · while.nr      unknown  ≥ 100          13         6  nr_iteration  newton.py:12
}
