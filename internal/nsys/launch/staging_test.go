package launch

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/sqlite/sqlitetest"
)

// write writes a file.
func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// A file that appeared in the meantime stays, unless it may be replaced.
func TestPublish(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	out := filepath.Join(t.TempDir(), "out")
	s, err := newStaging(out)
	if err != nil {
		t.Fatal(err)
	}
	write(t, s.path(ReportEnding), "new")
	write(t, s.path(".2"+ReportEnding), "second")
	write(t, out+ReportEnding, "old")
	middles, err := s.with(ReportEnding)
	if err != nil || !slices.Equal(middles, []string{"", ".2"}) {
		t.Errorf("got %q, %v", middles, err)
	}
	var failure *Failure
	if names, err := s.publish([]string{ReportEnding, SQLiteEnding}, false); !errors.As(err, &failure) || len(names) != 0 {
		t.Errorf("got %v, %v, want a failure", names, err)
	}
	if b, err := os.ReadFile(out + ReportEnding); err != nil || string(b) != "old" {
		t.Errorf("got %q, %v, want what was there", b, err)
	}
	names, err := s.publish([]string{ReportEnding, SQLiteEnding, ".2" + ReportEnding}, true)
	if err != nil || !slices.Equal(names, []string{out + ReportEnding, out + ".2" + ReportEnding}) {
		t.Errorf("got %v, %v", names, err)
	}
	if b, err := os.ReadFile(out + ReportEnding); err != nil || string(b) != "new" {
		t.Errorf("got %q, %v, want the new one", b, err)
	}
	write(t, out+SQLiteEnding, "of an earlier run")
	if err := removeStale(out, nil, names); err != nil {
		t.Error(err)
	}
	if existing([]string{out + SQLiteEnding}) != "" || existing([]string{out + ReportEnding}) == "" {
		t.Error("want what is stale gone, and the report there")
	}
	if err := s.remove(); err != nil {
		t.Error(err)
	}
	if existing([]string{s.dir, s.scratch}) != "" {
		t.Error("directories are left")
	}
}

func TestCheckSQLite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.sqlite")
	if err := sqlitetest.Create(path, sqlitetest.Table{Name: "t", SQL: "CREATE TABLE t (a INTEGER)", Rows: sqlitetest.Rows([]any{1})}); err != nil {
		t.Fatal(err)
	}
	if err := checkSQLite(path); err != nil {
		t.Error(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []int64{info.Size() - 1, 4096, 31, 0} {
		if err := os.Truncate(path, size); err != nil {
			t.Fatal(err)
		}
		if checkSQLite(path) == nil {
			t.Errorf("%d bytes of %d: want an error", size, info.Size())
		}
	}
	write(t, path, string(make([]byte, 8192)))
	if checkSQLite(path) == nil {
		t.Error("zeros: want an error")
	}
}

// A link in the place of an output stays, and what it leads to is replaced.
func TestMoveThroughLink(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	from, to, real := filepath.Join(dir, "made"), filepath.Join(dir, "out"), filepath.Join(other, "real")
	for name, text := range map[string]string{from: "new", real: "old"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(real, to); err != nil {
		t.Fatal(err)
	}
	if err := move(from, to, true); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(to); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v, %v", info, err)
	}
	if b, err := os.ReadFile(real); err != nil || string(b) != "new" {
		t.Errorf("the file has %q, %v", b, err)
	}
	if _, err := os.Lstat(from); err == nil {
		t.Error("what was made is left")
	}
}
