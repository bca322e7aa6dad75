package input

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nrkit/nrkit/trace"
)

// A domain that is given twice, or that another one begins like, has its ranges.
func TestDomainsAlike(t *testing.T) {
	in := &trace.Trace{Names: []string{"a:x", "a:b:y", "c"}}
	out, warnings := withoutDomains(in, []string{"a", "a", "a:b", "d"})
	if want := []string{"--domain d: no range belongs to this domain"}; !cmp.Equal(warnings, want) {
		t.Errorf("got the warnings %q, want %q", warnings, want)
	}
	if want := []string{"a:x", "a:b:y", "c", "x", "y"}; !cmp.Equal(out.Names, want) {
		t.Errorf("got the names %q, want %q", out.Names, want)
	}
}
