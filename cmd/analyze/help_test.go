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

// mostWords is how many words a sentence has at most that a user reads.
const mostWords = 40

// tree returns the commands of the program.
func tree() *cobra.Command { return newRootCmd(&program{Program: &cli.Program{Name: "analyze"}}) }

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
	manual, _, found := strings.Cut(string(source), "\n*/")
	paragraphs := prose.Plain(strings.TrimPrefix(manual, "/*"))
	if !found || len(paragraphs) < 50 {
		t.Fatalf("no package comment: %d paragraphs", len(paragraphs))
	}
	for _, s := range prose.Long(paragraphs, mostWords) {
		t.Errorf("more than %d words: %s", mostWords, s)
	}
	for _, s := range prose.Phrases(paragraphs) {
		t.Errorf("name the noun again: %s", s)
	}
}
