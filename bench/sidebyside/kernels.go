//go:build linux

package main

import (
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// A contest is one kernel of nrkit and the same work done by a peer.
type contest struct {
	run     string // kernel that the program kernels is asked for
	kernel  string // what it prints
	program string // peer; a name that ends in .py is a script
	theirs  string // what the peer prints
	what    string
	values  bool // needs values
	square  bool // needs a square matrix
	figures []pair
}

// A pair is a result of nrkit and the same of the peer.
type pair struct{ name, ours, theirs string }

// contests are the kernels that are measured.
var contests = []contest{
	{"symmetrize", "symmetrize", "amd", "symmetrize", "A+Aᵀ (CXSparse: transpose, add, drop)", false, true, nil},
	{"amd_graph", "amd_graph", "amd", "amd_graph", "AMD of a graph that is ready (amd_2)", false, true, nil},
	{"amd", "amd", "amd", "amd", "AMD with A+Aᵀ (amd_order)", false, true, []pair{{"nnz(L)", "amd.lnz", "amd.lnz"}}},
	{"amd", "amd", "metis", "metis", "AMD beside METIS_NodeND, which is another method", false, true, []pair{{"nnz(L)", "amd.lnz", "metis.lnz"}}},
	{"etree", "etree", "etree", "etree", "elimination tree (cs_etree)", false, true, nil},
	{"etree", "postorder", "etree", "postorder", "postorder (cs_post)", false, true, nil},
	{"etree", "counts", "etree", "counts", "column counts (cs_counts)", false, true, []pair{{"nnz(L)", "etree.lnz", "etree.lnz"}}},
	{"etree", "counts", "etree", "rowcolcounts", "column counts (cholmod_rowcolcounts)", false, true, nil},
	{"coletree", "coletree", "etree", "coletree", "column elimination tree (cs_etree)", false, false, nil},
	{"coletree", "colcounts", "etree", "colcounts", "counts of R (cs_counts)", false, false, []pair{{"nnz(R)", "coletree.rnz", "coletree.rnz"}}},
	{"colamd", "colamd", "colamd", "colamd", "COLAMD with column tree postorder (colamd, cs_etree, cs_post)", false, false,
		[]pair{{"nnz(R)", "colamd.nnz_r", "colamd.nnz_r"}, {"nnz(V)", "colamd.nnz_v", "colamd.nnz_v"}}},
	{"btf", "matching", "btf", "matching", "maximum matching (btf_maxtrans)", false, true, nil},
	{"btf", "btf", "btf", "btf", "block triangular form (btf_order)", false, true, []pair{{"blocks", "btf.blocks", "btf.blocks"}}},
	{"rcm", "rcm", "rcm.py", "rcm", "RCM (SciPy reverse_cuthill_mckee)", false, true, []pair{{"bandwidth", "rcm.bandwidth", "rcm.bandwidth"}}},
	{"lu", "lu", "klu", "klu_factor", "numeric LU, BTF and AMD, threshold 0.001 (klu_factor)", true, true,
		[]pair{{"nnz(L)", "lu.lnz", "klu.lnz"}, {"nnz(U)", "lu.unz", "klu.unz"}}},
}

// minimum is the number of columns from which a matrix is measured.
const minimum = 1000

// factorizable is the number of entries up to which a numeric LU is tried.
const factorizable = 5_000_000

// limit ends a program that would take too long.
const limit = time.Minute

// kernelSection measures every contest on every matrix it fits.
func kernelSection(doc *strings.Builder, c *config, inputs []input) error {
	doc.WriteString("\n## Kernels\n\nCPU milliseconds on one core: nrkit / peer, and the ratio.\n")
	var means strings.Builder
	means.WriteString("\n### Geometric means, n ≥ 1000\n\n| kernel | matrices | time ratio | worst | figures (nrkit/peer) |\n| --- | ---: | ---: | --- | --- |\n")
	for _, k := range contests {
		fmt.Fprintf(doc, "\n### %s\n\n| matrix | n | nnz | nrkit ms | peer ms | ratio |%s\n| --- | ---: | ---: | ---: | ---: | ---: |%s\n",
			k.what, figureHeads(k.figures), strings.Repeat(" ---: |", len(k.figures)))
		var sum mean
		for _, in := range inputs {
			if in.cols < minimum || k.square && !in.square || k.values && (in.pattern || in.complex || in.nnz > factorizable) {
				continue
			}
			if err := k.measure(doc, c, in, &sum); err != nil {
				return err
			}
		}
		fmt.Fprintf(&means, "| %s | %d | %.2f | %s %.2f | %s |\n", k.what, sum.n, sum.ratio(), sum.worstName, sum.worst, sum.figureText(k.figures))
	}
	doc.WriteString(means.String())
	return nil
}

func figureHeads(figures []pair) string {
	var b strings.Builder
	for _, f := range figures {
		b.WriteString(" " + f.name + " ratio |")
	}
	return b.String()
}

// measure runs one contest on one matrix, in turn, and writes its line.
func (k contest) measure(doc *strings.Builder, c *config, in input, sum *mean) error {
	reps := repsFor(in.nnz)
	theirs := []string{filepath.Join(c.build, k.program), in.dump, reps}
	if strings.HasSuffix(k.program, ".py") {
		theirs = []string{"/usr/bin/python3", filepath.Join("bench/peers", k.program), in.dump, reps}
	}
	ours := []string{filepath.Join(c.build, "kernels"), in.dump, reps, k.run}
	var mine, other []float64
	var a, b *sample
	for range c.roundsFor(in) {
		var err error
		if a, err = runProgram(limit, nil, false, ours...); err != nil {
			fmt.Fprintf(doc, "| %s | %d | %d | no result: %s | | |\n", in.name, in.rows, in.nnz, cell(err.Error()))
			return nil
		}
		if b, err = runProgram(limit, nil, false, theirs...); err != nil {
			fmt.Fprintf(doc, "| %s | %d | %d | %s | did not finish: %s | |\n", in.name, in.rows, in.nnz,
				millis(median(a.lines[k.kernel])), cell(err.Error()))
			return nil
		}
		mine = append(mine, minOf(a.lines[k.kernel]))
		other = append(other, minOf(b.lines[k.theirs]))
	}
	m, o := median(mine), median(other)
	fmt.Fprintf(doc, "| %s | %d | %d | %s | %s | %.2f |", in.name, in.rows, in.nnz, millis(m), millis(o), m/o)
	ratios := make([]float64, len(k.figures))
	for x, f := range k.figures {
		ratios[x] = figureOf(a, f.ours) / figureOf(b, f.theirs)
		fmt.Fprintf(doc, " %.4f |", ratios[x])
	}
	doc.WriteString("\n")
	sum.add(in.name, m/o, ratios)
	return nil
}

// roundsFor returns how often the programs run on a matrix: once on those of
// millions of entries, whose times vary little.
func (c *config) roundsFor(in input) int {
	if in.nnz > 2_000_000 {
		return 1
	}
	return c.rounds
}

// repsFor returns how often a kernel is repeated within one run: often when
// it is short, since the first repetition finds cold memory.
func repsFor(nnz int) string { return strconv.Itoa(max(1, min(15, 2_000_000/(nnz+1)))) }

// figureOf returns the first number printed under a name, NaN when none was.
func figureOf(s *sample, name string) float64 {
	if v := s.lines[name]; len(v) > 0 {
		return v[0]
	}
	return math.NaN()
}

func millis(s float64) string { return strconv.FormatFloat(1e3*s, 'g', 3, 64) }

// cell makes text fit for a table.
func cell(s string) string { return strings.ReplaceAll(s, "|", "/") }

func minOf(x []float64) float64 {
	m := math.Inf(1)
	for _, v := range x {
		m = min(m, v)
	}
	return m
}
