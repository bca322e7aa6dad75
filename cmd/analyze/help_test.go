package main

import (
	"testing"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/cli/clitest"
)

// The help has no long sentence, and no phrase that needs a second reading.
func TestHelpIsPlain(t *testing.T) {
	clitest.CheckHelp(t, newRootCmd(&program{Program: &cli.Program{Name: "analyze"}}))
}

// The manual, the package comment, is as short and as plain as the help.
func TestManualIsPlain(t *testing.T) { clitest.CheckManual(t, 50) }
