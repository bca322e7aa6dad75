package parallel

import (
	"math"

	"github.com/nrkit/nrkit/prediction"
)

// Counts are what the GPU model reads of one matrix under one ordering.
type Counts struct {
	Rows    int64
	Entries int64   // of L+U, with one diagonal
	Flops   float64 // of the factorization
	Levels  int64   // columns of the longest chain of columns that wait for each other
}

// CountsOf returns the counts of a matrix from its features.
func CountsOf(f *prediction.Features) Counts {
	return Counts{f.Rows, f.L + f.U - f.Rows, f.Flops, f.Height}
}

// Scaled returns the counts of a matrix with another number of rows and the same
// structure: entries and flops per row stay, as in circuits and power grids of one
// kind. The levels stay too.
func (c Counts) Scaled(rows int64) Counts {
	r := float64(rows) / float64(c.Rows)
	return Counts{rows, int64(r * float64(c.Entries)), r * c.Flops, c.Levels}
}

// A GPU is a device of the model.
type GPU struct {
	Name      string
	Bandwidth float64 // of the memory, bytes per second
	Bus       float64 // between host and device, bytes per second
}

// GPUs returns the devices that the model knows. Bandwidths are figures of the data
// sheets; the bus is PCIe of the device's generation, at 80 % of its peak.
func GPUs() []GPU {
	return []GPU{
		{"RTX 3090", 936e9, 25e9}, {"TITAN X (Maxwell)", 336e9, 12.5e9}, {"A100", 1555e9, 25e9}, {"H100", 3350e9, 50e9},
	}
}

// A GPUSolver is a published solver for GPUs.
type GPUSolver string

const (
	CuDSS GPUSolver = "cudss" // NVIDIA cuDSS: supernodes, few kernels
	GLU   GPUSolver = "glu3"  // GLU3.0: columns level by level, factorization only
)

// GPUSolvers returns the solvers of the model.
func GPUSolvers() []GPUSolver { return []GPUSolver{CuDSS, GLU} }

// A cost has the constants of one phase of a solver, in seconds on the device of
// reference.
type cost struct {
	fixed, level, row, entry, flop float64

	// busy is the share of the time of one matrix in which the device is busy: the
	// rest is waiting, which a batch fills with other matrices.
	busy      float64
	bandwidth float64 // of the device on which the constants were fitted

	// The published times have matrices from least to alone rows, one at a time, or to
	// batched rows in batches of up to mostBatch, with at most density flops per entry
	// and at most so many levels.
	least, alone, batched int64
	density               float64
	levels                int64
}

// mostBatch is the largest batch of the published times.
const mostBatch = 256

// cudssLevels is the most levels of a matrix whose published times are of cuDSS, and
// whose levels are known: case2869pegase, 127 under nd and up to 182 under the minimum
// degree and minimum fill orderings. The model has no cost per level, so that it says
// nothing of longer chains.
const cudssLevels = 182

// The constants are common to all matrices. They were fitted to the published times
// that points_test.go lists, and rounded.
var (
	cudssFactor = cost{fixed: 75e-6, entry: 3e-9, flop: 0.15e-9, busy: 1. / 3, bandwidth: 936e9, least: 181, alone: 25_380, batched: 134_104, density: 15, levels: cudssLevels}
	cudssSolve  = cost{fixed: 65e-6, entry: 1.4e-9, busy: 1. / 3, bandwidth: 936e9, least: 181, alone: 25_380, batched: 134_104, density: 15, levels: cudssLevels}

	// GLU3.0: two kernels and their end for each level, and a block of threads for
	// each column.
	gluFactor = cost{level: 40e-6, row: 0.3e-6, entry: 20e-9, busy: 1, bandwidth: 336e9, least: 181, alone: 1_585_478, density: math.Inf(1), levels: 1669}
)

// reaches says whether the published times reach as far as a batch of such matrices.
func (k *cost) reaches(c Counts, batch int) bool {
	most := k.alone
	if batch > 1 {
		most = k.batched
	}
	return batch <= mostBatch && c.Rows >= k.least && c.Rows <= most && c.Levels <= k.levels && c.Flops <= k.density*float64(c.Entries)
}

// time returns the seconds of a batch of matrices.
//
// Method: launches and waiting are paid once for the batch. The busy part is paid for
// each matrix and scales with the bandwidth of the device.
func (k *cost) time(g *GPU, c Counts, batch int) float64 {
	once := k.fixed + k.level*float64(c.Levels)
	work := k.row*float64(c.Rows) + k.entry*float64(c.Entries) + k.flop*c.Flops
	return once + work*((1-k.busy)+float64(batch)*k.busy*k.bandwidth/g.Bandwidth)
}

// Factor returns the estimated seconds in which the solver factors a batch of matrices
// with one pattern that was analyzed before, with data on the device. ok is false if
// the model has no such solver, and beyond the range of the published times:
// docs/parallel.md states it.
//
// It panics if batch is below 1.
func (g *GPU) Factor(s GPUSolver, c Counts, batch int) (seconds float64, ok bool) {
	return g.phase(map[GPUSolver]*cost{CuDSS: &cudssFactor, GLU: &gluFactor}[s], c, batch)
}

// Solve returns the estimated seconds of the triangular solves of a batch, one
// right-hand side for each matrix, with data on the device. ok is false if the model
// has no such solver, if the solver has no solves on the device, and beyond the range of
// the published times.
//
// It panics if batch is below 1.
func (g *GPU) Solve(s GPUSolver, c Counts, batch int) (seconds float64, ok bool) {
	return g.phase(map[GPUSolver]*cost{CuDSS: &cudssSolve}[s], c, batch)
}

func (g *GPU) phase(k *cost, c Counts, batch int) (float64, bool) {
	if batch < 1 {
		panic("parallel: batch below 1")
	}
	if k == nil || !k.reaches(c, batch) {
		return 0, false
	}
	return k.time(g, c, batch), true
}

// Transfer returns the estimated seconds in which so many bytes go to or from the
// device, with the latency of one copy.
func (g *GPU) Transfer(bytes float64) float64 { return 10e-6 + bytes/g.Bus }
