//go:build linux

// Oracletransversal writes the maximum product transversal of a matrix, for
// oracles/transversal/run.
//
// usage: oracletransversal FILE
//
// It writes to standard output, little endian: rows, columns and pairs as int64, the
// logarithm of the product and the CPU seconds it took as float64, the row of each
// column as int32, and the logarithms of the row and the column factors as float64.
// The program ends with status 3 if the matrix has no values.
package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"os"

	"golang.org/x/sys/unix"

	"github.com/nrkit/nrkit/ordering/transversal"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: oracletransversal FILE")
		os.Exit(2)
	}
	f, err := sparseio.Open(os.Args[1], sparseio.Options{})
	if err != nil {
		fmt.Fprintln(os.Stderr, "oracletransversal:", err)
		os.Exit(1)
	}
	if !f.Matrix.HasValues() {
		os.Exit(3)
	}
	begin := cpuSeconds()
	t, err := transversal.Product(f.Matrix)
	took := cpuSeconds() - begin
	if err != nil {
		fmt.Fprintln(os.Stderr, "oracletransversal:", err)
		os.Exit(1)
	}
	if err := write(t, took); err != nil {
		fmt.Fprintln(os.Stderr, "oracletransversal:", err)
		os.Exit(1)
	}
}

// write prints t and the seconds it took.
func write(t *transversal.Transversal, took float64) error {
	w := bufio.NewWriter(os.Stdout)
	head := []int64{int64(len(t.Row)), int64(len(t.Col)), int64(t.Matching.Size)}
	for _, x := range []any{head, []float64{t.LogProduct, took}, t.Matching.RowOf, t.Row, t.Col} {
		if err := binary.Write(w, binary.LittleEndian, x); err != nil {
			return err
		}
	}
	return w.Flush()
}

// cpuSeconds returns the CPU time of this process.
func cpuSeconds() float64 {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t); err != nil {
		panic(err)
	}
	return float64(t.Sec) + 1e-9*float64(t.Nsec)
}
