package archtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// goFiles returns the Go files of a folder of the module, tests or the others.
func goFiles(t *testing.T, dir string, tests bool) map[string]string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("..", "..", dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") != tests {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(text)
	}
	return files
}

// Programs write documents by jsontext.Write, which tests have check each of them.
func TestDocumentsPassJSONText(t *testing.T) {
	other := regexp.MustCompile(`json\.(Marshal|MarshalIndent|NewEncoder)\(`)
	for _, dir := range []string{"cmd/analyze", "cmd/nrprof"} {
		for name, text := range goFiles(t, dir, false) {
			if m := other.FindString(text); m != "" {
				t.Errorf("%s has %s: want jsontext.Write", name, m)
			}
		}
	}
}

// Where documents are written, tests check them: TestMain calls schematest.Watch.
func TestDocumentsAreWatched(t *testing.T) {
	writes := regexp.MustCompile(`jsontext\.Write\(|analysis\.WriteJSON\(`)
	watched := 0
	for _, p := range list(t) {
		dir := strings.TrimPrefix(p.ImportPath, module+"/")
		if strings.HasPrefix(dir, "internal/schemagen") || dir == "internal/jsontext" {
			continue
		}
		found, watches := false, false
		for _, tests := range []bool{false, true} {
			for _, text := range goFiles(t, dir, tests) {
				found = found || writes.MatchString(text)
				watches = watches || tests && strings.Contains(text, "schematest.Watch()")
			}
		}
		switch {
		case found && !watches:
			t.Errorf("%s writes documents, and its tests do not call schematest.Watch", dir)
		case found:
			watched++
		}
	}
	if watched < 5 {
		t.Errorf("%d packages write documents", watched)
	}
}

// The programs link what prints schemas, not what makes and checks the schemas of
// documents.
func TestProgramsLinkNoSchemaLibrary(t *testing.T) {
	cmd := exec.Command("go", "list", "-deps", "./cmd/analyze", "./cmd/nrprof")
	cmd.Dir = filepath.Join("..", "..")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, "santhosh-tekuri/jsonschema") || strings.Contains(line, "schemagen") {
			t.Errorf("the programs link %s", line)
		}
	}
	if !strings.Contains(string(out), module+"/docs/schema\n") {
		t.Error("the programs do not link docs/schema")
	}
}
