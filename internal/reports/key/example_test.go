package key_test

import (
	"log"
	"os"

	keyreport "github.com/nrkit/nrkit/internal/reports/key"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/runkey"
)

// The table of the parts in which the keys of two runs differ.
func ExampleExplanation() {
	key := func(threads string) *runkey.Key {
		k, err := runkey.Of(runkey.Environment([]string{"OMP_NUM_THREADS=" + threads}))
		if err != nil {
			log.Fatal(err)
		}
		return k
	}
	d := keyreport.Explanation(runkey.NewExplanation("old.json", key("1"), "new.json", key("4")))
	for _, b := range d.Blocks {
		if t, ok := b.(*reports.Table); ok && t.Named() {
			t.Note = "" // the table alone
			if err := reports.Text(os.Stdout, &reports.Document{Blocks: []reports.Block{t}}, 0); err != nil {
				log.Fatal(err)
			}
		}
	}
	// Output:
	//   part                 old  new  matters for
	//   ----------------------------------------------
	//   env.OMP_NUM_THREADS  1    4    timing, results
}
