package preload

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
	for _, f := range rows {
		if n := got["nrkit.solvers:"+f.symbol]; n != 3 && f.symbol != "toy_large" && f.symbol != "toy_call" {
			t.Errorf("%s: %d calls", f.symbol, n)
		}
	}
}
