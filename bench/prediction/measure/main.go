//go:build linux

// Measure times newton/lu, KLU, UMFPACK, SuperLU and CHOLMOD in all their phases, and
// the orderings, on matrices of several families. It writes one line of JSON for each
// matrix and ordering.
//
// usage: measure [-data DIR,…] [-only REGEXP] [-skip REGEXP] [-solvers LIST] [-orderings LIST] [-budget SECONDS] [-limit TIME] [-again least|replace|pages] -o FILE
//
// Matrices are the Matrix Market files of the folders, by the families of families.go,
// and matrices that package matrices makes. Each is measured under three orderings
// within its diagonal blocks: amd, mmf, and nd after a matching of large entries. Rows
// are permuted beforehand, so that all solvers take a symmetric permutation. The
// libraries are also measured with the orderings that they choose themselves.
//
// A time is the least CPU time of several repetitions. Measure skips matrices that FILE
// has already, so that a measurement can go on after -limit. With -again, it measures
// these matrices again:
//
//	measure -again least -o FILE                   other programs disturbed some times
//	measure -again replace -solvers lu -o FILE     newton/lu has changed
//	measure -again pages -o FILE                   count pages, and keep the times
//
// UMFPACK and SuperLU run while the C library keeps freed memory. If the times of FILE were
// measured with the defaults of the C library, -again pages adds how many pages the system
// provided for each repetition of their phases. Other programs do not change this number.
//
// It needs a C compiler and Debian's libsuitesparse-dev and libsuperlu-dev, and is run
// from the root of the module.
package main

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/nrkit/nrkit/bench/prediction/dataset"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "measure: error:", err)
		os.Exit(1)
	}
}

// A job has the options.
type job struct {
	budget  float64
	solvers []string
	orders  []string
	flops   float64 // above, a factorization is not measured
	dir     string  // of programs and files between
	out     string
	again   string // what -again says
}

func run() error {
	data := flag.String("data", filepath.Join(os.Getenv("NRKIT_ORACLE"), "mtx"), "folders of Matrix Market files, separated by commas")
	only := flag.String("only", "", "regular expression of matrix names")
	skip := flag.String("skip", "^$", "regular expression of matrix names to leave out")
	solvers := flag.String("solvers", "lu,klu,umfpack,superlu,cholmod,ordering", "what to measure")
	orders := flag.String("orderings", "btf+amd,product+btf+nd,btf+mmf", "orderings, each with product+btf+ or btf+ before its name, or without")
	limit := flag.Duration("limit", time.Hour, "time after which no further matrix is begun")
	refresh := flag.Bool("refresh", false, "compute the features in FILE anew, and measure nothing")
	list := flag.Bool("l", false, "list the matrices")
	again := flag.String("again", "", "measure the matrices in FILE again, and keep the `least` time of each phase, `replace` the times of the solvers that are measured, or count `pages` of UMFPACK and SuperLU")
	var j job
	flag.Float64Var(&j.budget, "budget", 0.03, "CPU seconds for each phase, about")
	flag.Float64Var(&j.flops, "flops", 6e8, "most flops of a factorization")
	flag.StringVar(&j.out, "o", "", "file to write to")
	flag.Parse()
	j.solvers, j.orders = strings.Split(*solvers, ","), strings.Split(*orders, ",")
	want, err := regexp.Compile(*only)
	if err != nil {
		return err
	}
	not, err := regexp.Compile(*skip)
	if err != nil {
		return err
	}
	inputs, err := inputs(strings.Split(*data, ","), func(name string) bool { return want.MatchString(name) && !not.MatchString(name) })
	if err != nil {
		return err
	}
	if *list {
		for _, in := range inputs {
			fmt.Println(in.family, in.name)
		}
		return nil
	}
	if j.again = *again; !slices.Contains([]string{"", "least", "replace", "pages"}, j.again) {
		return fmt.Errorf("-again %s: want least, replace or pages", j.again)
	}
	if j.again == "pages" {
		j.solvers = []string{"umfpack", "superlu"}
	}
	if j.out == "" {
		return fmt.Errorf("want -o, the file to write to")
	}
	if j.dir, err = os.MkdirTemp("", "measure"); err != nil {
		return err
	}
	defer os.RemoveAll(j.dir)
	if *refresh {
		return j.refresh(inputs)
	}
	if err := j.build(); err != nil {
		return err
	}
	return j.all(inputs, time.Now().Add(*limit))
}

// build compiles the programs over the libraries.
func (j *job) build() error {
	for _, name := range j.solvers {
		if name == "lu" || name == "ordering" {
			continue
		}
		cc := exec.Command("cc", "-O2", "-o", filepath.Join(j.dir, name), "bench/prediction/peer/"+name+".c",
			"-I/usr/include/suitesparse", "-I/usr/include/superlu", "-lklu", "-lumfpack", "-lcholmod", "-lsuperlu", "-lm")
		if out, err := cc.CombinedOutput(); err != nil {
			return fmt.Errorf("building %s: %w\n%s", name, err, out)
		}
	}
	return nil
}

// refresh computes the features of the rows of the file anew.
func (j *job) refresh(inputs []input) error {
	rows, err := dataset.Read(j.out)
	if err != nil {
		return err
	}
	for _, in := range inputs {
		m, err := in.read()
		if err != nil {
			return err
		}
		variants, err := variantsOf(m, j.orders)
		if err != nil {
			continue // it was not measured either
		}
		for n, v := range variants {
			for k := range rows {
				if r := &rows[k]; r.Matrix == in.name && (r.Ordering == v.name || n == 0 && r.Ordering == dataset.Own) {
					r.Features = v.features()
				}
			}
		}
	}
	return dataset.Write(j.out, rows)
}

// all measures what the file does not have, until the time is over.
func (j *job) all(inputs []input, end time.Time) error {
	var rows []dataset.Row
	done := map[string]bool{}
	if _, err := os.Stat(j.out); err == nil {
		if rows, err = dataset.Read(j.out); err != nil {
			return err
		}
	}
	for _, r := range rows {
		done[r.Matrix] = true
	}
	for _, in := range inputs {
		if done[in.name] && j.again == "" {
			continue
		}
		if time.Now().After(end) {
			fmt.Println("more to do, from", in.name)
			return nil
		}
		more, err := j.matrix(in)
		if err != nil {
			fmt.Printf("%s: left out: %v\n", in.name, err)
		}
		rows = j.merge(rows, more)
		if err := dataset.Write(j.out, rows); err != nil {
			return err
		}
	}
	fmt.Println("all done")
	return nil
}

// merge adds rows. It puts the times and counts of a row into the row of the same name:
// of two times of a phase the lesser, or the new time if they replace the old ones. Pages
// stay with the time that needed them.
func (j *job) merge(rows, more []dataset.Row) []dataset.Row {
	for _, m := range more {
		k := slices.IndexFunc(rows, func(r dataset.Row) bool { return r.Name() == m.Name() })
		if k < 0 {
			rows = append(rows, m)
			continue
		}
		r := &rows[k]
		r.Features = m.Features
		for name, t := range m.Times {
			old, ok := r.Times[name]
			switch {
			case j.again == "pages":
			case !ok || t < old || j.again == "replace":
				r.Times[name] = t
			default: // with the pages of the old time
				delete(m.Counts, dataset.Pages(name))
				continue
			}
			delete(r.Counts, dataset.Pages(name))
		}
		maps.Copy(r.Counts, m.Counts)
	}
	return rows
}
