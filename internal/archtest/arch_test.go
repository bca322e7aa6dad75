package archtest

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/golden"
)

// goPackage is what go list says of a package.
type goPackage struct {
	ImportPath string
	Standard   bool
	Imports    []string
	Doc        string
}

// list returns the packages of the module.
func list(t *testing.T) []goPackage {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Standard,Imports,Doc", "./...")
	cmd.Dir = filepath.Join("..", "..")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var pkgs []goPackage
	dec := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var p goPackage
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return pkgs
		} else if err != nil {
			t.Fatal(err)
		}
		pkgs = append(pkgs, p)
	}
}

// matches reports whether path is pattern or lies below a pattern that ends
// in "...".
func matches(pattern, path string) bool {
	if base, ok := strings.CutSuffix(pattern, "..."); ok {
		return strings.HasPrefix(path, base) || path == strings.TrimSuffix(base, "/")
	}
	return pattern == path
}

// ruleFor returns the rule of the package, nil when the table has none.
func ruleFor(pkg string) *rule {
	for k := range table {
		if matches(table[k].pkg, pkg) {
			return &table[k]
		}
	}
	return nil
}

// violations returns a line for each import of p that r does not allow.
func violations(p goPackage, r *rule) []string {
	var bad []string
	for _, imp := range p.Imports {
		local := strings.TrimPrefix(imp, module+"/")
		if local == imp && !strings.Contains(strings.SplitN(imp, "/", 2)[0], ".") {
			continue // standard library
		}
		allowed := false
		for _, a := range r.imports {
			allowed = allowed || matches(a, local)
		}
		if !allowed {
			bad = append(bad, p.ImportPath+" imports "+imp)
		}
	}
	return bad
}

func TestImports(t *testing.T) {
	seen := map[*rule]bool{}
	for _, p := range list(t) {
		name := strings.TrimPrefix(p.ImportPath, module+"/")
		r := ruleFor(name)
		if r == nil {
			t.Errorf("%s: not in the import table", name)
			continue
		}
		seen[r] = true
		for _, v := range violations(p, r) {
			t.Error(v)
		}
		if p.Doc == "" {
			t.Errorf("%s: no package comment", name)
		}
	}
	for k := range table {
		r := &table[k]
		if !seen[r] && !strings.HasSuffix(r.pkg, "...") {
			t.Errorf("%s: in the import table, but there is no such package", r.pkg)
		}
	}
}

// The check must be able to fail: a kernel that imports the reports is found.
func TestImportsFindsViolation(t *testing.T) {
	p := goPackage{ImportPath: module + "/etree", Imports: []string{
		"fmt", module + "/sparsity", module + "/reports", "gonum.org/v1/gonum/mat"}}
	if got := violations(p, ruleFor("etree")); len(got) != 2 {
		t.Errorf("want 2 violations, got %q", got)
	}
	if ruleFor("util") != nil {
		t.Error("a package that is not in the table has a rule")
	}
}

// ARCHITECTURE.md has the table. With -update the test rewrites its rows there.
func TestArchitectureTable(t *testing.T) {
	text := readFromRoot(t, "ARCHITECTURE.md")
	const head = "\n## Packages\n"
	from := strings.Index(text, head)
	rows := strings.Index(text[max(from, 0):], "\n| `")
	if from < 0 || rows < 0 {
		t.Fatal("ARCHITECTURE.md has no table of packages")
	}
	rows += from + 1
	end := rows
	for line := range strings.Lines(text[rows:]) {
		if !strings.HasPrefix(line, "| `") {
			break
		}
		end += len(line)
	}
	var want strings.Builder
	for _, r := range table {
		want.WriteString(r.line() + "\n")
	}
	golden.File(t, filepath.Join("..", "..", "ARCHITECTURE.md"), []byte(text[:rows]+want.String()+text[end:]))
}

// Messages of programs pass internal/cli, which makes names in them legible: no
// command prints on standard error by itself.
func TestMessagesPassCLI(t *testing.T) {
	direct := regexp.MustCompile(`(Fprint\w*|WriteString)\([^,]*(Stderr|ErrOrStderr\(\)),`)
	files, err := filepath.Glob(filepath.Join("..", "..", "cmd", "*", "*.go"))
	if err != nil || len(files) < 50 {
		t.Fatalf("%d files, error %v", len(files), err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if m := direct.Find(text); m != nil {
			t.Errorf("%s: %s", file, m)
		}
	}
}
