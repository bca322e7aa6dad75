package history

import (
	"strconv"
	"strings"
)

// An entry is a result of github-action-benchmark.
type entry struct {
	Name  string  `json:"name"`
	Unit  string  `json:"unit"`
	Value float64 `json:"value"`
	Range string  `json:"range,omitempty"`
	Extra string  `json:"extra,omitempty"`
}

// gitHub returns figures as the input of github-action-benchmark for its tool
// customSmallerIsBetter: a list of results, which have names of their own.
//
// Format: https://github.com/benchmark-action/github-action-benchmark, v1.22.0.
func gitHub(figures []Figure) []entry {
	list := []entry{} // not null
	for _, f := range figures {
		e := entry{Name: f.Benchmark + " " + f.Measure, Unit: f.Unit, Value: f.Value, Extra: f.Extra}
		if f.Low != nil && f.High != nil {
			e.Range = number(*f.Low) + " … " + number(*f.High)
		}
		e.Name = strings.ToValidUTF8(e.Name, "\uFFFD")
		list = append(list, e)
	}
	return list
}

// number returns x as JSON has it.
func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
