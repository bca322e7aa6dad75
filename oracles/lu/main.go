// Oraclelu compares the entries in the factors of nrkit's sparse LU with the factors
// of KLU and SuperLU, given the same orders and thresholds, and checks that the
// factors multiply to the matrix.
//
// usage: oraclelu -klu PROGRAM -splu SCRIPT FILE.mtx…
//
// PROGRAM is the compiled bench/peers/klu.c and SCRIPT is bench/peers/splu.py. Each
// figure is nnz(L)+nnz(U), both with the diagonal, of nrkit over the same figure of
// the peer:
//
//	klu      KLU's order and blocks, threshold 0.001, rows scaled by their maximum
//	klu.1    the same with threshold 1, not scaled
//	own      nrkit's order and blocks, the rest as klu, over KLU with its own
//	slu      one block in nrkit's order, threshold 0.001, not scaled
//	slu.1    the same with threshold 1
//
// It ends with status 1 if a residual is larger than rounding explains, if one
// program finds a matrix singular and another does not, or if a geometric mean is
// above 1.03. The mean may well be below 1. Where nrkit leaves the diagonal it takes
// a short row, and the other programs take the largest entry. SuperLU does not
// exchange diagonals, so that after a pivot off the diagonal it has one diagonal
// entry less to prefer.
package main

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
)

// figureNames are the columns of the table.
var figureNames = []string{"klu", "klu.1", "own", "slu", "slu.1"}

// mostMean is what the geometric mean of a figure may be.
const mostMean = 1.03

func main() {
	p := &peers{}
	flag.StringVar(&p.klu, "klu", "", "the compiled bench/peers/klu.c")
	flag.StringVar(&p.splu, "splu", "", "bench/peers/splu.py")
	flag.StringVar(&p.python, "python", "/usr/bin/python3", "a Python with SciPy")
	flag.DurationVar(&p.limit, "limit", 60e9, "time for each run of a peer")
	flops := flag.Float64("flops", 5e9, "flops for each factorisation")
	flag.Parse()
	if p.klu == "" || p.splu == "" || flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	sums := map[string][]float64{}
	failed := false
	fmt.Printf("%-46s %9s %9s", "matrix", "n", "L+U")
	for _, figure := range figureNames {
		fmt.Printf(" %7s", figure)
	}
	fmt.Printf(" %9s\n", "residual")
	for _, path := range flag.Args() {
		r := compare(p, path, *flops)
		r.print(filepath.Base(path))
		failed = failed || len(r.wrong) > 0
		for figure, ratio := range r.ratios {
			sums[figure] = append(sums[figure], math.Log(ratio))
		}
	}
	for _, figure := range figureNames {
		mean := geometricMean(sums[figure])
		fmt.Printf("geometric mean %-6s %.4f over %d matrices\n", figure, mean, len(sums[figure]))
		if !(mean <= mostMean) {
			fmt.Printf("    wrong: want at most %.2f\n", mostMean)
			failed = true
		}
	}
	if failed {
		os.Exit(1)
	}
}

// geometricMean returns the geometric mean of numbers given by logarithms.
func geometricMean(logs []float64) float64 {
	sum := 0.0
	for _, x := range logs {
		sum += x
	}
	return math.Exp(sum / float64(max(len(logs), 1)))
}

// print writes a line of the table and what is wrong below it.
func (r *result) print(name string) {
	if r.skipped != "" {
		fmt.Printf("%-46s %s\n", name, r.skipped)
	} else {
		fmt.Printf("%-46s %9d %9d", name, r.n, r.entries)
		for _, figure := range figureNames {
			if ratio, ok := r.ratios[figure]; ok {
				fmt.Printf(" %7.4f", ratio)
			} else {
				fmt.Printf(" %7s", "-")
			}
		}
		fmt.Printf(" %9.1e\n", r.residual)
	}
	for _, w := range r.notes {
		fmt.Println("    note:", w)
	}
	for _, w := range r.wrong {
		fmt.Println("    wrong:", w)
	}
}
