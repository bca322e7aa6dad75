package inject

import (
	"strconv"
	"testing"
)

// A capture holds no more names than its format does, and those of arguments
// and counters besides; the others share one.
func TestTooManyNames(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	n := names{ids: map[string]int32{}}
	for k := range maxNames {
		n.id(strconv.Itoa(k))
	}
	if len(n.list) > maxNames-reserved+1 {
		t.Errorf("got %d names, want room for %d in %d", len(n.list), reserved-1, maxNames)
	}
	if a, b := n.id("x"), n.id("y"); a != b || n.list[a] != "(other names)" {
		t.Errorf("got %q and %q", n.list[a], n.list[b])
	}
	if got := n.list[n.id("7")]; got != "7" {
		t.Errorf("got %q, want 7", got)
	}
}
