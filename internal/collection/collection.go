package collection

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// Folder returns the folder, or skips the test where NRKIT_ORACLE is not set.
func Folder(t testing.TB) string {
	t.Helper()
	folder := os.Getenv("NRKIT_ORACLE")
	if folder == "" {
		t.Skip("NRKIT_ORACLE does not name a folder of matrices")
	}
	return folder
}

// Each runs check on every matrix that has results, each in a subtest of the
// matrix's name; want is the results as a T. It fails where there are none.
func Each[T any](t *testing.T, check func(t *testing.T, name string, want T)) {
	t.Helper()
	folder := Folder(t)
	files, err := filepath.Glob(filepath.Join(folder, "oracle", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no results in %s: %v", folder, err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		if strings.HasSuffix(name, ".quiet") { // of times
			continue
		}
		t.Run(name, func(t *testing.T) { check(t, name, Results[T](t, name)) })
	}
}

// Results returns what was said of one matrix.
func Results[T any](t testing.TB, name string) T {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(Folder(t), "oracle", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var r T
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return r
}

// Open reads a matrix, or its gzip.
func Open(t testing.TB, name string, opt sparseio.Options) *sparseio.File {
	t.Helper()
	path := filepath.Join(Folder(t), "mtx", name+".mtx")
	if _, err := os.Stat(path); os.IsNotExist(err) {
		path += ".gz"
	}
	f, err := sparseio.Open(path, opt)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Pattern reads where the entries of a matrix are.
func Pattern(t testing.TB, name string) *sparsity.Pattern {
	t.Helper()
	return Open(t, name, sparseio.Options{PatternOnly: true}).Matrix.Pattern
}
