package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// checked is the version of Go that the analyzers were taken from.
const checked = "go1.26"

// The suite has the analyzers of go vet, in the version of Go that the checks run with. Other
// versions may have others.
func TestSuite(t *testing.T) {
	if !strings.HasPrefix(runtime.Version(), checked) {
		t.Skipf("%s is not %s", runtime.Version(), checked)
	}
	help, err := exec.Command("go", "tool", "vet", "help").Output()
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(help), "Registered analyzers:\n")
	list, _, _ = strings.Cut(list, "By default")
	var got, want []string
	for _, m := range regexp.MustCompile(`(?m)^ {4}([a-z0-9]+) `).FindAllStringSubmatch(list, -1) {
		want = append(want, m[1])
	}
	for _, a := range suite {
		got = append(got, a.Name)
	}
	slices.Sort(got)
	slices.Sort(want)
	if len(want) < 30 || !slices.Equal(got, want) {
		t.Errorf("got %q, go vet has %q", got, want)
	}
}

// Each kind of mistake is found, in a program and in a test, on the system that has it.
func TestCheck(t *testing.T) {
	for _, c := range []struct {
		name, file, text, good, bad, want string
	}{
		{"right", "a.go", "func f() { println(1) }", "windows/amd64", "", ""},
		{"type", "a_windows.go", "var x int = \"\"", "linux/arm64", "windows/amd64", "1 errors"},
		{"size", "a.go", "var x int = 1 << 40", "linux/arm64", "linux/386", "1 errors"},
		{"vet", "a_darwin.go", "import \"fmt\"\n\nfunc g() { fmt.Printf(\"%d\", \"\") }", "linux/386", "darwin/arm64", "1 findings"},
		{"test", "a_windows_test.go", "var x int = \"\"", "linux/arm64", "windows/amd64", "1 errors"},
		{"vet of a test", "a_windows_test.go", "import \"testing\"\n\nfunc TestX(t *testing.T) { t.Errorf(\"%d\", \"\") }", "linux/arm64", "windows/amd64", "1 findings"},
	} {
		dir := t.TempDir()
		for name, text := range map[string]string{"go.mod": "module m\n\ngo 1.26\n", "main.go": "package main\n\nfunc main() {}\n", c.file: "package main\n\n" + c.text + "\n"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := check(dir, c.good); err != nil {
			t.Errorf("%s: %s: %v", c.name, c.good, err)
		}
		if c.bad == "" {
			continue
		}
		if err := check(dir, c.bad); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %s: got %v, want %s", c.name, c.bad, err, c.want)
		}
	}
	if err := check(".", "linux"); err == nil {
		t.Error("a system without an architecture is none")
	}
}
