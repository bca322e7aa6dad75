package main

import (
	"testing"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/cli/clitest"
)

// Sentences of the help have at most 40 words, but for some that are counted here.
func TestHelpIsShort(t *testing.T) {
	const most = 3 // lists of orderings
	if list := clitest.LongHelp(newRootCmd(&program{Program: &cli.Program{Name: "analyze"}}), 40); len(list) > most {
		t.Errorf("%d long sentences, at most %d are wanted: %q", len(list), most, list)
	}
}
