package preload_test

import (
	"path/filepath"
	"testing"
)

// Functions get and return what they get and return unwatched.
func TestArguments(t *testing.T) {
	dir := t.TempDir()
	toy(t, dir)
	rows := toyRows()
	program := compile(t, filepath.Join(dir, "arguments"), linked(dir, "arguments.c")...)
	want := plain(t, program)
	r := newRecording(t, rows)
	if got := r.run(program); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	got, _ := r.read()
	want3 := map[string]int{"toy_factor": 6, "toy_large": 6, "toy_call": 0, "toy_errno": 4} // toy_solve calls toy_factor
	for _, f := range rows {
		want, ok := want3[f.symbol]
		if !ok {
			want = 3
		}
		if n := got[f.symbol]; n != want {
			t.Errorf("%s: %d calls, want %d", f.symbol, n, want)
		}
	}
}
