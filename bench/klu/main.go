//go:build linux

// Klu measures newton/lu beside SuiteSparse's KLU in the work of a circuit
// simulator: factorise once, then refactorise and solve with new values again and
// again.
//
// usage: klu [-data DIR] [-only REGEXP] [-rounds N] [-batch SECONDS]
//
// DIR holds Matrix Market files; the default is mtx in the folder that NRKIT_ORACLE
// names. Small matrices made here are added. Each program works in its own block
// triangular form with its own AMD inside the blocks, rows scaled by their largest
// entry, pivot threshold 0.001.
//
// Both programs stay alive for a matrix and run in turn, one batch of repetitions
// per round. A figure is the least CPU time per repetition of all batches. Klu
// prints Markdown tables: microseconds of nrkit, of KLU, and the ratio, in which
// less than 1 is faster; and the same for the entries of L and U.
//
// It needs a C compiler and Debian's libsuitesparse-dev, and is run from the root of
// the module.
package main

import (
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// defaultMatrices are those of circuits, small and large.
const defaultMatrices = `^(rc|nr_graetz_tran_it0050|nr_ring_tran_it0050|nr_c6288_tran_it0800|nr_mul32_tran_it0150|mul64_rs)$`

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "klu: error:", err)
		os.Exit(1)
	}
}

func run() error {
	data := flag.String("data", filepath.Join(os.Getenv("NRKIT_ORACLE"), "mtx"), "folder of Matrix Market files")
	only := flag.String("only", defaultMatrices, "regular expression of matrix names")
	rounds := flag.Int("rounds", 15, "batches of each kernel")
	batch := flag.Float64("batch", 0.02, "seconds of a batch, about")
	flag.Parse()
	names, err := regexp.Compile(*only)
	if err != nil {
		return err
	}
	inputs, err := matrices(*data, names)
	if err != nil {
		return err
	}
	return compareKLU(inputs, *rounds, *batch)
}

// compareKLU measures all kernels beside KLU.
func compareKLU(inputs []input, rounds int, batch float64) error {
	dir, err := os.MkdirTemp("", "klu")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "klu_repeat")
	build := exec.Command("cc", "-O2", "-o", program, "bench/klu/peer/klu_repeat.c", "-I/usr/include/suitesparse", "-lklu", "-lm")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("building the peer: %w\n%s", err, out)
	}
	fmt.Println("| matrix | n | nnz | nnz(L+U) | ratio | factor µs | KLU | ratio | refactor µs | KLU | ratio | solve µs | KLU | ratio |")
	fmt.Println("| --- |" + strings.Repeat(" ---: |", 13))
	sums := [4]float64{}
	for _, in := range inputs {
		r, err := measure(in, program, dir, rounds, batch)
		if err != nil {
			return fmt.Errorf("%s: %w", in.name, err)
		}
		r.print(in)
		for k := range sums {
			sums[k] += math.Log(r.ours[k] / r.klu[k])
		}
	}
	if n := float64(len(inputs)); n > 0 {
		fmt.Printf("\nGeometric means: nnz(L+U) %.4f, factor %.2f, refactor %.2f, solve %.2f over %g matrices.\n",
			math.Exp(sums[0]/n), math.Exp(sums[1]/n), math.Exp(sums[2]/n), math.Exp(sums[3]/n), n)
	}
	return nil
}

// A result has the entries of L+U and then, for each of kernels, the least seconds per repetition.
type result struct{ ours, klu [4]float64 }

// kernels are what is timed, as the peer calls them.
var kernels = [3]string{"factor", "refactor", "solve"}

func (r *result) print(in input) {
	p := in.m.Pattern
	fmt.Printf("| %s | %d | %d | %.0f | %.4f |", in.name, p.Cols, p.NNZ(), r.ours[0], r.ours[0]/r.klu[0])
	for k := 1; k < 4; k++ {
		fmt.Printf(" %.4g | %.4g | %.2f |", 1e6*r.ours[k], 1e6*r.klu[k], r.ours[k]/r.klu[k])
	}
	fmt.Println()
}
