package diagnose

// A Rule is one question about a run.
type Rule struct {
	ID      string // lower-case words joined by hyphens; part of diagnose/v1
	Meaning string // one line: what it means when the rule finds something
	Needs   string // one line: what the input must have
	Parts   []Part // without a trace, any of these is enough; empty if the rule needs a trace
	Summary bool   // a summary of captures is enough: the rule looks at no single range
	Check   func(*Input) Outcome
}

// An Outcome is the answer of a rule: findings, or the reason why it has no finding.
// Make it with [Found], [Clear] or [Abstain].
type Outcome struct {
	Findings []Finding
	Cleared  string // the figure that clears; "" where the rule finds or abstains
	Abstains string // what the input does not show; "" where the rule finds or clears
}

// Found says that something is wrong. It panics without findings.
func Found(list ...Finding) Outcome {
	if len(list) == 0 {
		panic("diagnose: no findings")
	}
	return Outcome{Findings: list}
}

// Clear says that nothing was found, and by which figure.
func Clear(why string) Outcome { return Outcome{Cleared: why} }

// Abstain says why the input cannot answer the question.
func Abstain(reason string) Outcome { return Outcome{Abstains: reason} }

// A Finding is something that is wrong.
type Finding struct {
	Rule     string     `json:"rule"` // its ID; Check leaves it empty
	Severity Severity   `json:"severity"`
	Title    string     `json:"title"`             // one sentence with the main figure, without full stop
	Evidence []Evidence `json:"evidence"`          // figures that support the finding
	Cost     *int64     `json:"cost_ns,omitempty"` // ns saved at most; nil when unknown
	Try      []string   `json:"try"`               // what may help, the likeliest first

	first bool // it says what the trace lacks, so that it comes before what the trace shows
}

// Evidence is a figure and where it can be looked up.
type Evidence struct {
	Text   string  `json:"text"`   // what the figure is
	Value  float64 `json:"value"`  // the figure
	Unit   string  `json:"unit"`   // of the constants below, or a plural noun of what is counted
	Source string  `json:"source"` // file and key or table: "c6288.nrt: phases/v1 timer_cost_ns"
}

// Units of evidence.
const (
	UnitNS    = "ns"
	UnitShare = "share" // from 0 to 1
	UnitRatio = "ratio"
	UnitBytes = "bytes"
	UnitRate  = "bytes/s"
	UnitCode  = "code" // an exit code
)

// A Clearance is a rule that found nothing, with the figure that proves it.
type Clearance struct {
	Rule string `json:"rule"` // id of the rule
	Why  string `json:"why"`
}

// An Abstention is a rule for which the input has too little information.
type Abstention struct {
	Rule   string `json:"rule"` // id of the rule
	Reason string `json:"reason"`
}
