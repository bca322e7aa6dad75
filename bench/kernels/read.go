//go:build linux

package main

import (
	"fmt"
	"io"
	"runtime"
	"strconv"
	"time"

	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// timeRead times the Matrix Market reader on a file: -read or -structure,
// file, repetitions, cores.
func timeRead(stdout io.Writer, args []string) error {
	reps, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	cores, err := strconv.Atoi(args[3])
	if err != nil {
		return err
	}
	runtime.GOMAXPROCS(cores)
	opt := sparseio.Options{Workers: cores, PatternOnly: args[0] == "-structure"}
	for range reps {
		runtime.GC()
		wall, cpu := time.Now(), cpuSeconds()
		if _, err := sparseio.Open(args[1], opt); err != nil {
			return err
		}
		fmt.Fprintf(stdout, "read.wall\t%.9f\nread.cpu\t%.9f\n", time.Since(wall).Seconds(), cpuSeconds()-cpu)
	}
	return nil
}
