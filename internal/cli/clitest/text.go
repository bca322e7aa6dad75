package clitest

import (
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/prose"
)

// mostWords is how many words a sentence of the help or the manual has at most.
const mostWords = 40

// CheckHelp fails t if the help of a command, or of a command below, has a long
// sentence or a phrase that needs a second reading.
func CheckHelp(t *testing.T, cmd *cobra.Command) {
	t.Helper()
	for _, s := range LongHelp(cmd, mostWords) {
		t.Errorf("more than %d words: %s", mostWords, s)
	}
	for _, s := range HardHelp(cmd) {
		t.Errorf("name the noun again: %s", s)
	}
}

// CheckManual fails t if the manual, the package comment of main.go in the present
// folder, has a long sentence or a phrase that needs a second reading, or fewer
// paragraphs than least.
func CheckManual(t *testing.T, least int) {
	t.Helper()
	source, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	manual, _, found := strings.Cut(string(source), "\n*/\n")
	paragraphs := prose.Plain(strings.TrimPrefix(manual, "/*"))
	if !found || len(paragraphs) < least {
		t.Fatalf("got a package comment of %d paragraphs, want at least %d", len(paragraphs), least)
	}
	for _, s := range prose.Long(paragraphs, mostWords) {
		t.Errorf("more than %d words: %s", mostWords, s)
	}
	for _, s := range prose.Phrases(paragraphs) {
		t.Errorf("name the noun again: %s", s)
	}
}
