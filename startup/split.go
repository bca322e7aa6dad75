package startup

import (
	"cmp"
	"fmt"
	"slices"
)

// A Place says where a phase lies.
type Place string

// Places.
const (
	Before  Place = "before"  // the first run begins after it; all phases where there is no run
	Between Place = "between" // runs
	After   Place = "after"   // the last run
)

// A Part is the time of the phases of one name in one place.
type Part struct {
	Name  string `json:"name"`  // name of the ranges
	Place Place  `json:"place"` // `before` the first run, `between` runs, or `after` the last run
	Count int    `json:"count"` // number of ranges
	NS    int64  `json:"ns"`    // total time of the ranges
}

// A Run is one of a process.
type Run struct {
	Number  int    `json:"run"`      // number of the run, from 1, in the order of begins
	Name    string `json:"name"`     // name of the range
	StartNS int64  `json:"start_ns"` // begin of the run, since the start of the process
	NS      int64  `json:"ns"`       // time of the run

	// number of time steps, from the ranges in the run or from the program; absent
	// if unknown
	Steps int64 `json:"steps,omitempty"`

	// number of iterations, from the ranges in the run or from the program; absent
	// if unknown
	Its int64 `json:"iterations,omitempty"`

	Compiled *Compiled `json:"compiled,omitempty"` // compilations in the run, from the log of JAX; absent without a log
}

// A Split is a process in parts. BeforeNS, the parts, the runs, UnattributedNS and
// AfterNS add up to the time from its start to its end.
type Split struct {
	Ranges         int    `json:"ranges"`                // number of ranges that were analysed
	BeforeNS       int64  `json:"before_first_range_ns"` // time before the first range; all the time without ranges
	Parts          []Part `json:"phases"`                // phases outside of runs, in the order of their begins
	Runs           []Run  `json:"runs"`                  // the runs of the process
	UnattributedNS int64  `json:"unattributed_ns"`       // time between the first and the last range, in no phase and no run
	AfterNS        int64  `json:"after_last_range_ns"`   // time after the last range
}

// maxParts is how many phases are told apart; the rest are together.
const maxParts = 50

// others is the name of that rest.
const others = "(other ranges)"

// split makes parts of what a reducer kept of a process that took wall ns. Ranges
// outside of the process are cut at its start and its end.
func split(r *reducer, wall int64) (s Split, warnings []string) {
	s = Split{Ranges: r.count, BeforeNS: wall, Parts: []Part{}, Runs: []Run{}}
	if r.count == 0 {
		return s, nil
	}
	inside := func(t int64) int64 { return min(max(t, 0), wall) }
	s.BeforeNS, s.AfterNS = inside(r.first), wall-inside(r.last)
	if out := max(-r.first, r.last-wall); out > slack {
		warnings = append(warnings, fmt.Sprintf("ranges lie up to %.1f ms outside the time of the process: the clock of the machine was set", float64(out)/1e6))
	}
	s.UnattributedNS = wall - s.BeforeNS - s.AfterNS
	spans := slices.Clone(r.kept)
	slices.SortStableFunc(spans, func(a, b Span) int { return cmp.Compare(a.StartNS, b.StartNS) })
	total := 0
	for _, x := range spans {
		if x.Run {
			total++
		}
	}
	for _, x := range spans {
		x.StartNS, x.EndNS = inside(x.StartNS), inside(x.EndNS)
		s.UnattributedNS -= x.NS()
		if x.Run {
			s.Runs = append(s.Runs, Run{Number: len(s.Runs) + 1, Name: x.Name, StartNS: x.StartNS, NS: x.NS(), Steps: x.steps, Its: x.iterations})
			continue
		}
		if x.Open {
			warnings = append(warnings, fmt.Sprintf("range %q has no end: its end is taken to be the end of the process", x.Name))
		}
		s.add(x, placeOf(len(s.Runs), total))
	}
	return s, append(warnings, misnumbered(s.Runs)...)
}

// slack is how far ranges may lie outside of their process: the wall clock of two
// processes is what their times have in common.
const slack = 1_000_000

// placeOf returns the place of what begins after some runs of all.
func placeOf(done, total int) Place {
	switch done {
	case 0:
		return Before
	case total:
		return After
	}
	return Between
}

// add adds a phase.
func (s *Split) add(x Span, place Place) {
	for _, name := range []string{x.Name, others} {
		k := slices.IndexFunc(s.Parts, func(p Part) bool { return p.Name == name && p.Place == place })
		if k < 0 && (name == others || len(s.Parts) < maxParts) {
			k = len(s.Parts)
			s.Parts = append(s.Parts, Part{Name: name, Place: place})
		}
		if k >= 0 {
			s.Parts[k].Count++
			s.Parts[k].NS += x.NS()
			return
		}
	}
}

// misnumbered says that runs do not have the numbers of their names.
func misnumbered(runs []Run) []string {
	for _, r := range runs {
		if n, ok := runName(r.Name); ok && n > 0 && n != r.Number {
			return []string{fmt.Sprintf("%q is the %s run of its process: runs are numbered in the order in which they start", r.Name, Nth(r.Number))}
		}
	}
	return nil
}
