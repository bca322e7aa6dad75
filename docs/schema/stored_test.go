package schema_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/schemagen/schematest"
)

// Each document that is stored for tests, as a golden file or an input, fits its
// schema.
func TestStoredDocuments(t *testing.T) {
	head := regexp.MustCompile(`^\{\s*"schema": ?"[a-z-]+/v1"`)
	found := 0
	err := filepath.WalkDir(root, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != ".json" || !strings.Contains(filepath.ToSlash(path), "/testdata/") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || !head.Match(bytes.TrimSpace(text)) {
			return err
		}
		found++
		if err := schematest.Check(text); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		return nil
	})
	if err != nil || found < 100 {
		t.Errorf("%d documents; %v", found, err)
	}
}
