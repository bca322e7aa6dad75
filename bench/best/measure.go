//go:build linux

package main

import (
	"context"
	"os"
	"path/filepath"
	"syscall"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/internal/collection"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// A row is what is known of a matrix.
type row struct {
	name     string
	n        int
	symmetry float64
	hash     uint64 // of the pattern

	method string  // with the fewest entries
	lnz    float64 // its entries, see [table]

	peers  []collection.Peer
	least  collection.Peer
	metis  float64 // seconds, as the results say
	choice float64 // CPU seconds of the choice, as analyze order makes it
}

// measure runs the portfolio on a matrix. It returns nil where the matrix is not
// square.
func measure(data, name, results string) (*row, error) {
	p, err := peersOf(results)
	if err != nil || p.Rows != p.Cols {
		return nil, err
	}
	path := filepath.Join(data, "mtx", name+".mtx")
	if _, err := os.Stat(path); os.IsNotExist(err) {
		path += ".gz"
	}
	f, err := sparseio.Open(path, sparseio.Options{PatternOnly: true})
	if err != nil {
		return nil, err
	}
	a := f.Matrix.Pattern
	r := &row{name: name, n: a.Cols, symmetry: p.Symmetry, hash: hashOf(a), metis: p.METIS.Seconds}
	r.peers = append(p.List(), collection.Peer{Name: "COLAMD", LNZ: colamd(a)})
	r.least = collection.Least(r.peers)
	before := cpuTime()
	c, err := analysis.FindWinners(context.Background(), analysis.Loaded(f),
		analysis.Options{Orderings: []string{analysis.BestOf}, Exact: []string{"none"}, Workers: 2})
	if err != nil {
		return nil, err
	}
	r.choice = cpuTime() - before
	for _, o := range c.Orders {
		if lnz := float64(o.NNZ+int64(a.Cols)) / 2; r.method == "" || lnz < r.lnz {
			r.method, r.lnz = o.Method, lnz
		}
	}
	return r, nil
}

// colamd returns the entries of L for the pattern of A+Aᵀ in the order of COLAMD.
func colamd(a *sparsity.Pattern) float64 {
	p, _ := ordering.COLAMD(a, ordering.COLAMDOptions{})
	b := etree.Permuted(sparsity.Symmetrize(a), p)
	tree := etree.Symmetric(b)
	sum := 0.0
	for _, c := range etree.LowerCounts(b, tree, tree.Postorder()) {
		sum += float64(c)
	}
	return sum
}

// cpuTime returns the CPU time of the process in seconds.
func cpuTime() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

// hashOf returns a hash of the positions of p.
func hashOf(p *sparsity.Pattern) uint64 {
	h := uint64(p.Cols)
	for j := range p.Cols {
		for _, i := range p.Col(j) {
			h = (h ^ uint64(j)<<32 ^ uint64(i)) * 0x9e3779b97f4a7c15
			h ^= h >> 29
		}
	}
	return h
}
