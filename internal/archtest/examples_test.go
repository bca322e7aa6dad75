package archtest

import (
	"go/doc"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// private are the folders whose packages nobody outside of the module imports,
// besides those named internal.
var private = []string{"cmd", "bench", "scripts", "oracles", "testdata"}

// public returns the packages of the module that others import, below the module.
func public(t *testing.T) []string {
	t.Helper()
	var dirs []string
	for _, p := range list(t) {
		dir := strings.TrimPrefix(p.ImportPath, module+"/")
		if top, _, _ := strings.Cut(dir, "/"); !slices.Contains(private, top) && !isInternal(dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// checked returns how many examples with output that go test compares test files
// have.
func checked(t *testing.T, files map[string]string) int {
	t.Helper()
	n := 0
	for name, text := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range doc.Examples(f) {
			if e.Output != "" {
				n++
			}
		}
	}
	return n
}

// Each public package has an example, and go test compares what the example
// prints; what the package is for stands in doc.go.
func TestPublicPackagesHaveExamples(t *testing.T) {
	dirs := public(t)
	if len(dirs) < 40 {
		t.Fatalf("%d public packages", len(dirs))
	}
	for _, dir := range dirs {
		if checked(t, goFiles(t, dir, true)) == 0 {
			t.Errorf("%s has no example with output", dir)
		}
		documented := false
		for name := range goFiles(t, dir, false) {
			documented = documented || strings.HasSuffix(name, "/doc.go")
		}
		if !documented {
			t.Errorf("%s has no doc.go", dir)
		}
	}
}

// An example that go test compiles only does not count.
func TestExamplesWithoutOutputDoNotCount(t *testing.T) {
	const head = "package x_test\nimport \"fmt\"\nfunc Example() {\n\tfmt.Println(1)\n"
	if n := checked(t, map[string]string{"a_test.go": head + "}\n"}); n != 0 {
		t.Errorf("without output: counted %d", n)
	}
	if n := checked(t, map[string]string{"a_test.go": head + "\t// Output: 1\n}\n"}); n != 1 {
		t.Errorf("with output: counted %d", n)
	}
}

// firstPrograms are the packages whose Example is the first program of a user: order
// a matrix and get levels; record ranges; read any trace; read an export of Nsight
// Systems; compare two runs.
var firstPrograms = []string{"symbolic", "trace", "trace/input", "nsys", "compare"}

// The first programs of a user are short.
func TestFirstProgramsAreShort(t *testing.T) {
	const mostLines = 30
	for _, dir := range firstPrograms {
		lines := 0
		for name, text := range goFiles(t, dir, true) {
			fset := token.NewFileSet()
			f, err := parser.ParseFile(fset, name, text, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range doc.Examples(f) {
				if e.Name == "" && e.Output != "" {
					lines = fset.Position(e.Code.End()).Line - fset.Position(e.Code.Pos()).Line + 1
				}
			}
		}
		if lines == 0 || lines > mostLines {
			t.Errorf("%s: the Example has %d lines, want 1 to %d", dir, lines, mostLines)
		}
	}
}
