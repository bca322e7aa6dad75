package history

import (
	"crypto/sha256"
	"fmt"
	"strings"
)

// A metric is the value of a measure in the Bencher Metric Format.
type metric struct {
	Value float64  `json:"value"`
	Low   *float64 `json:"lower_value,omitempty"`
	High  *float64 `json:"upper_value,omitempty"`
}

// longest is the number of bytes that Bencher allows in the name of a benchmark.
const longest = 1024

// bencher returns figures in the Bencher Metric Format: an object of benchmarks, each
// an object of measures.
//
// Format: https://bencher.dev/docs/reference/bencher-metric-format. Units and Extra
// have no place in it: a measure has its unit in the project.
func bencher(figures []Figure) map[string]map[string]metric {
	all := map[string]map[string]metric{}
	for _, f := range figures {
		name := shorten(strings.ToValidUTF8(f.Benchmark, "\uFFFD"))
		if all[name] == nil {
			all[name] = map[string]metric{}
		}
		all[name][f.Measure] = metric{f.Value, f.Low, f.High}
	}
	return all
}

// shorten returns a name of at most [longest] bytes. A long name loses its middle, in
// whose place stands a hash of the name, so that different names stay different.
func shorten(name string) string {
	if len(name) <= longest {
		return name
	}
	sum := sha256.Sum256([]byte(name))
	hash := fmt.Sprintf("…%x…", sum[:8])
	half := (longest - len(hash)) / 2
	return strings.ToValidUTF8(name[:half], "") + hash + strings.ToValidUTF8(name[len(name)-half:], "")
}
