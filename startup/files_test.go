package startup

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// Results have the names of their files, or their paths where two names are the same.
func TestReadFiles(t *testing.T) {
	dir := t.TempDir()
	var paths []string
	for _, name := range []string{"a.json", "b.json", "old/a.json"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(`{"schema":"`+Schema+`","cold":{},"cache_reload":{},"warm":{"after_cold":{},"after_cache_reload":{}}}`), 0o666); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	for _, c := range []struct{ paths, want []string }{{paths[:2], []string{"a.json", "b.json"}}, {paths, paths}} {
		results, names, err := ReadFiles(c.paths)
		if err != nil || len(results) != len(c.paths) || !slices.Equal(names, c.want) {
			t.Errorf("got %d results, %q, %v, want %q", len(results), names, err, c.want)
		}
	}
	if _, _, err := ReadFiles([]string{filepath.Join(dir, "c.json")}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}
