package main

import (
	"testing"

	"github.com/nrkit/nrkit/internal/transcript"
)

var manual = transcript.Program{Name: "analyze", Run: run}

// TestManual executes the transcripts of the package comment in main.go.
func TestManual(t *testing.T) { manual.Manual(t) }

// TestReadme executes those of README.md.
func TestReadme(t *testing.T) { manual.Readme(t) }
