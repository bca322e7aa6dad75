package diagnose_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/diagnose"
)

// rule returns a rule that always says the same.
func rule(id string, o diagnose.Outcome) diagnose.Rule {
	return diagnose.Rule{ID: id, Check: func(*diagnose.Input) diagnose.Outcome { return o }}
}

// finding returns one with evidence; a cost below 0 is unknown.
func finding(s diagnose.Severity, cost int64) diagnose.Finding {
	f := diagnose.Finding{Severity: s, Title: "t", Evidence: []diagnose.Evidence{{Text: "e", Value: 1}}}
	if cost >= 0 {
		f.Cost = &cost
	}
	return f
}

// tenMicroseconds is an input with one range.
func tenMicroseconds() *diagnose.Input {
	var b builder
	b.span(b.thread(1, 1), "all", 5000, 10_000)
	return b.input()
}

func TestFindingsAreSortedByCost(t *testing.T) {
	in := tenMicroseconds()
	if in.Span() != 10_000 {
		t.Fatalf("got a span of %d ns, want 10000", in.Span())
	}
	r := diagnose.Run(in, []diagnose.Rule{
		rule("unknown-info", diagnose.Found(finding(diagnose.Info, -1))),
		rule("small", diagnose.Found(finding(diagnose.Error, 10))),
		rule("unknown-error", diagnose.Found(finding(diagnose.Error, -1))),
		rule("nothing", diagnose.Found(finding(diagnose.Info, 0))),
		rule("large", diagnose.Found(finding(diagnose.Info, 10_000), finding(diagnose.Warning, 9))),
		rule("clear", diagnose.Clear("c")),
		rule("abstains", diagnose.Abstain("a")),
	})
	var got []string
	for _, f := range r.Findings {
		got = append(got, f.Rule)
	}
	if want := "large small large nothing unknown-error unknown-info"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
	if len(r.Cleared) != 1 || r.Cleared[0] != (diagnose.Clearance{Rule: "clear", Why: "c"}) ||
		len(r.Abstained) != 1 || r.Abstained[0] != (diagnose.Abstention{Rule: "abstains", Reason: "a"}) {
		t.Errorf("got %+v and %+v", r.Cleared, r.Abstained)
	}
	if worst, found := r.Worst(); worst != diagnose.Error || !found {
		t.Errorf("got worst %v, %v", worst, found)
	}
}

func TestRunRefusesRulesThatBreakTheirContract(t *testing.T) {
	for name, o := range map[string]diagnose.Outcome{
		"nothing":       {},
		"two outcomes":  {Cleared: "c", Abstains: "a"},
		"cost too high": diagnose.Found(finding(diagnose.Info, 10_001)),
		"no evidence":   {Findings: []diagnose.Finding{{Title: "t"}}},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			diagnose.Run(tenMicroseconds(), []diagnose.Rule{rule("r", o)})
		}()
	}
}

func TestCostIsBoundedByTheTrace(t *testing.T) {
	in := tenMicroseconds()
	for ns, want := range map[int64]int64{-1: 0, 0: 0, 9999: 9999, 10_001: 10_000} {
		if got := *in.Cost(ns); got != want {
			t.Errorf("got %d ns for %d, want %d", got, ns, want)
		}
	}
}

func TestSeveritiesByName(t *testing.T) {
	for k, name := range diagnose.Severities() {
		s, err := diagnose.ParseSeverity(name)
		if err != nil || int(s) != k || s.String() != name {
			t.Errorf("got %v (%v), want %s", s, err, name)
		}
		text, err := json.Marshal(s)
		if err != nil || string(text) != fmt.Sprintf("%q", name) {
			t.Errorf("got %s (%v), want %q", text, err, name)
		}
		var back diagnose.Severity
		if err := json.Unmarshal(text, &back); err != nil || back != s {
			t.Errorf("got %v (%v), want %v", back, err, s)
		}
	}
	if _, err := diagnose.ParseSeverity("fatal"); err == nil {
		t.Error("fatal is a severity")
	}
}

func TestTotals(t *testing.T) {
	var b builder
	th := b.thread(1, 1)
	b.open(th, "a", 0)
	b.span(th, "b", 10, 5)
	b.open(th, "a", 20)
	b.close(th, "a", 30)
	b.close(th, "a", 100)
	in := b.input()
	for name, want := range map[string]diagnose.Total{"a": {Count: 2, NS: 110, Self: 95}, "b": {Count: 1, NS: 5, Self: 5}} {
		if got := in.Total(b.name(name, "")); got != want {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
	}
}
