package archtest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Each module that go.mod requires directly, or whose tool it names, has its reason
// in ARCHITECTURE.md, and each reason has its module.
func TestDependenciesHaveReasons(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join("..", "..", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	_, section, ok := strings.Cut(read("ARCHITECTURE.md"), "\n## Dependencies\n")
	section, _, _ = strings.Cut(section, "\n## ")
	if !ok {
		t.Fatal("ARCHITECTURE.md has no section Dependencies")
	}
	var reasons []string
	for line := range strings.Lines(section) {
		if cells := strings.Split(line, "|"); len(cells) == 4 && strings.Contains(cells[1], ".") {
			for name := range strings.SplitSeq(cells[1], ",") {
				reasons = append(reasons, strings.TrimSpace(name))
			}
		}
	}
	version := regexp.MustCompile(`/v[0-9]+$`)
	var modules, tools []string
	for line := range strings.Lines(read("go.mod")) {
		words := strings.Fields(line)
		switch {
		case len(words) == 2 && strings.HasPrefix(words[1], "v") && strings.HasPrefix(line, "\t"):
			modules = append(modules, words[0])
		case len(words) == 1 && strings.Contains(line, "/"):
			tools = append(tools, words[0])
		}
	}
	if len(modules) < 15 || len(tools) == 0 {
		t.Fatalf("go.mod: %d modules, %d tools", len(modules), len(tools))
	}
	for _, m := range modules {
		if !slices.Contains(reasons, m) && !slices.Contains(reasons, version.ReplaceAllString(m, "")) {
			t.Errorf("ARCHITECTURE.md has no reason for %s", m)
		}
	}
	for k, r := range reasons {
		if slices.Contains(reasons[:k], r) {
			t.Errorf("ARCHITECTURE.md has two reasons for %s", r)
		}
		serves := func(path string) bool { return path == r || strings.HasPrefix(path, r+"/") }
		if !slices.ContainsFunc(modules, serves) && !slices.ContainsFunc(tools, serves) {
			t.Errorf("go.mod does not require %s, for which ARCHITECTURE.md has a reason", r)
		}
	}
	for _, tool := range tools {
		if !slices.ContainsFunc(reasons, func(r string) bool { return strings.HasPrefix(tool, r+"/") }) {
			t.Errorf("ARCHITECTURE.md has no reason for the tool %s", tool)
		}
	}
}
