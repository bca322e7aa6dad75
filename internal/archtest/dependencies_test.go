package archtest

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// programs are the programs that the table of dependencies says what they link of.
var programs = []string{"analyze", "nrprof"}

// A reason is a module of a row in the table of dependencies of ARCHITECTURE.md.
type reason struct {
	module string
	linked []string // the programs that link it
}

// dependencies is the section Dependencies of ARCHITECTURE.md.
type dependencies struct {
	reasons []reason
	through map[string][]string // what a program links through other modules
}

// reasonFor returns the row of a module, nil without one. The table leaves
// major versions out.
func (d *dependencies) reasonFor(module string) *reason {
	short := regexp.MustCompile(`/v[0-9]+$`).ReplaceAllString(module, "")
	for k, r := range d.reasons {
		if r.module == module || r.module == short {
			return &d.reasons[k]
		}
	}
	return nil
}

// readFromRoot returns the text of a file in the root of the module.
func readFromRoot(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// readDependencies reads the section Dependencies.
func readDependencies(t *testing.T) *dependencies {
	t.Helper()
	_, section, ok := strings.Cut(readFromRoot(t, "ARCHITECTURE.md"), "\n## Dependencies\n")
	section, _, _ = strings.Cut(section, "\n## ")
	if !ok {
		t.Fatal("ARCHITECTURE.md has no section Dependencies")
	}
	d := &dependencies{through: map[string][]string{}}
	for line := range strings.Lines(section) {
		if cells := strings.Split(line, "|"); len(cells) == 5 && strings.Contains(cells[1], ".") {
			for _, name := range commas(cells[1]) {
				d.reasons = append(d.reasons, reason{name, commas(strings.Trim(cells[2], " –"))})
			}
		}
		if program, list, ok := strings.Cut(line, "` also links, through these: "); ok {
			d.through[strings.TrimPrefix(program, "* `")] = commas(strings.TrimSuffix(strings.TrimSpace(list), "."))
		}
	}
	return d
}

// commas takes a list with commas apart.
func commas(list string) []string {
	var names []string
	for name := range strings.SplitSeq(list, ",") {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// required returns what go.mod requires: modules that this one imports, modules that
// these import, and packages of tools.
func required(t *testing.T) (direct, indirect, tools []string) {
	t.Helper()
	for line := range strings.Lines(readFromRoot(t, "go.mod")) {
		words := strings.Fields(line)
		switch {
		case len(words) == 4 && words[3] == "indirect":
			indirect = append(indirect, words[0])
		case len(words) == 2 && strings.HasPrefix(words[1], "v") && strings.HasPrefix(line, "\t"):
			direct = append(direct, words[0])
		case len(words) == 1 && strings.Contains(line, "/"):
			tools = append(tools, words[0])
		}
	}
	if len(direct) < 15 || len(indirect) < 15 || len(tools) == 0 {
		t.Fatalf("go.mod: %d modules, %d others, %d tools", len(direct), len(indirect), len(tools))
	}
	return direct, indirect, tools
}

// Each module that go.mod requires directly, or whose tool it names, has its reason
// in ARCHITECTURE.md, and each reason has its module.
func TestDependenciesHaveReasons(t *testing.T) {
	d := readDependencies(t)
	modules, _, tools := required(t)
	for _, m := range modules {
		if d.reasonFor(m) == nil {
			t.Errorf("ARCHITECTURE.md has no reason for %s", m)
		}
	}
	for k, r := range d.reasons {
		if slices.ContainsFunc(d.reasons[:k], func(other reason) bool { return other.module == r.module }) {
			t.Errorf("ARCHITECTURE.md has two reasons for %s", r.module)
		}
		serves := func(path string) bool { return path == r.module || strings.HasPrefix(path, r.module+"/") }
		if !slices.ContainsFunc(modules, serves) && !slices.ContainsFunc(tools, serves) {
			t.Errorf("go.mod does not require %s, for which ARCHITECTURE.md has a reason", r.module)
		}
	}
	for _, tool := range tools {
		if !slices.ContainsFunc(d.reasons, func(r reason) bool { return strings.HasPrefix(tool, r.module+"/") }) {
			t.Errorf("ARCHITECTURE.md has no reason for the tool %s", tool)
		}
	}
}

// linkedModules returns the modules of others whose packages a program links, on
// Linux with cgo, where it links most.
func linkedModules(t *testing.T, program string) []string {
	t.Helper()
	cmd := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", "./cmd/"+program)
	cmd.Dir = filepath.Join("..", "..")
	cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=1")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	modules := map[string]bool{}
	for _, path := range strings.Fields(string(out)) {
		modules[path] = path != module
	}
	maps.DeleteFunc(modules, func(_ string, other bool) bool { return !other })
	if len(modules) < 5 {
		t.Fatalf("%s links %d modules", program, len(modules))
	}
	return slices.Sorted(maps.Keys(modules))
}

// wrongLinks returns a line for each module that a program links and the section does
// not say so, or the other way round.
func wrongLinks(d *dependencies, program string, linked, indirect []string) []string {
	var wrong []string
	for _, m := range linked {
		r := d.reasonFor(m)
		switch {
		case r != nil && !slices.Contains(r.linked, program):
			wrong = append(wrong, program+" links "+m+", which the table of ARCHITECTURE.md does not say")
		case r == nil && !slices.Contains(d.through[program], m):
			wrong = append(wrong, program+" links "+m+" through another module, which ARCHITECTURE.md does not list")
		}
	}
	says := slices.Clone(d.through[program])
	for _, m := range says {
		if !slices.Contains(indirect, m) {
			wrong = append(wrong, m+": go.mod does not require it for another module")
		}
	}
	for _, r := range d.reasons {
		if slices.Contains(r.linked, program) {
			says = append(says, r.module)
		}
	}
	for _, m := range says {
		if !slices.ContainsFunc(linked, func(l string) bool { return l == m || d.reasonFor(l) != nil && d.reasonFor(l).module == m }) {
			wrong = append(wrong, program+" does not link "+m+", as ARCHITECTURE.md says")
		}
	}
	return wrong
}

// The programs link what ARCHITECTURE.md says, directly and through other modules.
func TestProgramsLinkWhatIsSaid(t *testing.T) {
	d := readDependencies(t)
	_, indirect, _ := required(t)
	for _, program := range programs {
		for _, line := range wrongLinks(d, program, linkedModules(t, program), indirect) {
			t.Error(line)
		}
	}
	for _, r := range d.reasons {
		for _, program := range r.linked {
			if !slices.Contains(programs, program) {
				t.Errorf("%s: no program %s", r.module, program)
			}
		}
	}
}

// The check must be able to fail, in each of its ways.
func TestWrongLinksAreFound(t *testing.T) {
	d := &dependencies{
		reasons: []reason{{"a.org/said", []string{"analyze"}}, {"b.org/unsaid", nil}, {"c.org/gone", []string{"analyze"}}, {"d.org/m", []string{"analyze"}}},
		through: map[string][]string{"analyze": {"e.org/through", "f.org/gone"}},
	}
	got := wrongLinks(d, "analyze", []string{"a.org/said", "b.org/unsaid", "d.org/m/v2", "e.org/through", "g.org/new"}, []string{"e.org/through", "g.org/new"})
	want := []string{
		"analyze links b.org/unsaid, which the table of ARCHITECTURE.md does not say",
		"analyze links g.org/new through another module, which ARCHITECTURE.md does not list",
		"f.org/gone: go.mod does not require it for another module",
		"analyze does not link f.org/gone, as ARCHITECTURE.md says",
		"analyze does not link c.org/gone, as ARCHITECTURE.md says",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
