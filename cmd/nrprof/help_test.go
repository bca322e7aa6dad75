package main

import (
	"testing"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/cli/clitest"
)

// Sentences of the help have at most 40 words, but for some that are counted here.
func TestHelpIsShort(t *testing.T) {
	const most = 5
	if list := clitest.LongHelp(commands(nil)(&cli.Program{Name: "nrprof"}), 40); len(list) > most {
		t.Errorf("%d long sentences, at most %d are wanted: %q", len(list), most, list)
	}
}
