package history

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/nrkit/nrkit/internal/legible"
)

// A Figure is a number whose history is kept. Smaller is better. Benchmark and Measure
// name it, and stay the same from run to run.
type Figure struct {
	Benchmark string   // what was measured, such as linear_solve/steady
	Measure   string   // which property, such as latency; at most 64 bytes
	Unit      string   // of Value, Low and High, such as ns
	Value     float64  // finite
	Low, High *float64 // ends of the range of the values that Value stands for; nil if unknown
	Extra     string   // what else a person should know; "" for nothing
}

// Latency is the measure of time per call, and of total time. Bencher creates it with
// each project, in nanoseconds.
const Latency = "latency"

// Names of the formats.
const (
	BencherFormat = "bencher"
	GitHubFormat  = "github-action-benchmark"
)

// Formats returns the names of the formats.
func Formats() []string { return []string{BencherFormat, GitHubFormat} }

// Write writes figures in the format with this name. It panics for other names.
func Write(w io.Writer, format string, figures []Figure) error {
	switch format {
	case BencherFormat:
		return write(w, bencher(figures))
	case GitHubFormat:
		return write(w, gitHub(figures))
	}
	panic("history: unknown format")
}

// write writes v as indented JSON in which all characters can be printed.
func write(w io.Writer, v any) error {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return fmt.Errorf("internal error: %w", err)
	}
	_, err = w.Write(append(legible.JSON(text), '\n'))
	return err
}
