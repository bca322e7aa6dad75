package doctor_test

import (
	"log"
	"os"

	"github.com/nrkit/nrkit/internal/doctor"
	doctorreport "github.com/nrkit/nrkit/internal/reports/doctor"
	"github.com/nrkit/nrkit/reports"
)

// The table of what a system has of the programs that nrprof uses.
func ExampleReport() {
	d := doctorreport.Report(&doctor.Document{OS: "linux", Arch: "amd64", Checks: []doctor.Check{
		{Name: "nsys", State: doctor.OK, Version: "2024.5.1", UsedFor: "nrprof nsys"},
		{Name: "C compiler", State: doctor.Missing, UsedFor: "nrprof record", Fix: "Install gcc."},
	}})
	for _, b := range d.Blocks {
		if t, ok := b.(*reports.Table); ok && t.Named() {
			t.Note = "" // the table alone
			if err := reports.Text(os.Stdout, &reports.Document{Blocks: []reports.Block{t}}, 0); err != nil {
				log.Fatal(err)
			}
		}
	}
	// Output:
	//   what        state    version or figure  used for
	//   -----------------------------------------------------
	//   nsys        ok       2024.5.1           nrprof nsys
	//   C compiler  missing                     nrprof record
}
