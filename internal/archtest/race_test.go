package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
	"testing"
)

// startsGoroutines says whether a file has a go statement, or calls a method Go.
func startsGoroutines(t *testing.T, name, text string) bool {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	found := false
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found = true
		case *ast.SelectorExpr:
			found = found || n.Sel.Name == "Go"
		}
		return !found
	})
	return found
}

// raced returns the patterns of packages that a script tests with the race detector.
func raced(script string) []string {
	var patterns []string
	for _, line := range strings.Split(script, "\n") {
		if !strings.Contains(line, "go test ") || !strings.Contains(line, " -race ") {
			continue
		}
		for _, m := range regexp.MustCompile(` \./([a-z0-9/_.]+)`).FindAllStringSubmatch(line, -1) {
			patterns = append(patterns, m[1])
		}
	}
	return patterns
}

// unraced returns the packages that are in no pattern.
func unraced(patterns, packages []string) []string {
	var missing []string
	for _, p := range packages {
		found := false
		for _, pattern := range patterns {
			found = found || matches(pattern, p)
		}
		if !found {
			missing = append(missing, p)
		}
	}
	return missing
}

// The race detector sees each package that starts goroutines, but for programs and
// packages that are for measurements and tests.
func TestGoroutinesAreRaced(t *testing.T) {
	var start []string
	for _, p := range list(t) {
		name := strings.TrimPrefix(p.ImportPath, module+"/")
		if regexp.MustCompile(`^(bench|oracles|scripts|internal/testkit)/`).MatchString(name) {
			continue
		}
		for file, text := range goFiles(t, name, false) {
			if startsGoroutines(t, file, text) {
				start = append(start, name)
				break
			}
		}
	}
	if len(start) < 15 {
		t.Errorf("got %q, want all packages that start goroutines", start)
	}
	for _, p := range unraced(raced(readFromRoot(t, "scripts/check")), start) {
		t.Errorf("%s starts goroutines, but scripts/check tests the package without -race", p)
	}
}

// The check must be able to fail.
func TestGoroutinesAreFound(t *testing.T) {
	for text, want := range map[string]bool{
		"package p\nfunc f() { go f() }":                                    true,
		"package p\nimport \"sync\"\nfunc f(w *sync.WaitGroup) { w.Go(g) }": true,
		"package p\n// go f() and w.Go(g)\nfunc f() { f() }":                false,
	} {
		if got := startsGoroutines(t, "p.go", text); got != want {
			t.Errorf("%q: got %v", text, got)
		}
	}
	patterns := raced("go test ./a\n\tgo test -race ./b/... ./c\n# go on with -race ./d\n")
	if got := strings.Join(unraced(patterns, []string{"a", "b/x", "b", "c", "c/x", "d"}), " "); got != "a c/x d" {
		t.Errorf("got %q", got)
	}
}
