package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

var errBroken = errors.New("broken")

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

func broken(w io.Writer) error {
	io.WriteString(w, "half")
	return errBroken
}

// files returns the names and contents below dir.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	m := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		rel, _ := filepath.Rel(dir, path)
		if d.IsDir() {
			m[rel] = "(dir)"
			return nil
		}
		b, err := os.ReadFile(path)
		m[rel] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func wantFiles(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	got := files(t, dir)
	for k, v := range want {
		if got[k] != v {
			t.Errorf("%s: want %q, got %q", k, v, got[k])
		}
	}
	for k := range got {
		if _, ok := want[k]; !ok {
			t.Errorf("unexpected %s", k)
		}
	}
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "f")
	if err := WriteFile(name, text("one")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(name, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(name, broken); !errors.Is(err, errBroken) {
		t.Errorf("want the writer's error, got %v", err)
	}
	wantFiles(t, dir, map[string]string{"f": "one"})
	if err := WriteFile(name, text("two")); err != nil {
		t.Fatal(err)
	}
	wantFiles(t, dir, map[string]string{"f": "two"})
	if info, _ := os.Stat(name); info.Mode().Perm() != 0o640 {
		t.Errorf("want the old file's mode, got %v", info.Mode())
	}
	if err := WriteFile(dir, text("x")); err == nil {
		t.Error("want an error for a directory")
	}
	if err := WriteFile(filepath.Join(dir, "no", "f"), text("x")); err == nil {
		t.Error("want an error for a missing directory")
	}
	wantFiles(t, dir, map[string]string{"f": "two"})
}

func TestWriteFileDevice(t *testing.T) {
	if _, err := os.Stat(os.DevNull); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(os.DevNull, text("x")); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Error("the device was replaced by a file")
	}
}

func TestBatch(t *testing.T) {
	root := t.TempDir()
	b, err := NewBatch(filepath.Join(root, "a", "b"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"x", "y"} {
		if err := b.Write(name, text(name)); err != nil {
			t.Fatal(err)
		}
	}
	for name := range files(t, root) {
		if base := filepath.Base(name); base == "x" || base == "y" {
			t.Errorf("%s appeared before Commit", name)
		}
	}
	if err := b.Commit(); err != nil {
		t.Fatal(err)
	}
	b.Discard()
	want := map[string]string{"a": "(dir)", "a/b": "(dir)", "a/b/x": "x", "a/b/y": "y"}
	wantFiles(t, root, want)

	// A batch that fails leaves the directory as it was.
	if b, err = NewBatch(filepath.Join(root, "a", "b")); err != nil {
		t.Fatal(err)
	}
	if err := b.Write("x", text("new")); err != nil {
		t.Fatal(err)
	}
	if err := b.Write("z", broken); !errors.Is(err, errBroken) {
		t.Errorf("want the writer's error, got %v", err)
	}
	b.Discard()
	wantFiles(t, root, want)
}

func TestBatchDiscardRemovesDirectories(t *testing.T) {
	root := t.TempDir()
	b, err := NewBatch(filepath.Join(root, "a", "b"))
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Write("x", text("x")); err != nil {
		t.Fatal(err)
	}
	b.Discard()
	wantFiles(t, root, map[string]string{})
}

func TestBatchErrors(t *testing.T) {
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "f"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := NewBatch(filepath.Join(root, "f")); err == nil {
		t.Error("want an error for a file in place of the directory")
	}
	if _, err := NewBatch(filepath.Join(root, "f", "d")); err == nil {
		t.Error("want an error below a file")
	}
	if err := os.Mkdir(filepath.Join(root, "d"), 0o777); err != nil {
		t.Fatal(err)
	}
	b, err := NewBatch(root)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Write("d", text("x")); err == nil {
		t.Error("want an error for a directory in place of a file")
	}
	b.Discard()
	wantFiles(t, root, map[string]string{"d": "(dir)", "f": ""})
}
