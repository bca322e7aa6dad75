package inject_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/nrkit/nrkit/trace/nvtx/inject"
)

// A program is run with the library that NVTX loads, and what it emitted is read.
// The program true emits nothing.
func Example() {
	dir, err := os.MkdirTemp("", "inject")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	folder := filepath.Join(dir, "capture")
	if err := inject.Prepare(folder); err != nil {
		log.Fatal(err)
	}
	library, err := inject.Install(context.Background(), folder)
	if err != nil {
		log.Fatal(err)
	}
	defer library.Close()
	c := inject.Command{Args: []string{"true"}, Library: library.Path, Folder: folder, Stdout: os.Stdout, Stderr: os.Stderr}
	exit, err := c.Run()
	if err != nil {
		log.Fatal(err)
	}
	capture, err := inject.Open(folder)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("exit code", exit.Code, "with", capture.Stats.Ranges, "ranges of", capture.Stats.Processes, "processes")
	// Output:
	// exit code 0 with 0 ranges of 0 processes
}
