package hint

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"
)

// Of returns the advice of the outermost error. The text of the error stays.
func TestOf(t *testing.T) {
	inner := With(fs.ErrNotExist, "inner")
	for _, c := range []struct {
		err  error
		want string
	}{
		{nil, ""}, {fs.ErrNotExist, ""}, {inner, "inner"}, {fmt.Errorf("a: %w", inner), "inner"},
		{With(fmt.Errorf("a: %w", inner), "outer"), "outer"}, {errors.Join(fs.ErrExist, inner), "inner"}, {With(inner, ""), ""},
	} {
		if got := Of(c.err); got != c.want {
			t.Errorf("%v: got %q, want %q", c.err, got, c.want)
		}
	}
	if err := With(inner, "outer"); !errors.Is(err, fs.ErrNotExist) || err.Error() != fs.ErrNotExist.Error() {
		t.Errorf("got %v", err)
	}
}
