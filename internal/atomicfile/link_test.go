package atomicfile

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// symlink makes a link called name below dir.
func symlink(t *testing.T, to, dir, name string) {
	t.Helper()
	if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
		t.Fatal(err)
	}
}

// A link stays a link, and the file that it leads to has what was written. Old is
// what is in the folder besides.
func TestWriteFileLink(t *testing.T) {
	for _, c := range []struct {
		name   string
		link   string            // what out leads to
		links  map[string]string // others
		files  []string          // that have "old"
		target string            // that has "new" at the end
	}{
		{"file", "real", nil, []string{"real"}, "real"},
		{"dangling", "none", nil, nil, "none"},
		{"folder", "sub/real", nil, []string{"sub/real"}, "sub/real"},
		{"dangling into a folder", "sub/none", nil, nil, "sub/none"},
		{"chain", "next", map[string]string{"next": "sub/last", "sub/last": "../real"}, []string{"real"}, "real"},
		{"parent of a linked folder", "way/../real", map[string]string{"way": "sub/deep"}, []string{"sub/real", "real"}, "sub/real"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			want := map[string]string{"sub": "(dir)", "sub/deep": "(dir)"}
			if err := os.MkdirAll(filepath.Join(dir, "sub", "deep"), 0o777); err != nil {
				t.Fatal(err)
			}
			for _, name := range c.files {
				want[name] = "old"
				if err := os.WriteFile(filepath.Join(dir, name), []byte("old"), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			symlink(t, c.link, dir, "out")
			for name, to := range c.links {
				symlink(t, to, dir, name)
			}
			out := filepath.Join(dir, "out")
			if err := WriteFile(out, broken); !errors.Is(err, errBroken) {
				t.Errorf("want the writer's error, got %v", err)
			}
			if err := WriteFile(out, text("new")); err != nil {
				t.Fatal(err)
			}
			want[c.target] = "new"
			for name := range c.links {
				removeLink(t, dir, name)
			}
			removeLink(t, dir, "out")
			wantFiles(t, dir, want)
		})
	}
}

// removeLink removes what has to be a link.
func removeLink(t *testing.T, dir, name string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if info, err := os.Lstat(path); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Fatalf("%s is no link any more: %v, %v", name, info, err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}

func TestWriteFileAbsoluteLink(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	symlink(t, filepath.Join(other, "real"), dir, "out")
	if err := WriteFile(filepath.Join(dir, "out"), text("new")); err != nil {
		t.Fatal(err)
	}
	wantFiles(t, other, map[string]string{"real": "new"})
	removeLink(t, dir, "out")
	wantFiles(t, dir, nil)
}

func TestWriteFileLinkErrors(t *testing.T) {
	dir := t.TempDir()
	symlink(t, "b", dir, "a")
	symlink(t, "a", dir, "b")
	symlink(t, "no/f", dir, "c")
	symlink(t, ".", dir, "d")
	loop := filepath.Join(dir, "a")
	err := WriteFile(loop, text("x"))
	var path *os.PathError
	if !errors.Is(err, syscall.ELOOP) || !errors.As(err, &path) || path.Path != loop {
		t.Errorf("a loop: got %v", err)
	}
	if err := WriteFile(filepath.Join(dir, "c"), text("x")); !errors.Is(err, os.ErrNotExist) || !errors.As(err, &path) || path.Path != filepath.Join(dir, "c") {
		t.Errorf("a link into a folder that is not there: got %v", err)
	}
	if err := WriteFile(filepath.Join(dir, "d"), text("x")); err == nil {
		t.Error("a link to a folder: want an error")
	}
	for _, name := range []string{"a", "b", "c", "d"} {
		removeLink(t, dir, name)
	}
	wantFiles(t, dir, nil)
}

func TestBatchLink(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	symlink(t, filepath.Join(other, "x"), dir, "x")
	b, err := NewBatch(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Write("x", text("new")); err != nil {
		t.Fatal(err)
	}
	if err := b.Commit(); err != nil {
		t.Fatal(err)
	}
	removeLink(t, dir, "x")
	wantFiles(t, other, map[string]string{"x": "new"})
}

func TestReplace(t *testing.T) {
	dir := t.TempDir()
	symlink(t, "real", dir, "out")
	var file *os.File
	err := Replace(filepath.Join(dir, "out"), func(f *os.File) error {
		file = f
		_, err := f.WriteString("one")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteString(" two"); err != nil {
		t.Error(err)
	}
	if err := file.Close(); err != nil {
		t.Error(err)
	}
	if err := Replace(filepath.Join(dir, "out"), func(f *os.File) error { return errBroken }); !errors.Is(err, errBroken) {
		t.Errorf("got %v", err)
	}
	removeLink(t, dir, "out")
	wantFiles(t, dir, map[string]string{"real": "one two"})
	if err := Replace(os.DevNull, func(*os.File) error { return nil }); err == nil {
		t.Error("want an error for a device")
	}
}
