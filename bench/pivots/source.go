package main

import (
	"errors"
	"path/filepath"
	"strings"

	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/circuit"
	"github.com/nrkit/nrkit/newton/netlist"
	"github.com/nrkit/nrkit/newton/simulate"
	"github.com/nrkit/nrkit/series"
	"github.com/nrkit/nrkit/series/pivots"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// A source is a series of systems with one pattern.
type source struct {
	name string
	kind string                               // circuit, grid or drift
	each func(see func(s system) error) error // calls see for each system in turn
}

// A system is A·x = b. Its slices are valid until see returns.
type system struct {
	a      *sparsity.Pattern
	values []float64
	b      []float64
}

// errEnough ends a simulation.
var errEnough = errors.New("enough iterations")

// simulated is the series of the first Jacobians of a circuit.
func simulated(name string, most int, load func() (*simulate.Circuit, error)) source {
	return source{name, "circuit", func(see func(system) error) error {
		c, err := load()
		if err != nil {
			return err
		}
		count := 0
		_, err = simulate.Run(ctx, c, simulate.Config{Watch: func(it newton.Iteration) error {
			if count++; count > most {
				return errEnough
			}
			return see(system{it.Pattern, it.Values, it.RHS})
		}})
		if errors.Is(err, errEnough) {
			err = nil
		}
		return err
	}}
}

// builtIn is a built-in circuit.
func builtIn(name string, most int) source {
	return simulated(name, most, func() (*simulate.Circuit, error) { return simulate.Load(name) })
}

// deck is a netlist.
func deck(name, text string, most int) source {
	return simulated(name, most, func() (*simulate.Circuit, error) {
		n, err := netlist.Parse(name+".cir", strings.NewReader(text))
		if err != nil {
			return nil, err
		}
		c, err := circuit.New(n)
		if err != nil {
			return nil, err
		}
		return &simulate.Circuit{Name: name, Netlist: n, System: c}, nil
	})
}

// files is the series of the matrices that a shell pattern in dir names, on the union of
// their patterns. The right-hand sides make x = ±1 the solution.
func files(name, dir, glob string) source {
	return source{name, "grid", func(see func(system) error) error {
		paths, err := filepath.Glob(filepath.Join(dir, glob))
		if err != nil || len(paths) < 2 {
			return errors.Join(err, errors.New(name+": want at least two matrices "+glob))
		}
		var list []*sparsity.Matrix
		var union series.Accumulator
		for _, path := range paths {
			f, err := sparseio.Open(path, sparseio.Options{})
			if err != nil {
				return err
			}
			list = append(list, f.Matrix)
			union.Add(path, f.Matrix)
		}
		for _, m := range list {
			values, err := series.Spread(union.Union(), m)
			if err != nil {
				return err
			}
			if err := see(system{union.Union(), values, pivots.RightHandSide(union.Union(), values)}); err != nil {
				return err
			}
		}
		return nil
	}}
}

// mix is the finaliser of splitmix64.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
