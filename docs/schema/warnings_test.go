package schema_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/golden"
	"github.com/nrkit/nrkit/internal/schemagen"
)

// root is the folder of the module.
var root = filepath.Join("..", "..")

// coded are the packages that warn with codes, in the order of the page.
var coded = []struct{ pkg, heading, intro string }{
	{"sparsity/sparseio", "analyze/v1: files of matrices", "`analyze` has these codes in `warnings[].code`."},
	{"assembly", "analyze/v1: files of devices", "The same key, with `--stamps`."},
	{"analysis", "analyze/v1: the analysis", "The same key: what is doubtful, or why a part of the document is absent."},
	{"xla/hlo", "hlo/v1", "`nrprof hlo` has these codes in `modules[].warnings[].code`."},
	{"trace/chrome", "Chrome JSON", "Programs in Go get these codes from `trace/chrome`. `nrprof` prints the messages of these warnings, not the codes."},
}

// TestWarnings compares docs/warnings.md with the constants of the packages; with
// -update it writes the page.
func TestWarnings(t *testing.T) {
	var b strings.Builder
	b.WriteString(`# Codes of warnings

Each warning has a code, a short word for programs, and a message for people. A code keeps its meaning. Later versions may add codes.
The enumerations in [docs/schema](schema) contain the same codes. This page is made from the comments in ` + "`codes.go`" + ` of each package by ` + "`go generate ./docs/schema`" + `.
`)
	for _, c := range coded {
		codes, err := schemagen.Codes(filepath.Join(root, c.pkg))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n| code | meaning |\n| --- | --- |\n", c.heading, c.intro)
		for _, code := range codes {
			fmt.Fprintf(&b, "| `%s` | %s |\n", code.Value, code.Meaning)
		}
	}
	golden.File(t, filepath.Join(root, "docs", "warnings.md"), []byte(b.String()))
}

// No package warns with a text where a constant of codes.go belongs, and no other
// package has codes.
func TestWarningsAreCoded(t *testing.T) {
	code := regexp.MustCompile(`(?m)^type Warning struct \{\n\tCode +string`)
	found := 0
	err := filepath.WalkDir(root, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || !code.Match(text) {
			return err
		}
		found++
		pkg, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(coded, func(c struct{ pkg, heading, intro string }) bool { return c.pkg == filepath.ToSlash(pkg) }) {
			t.Errorf("%s has codes that docs/warnings.md does not list", pkg)
		}
		return nil
	})
	if err != nil || found != len(coded) {
		t.Errorf("%d packages have codes, want %d; %v", found, len(coded), err)
	}
	for _, c := range coded {
		list, err := schemagen.Uncoded(filepath.Join(root, c.pkg))
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range list {
			t.Errorf("%s is no constant of codes.go", at)
		}
	}
}

// Each code is emitted: codes_test.go of its package has a case for it, and fails
// when the input does not lead to the warning.
func TestCodesAreTested(t *testing.T) {
	for _, c := range coded {
		name := filepath.Join(root, c.pkg, "codes_test.go")
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Error(err)
			continue
		}
		if f.Scope.Lookup("TestCodes") == nil {
			t.Errorf("%s: there is no TestCodes", name)
		}
	}
}
