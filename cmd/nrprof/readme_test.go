package main

import (
	"testing"

	"github.com/nrkit/nrkit/internal/transcript"
)

// TestReadme executes the transcripts of README.md.
func TestReadme(t *testing.T) { transcript.Program{Name: "nrprof", Run: run}.Readme(t) }

// TestPages executes the transcripts of pages.
func TestPages(t *testing.T) {
	for _, page := range []string{"docs/nrprof.md", "docs/two-runs.md"} {
		t.Run(page, func(t *testing.T) { transcript.Program{Name: "nrprof", Run: run}.Page(t, page) })
	}
}
