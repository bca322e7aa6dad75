package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/circuit"
	"github.com/nrkit/nrkit/newton/simulate"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// defaultIterations are those whose Jacobians --circuit captures: the first
// ones, of the operating point where there is one.
const defaultIterations = "1-20"

// A circuitFlags holds the flags of a matrix that comes from a simulation.
type circuitFlags struct {
	name       string
	iterations string
}

// register adds the flags to cmd.
func (f *circuitFlags) register(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVar(&f.name, "circuit", "", "simulate `NAME|FILE.cir`, a built-in circuit or a netlist, and analyze its Jacobians and devices")
	fl.StringVar(&f.iterations, "iterations", defaultIterations, "with --circuit: take the Jacobians of the Newton iterations in `LIST`, such as 1,5,800-802")
}

// circuitInputs simulates as far as the last iteration asked for and returns
// the Jacobians as a series, and the devices.
func (p *program) circuitInputs(cmd *cobra.Command, f *circuitFlags) ([]analysis.Source, *analysis.Stamps, error) {
	sel, err := simulate.ParseSelection(f.iterations)
	if err != nil {
		return nil, nil, cli.Usagef("--iterations: %v", err)
	}
	c, err := simulate.Load(f.name)
	if err != nil {
		return nil, nil, p.fileError(cmd, f.name, err)
	}
	list, err := simulate.Capture(p.Ctx, c, simulate.Config{}, sel)
	var failure *newton.Failure
	if errors.As(err, &failure) && len(list) > 0 {
		p.Warn(fmt.Sprintf("%s: the simulation failed after %s: %v", c.Name, units.Plural(len(list), "Jacobian"), err))
	} else if err != nil {
		return nil, nil, err
	}
	d, err := circuit.Devices(c.Netlist, nil)
	if err != nil {
		return nil, nil, err
	}
	var inputs []analysis.Source
	for _, j := range list {
		inputs = append(inputs, analysis.Loaded(&sparseio.File{
			Matrix: j.Matrix, Name: j.Name, Format: "circuit", Layout: "jacobian",
			Field: "real", Symmetry: "general", Entries: j.Matrix.Pattern.NNZ(),
			RowNames: j.Names, ColNames: j.Names, RowNamesFrom: c.Name, ColNamesFrom: c.Name,
		}))
	}
	return inputs, &analysis.Stamps{Name: c.Name, Devices: d}, nil
}
