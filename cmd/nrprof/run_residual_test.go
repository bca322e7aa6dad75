package main

import (
	"encoding/json"
	"path/filepath"
	"testing"
)

// With --no-residual-test no residual keeps an iteration from being the last,
// and the document says so.
func TestNoResidualTest(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	for _, c := range []struct {
		flag string
		test bool
	}{{"--no-residual-test=false", true}, {"--no-residual-test", false}} {
		code, out, errs := nrprof("run", filepath.Join("..", "..", "testdata", "circuits", "coupled.cir"), "--json", c.flag)
		if code != 0 || errs != "" {
			t.Fatalf("got %d, %s", code, errs)
		}
		var doc struct {
			Analysis struct {
				Test *bool `json:"residual_test"`
			}
			Counts struct {
				Blocked int64 `json:"residual_blocked"`
			}
		}
		if err := json.Unmarshal([]byte(out), &doc); err != nil {
			t.Fatal(err)
		}
		if doc.Analysis.Test == nil || *doc.Analysis.Test != c.test || (doc.Counts.Blocked > 0) != c.test {
			t.Errorf("%s: got %+v", c.flag, doc)
		}
	}
}
