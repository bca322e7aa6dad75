package analysis

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
)

// exactClaims names the test of each claim of verdict_exact.go.
var exactClaims = map[string]string{
	"exact.singular":       "TestClaimsSingular",
	"exact.far-more":       "TestClaimsPrediction",
	"exact.more":           "TestClaimsPrediction",
	"exact.fewer":          "TestClaimsPrediction",
	"exact.as-predicted":   "TestClaimsPrediction",
	"exact.near":           "TestClaimsPrediction",
	"exact.pivots":         "TestClaimsPrediction",
	"exact.candidates":     "TestClaimsCandidates",
	"exact.beaten":         "TestClaimsCandidates",
	"exact.bounded":        "TestClaimsCandidates",
	"exact.misled":         "TestClaimsCandidates",
	"exact.failed":         "TestClaimsCandidates",
	"exact.untried":        "TestClaimsCandidates",
	"exact.matching-wins":  "TestClaimsMatching",
	"exact.matching-loses": "TestClaimsMatching",
}

// A numeric LU that breaks down says that the values are singular.
func TestClaimsSingular(t *testing.T) {
	expect(t, "ones", analyzed(t, zoo()["ones"], Options{}), map[string]bool{"exact.singular": true, "exact.pivots": false})
	expect(t, "dense", analyzed(t, zoo()["dense"], Options{}), map[string]bool{"exact.singular": false, "exact.pivots": true})
	expect(t, "not tried", analyzed(t, zoo()["ones"], Options{Exact: []string{"none"}}), map[string]bool{"exact.singular": false, "exact.pivots": false})
}

// What was found is compared with what was predicted.
func TestClaimsPrediction(t *testing.T) {
	keys := []string{"exact.far-more", "exact.more", "exact.fewer", "exact.near", "exact.as-predicted"}
	for _, c := range []struct {
		found float64 // by predicted
		made  string
	}{
		{0.5, "exact.fewer"}, {0.998, "exact.fewer"}, {0.9995, "exact.near"}, {1, "exact.as-predicted"}, {1.0005, "exact.near"},
		{1.002, "exact.more"}, {1.9, "exact.more"}, {2.1, "exact.far-more"},
	} {
		d := analyzed(t, zoo()["circuit"], Options{Orderings: []string{"amd"}})
		e := d.decided()
		e.NNZLU = int64(c.found * float64(CostOf(d.Ordering("amd")).NNZ))
		want := map[string]bool{"exact.pivots": true}
		for _, key := range keys {
			want[key] = key == c.made
		}
		expect(t, c.made, again(d), want)
		if text := strings.Join(d.Verdict, " "); c.made == "exact.as-predicted" && strings.Contains(text, "0 %") || strings.Contains(text, "1.00 times") {
			t.Errorf("a difference that is none: %s", text)
		}
	}
	expect(t, "no LU", analyzed(t, zoo()["circuit"], Options{Exact: []string{"none"}}), map[string]bool{
		"exact.far-more": false, "exact.more": false, "exact.fewer": false, "exact.as-predicted": false, "exact.pivots": false})
}

// The candidates are counted by how they ended, and those are named of which it is
// not known how many entries they have.
func TestClaimsCandidates(t *testing.T) {
	d := analyzed(t, zoo()["grid"], Options{Orderings: []string{"amd"}})
	expect(t, "one", d, map[string]bool{"exact.candidates": false, "exact.bounded": false, "exact.beaten": false})
	first, n := d.Candidates[0], d.decided().entries()
	other := &Candidate{Method: "nd", Matching: MatchingNone}
	d.Candidates = []*Candidate{first, other}
	for state, key := range map[string]string{
		Factored: "", Beaten: "exact.beaten", Bounded: "exact.bounded", Failed: "exact.failed", Untried: "exact.untried",
	} {
		other.State, other.NNZ, other.Flops = state, n+1, 1e9
		want := map[string]bool{"exact.candidates": true, "exact.misled": false}
		for _, k := range []string{"exact.beaten", "exact.bounded", "exact.failed", "exact.untried"} {
			want[k] = k == key
		}
		expect(t, state, again(d), want)
	}
	other.State = Factored
	d.Candidates = []*Candidate{other, first}
	expect(t, "the best by prediction has as many", again(d), map[string]bool{"exact.misled": false})
	other.NNZ = 2 * n
	expect(t, "the best by prediction has more", again(d), map[string]bool{"exact.misled": true})
	other.State = Beaten
	expect(t, "the best by prediction was stopped", again(d), map[string]bool{"exact.misled": false})
}

// A winner without a matching has the fewest entries of the candidates without one: with
// a matching a candidate has to save 1 %, and may have fewer entries without winning.
func TestClaimsCandidatesWithoutMatching(t *testing.T) {
	d := analyzed(t, weak(matgen.Grid2D(20, 20), 1), Options{})
	without := 0
	for _, c := range d.Candidates {
		if c.Matching == MatchingNone {
			without++
		}
	}
	text := func(d *Document) string { return strings.Join(again(d).Verdict, " ") }
	if want := fmt.Sprintf("Of %d candidates, %s has the fewest entries:", len(d.Candidates), withMatching(d.Winners.Recommended, MatchingProduct)); !strings.Contains(text(d), want) {
		t.Errorf("with matching: want %q, got %s", want, text(d))
	}
	d.Winners.Matching = MatchingNone
	if want := fmt.Sprintf("Of %d candidates, %s has the fewest entries:", without, d.Winners.Recommended); without == len(d.Candidates) || !strings.Contains(text(d), want) {
		t.Errorf("without: want %q, got %s", want, text(d))
	}
}

// Candidates with rows matched by values are compared with those without, where there
// were such.
func TestClaimsMatching(t *testing.T) {
	d := analyzed(t, weak(matgen.Grid2D(20, 20), 1), Options{})
	expect(t, "wins", d, map[string]bool{"exact.matching-wins": true, "exact.matching-loses": false})
	d.Winners.Matching = MatchingNone
	expect(t, "loses", again(d), map[string]bool{"exact.matching-wins": false, "exact.matching-loses": true})
	for _, opt := range []Options{{}, {Matching: MatchingProduct}} {
		expect(t, "grid", analyzed(t, zoo()["grid"], opt), map[string]bool{"exact.matching-wins": false, "exact.matching-loses": false})
	}
}
