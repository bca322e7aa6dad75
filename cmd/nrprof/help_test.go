package main

import (
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/cli/clitest"
	"github.com/nrkit/nrkit/internal/prose"
)

// mostWords is how many words a sentence of the help or the manual has at most.
const mostWords = 40

// tree returns the commands of the program.
func tree() *cobra.Command { return commands(nil)(&cli.Program{Name: "nrprof"}) }

// The help has no long sentence.
func TestHelpIsShort(t *testing.T) {
	for _, s := range clitest.LongHelp(tree(), mostWords) {
		t.Errorf("more than %d words: %s", mostWords, s)
	}
}

// The help has no phrase that needs a second reading.
func TestHelpIsPlain(t *testing.T) {
	for _, s := range clitest.HardHelp(tree()) {
		t.Errorf("name the noun again: %s", s)
	}
}

// The manual, the package comment, is as short and as plain as the help.
func TestManualIsPlain(t *testing.T) {
	source, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	comment, _, ok := strings.Cut(string(source), "\n*/\n")
	if !ok {
		t.Fatal("main.go has no package comment")
	}
	text := prose.Plain(comment)
	for _, s := range prose.Long(text, mostWords) {
		t.Errorf("more than %d words: %s", mostWords, s)
	}
	for _, s := range prose.Phrases(text) {
		t.Errorf("name the noun again: %s", s)
	}
}
