// Gen writes the examples of this repository's testdata directory: Jacobians of
// small circuits, computed here from their devices, and an export of Nsight Systems.
//
//	go run ./testdata/gen
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

func main() {
	dir := "testdata"
	if len(os.Args) > 1 {
		dir = os.Args[1]
	}
	err := writeAll(dir)
	if err == nil {
		err = writeExport(dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

// An example is one file and what it holds.
type example struct {
	name    string
	comment string
	matrix  *sparsity.Matrix
}

// examples returns the matrices, the same at every call.
func examples() []example {
	list := []example{
		{"bridge.mtx", "diode bridge with source, choke and load", bridge()},
		{"ladder.mtx", "resistive ladder of 60 sections between two supply rails", ladder(60)},
	}
	for k, off := range []float64{0.9, 0.3, 0.05} {
		l := newLogic(off)
		l.multiplier(4, 13, 11)
		list = append(list, example{fmt.Sprintf("mul4_it%d.mtx", k+1),
			fmt.Sprintf("4x4 array multiplier of NAND gates, Newton iteration %d", k+1), l.matrix()})
	}
	return list
}

// writeAll writes the examples into dir.
func writeAll(dir string) error {
	for _, e := range examples() {
		f, err := os.Create(filepath.Join(dir, e.name))
		if err != nil {
			return err
		}
		err = sparseio.WriteMatrixMarket(f, e.matrix, sparseio.WriteOptions{Comment: e.comment})
		if cerr := f.Close(); err == nil {
			err = cerr
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// bridge returns the Jacobian of a diode bridge: two diodes conduct, two
// block.
func bridge() *sparsity.Matrix {
	s := newSystem()
	a, b, out, load := s.node("a"), s.node("b"), s.node("out"), s.node("load")
	s.source(a, b)
	const on, blocked = 0.5, 1e-9
	for _, d := range []struct {
		from, to int32
		g        float64
	}{{a, out, on}, {b, out, blocked}, {ground, a, blocked}, {ground, b, on}} {
		inner := s.unknown() // behind the series resistance
		s.conductance(d.from, inner, 10)
		s.conductance(inner, d.to, d.g)
	}
	s.inductor(out, load, 200)
	s.conductance(load, ground, 1e-3+4e-4) // load and its capacitor
	return s.matrix()
}

// ladder returns the Jacobian of a resistive ladder whose every node also
// hangs on two supply rails, the first unknowns of all.
func ladder(sections int) *sparsity.Matrix {
	s := newSystem()
	vdd, vss := s.node("vdd"), s.node("vss")
	before := vdd
	for k := 0; k < sections; k++ {
		n := s.node(fmt.Sprintf("n%d", k))
		s.conductance(before, n, 1e-3)
		s.conductance(n, vdd, 1e-6)
		s.conductance(n, vss, 1e-5*float64(1+k%7))
		before = n
	}
	s.source(vdd, ground)
	s.source(vss, ground)
	return s.matrix()
}
