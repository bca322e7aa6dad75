package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// list returns the names in a folder.
func list(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func put(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

// A new folder appears at Commit, with its parents and nothing else; one that exists
// keeps its other files.
func TestFolder(t *testing.T) {
	root := t.TempDir()
	path := filepath.Join(root, "a", "b")
	for round, text := range []string{"one", "two"} {
		f, err := NewFolder(path + "/")
		if err != nil {
			t.Fatal(err)
		}
		err = f.Write("x", func(w io.Writer) error {
			if err := f.Write("y", put(text)); err != nil {
				return err
			}
			_, err := io.WriteString(w, text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(path); (err == nil) != (round == 1) {
			t.Errorf("round %d: before Commit: %v", round, err)
		}
		if err := f.Commit(); err != nil {
			t.Fatal(err)
		}
		f.Discard()
		for _, name := range []string{"x", "y"} {
			if b, err := os.ReadFile(filepath.Join(path, name)); err != nil || string(b) != text {
				t.Errorf("round %d: %s: got %q, %v", round, name, b, err)
			}
		}
		if round == 0 {
			if err := os.WriteFile(filepath.Join(path, "other"), nil, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got := list(t, path); !slices.Equal(got, []string{"other", "x", "y"}) {
		t.Errorf("got %v", got)
	}
	if got := list(t, filepath.Join(root, "a")); !slices.Equal(got, []string{"b"}) {
		t.Errorf("got %v", got)
	}
}

// A folder that is discarded leaves nothing, and neither parents that it made.
func TestFolderDiscard(t *testing.T) {
	root := t.TempDir()
	f, err := NewFolder(filepath.Join(root, "a", "b"))
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Write("x", func(io.Writer) error { return errBroken }); !errors.Is(err, errBroken) {
		t.Errorf("got %v", err)
	}
	f.Discard()
	if got := list(t, root); len(got) > 0 {
		t.Errorf("got %v", got)
	}
}

// What a killed writer left is removed by the next writer of the same name.
func TestFolderStale(t *testing.T) {
	root := t.TempDir()
	stale := filepath.Join(root, ".b.nrkit-0.tmp.d")
	if err := os.Mkdir(stale, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{filepath.Join(root, ".b.nrkit-0.tmp"), filepath.Join(stale, "old")} {
		if err := os.WriteFile(path, []byte("old"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	f, err := NewFolder(filepath.Join(root, "b"))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Write("x", put("new")), f.Commit()); err != nil {
		t.Fatal(err)
	}
	if got := append(list(t, root), list(t, filepath.Join(root, "b"))...); !slices.Equal(got, []string{"b", "x"}) {
		t.Errorf("got %v", got)
	}
}

// A file cannot become a folder.
func TestFolderNotDirectory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{path, filepath.Join(path, "b")} {
		if _, err := NewFolder(p); err == nil {
			t.Errorf("%s: got no error", p)
		}
	}
}
