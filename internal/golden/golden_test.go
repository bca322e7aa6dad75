package golden

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestFirstDifference(t *testing.T) {
	for _, c := range []struct {
		want, got string
		line      int
		differ    bool
	}{
		{"", "", 0, false},
		{"a\nb\n", "a\nb\n", 0, false},
		{"a\nb\n", "a\nc\n", 2, true},
		{"a\n", "a\nb\n", 2, true},
		{"a\nb\n", "a\n", 2, true},
		{"a\n", "a", 1, true},
		{"", "x", 1, true},
	} {
		line, _, _, differ := firstDifference([]byte(c.want), []byte(c.got))
		if line != c.line || differ != c.differ {
			t.Errorf("%q, %q: want line %d, %v; got %d, %v", c.want, c.got, c.line, c.differ, line, differ)
		}
	}
}

// recorder is a testing.TB that keeps the failure instead of failing.
type recorder struct {
	testing.TB
	failure string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) { r.failure = fmt.Sprintf(format, args...) }

func TestEqual(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.MkdirAll("testdata", 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("testdata/x", []byte("one\ntwo\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	Equal(t, "x", []byte("one\ntwo\n"))
	r := &recorder{TB: t}
	Equal(r, "x", []byte("one\n2\n"))
	if !strings.Contains(r.failure, "x:2 differs") {
		t.Errorf("want a failure at line 2, got %q", r.failure)
	}
}
