//go:build linux

// Nd compares nested dissection with METIS_NodeND and with AMD, matrix by matrix, on
// the same graph and in turn.
//
// usage: nd [-solids] [-results FILE] [-kept] [-rounds K] [-only REGEXP] [-least
// ROWS] [-made] [-workers K] [-leaf K] [-divided] [-cpuprofile FILE] [-work DIR]
// FILE…
//
// FILE are matrices in any format that nrkit reads; -made adds the matrices of
// package matrices. For each square matrix with at least -least rows it prints
// entries of L, flops and T₁/T∞ of an LU with pivots from the diagonal, as ratios to
// METIS. It also prints CPU and elapsed time, the least of -rounds, and at the end
// the geometric means. It needs gcc and libmetis-dev.
//
// With -solids it measures graphs of three dimensions instead, also beside SCOTCH,
// which needs libscotch-dev. It then writes the section of these graphs into the
// file that -results names. With -kept it uses the results of the other programs
// from an earlier run.
package main

import (
	"encoding/binary"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/pprof"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/nrkit/nrkit/bench/dump"
	"github.com/nrkit/nrkit/bench/matrices"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
	"github.com/nrkit/nrkit/symbolic"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "nd: error:", err)
		os.Exit(1)
	}
}

// A config is what the command line says.
type config struct {
	rounds, least, workers, leaf int
	divided, kept                bool
	only                         *regexp.Regexp
	work, metis, profile         string
	results                      string
	out                          io.Writer
	sums                         sums
}

func run(args []string, stdout io.Writer) error {
	fs := flag.NewFlagSet("nd", flag.ContinueOnError)
	c := config{out: stdout}
	fs.IntVar(&c.rounds, "rounds", 1, "times to run each")
	fs.IntVar(&c.least, "least", 2000, "rows that a matrix must have")
	fs.IntVar(&c.workers, "workers", 1, "goroutines")
	fs.IntVar(&c.leaf, "leaf", 0, "vertices of a leaf")
	fs.BoolVar(&c.divided, "divided", false, "keep every division")
	only := fs.String("only", "", "names, as a regular expression")
	solids := fs.Bool("solids", false, "measure graphs of three dimensions beside METIS and SCOTCH")
	fs.StringVar(&c.results, "results", "", "file of results for -solids")
	fs.BoolVar(&c.kept, "kept", false, "take the results of METIS and SCOTCH from an earlier run")
	made := fs.Bool("made", false, "also the generated matrices")
	fs.StringVar(&c.profile, "cpuprofile", "", "file for a CPU profile of the orderings")
	fs.StringVar(&c.work, "work", filepath.Join(os.TempDir(), "nrkit-nd"), "folder for graphs and programs")
	if err := fs.Parse(args); err != nil {
		return err
	}
	var err error
	if c.only, err = regexp.Compile(*only); err != nil {
		return err
	}
	if err := os.MkdirAll(c.work, 0o755); err != nil {
		return err
	}
	c.metis = filepath.Join(c.work, "metis_order")
	if err := c.compile("metis_order", "-lmetis"); err != nil {
		return err
	}
	if c.profile != "" {
		f, err := os.Create(c.profile)
		if err != nil {
			return err
		}
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	if *solids {
		return c.solids()
	}
	fmt.Fprintf(stdout, "%-28s %8s %9s | %6s %6s %6s | %6s %6s %6s | %8s %6s %6s\n", "matrix", "n", "nnz(G)",
		"L", "flops", "T1/Ti", "L/amd", "fl/amd", "Ti/amd", "metis s", "cpu", "wall")
	for _, path := range fs.Args() {
		name, _, _ := strings.Cut(filepath.Base(path), ".mtx")
		if err := c.one(name, func() (*sparsity.Pattern, error) {
			f, err := sparseio.Open(path, sparseio.Options{})
			if err != nil {
				return nil, err
			}
			return f.Matrix.Pattern, nil
		}); err != nil {
			return err
		}
	}
	if *made {
		for _, m := range matrices.All() {
			if err := c.one(m.Name, func() (*sparsity.Pattern, error) { return m.Pattern(), nil }); err != nil {
				return err
			}
		}
	}
	c.sums.print(stdout)
	return nil
}

// compile compiles a program of bench/nd/peer.
func (c *config) compile(name string, options ...string) error {
	source := filepath.Join("bench/nd/peer", name+".c")
	out, err := exec.Command("gcc", append([]string{"-O2", "-o", filepath.Join(c.work, name), source}, options...)...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("compiling %s: %w\n%s", source, err, out)
	}
	return nil
}

// graph returns the graph of a matrix and the file that holds it for METIS.
func (c *config) graph(name string, make func() (*sparsity.Pattern, error)) (*sparsity.Pattern, string, error) {
	path := filepath.Join(c.work, name+".bin")
	if m, err := dump.Read(path); err == nil {
		return m.Pattern, path, nil
	}
	a, err := make()
	if err != nil || !a.Square() {
		return sparsity.NewPattern(0, 0), "", err
	}
	g := sparsity.Symmetrize(a)
	return g, path, dump.Write(path, &sparsity.Matrix{Pattern: g})
}

// one measures one matrix.
func (c *config) one(name string, make func() (*sparsity.Pattern, error)) error {
	if !c.only.MatchString(name) {
		return nil
	}
	g, path, err := c.graph(name, make)
	if err != nil {
		return err
	}
	if g.Cols < c.least || g.NNZ() == 0 {
		return nil
	}
	var ours, theirs times
	var p sparsity.Perm
	var stats ordering.NDStats
	order := filepath.Join(c.work, name+".perm")
	for range c.rounds {
		start := begin()
		p, stats = ordering.ND(g, ordering.NDOptions{Workers: c.workers, Leaf: c.leaf, Divided: c.divided})
		ours.add(start.end())
		t, err := c.runMETIS(path, order)
		if err != nil {
			return err
		}
		theirs.add(t)
	}
	q, err := readOrder(order, g.Cols)
	if err != nil {
		return err
	}
	if err := p.Check(); err != nil || len(p) != g.Cols {
		return fmt.Errorf("%s: not a permutation of %d: %w", name, g.Cols, err)
	}
	amd, _ := ordering.AMD(g, ordering.AMDOptions{})
	our, their, low := analyse(g, p), analyse(g, q), analyse(g, amd)
	row := []float64{our.l / their.l, our.flops / their.flops, our.parallel / their.parallel,
		our.l / low.l, our.flops / low.flops, our.parallel / low.parallel, theirs.cpu, ours.cpu / theirs.cpu, ours.wall / theirs.wall}
	c.sums.add(row)
	fmt.Fprintf(c.out, "%-28s %8d %9d | %6.3f %6.3f %6.3f | %6.3f %6.3f %6.3f | %8.4f %6.2f %6.2f  %+v\n",
		name, g.Cols, g.NNZ(), row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7], row[8], stats)
	return nil
}

// A figure is what an order leads to.
type figure struct{ l, flops, parallel float64 }

func analyse(g *sparsity.Pattern, p sparsity.Perm) figure {
	a := symbolic.Analyze(g, symbolic.Order{Cols: p}, symbolic.Options{Graph: g, Workers: []int{1}})
	return figure{float64(a.NNZL), a.Flops, a.ParallelismWork}
}

// times are CPU and elapsed seconds.
type times struct{ cpu, wall float64 }

// add keeps the least.
func (t *times) add(u times) {
	if t.wall == 0 {
		*t = u
	}
	t.cpu, t.wall = min(t.cpu, u.cpu), min(t.wall, u.wall)
}

// A moment is when a measurement began.
type moment struct {
	cpu  float64
	wall time.Time
}

func begin() moment { return moment{cpuSeconds(), time.Now()} }

func (m moment) end() times { return times{cpuSeconds() - m.cpu, time.Since(m.wall).Seconds()} }

func cpuSeconds() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

// runMETIS orders the graph at path and leaves the order in a file.
func (c *config) runMETIS(path, order string) (times, error) {
	out, err := exec.Command(c.metis, path, order).Output()
	if err != nil {
		return times{}, fmt.Errorf("METIS on %s: %w", path, err)
	}
	var t times
	for line := range strings.Lines(string(out)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "\t")
		v, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return times{}, err
		}
		if name == "metis" {
			t.cpu = v
		} else {
			t.wall = v
		}
	}
	return t, nil
}

func readOrder(path string, n int) (sparsity.Perm, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if len(b) != 4*n {
		return nil, fmt.Errorf("%s: want %d bytes, got %d", path, 4*n, len(b))
	}
	p := make(sparsity.Perm, n)
	for k := range p {
		p[k] = int32(binary.LittleEndian.Uint32(b[4*k:]))
	}
	return p, nil
}

// sums are the logarithms of what was printed.
type sums struct {
	log   [9]float64
	count int
}

func (s *sums) add(row []float64) {
	for k, v := range row {
		s.log[k] += math.Log(v)
	}
	s.count++
}

func (s *sums) print(w io.Writer) {
	fmt.Fprintf(w, "%-28s %8d %9s |", "geometric mean of", s.count, "")
	for k, v := range s.log {
		fmt.Fprintf(w, " %6.3f", math.Exp(v/float64(s.count)))
		if k%3 == 2 {
			fmt.Fprint(w, " |")
		}
	}
	fmt.Fprintln(w)
}
