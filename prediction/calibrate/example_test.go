package calibrate_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/prediction/calibrate"
)

// The times of a machine go to a file, and can be read on another machine.
func ExampleReadFile() {
	path := filepath.Join(os.TempDir(), fmt.Sprintf("machine-%d.json", os.Getpid()))
	defer os.Remove(path)
	f, err := os.Create(path)
	if err != nil {
		log.Fatal(err)
	}
	if err := calibrate.Write(f, prediction.Generic()); err != nil {
		log.Fatal(err)
	}
	if err := f.Close(); err != nil {
		log.Fatal(err)
	}
	m, err := calibrate.ReadFile(path)
	fmt.Println(m.Name, m.Origin, m.Calibrated, err)
	// Output: generic generic false <nil>
}
