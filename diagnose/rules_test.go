package diagnose_test

import (
	"bytes"
	"errors"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/internal/golden"
	"github.com/nrkit/nrkit/internal/jsontext"
)

// What a case is made for.
const (
	finds    = "finds"
	clears   = "clears"
	abstains = "abstains"
)

// A planted input is made so that a rule has one outcome.
type planted struct {
	name  string // of the golden file; says what was planted
	want  string // outcome
	input func() *diagnose.Input
}

// plantedInputs returns the inputs of each rule. Every rule has one of each
// outcome; what clears is nearly found.
func plantedInputs() map[string][]planted {
	return map[string][]planted{
		"dropped-ranges":                      droppedRangesInputs(),
		"nr-iteration-cap":                    nrIterationCapInputs(),
		"nr-nonconvergence":                   nrNonconvergenceInputs(),
		"build-versus-solve":                  buildVersusSolveInputs(),
		"timer-distortion":                    timerDistortionInputs(),
		"crashed-at-exit":                     crashedAtExitInputs(),
		"colliding-device-identities":         collidingIdentitiesInputs(),
		"imbalance-across-ranks":              imbalanceInputs(),
		"scatter-hot-spots":                   scatterHotSpotsInputs(),
		"pattern-unstable":                    patternUnstableInputs(),
		"branch-specialisation-possible":      branchSpecialisationInputs(),
		"key-drift":                           keyDriftInputs(),
		"foreign-isa-cache":                   foreignISACacheInputs(),
		"startup-dominates":                   startupDominatesInputs(),
		"per-iteration-dtoh-sync":             perIterationSyncInputs(),
		"graph-mode-hides-kernels":            graphModeInputs(),
		"cold-compile-in-window":              coldCompileInputs(),
		"recompilation-per-run":               recompilationInputs(),
		"persistent-cache-miss":               cacheMissInputs(),
		"while-not-captured":                  whileInputs(),
		"partial-command-buffers":             partialBuffersInputs(),
		"command-buffers-off-while-profiling": commandBuffersOffInputs(),
		"launch-bound":                        launchBoundInputs(),
		"gpu-idle":                            gpuIdleInputs(),
		"graph-launched-on-other-device":      graphOtherDeviceInputs(),
		"gpu-work-not-captured":               workNotCapturedInputs(),
		"host-waits":                          hostWaitsInputs(),
		"copy-bound":                          copyBoundInputs(),
		"pageable-copies":                     pageableCopiesInputs(),
		"repeated-analysis":                   repeatedAnalysisInputs(),
		"repeated-factorisation":              repeatedFactorisationInputs(),
		"factor-not-refactor":                 factorNotRefactorInputs(),
		"stale-pivots":                        stalePivotsInputs(),
		"stale-analysis":                      staleAnalysisInputs(),
		"single-right-hand-sides":             singleRHSInputs(),
		"costly-ordering":                     costlyOrderingInputs(),
		"dense-solver":                        denseSolverInputs(),
		"oversubscribed-threads":              oversubscribedInputs(),
	}
}

// outcomeOf names what a rule says.
func outcomeOf(o diagnose.Outcome) string {
	switch {
	case len(o.Findings) > 0:
		return finds
	case o.Cleared != "":
		return clears
	}
	return abstains
}

// TestRules asks each rule about its planted inputs, and compares what it says
// with the golden file of the input.
func TestRules(t *testing.T) {
	inputs := plantedInputs()
	for _, rule := range diagnose.Rules() {
		seen := map[string]bool{}
		for _, p := range inputs[rule.ID] {
			t.Run(rule.ID+"/"+p.name, func(t *testing.T) {
				in := p.input()
				o := rule.Check(in)
				if got := outcomeOf(o); got != p.want {
					t.Fatalf("got %+v, want one that %s", o, p.want)
				}
				var b bytes.Buffer
				if err := jsontext.Write(&b, diagnose.Run(in, []diagnose.Rule{rule})); err != nil {
					t.Fatal(err)
				}
				golden.Equal(t, path.Join(rule.ID, strings.ReplaceAll(p.name, " ", "-")+".json"), b.Bytes())
				sameOutOfMemory(t, in, rule, b.Bytes())
			})
			seen[p.want] = true
		}
		for _, want := range []string{finds, clears, abstains} {
			if !seen[want] {
				t.Errorf("no input is planted for which %s %s", rule.ID, want)
			}
		}
		delete(inputs, rule.ID)
	}
	for id := range inputs {
		t.Errorf("inputs are planted for %s, which is no rule", id)
	}
}

// sameOutOfMemory asks a rule that has no memory for its records.
func sameOutOfMemory(t *testing.T, in *diagnose.Input, rule diagnose.Rule, want []byte) {
	t.Helper()
	in.Memory = 1
	r := diagnose.Run(in, []diagnose.Rule{rule})
	var b bytes.Buffer
	if err := errors.Join(r.Err(), jsontext.Write(&b, r)); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(b.Bytes(), want) {
		t.Errorf("want %s, with records in a file %s", want, b.Bytes())
	}
}

// TestNoRuleFailsOnAnyInput asks all rules about the inputs of each: whatever a
// rule was not made for, it keeps its contract, which Run checks.
func TestNoRuleFailsOnAnyInput(t *testing.T) {
	for id, list := range plantedInputs() {
		for _, p := range list {
			r := diagnose.Run(p.input(), diagnose.Rules())
			said := map[string]bool{}
			for _, f := range r.Findings {
				said[f.Rule] = true
			}
			if got := len(said) + len(r.Cleared) + len(r.Abstained); got != len(diagnose.Rules()) {
				t.Errorf("%s/%s: got %d outcomes, want one of each of %d rules", id, p.name, got, len(diagnose.Rules()))
			}
		}
	}
}

func TestRulesAreDescribed(t *testing.T) {
	manual, err := os.ReadFile(filepath.Join("..", "docs", "diagnose.md"))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, r := range diagnose.Rules() {
		if r.ID == "" || strings.Trim(r.ID, "abcdefghijklmnopqrstuvwxyz-") != "" || seen[r.ID] {
			t.Errorf("rule %q: want lower-case words joined by hyphens, each once", r.ID)
		}
		seen[r.ID] = true
		if !bytes.Contains(manual, []byte("\n### "+r.ID+"\n")) {
			t.Errorf("docs/diagnose.md has no section %s", r.ID)
		}
		for _, text := range []string{r.Meaning, r.Needs} {
			if text == "" || strings.ContainsAny(text, "\n") || strings.HasSuffix(text, ".") {
				t.Errorf("rule %s: %q, want one line without full stop", r.ID, text)
			}
		}
	}
}
