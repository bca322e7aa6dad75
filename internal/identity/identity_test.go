package identity

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/runkey"
)

// Said are the messages of an identity.
type said []string

func (s *said) Warn(text string) { *s = append(*s, "warning: "+text) }
func (s *said) Note(text string) { *s = append(*s, text) }

// A run tells what changed between its start and its end.
func TestRunDrift(t *testing.T) {
	var say said
	text := "before"
	id := New(&say, func() ([]runkey.Group, error) {
		return []runkey.Group{{Parts: []runkey.Part{{Name: "test.part", Value: runkey.Text(text)}}, All: "test"}}, nil
	})
	if _, drift := id.Last(); len(drift) > 0 {
		t.Errorf("drift %q at once", drift)
	}
	text = "after"
	t.Setenv("XLA_FLAGS", "--changed")
	end, drift := id.Last()
	want := []string{
		"changed during the run: env.XLA_FLAGS was absent, then --changed (matters for code, timing, results)",
		"changed during the run: test.part was before, then after",
	}
	if !slices.Equal(drift, want) || bytes.Equal(end, id.First()) || len(say) > 0 {
		t.Errorf("got %q, want %q; stderr %s", drift, want, say)
	}
	bad := New(&say, func() ([]runkey.Group, error) {
		return []runkey.Group{{Parts: []runkey.Part{{Name: "Bad", Value: runkey.Text("")}}}}, nil
	})
	if end, drift := bad.Last(); bad.First() != nil || end != nil || drift != nil || !strings.Contains(strings.Join(say, "\n"), `warning: the run has no key: part "Bad": want a name`) {
		t.Errorf("a key of a bad part: %s", say)
	}
	var none *Identity
	if end, drift := none.Last(); none.First() != nil || end != nil || drift != nil {
		t.Error("a run that takes no key has one")
	}
}
