package diagnose_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/trace"
)

// TestRulesKeepTheirContractOnRandomTraces asks all rules about random events,
// with every other part of the input there: no figure is infinite, no cost is
// more than the trace is long, and the same input gives the same result, with as
// little memory as may be.
func TestRulesKeepTheirContractOnRandomTraces(t *testing.T) {
	for seed := range uint64(150) {
		tr := walktest.Random(seed, 200)
		rng := rand.New(rand.NewPCG(seed, 5))
		tr.Header.TimerNS, tr.Header.Clock = float64(rng.IntN(3))*1e3, "tsc"
		tr.Loss = trace.Loss{Dropped: rng.Int64N(2), Open: rng.IntN(2) == 0}
		ask := func(memory int) (*diagnose.Result, []byte) {
			in := withAssembly(diagnose.NewInput(tr, "random.nrt"), 800, 20, 4, 0.9)
			in.Memory = memory
			in.Exit = &diagnose.Exit{Code: 139}
			for k := range int32(3) {
				in.Ranks = append(in.Ranks, diagnose.Rank{Number: k, Summary: trace.Summarize(walktest.Random(seed+uint64(k), 100), trace.SummaryOptions{})})
			}
			r := diagnose.Run(in, diagnose.Rules())
			text, err := json.Marshal(r)
			if err = errors.Join(err, r.Err()); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			return r, text
		}
		r, first := ask(0)
		for i, f := range r.Findings {
			if f.Cost != nil && (*f.Cost < 0 || *f.Cost > r.Span) {
				t.Errorf("seed %d: %s costs %d ns of %d", seed, f.Rule, *f.Cost, r.Span)
			}
			if i > 0 && r.Findings[i-1].Rule != "gpu-work-not-captured" && costOf(r.Findings[i-1]) < costOf(f) {
				t.Errorf("seed %d: %s before %s", seed, r.Findings[i-1].Rule, f.Rule)
			}
		}
		if _, second := ask(1 + int(seed)*50); string(first) != string(second) {
			t.Errorf("seed %d: got\n%s\nand then\n%s", seed, first, second)
		}
	}
}

// costOf returns the cost of a finding, -1 where it is unknown.
func costOf(f diagnose.Finding) int64 {
	if f.Cost == nil {
		return -1
	}
	return *f.Cost
}
