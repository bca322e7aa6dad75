// Handover measures refactorizations of SuiteSparse's KLU under the order of
// analyze order --for klu, beside KLU's own orders: AMD and COLAMD, with and without
// block triangular form.
//
// With -superlu, it measures factorizations of SuperLU under the order of analyze order
// --for superlu, with relaxed supernodes and without.
//
// usage: handover [-superlu] [-data DIR] [-only REGEXP] [-rounds N] [-batch SECONDS] [-order FLAGS] [-keep DIR] [-plan] [-floor] [-structure]
//
// DIR holds Matrix Market files; the default is mtx in the folder that NRKIT_ORACLE
// names. KLU has its defaults: rows scaled by their largest entry, pivot threshold 0.001.
//
// The orders take turns in one process. A figure is the least CPU time of all batches.
// Handover prints a Markdown table: entries, flops and microseconds of KLU under its own
// order with the least time, the same under the given order, and their ratio, in which
// less than 1 is faster.
//
// With -keep, orders stay in a folder, and orders that are there are used again. With
// -plan, handover finds the orders and measures nothing.
//
// With -floor, the table also has the least time of a refactorization without any fill:
// under each of the orders, L and U keep only the entries of the matrix.
//
// With -structure, for matrices with a symmetric pattern that klu_factor works on for many
// minutes: one refactorization under AMD and one under the given order, in factors whose
// structure comes from the elimination tree.
//
// It needs a C compiler and Debian's libsuitesparse-dev, or libsuperlu-dev, and is run
// from the root of the module.
package main

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/bench/dump"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// circuits are the circuits among the matrices: one matrix of each series.
const circuits = `^(add20|adder_dcop_05|cs90_add20_rs|cs90_smult20_rs|fpga_dcop_01|irdrop_map21_mna|irdrop_tc1_mna|memplus|mul64_rs|nr_c6288_tran_it0800|nr_graetz_tran_it0050|nr_mul32_tran_it0150|nr_ring_tran_it0050|oscil_dcop_01|pdn_pg1_dFdx|rajat05|rajat11|rajat14|rajat19)$`

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "handover: error:", err)
		os.Exit(1)
	}
}

func run() error {
	data := flag.String("data", filepath.Join(os.Getenv("NRKIT_ORACLE"), "mtx"), "folder of Matrix Market files")
	only := flag.String("only", circuits, "regular expression of matrix names")
	rounds := flag.Int("rounds", 9, "batches of each order")
	batch := flag.Float64("batch", 0.02, "seconds of a batch, about")
	order := flag.String("order", "", "more flags of analyze order, separated by spaces")
	keep := flag.String("keep", "", "folder of orders")
	plan := flag.Bool("plan", false, "only find the orders")
	floor := flag.Bool("floor", false, "also measure refactorizations without fill")
	structure := flag.Bool("structure", false, "measure one refactorization of large symmetric patterns, without klu_factor")
	superlu := flag.Bool("superlu", false, "measure SuperLU; -only can also name generated matrices")
	flag.Parse()
	names, err := regexp.Compile(*only)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "handover")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	program := program{"klu_orders", "suitesparse", "klu"}
	switch {
	case *superlu:
		program.name, program.include, program.library = "superlu_orders", "superlu", "superlu"
	case *structure:
		program.name = "klu_structure"
	}
	if err := program.build(dir); err != nil {
		return err
	}
	b := &bench{dir: dir, program: program.name, keep: *keep, rounds: fmt.Sprint(*rounds), batch: fmt.Sprint(*batch), flags: strings.Fields(*order), floor: *floor}
	if b.keep == "" {
		b.keep = dir
	}
	paths, err := filepath.Glob(filepath.Join(*data, "*.mtx*"))
	if err != nil {
		return err
	}
	if *superlu {
		return b.superlu(paths, names)
	}
	return b.klu(paths, names, *plan)
}

// klu prints the table of KLU under its own orders and under the given one.
func (b *bench) klu(paths []string, names *regexp.Regexp, plan bool) error {
	head, line := "| matrix | n | KLU's best | entries | Mflop | µs | given | entries | Mflop | µs | ratio |", "| --- | ---: | --- | ---: | ---: | ---: | --- | ---: | ---: | ---: | ---: |"
	if b.floor {
		head, line = head+" µs without fill | ratio |", line+" ---: | ---: |"
	}
	fmt.Println(head + "\n" + line)
	var logs, floors []float64
	for _, path := range paths {
		name, _, _ := strings.Cut(filepath.Base(path), ".mtx")
		if !names.MatchString(name) {
			continue
		}
		if err := b.order(path, name, "klu"); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if plan {
			continue
		}
		ratio, least, err := b.measure(path, name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		logs, floors = append(logs, math.Log(ratio)), append(floors, math.Log(least))
	}
	switch {
	case plan:
		return nil
	case b.floor:
		return errors.Join(mean(logs), mean(floors))
	}
	return mean(logs)
}

// mean prints the geometric mean of ratios and the worst.
func mean(logs []float64) error {
	if len(logs) == 0 {
		return errors.New("no matrix")
	}
	sum := 0.0
	for _, l := range logs {
		sum += l
	}
	fmt.Printf("\nGeometric mean of %d matrices: %.3f; least %.3f, worst %.3f.\n",
		len(logs), math.Exp(sum/float64(len(logs))), math.Exp(slices.Min(logs)), math.Exp(slices.Max(logs)))
	return nil
}

// reader is the function of the page that reads orders.
var reader = regexp.MustCompile("(?ms)^```c\n(/\\* order\\.h \\*/\n.*?)^```$")

// A program is a C program over KLU or SuperLU.
type program struct{ name, include, library string }

// build makes analyze and the program in dir.
func (p program) build(dir string) error {
	page, err := os.ReadFile("docs/handing-over.md")
	if err != nil {
		return err
	}
	header := reader.FindSubmatch(page)
	if header == nil {
		return errors.New("docs/handing-over.md has no order.h")
	}
	if err := os.WriteFile(filepath.Join(dir, "order.h"), header[1], 0o600); err != nil {
		return err
	}
	for _, c := range []*exec.Cmd{
		exec.Command("cc", "-O2", "-I"+dir, "-I/usr/include/"+p.include, "-o", filepath.Join(dir, p.name), "bench/handover/peer/"+p.name+".c", "-l"+p.library, "-lm"),
		exec.Command("go", "build", "-o", filepath.Join(dir, "analyze"), "./cmd/analyze"),
	} {
		if out, err := c.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w\n%s", c, err, out)
		}
	}
	return nil
}

// A timing is a line of the program over KLU.
type timing struct {
	name           string
	entries        int64
	flops, seconds float64
}

// A bench is the settings of a run.
type bench struct {
	dir, keep     string
	program       string // its name
	rounds, batch string
	flags         []string
	floor         bool
}

// order writes the order of a matrix for a solver to the folder of orders, unless it is
// there.
func (b *bench) order(path, name, solver string) error {
	to := filepath.Join(b.keep, name+"."+solver)
	if _, err := os.Stat(to); err == nil {
		return nil
	}
	out, err := exec.Command(filepath.Join(b.dir, "analyze"), append([]string{"order", path, "--for", solver, "-o", to}, b.flags...)...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return nil
}

// measure prints the line of a matrix, and returns its ratio and, with floor, the ratio of
// the least time without fill.
func (b *bench) measure(path, name string) (ratio, least float64, err error) {
	f, err := sparseio.Open(path, sparseio.Options{})
	if err != nil {
		return 0, 0, err
	}
	if err := dump.Write(filepath.Join(b.dir, "matrix"), f.Matrix); err != nil {
		return 0, 0, err
	}
	order := filepath.Join(b.keep, name+".klu")
	text, err := os.ReadFile(order)
	if err != nil {
		return 0, 0, err
	}
	line, _, _ := strings.Cut(string(text), "\n")
	args := []string{filepath.Join(b.dir, "matrix"), order, b.rounds, b.batch}
	if b.floor {
		args = append(args, "floor")
	}
	c := exec.Command(filepath.Join(b.dir, b.program), args...)
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		return 0, 0, err
	}
	best, given, floor, err := read(string(out))
	if err != nil {
		return 0, 0, err
	}
	ratio = given.seconds / best.seconds
	fmt.Printf("| %s | %d | %s | %d | %.4g | %.4g | %s | %d | %.4g | %.4g | %.3f |", name, f.Matrix.Pattern.Cols,
		best.name, best.entries, best.flops/1e6, 1e6*best.seconds, strings.Fields(line)[2], given.entries, given.flops/1e6, 1e6*given.seconds, ratio)
	if floor != nil {
		least = floor.seconds / best.seconds
		fmt.Printf(" %.4g | %.3f |", 1e6*floor.seconds, least)
	}
	fmt.Println()
	return ratio, least, nil
}

// read returns KLU's own order with the least time, the given order, and the order with
// the least time without fill, nil without such a time.
func read(out string) (best, given, floor *timing, err error) {
	for _, line := range strings.Split(strings.TrimSpace(out), "\n") {
		t := &timing{}
		var off int
		if strings.HasSuffix(line, " failed") {
			continue
		}
		if _, err := fmt.Sscan(line, &t.name, &t.entries, &t.flops, &off, &t.seconds); err != nil {
			return nil, nil, nil, fmt.Errorf("%q: %w", line, err)
		}
		switch {
		case strings.HasPrefix(t.name, "floor:"):
			if floor == nil || t.seconds < floor.seconds {
				floor = t
			}
		case t.name == "given":
			given = t
		case best == nil || t.seconds < best.seconds:
			best = t
		}
	}
	if best == nil || given == nil {
		return nil, nil, nil, fmt.Errorf("KLU refused the matrix: %q", out)
	}
	return best, given, floor, nil
}
