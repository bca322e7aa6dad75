package compare

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// An argument is a file before it is anything else; a folder gives the files of the
// first suffix that has any.
func TestFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"old/a.json", "old/b.nrt", "old/c.nrt", "new/d.json", "none/x.txt", "a,b", "x1.nrt", "x2.nrt"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ arg, want, err string }{
		{"-", "-", ""}, {"x1.nrt", "x1.nrt", ""}, {"old", "old/b.nrt old/c.nrt", ""}, {"new", "new/d.json", ""}, {"a,b", "a,b", ""},
		{"old,x1.nrt", "old/b.nrt old/c.nrt x1.nrt", ""}, {"x?.nrt", "x1.nrt x2.nrt", ""},
		{"none", "", "none: got no trace in this folder, want a file ending in .nrt or .json"}, {"y*", "", "y*: no file matches this pattern"},
		{"missing", "", "missing"}, {"x1.nrt,missing", "", "missing"},
	} {
		files, err := Files(c.arg, []string{".nrt", ".json"})
		for i := range files {
			files[i] = filepath.ToSlash(files[i])
		}
		if !slices.Equal(files, strings.Fields(c.want)) || (err != nil) != (c.err != "") {
			t.Errorf("%s: got %q, %v, want %s", c.arg, files, err, c.want)
		}
		if path := new(fs.PathError); errors.As(err, &path) {
			if path.Path != c.err || !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s: got an error of %s, want %s", c.arg, path.Path, c.err)
			}
		} else if err != nil && err.Error() != c.err {
			t.Errorf("%s: got %v, want %s", c.arg, err, c.err)
		}
	}
}

// Runs get the folder of their file, and the file by its real path.
func TestPlace(t *testing.T) {
	runs := []*Run{{Name: "a.nrt"}, {Name: "a.nrt"}}
	Place(runs, "-")
	if runs[0].Name != "a.nrt" || runs[0].File != "" {
		t.Errorf("standard input: got %+v", runs[0])
	}
	Place(runs, filepath.Join("some", "old", "a.nrt"))
	if want := filepath.Join("old", "a.nrt"); runs[1].Name != want || !strings.HasSuffix(runs[1].File, "a.nrt#2") || !filepath.IsAbs(runs[1].File) {
		t.Errorf("got %s in %s, want %s", runs[1].Name, runs[1].File, want)
	}
}
