package startup

import (
	"fmt"
	"slices"
)

// ComparisonSchema names the JSON form of a Comparison.
const ComparisonSchema = "startup-compare/v1"

// A Comparison is several programs side by side: startup-compare/v1.
type Comparison struct {
	Schema   string     `json:"schema"`
	Programs []*Program `json:"programs"` // in the order in which they were given
	Warnings []string   `json:"warnings"`
}

// A Program is the figures of one result that are compared. Estimates that the
// result does not have are absent.
type Program struct {
	Source     string   `json:"source"` // file
	Command    []string `json:"command"`
	Processes  int      `json:"processes"` // that count
	Failed     int      `json:"failed"`
	Steps      *Counted `json:"steps_per_run,omitempty"`
	Iterations *Counted `json:"iterations_per_run,omitempty"`

	Cold   Regimen   `json:"cold"`
	Reload Regimen   `json:"cache_reload"`
	Warm   *Estimate `json:"warm_run,omitempty"`        // the median warm run of each reload process, or of each cold one where these have none
	Step   *float64  `json:"warm_step_ns,omitempty"`    // of its median, by the time steps of a run, where all runs take as many
	Saved  *Estimate `json:"saved_by_caches,omitempty"` // of the time of a process
}

// A Regimen is the figures of the processes of a regime that are compared.
type Regimen struct {
	Before   *Estimate `json:"before_first_range,omitempty"`
	First    *Estimate `json:"first_run,omitempty"`
	ToResult *Estimate `json:"to_first_result,omitempty"`
	Wall     *Estimate `json:"wall,omitempty"`
}

// Compare puts results side by side; sources are their files.
func Compare(results []*Result, sources []string) *Comparison {
	c := &Comparison{Schema: ComparisonSchema, Programs: []*Program{}, Warnings: []string{}}
	for k, r := range results {
		c.Programs = append(c.Programs, r.program(sources[k]))
		for _, w := range r.Warnings {
			c.Warnings = append(c.Warnings, sources[k]+": "+w)
		}
	}
	c.warn(results)
	return c
}

// program returns what is compared of a result.
func (r *Result) program(source string) *Program {
	regimen := func(f *Fresh) Regimen { return Regimen{f.Before, f.First, f.ToResult, f.Wall} }
	p := &Program{Source: source, Command: r.Command, Processes: r.Cold.Processes + r.Reload.Processes, Failed: r.Failed,
		Steps: r.Steps, Iterations: r.Iterations, Cold: regimen(r.Cold), Reload: regimen(r.Reload), Warm: r.Warm.AfterReload.Each, Saved: r.Saved.Wall}
	if p.Warm == nil {
		p.Warm = r.Warm.AfterCold.Each
	}
	if p.Warm != nil && p.Steps != nil && p.Steps.Min == p.Steps.Max && p.Steps.Max > 0 {
		each := float64(p.Warm.Median) / float64(p.Steps.Max)
		p.Step = &each
	}
	return p
}

// warn says what makes programs hard to compare.
func (c *Comparison) warn(results []*Result) {
	var names []string
	for _, r := range results {
		names = append(names, string(r.Source))
	}
	slices.Sort(names)
	if names = slices.Compact(names); len(names) > 1 && !slices.Contains(names, "") {
		c.Warnings = append(c.Warnings, "the ranges of some programs are NVTX ranges, the ranges of other programs are printed markers, which arrive later than they are printed")
	}
	for _, p := range c.Programs {
		if p.Steps != nil && p.Steps.Min != p.Steps.Max {
			c.Warnings = append(c.Warnings, fmt.Sprintf("%s: runs take %d to %d time steps: a later run is another work than the first", p.Source, p.Steps.Min, p.Steps.Max))
		}
	}
}
