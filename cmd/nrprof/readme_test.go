package main

import (
	"testing"

	"github.com/nrkit/nrkit/internal/transcript"
)

// TestReadme executes the transcripts of README.md.
func TestReadme(t *testing.T) { transcript.Program{Name: "nrprof", Run: run}.Readme(t) }

// TestPage executes the transcripts of docs/nrprof.md.
func TestPage(t *testing.T) {
	transcript.Program{Name: "nrprof", Run: run}.Page(t, "docs/nrprof.md")
}
