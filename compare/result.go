package compare

import "time"

// Schema names the JSON form of a [Result].
const Schema = "compare/v1"

// A Result is what two sides differ in: compare/v1.
type Result struct {
	Schema     string     `json:"schema"`
	Old        Side       `json:"old"` // the old side
	New        Side       `json:"new"` // the new side
	Identity   *Identity  `json:"identity"`
	Alpha      float64    `json:"alpha"`      // level of the tests, as a share
	Confidence float64    `json:"confidence"` // level of the confidence intervals, as a share
	Correction Correction `json:"correction"`
	Statistic  Statistic  `json:"statistic"`
	MinShare   float64    `json:"min_share"` // least share of a quantity that is compared
	Tests      int        `json:"tests"`     // p-values that were adjusted together
	Slower     int        `json:"slower"`    // number of rows with the verdict `slower`
	Faster     int        `json:"faster"`    // number of rows with the verdict `faster`
	Changed    int        `json:"changed"`   // number of rows with the verdict `more` or `less`
	Changes    []Change   `json:"changes"`   // causes of differences, the largest effect first
	Rows       []Row      `json:"rows"`
	Counts     []CountRow `json:"counts"`
	Work       *Work      `json:"work,omitempty"` // nil where a side has nothing of devices
	OnlyOld    []Lone     `json:"only_old"`       // quantities that only the old side has
	OnlyNew    []Lone     `json:"only_new"`       // quantities that only the new side has
	LeftOut    int        `json:"left_out"`       // quantities below the least share
	FailAbove  *float64   `json:"fail_above,omitempty"`
	FailRows   []Kind     `json:"fail_rows,omitempty"` // what FailAbove is for
	Watched    int        `json:"watched"`             // rows that it is for
	Exceeding  int        `json:"exceeding"`           // rows that count as slower by more than FailAbove
	Blind      bool       `json:"blind"`               // there is a threshold, and no row that it is for could be tested
	Warnings   []string   `json:"warnings"`
}

// A Side is the runs of one side.
type Side struct {
	Runs []SideRun `json:"runs"`
}

// A SideRun is one of them.
type SideRun struct {
	Name    string            `json:"name"`
	Program string            `json:"program,omitempty"`
	Start   *time.Time        `json:"start,omitempty"`
	Key     string            `json:"key,omitempty"` // its hash
	Labels  map[string]string `json:"labels,omitempty"`
}

// Verdict is the result of a row.
type Verdict string

const (
	Slower   Verdict = "slower"   // significantly
	Faster   Verdict = "faster"   // significantly
	More     Verdict = "more"     // of a unit other than time, where more may be better
	Less     Verdict = "less"     // likewise
	None     Verdict = "none"     // no difference was found
	Untested Verdict = "untested" // too few runs for the test to find any
)

// A Row compares one quantity.
type Row struct {
	Kind    Kind     `json:"kind"`
	Name    string   `json:"name"`
	Regime  string   `json:"regime"`
	Metric  Metric   `json:"metric"`
	Unit    string   `json:"unit"`                 // of the values
	Share   float64  `json:"share"`                // mean of all runs
	Old     Estimate `json:"old"`                  // estimate of the old side
	New     Estimate `json:"new"`                  // estimate of the new side
	Change  *float64 `json:"change,omitempty"`     // new median by old − 1; absent when the old is 0
	P       *float64 `json:"p,omitempty"`          // of the rank test; absent when untested
	Q       *float64 `json:"p_adjusted,omitempty"` // compared with alpha
	Verdict Verdict  `json:"verdict"`
	Exceeds bool     `json:"exceeds,omitempty"`
	Note    string   `json:"note,omitempty"`
}

// An Estimate is the median of a side.
type Estimate struct {
	N      int       `json:"n"`              // runs that have the quantity
	Median float64   `json:"median"`         // median over the runs
	Low    *float64  `json:"low,omitempty"`  // lower end of the confidence interval; absent with too few runs
	High   *float64  `json:"high,omitempty"` // upper end of the confidence interval; absent with too few runs
	Values []float64 `json:"values"`         // in the order of the runs that have it
}

// A CountRow compares a count.
type CountRow struct {
	Kind    string      `json:"kind"`
	Name    string      `json:"name"` // name of the count, phase, kernel or histogram
	Old     CountSpread `json:"old"`  // the count in the runs of the old side
	New     CountSpread `json:"new"`  // the count in the runs of the new side
	Verdict string      `json:"verdict"`
}

// Verdicts of counts.
const (
	CountsEqual  = "equal"   // the same in every run
	CountsDiffer = "differs" // no run of one side has what a run of the other has
	CountsVary   = "varies"  // it differs between runs of one side
)

// A CountSpread is a count in the runs of a side.
type CountSpread struct {
	Min int64 `json:"min"` // smallest count of a run
	Max int64 `json:"max"` // largest count of a run
}

// A Lone is a quantity that one side alone has.
type Lone struct {
	Kind   Kind    `json:"kind"`   // kind of the quantity, as in `rows`
	Name   string  `json:"name"`   // name of the quantity, as in `rows`
	Regime string  `json:"regime"` // regime of the quantity, as in `rows`
	Metric Metric  `json:"metric"` // metric of the quantity, as in `rows`
	Unit   string  `json:"unit"`   // unit of the quantity, as in `rows`
	N      int     `json:"n"`      // number of runs that have the quantity
	Median float64 `json:"median"` // median over the runs
}
