//go:build unix

package main

import (
	"testing"

	"github.com/nrkit/nrkit/internal/cli/clitest"
)

// A standard output that takes nothing is an error of every command that prints.
func TestOutputErrors(t *testing.T) {
	if testing.Short() {
		t.Skip("analyzes a matrix for each command")
	}
	m := example(t, "bridge.mtx")
	clitest.OutputErrors(t, "analyze", t.TempDir(),
		[]string{"--help"}, []string{"version"}, []string{"--version"}, []string{"completion", "bash"},
		[]string{m}, []string{m, "--json"}, []string{m, "--markdown"}, []string{m, "-o", "out"},
		[]string{"compare", m, m}, []string{"compare", m, m, "--json"}, []string{"compare", m, "--orderings", "amd,rcm"},
		[]string{"order", m}, []string{"convert", m, "-"}, []string{"plot", "spy", m, "-o", "-"},
	)
}
