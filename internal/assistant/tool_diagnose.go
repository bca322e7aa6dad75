package assistant

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/internal/evidence"
	"github.com/nrkit/nrkit/internal/hint"
	"github.com/nrkit/nrkit/internal/spelling"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/trace/input"
	"github.com/nrkit/nrkit/xla/hlo"
)

// diagnoseArgs are the arguments of diagnose.
type diagnoseArgs struct {
	tracesArgs
	Analysis string   `json:"analysis,omitempty" jsonschema:"document of analyze --json: facts about matrices and devices"`
	Run      string   `json:"run,omitempty" jsonschema:"document of nrprof run --json: exact counts"`
	XLALog   string   `json:"xla_log,omitempty" jsonschema:"what XLA and JAX wrote to standard error"`
	JAXLog   string   `json:"jax_log,omitempty" jsonschema:"what JAX wrote, if it is in another file"`
	HLO      []string `json:"hlo,omitempty" jsonschema:"programs as HLO text"`
	ExitCode *int     `json:"exit_code,omitempty" jsonschema:"exit code of the program, as the shell reports it"`
	Rules    []string `json:"rules,omitempty" jsonschema:"only these rules. Default: all"`
	Paged
}

func (a *diagnoseArgs) resolve(r *Roots) ([]string, error) {
	list, err := files(r, a.Files, a.HLO)
	if err != nil {
		return nil, err
	}
	more, err := optional(r, &a.Analysis, &a.Run, &a.XLALog, &a.JAXLog)
	if err != nil {
		return nil, err
	}
	if list = append(list, more...); len(list) == 0 {
		return nil, hint.With(errors.New("neither a trace nor a log"), "files names traces; xla_log, jax_log, hlo, run and analysis name other files about the run")
	}
	return list, nil
}

// diagnoseFacts are the numbers of outcomes.
type diagnoseFacts struct {
	Source    string `json:"source"`
	Program   string `json:"program,omitempty"`
	Span      int64  `json:"span_ns"`
	Found     int    `json:"found" jsonschema:"number of findings"`
	Cleared   int    `json:"cleared" jsonschema:"number of rules that found nothing"`
	Abstained int    `json:"abstained" jsonschema:"number of rules that lack input"`
}

// diagnoseRow is a finding, or why a rule has none.
type diagnoseRow struct {
	Outcome  string              `json:"outcome" jsonschema:"found, abstained (which input the rule lacks) or clear"`
	Rule     string              `json:"rule"`
	Severity string              `json:"severity,omitempty" jsonschema:"info, warning or error"`
	Text     string              `json:"text"`
	Cost     *int64              `json:"cost_ns,omitempty" jsonschema:"the largest time that a change can save; costs overlap"`
	Evidence []diagnose.Evidence `json:"evidence,omitempty" jsonschema:"figures and where to look them up"`
	Try      []string            `json:"try,omitempty" jsonschema:"what may help, the likeliest first"`
}

func addDiagnose(s *server, m *mcp.Server) error {
	return add[diagnoseArgs, diagnoseFacts, diagnoseRow](s, m, "diagnose", "What is wrong with a run",
		"Asks every rule about a run: avoidable costs, and reasons why figures mislead. Findings come first, the largest cost first, then rules that lack input, then rules that are clear. "+
			"Works with traces, with logs of XLA and JAX alone, or with both.", diagnoseRun)
}

func diagnoseRun(ctx context.Context, s *server, a *diagnoseArgs) (*answer, error) {
	if err := checkRules(a.Rules); err != nil {
		return nil, err
	}
	parts := diagnose.Parts{Analysis: a.Analysis, Run: a.Run, XLALog: a.XLALog, JAXLog: a.JAXLog, HLO: a.HLO,
		Open: func(path string) (io.ReadCloser, error) { return os.Open(path) },
		Modules: func(path string) ([]*hlo.Module, error) {
			f, err := os.Open(path)
			if err != nil {
				return nil, err
			}
			defer f.Close() // was only read
			return hlo.ReadFile(f, path)
		}}
	if c := a.ExitCode; c != nil && (*c < diagnose.LeastExitCode || *c > diagnose.LargestExitCode) {
		return nil, hint.With(fmt.Errorf("exit_code: want %d to %d, got %d", diagnose.LeastExitCode, diagnose.LargestExitCode, *c), "negative codes are signals")
	}
	var set *input.Set
	var err error
	if len(a.Files) > 0 {
		if set, err = a.open(ctx, s); err != nil {
			return nil, err
		}
	}
	r, err := evidence.Ask(set, parts.Names(), func(in *diagnose.Input) error {
		if a.ExitCode != nil {
			in.Exit = &diagnose.Exit{Code: *a.ExitCode, Source: "exit_code"}
		}
		return in.AddParts(&parts)
	})
	if err != nil {
		return nil, err
	}
	return answerOfRules(r, a.Rules)
}

// checkRules returns what is wrong with names of rules.
func checkRules(names []string) error {
	var known []string
	for _, r := range diagnose.Rules() {
		known = append(known, r.ID)
	}
	for _, name := range names {
		if slices.Contains(known, name) {
			continue
		}
		advice := "rules: " + strings.Join(known, ", ")
		if s := spelling.Closest(name, known); s != "" {
			advice = "did you mean " + s + "?"
		}
		return hint.With(fmt.Errorf("rules: unknown rule %q", name), advice)
	}
	return nil
}

// answerOfRules puts findings first.
func answerOfRules(r *diagnose.Result, only []string) (*answer, error) {
	asked := func(rule string) bool { return len(only) == 0 || slices.Contains(only, rule) }
	f := &diagnoseFacts{Source: r.Source, Program: r.Program, Span: r.Span}
	var rows []diagnoseRow
	var worst []string
	for _, x := range r.Findings {
		if !asked(x.Rule) {
			continue
		}
		f.Found++
		rows = append(rows, diagnoseRow{"found", x.Rule, x.Severity.String(), x.Title, x.Cost, x.Evidence, x.Try})
		if len(worst) < 5 {
			worst = append(worst, x.Rule+": "+x.Title+".")
		}
	}
	for _, x := range r.Abstained {
		if asked(x.Rule) {
			f.Abstained++
			rows = append(rows, diagnoseRow{Outcome: "abstained", Rule: x.Rule, Text: x.Reason})
		}
	}
	for _, x := range r.Cleared {
		if asked(x.Rule) {
			f.Cleared++
			rows = append(rows, diagnoseRow{Outcome: "clear", Rule: x.Rule, Text: x.Why})
		}
	}
	summary := []string{fmt.Sprintf("%s; %s found nothing; %s lack input.", units.Plural(f.Found, "finding"), units.Plural(f.Cleared, "rule"), units.Plural(f.Abstained, "rule"))}
	return answerOf(append(summary, worst...), r.Warnings, f, rows)
}
