package builtin_test

import (
	"slices"
	"testing"

	"github.com/nrkit/nrkit/newton/builtin"
)

// The list has every circuit there is.
func TestList(t *testing.T) {
	var names []string
	for _, c := range builtin.List() {
		names = append(names, c.Name)
	}
	if want := append(builtin.Names(), "mulN"); !slices.Equal(names, want) {
		t.Errorf("want %q, got %q", want, names)
	}
}
