// Oraclepivots compares what package lu says about pivots with KLU and NumPy.
//
// usage: oraclepivots -klu PROGRAM -exact SCRIPT -tmp DIR FILE.mtx…
//
// PROGRAM is the compiled peer/klu_series.c, SCRIPT is exact.py. See run. It ends with status 1
// if a figure differs.
package main

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// An oracle is the programs compared with, and what was found.
type oracle struct {
	klu, exact, python, tmp string

	matrices, figures, skipped int
	failed                     bool
	large                      [2]int       // componentwise and normwise errors of disturbed solutions that are far above rounding errors
	ratios                     [3][]float64 // condition: ours by KLU's, ours and KLU's by the truth
}

func main() {
	o := &oracle{}
	flag.StringVar(&o.klu, "klu", "", "the compiled peer/klu_series.c")
	flag.StringVar(&o.exact, "exact", "", "exact.py")
	flag.StringVar(&o.python, "python", "/usr/bin/python3", "a Python with NumPy")
	flag.StringVar(&o.tmp, "tmp", os.TempDir(), "folder for matrices")
	flag.Parse()
	if o.klu == "" || o.exact == "" || flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	for _, path := range flag.Args() {
		if err := o.series(path); err != nil {
			o.fail("%s: %v", filepath.Base(path), err)
		}
	}
	o.print()
	if least := o.matrices; o.large[0] < least || o.large[1] < least {
		o.fail("%d componentwise and %d normwise errors are far above rounding errors, want at least %d each", o.large[0], o.large[1], least)
	}
	if o.failed || o.figures == 0 {
		os.Exit(1)
	}
}

func (o *oracle) fail(format string, args ...any) {
	o.failed = true
	fmt.Printf("FAIL "+format+"\n", args...)
}

func (o *oracle) print() {
	fmt.Printf("%d series, %d figures compared, %d matrices not square, without values, singular, or with zeros on KLU's diagonal\n", o.matrices, o.figures, o.skipped)
	fmt.Printf("backward errors of disturbed solutions above %g, where rounding cannot hide a wrong figure: %d componentwise, %d normwise\n", large, o.large[0], o.large[1])
	for k, what := range []string{"condition estimate over klu_condest", "condition estimate over condition number", "klu_condest over condition number"} {
		least, largest, sum := math.Inf(1), 0.0, 0.0
		for _, r := range o.ratios[k] {
			least, largest, sum = min(least, r), max(largest, r), sum+math.Log(r)
		}
		n := len(o.ratios[k])
		fmt.Printf("%s: %d, %.3g to %.3g, geometric mean %.3g\n", what, n, least, largest, math.Exp(sum/float64(max(n, 1))))
	}
}

// run runs a program that prints lines "name<TAB>number".
func run(argv ...string) (map[string]float64, error) {
	var errs bytes.Buffer
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %s", filepath.Base(argv[0]), err, errs.String())
	}
	figures := map[string]float64{}
	sc := bufio.NewScanner(bytes.NewReader(out))
	for sc.Scan() {
		name, number, _ := strings.Cut(sc.Text(), "\t")
		if figures[name], err = strconv.ParseFloat(number, 64); err != nil {
			return nil, err
		}
	}
	return figures, sc.Err()
}
