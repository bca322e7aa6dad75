//go:build linux

package main

import (
	"fmt"
	"regexp"
	"strings"
	"time"
)

// orderSection measures the orderings, all on the same matrices, and writes
// what they make beside what other programs make.
func orderSection(doc *strings.Builder, c *config, inputs []input) error {
	inputs = distinct(inputs, c.quick)
	all := outcomes{}
	for _, in := range inputs {
		start := time.Now()
		if err := all.measure(c, in); err != nil {
			return err
		}
		c.say("%s: %.1f s", in.name, time.Since(start).Seconds())
	}
	fmt.Fprintf(doc, "\nMatrices of %d rows and more, square, each pattern once: %d. Peers that take more than %v of CPU time are stopped. "+
		"A graph that is ready is A+Aᵀ without its diagonal. nnz(L), flops of LU without pivoting, the height of the elimination tree and "+
		"T₁/T∞, all flops by those of the longest path in it, are counted by nrkit, of every order alike.\n",
		minimum, len(inputs), orderLimit)
	var tables strings.Builder
	var wanted targets
	for _, table := range []func(*strings.Builder, outcomes, []input) []target{
		dissectionTable, degreeTable, portfolioTable, blockTable, bandTable, hubTable, amdTable,
	} {
		wanted = append(wanted, table(&tables, all, inputs)...)
	}
	wanted.write(doc)
	doc.WriteString(tables.String())
	writeFailures(doc, all, inputs)
	return nil
}

// distinct returns the matrices that are measured: square, large enough, and of
// each pattern the first one. Left out is one whose factors fit no memory and,
// when quick, large ones except two with hubs.
func distinct(inputs []input, quick bool) []input {
	var chosen []input
	seen := map[uint64]bool{}
	for _, in := range inputs {
		if in.cols < minimum || !in.square || seen[in.hash] || in.name == "logic_720k" {
			continue
		}
		if quick && in.nnz > briefEntries && in.name != "arrow_bad_1m" && in.name != "mul64_rs" {
			continue
		}
		seen[in.hash] = true
		chosen = append(chosen, in)
	}
	return chosen
}

// isCircuit reports whether a matrix is the Jacobian of a circuit.
func isCircuit(name string) bool {
	return regexp.MustCompile(`^(add|fpga|memplus|nr_|rajat|mul64|G3_|irdrop|circuit|logic|power_grid)`).MatchString(name)
}
