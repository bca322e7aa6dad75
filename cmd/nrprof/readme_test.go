package main

import (
	"testing"

	"github.com/nrkit/nrkit/internal/transcript"
)

// TestReadme executes the transcripts of README.md.
func TestReadme(t *testing.T) { transcript.Program{Name: "nrprof", Run: run}.Readme(t) }
