package archtest

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The files that CONTRIBUTING.md names to edit are there.
func TestContributingFiles(t *testing.T) {
	root := filepath.Join("..", "..")
	text, err := os.ReadFile(filepath.Join(root, "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, lists, ok := strings.Cut(string(text), "\n## Adding something\n")
	if !ok {
		t.Fatal("got no lists of what to edit")
	}
	found := 0
	for _, m := range regexp.MustCompile("`([a-zA-Z_-]+/[^` ]*)`").FindAllStringSubmatch(lists, -1) {
		path, _, _ := strings.Cut(m[1], "NAME")
		path, _, _ = strings.Cut(path, "*")
		if i := strings.LastIndexByte(path, '/'); path != m[1] {
			path = path[:i]
		}
		if _, err := os.Stat(filepath.Join(root, path)); err != nil {
			t.Errorf("%s: %v", m[1], err)
		}
		found++
	}
	if found < 15 {
		t.Errorf("got %d files, want the lists", found)
	}
}

// The packages and folders of the module that scripts name are there.
func TestScriptFiles(t *testing.T) {
	root := filepath.Join("..", "..")
	found := 0
	for _, pattern := range []string{"scripts/*", ".ci/*", "oracles/*/run"} {
		scripts, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, script := range scripts {
			text, err := os.ReadFile(script)
			if err != nil {
				continue // a folder
			}
			for _, m := range regexp.MustCompile(`[ "=]\./([a-z][a-z0-9/_.-]*)`).FindAllStringSubmatch(string(text), -1) {
				path := strings.TrimSuffix(m[1], "/...")
				if _, err := os.Stat(filepath.Join(root, path)); err != nil {
					t.Errorf("%s: %v", script, err)
				}
				found++
			}
		}
	}
	if found < 50 {
		t.Errorf("got %d names of packages, want the names in all scripts", found)
	}
}
