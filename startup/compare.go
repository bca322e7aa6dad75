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
	Programs []*Program `json:"programs"` // the programs, in the order of the files
	Warnings []string   `json:"warnings"` // warnings of the documents, and reasons that make programs hard to compare
}

// A Program is the figures of one result that are compared. Estimates that the
// result does not have are absent.
type Program struct {
	Source     string   `json:"source"`                       // name of the file, or its path if two files have one name
	Command    []string `json:"command"`                      // name of the program and its arguments
	Processes  int      `json:"processes"`                    // number of processes of both regimes that count
	Failed     int      `json:"failed"`                       // number of processes that failed or did not start
	Steps      *Counted `json:"steps_per_run,omitempty"`      // time steps per run; absent if unknown
	Iterations *Counted `json:"iterations_per_run,omitempty"` // iterations per run; absent if unknown

	Cold   Regimen `json:"cold"`         // estimates for processes with empty caches
	Reload Regimen `json:"cache_reload"` // estimates for processes that load from the caches

	// median warm run of each reload process, or of each cold process if reload
	// processes have none; absent without warm runs
	Warm *Estimate `json:"warm_run,omitempty"`

	// median of `warm_run` divided by the time steps of a run; absent if runs
	// differ in their time steps
	Step *float64 `json:"warm_step_ns,omitempty"`

	Saved *Estimate `json:"saved_by_caches,omitempty"` // cold process minus reload process, by pair; absent without pairs that count
}

// A Regimen is the figures of the processes of a regime that are compared.
type Regimen struct {
	Before *Estimate `json:"before_first_range,omitempty"` // time before the first range; absent without ranges
	First  *Estimate `json:"first_run,omitempty"`          // time of the first run; absent without runs

	// time from the start of the process to the end of its first run; absent
	// without runs
	ToResult *Estimate `json:"to_first_result,omitempty"`

	// time from the start of the process to its end; absent without processes that
	// count
	Wall *Estimate `json:"wall,omitempty"`
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
		c.Warnings = append(c.Warnings, "some programs have NVTX ranges, others have printed markers, which arrive later than they are printed")
	}
	for _, p := range c.Programs {
		if p.Steps != nil && p.Steps.Min != p.Steps.Max {
			c.Warnings = append(c.Warnings, fmt.Sprintf("%s: runs take %d to %d time steps: the first and the later runs do different work", p.Source, p.Steps.Min, p.Steps.Max))
		}
	}
}
