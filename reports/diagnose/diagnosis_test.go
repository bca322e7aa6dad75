package diagnose_test

import (
	"bytes"
	"testing"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/internal/golden"
	"github.com/nrkit/nrkit/reports"
	diagnosereport "github.com/nrkit/nrkit/reports/diagnose"
)

// sample is a result with all there may be.
func sample() *diagnose.Result {
	cost := int64(2_500_000)
	return &diagnose.Result{Schema: "diagnose/v1", Source: "run.nrt", Program: "sim", Span: 10_000_000,
		Findings: []diagnose.Finding{
			{Rule: "first", Severity: diagnose.Warning, Title: "A quarter is lost", Cost: &cost, Try: []string{"one thing", "another"},
				Evidence: []diagnose.Evidence{{Text: "time", Value: 2.5e6, Unit: diagnose.UnitNS, Source: "run.nrt: phases/v1 .x"}, {Text: "share", Value: 0.25, Unit: diagnose.UnitShare}}},
			{Rule: "second", Severity: diagnose.Error, Title: "It crashed", Try: []string{}, Evidence: []diagnose.Evidence{{Text: "exit code", Value: 139, Unit: diagnose.UnitCode, Source: "--exit-code"}}},
			{Rule: "third", Severity: diagnose.Info, Title: "Seen", Try: []string{}, Evidence: []diagnose.Evidence{{Text: "rows", Value: 12345, Unit: "rows"}}},
		},
		Cleared:   []diagnose.Clearance{{Rule: "fourth", Why: "none of 3 | 4"}},
		Abstained: []diagnose.Abstention{{Rule: "fifth", Reason: "nothing says so"}, {Rule: "sixth", Reason: "another reason"}, {Rule: "seventh", Reason: "nothing says so"}},
		Warnings:  []string{"odd"}}
}

func TestResult(t *testing.T) {
	for name, r := range map[string]*diagnose.Result{"full": sample(), "sound": {Source: "run.nrt", Span: 1000}} {
		d := diagnosereport.Report(r)
		var text, markdown bytes.Buffer
		if err := reports.Text(&text, d, 100); err != nil {
			t.Fatal(err)
		}
		if err := reports.Markdown(&markdown, d); err != nil {
			t.Fatal(err)
		}
		golden.Equal(t, name+".txt", text.Bytes())
		golden.Equal(t, name+".md", markdown.Bytes())
	}
}

func TestFigure(t *testing.T) {
	for _, c := range []struct {
		value float64
		unit  string
		want  string
	}{
		{2.5e6, diagnose.UnitNS, "2.50 ms"}, {0.25, diagnose.UnitShare, "25 %"}, {2.5, diagnose.UnitRatio, "2.50×"},
		{139, diagnose.UnitCode, "139"}, {12345, "rows", "12,345 rows"}, {1e-9, "s", "1e-09 s"}, {3, "", "3"}, {1, "messages", "1 message"}, {1, "s", "1 s"}, {1, "matrices", "1 matrix"}, {1, "factories", "1 factory"},
		{1, "operations in its body", "1 operation in its body"}, {0, "messages", "0 messages"}, {2048, diagnose.UnitBytes, "2.00 KiB"},
	} {
		if got := diagnosereport.Figure(c.value, c.unit); got != c.want {
			t.Errorf("%g %s: got %q, want %q", c.value, c.unit, got, c.want)
		}
	}
}

func TestRules(t *testing.T) {
	var text bytes.Buffer
	if err := reports.Text(&text, diagnosereport.Rules([]diagnose.Rule{{ID: "a-rule", Meaning: "Something is odd", Needs: "any trace"}}), 80); err != nil {
		t.Fatal(err)
	}
	if want := "1 rule\n\nA-RULE\n  means  Something is odd.\n  needs  any trace\n"; text.String() != want {
		t.Errorf("got %q, want %q", &text, want)
	}
}
