package archtest

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// names matches what may be the path of a package below the module.
var names = regexp.MustCompile(`[a-z][a-z0-9]*(/[a-z0-9]+)*(/\.\.\.)?`)

// drawn returns the names in the pictures of a section: the lines that are indented as
// code.
func drawn(section string) map[string]bool {
	set := map[string]bool{}
	for line := range strings.Lines(section) {
		if strings.HasPrefix(line, "    ") {
			for _, name := range names.FindAllString(line, -1) {
				set[name] = true
			}
		}
	}
	return set
}

// missing returns the packages that the pictures lack. A rule for all packages below
// a folder needs one of them, or the rule itself.
func missing(pictures map[string]bool, packages []string) []string {
	var list []string
	for _, pkg := range packages {
		found := pictures[pkg]
		for name := range pictures {
			found = found || strings.HasSuffix(pkg, "/...") && matches(pkg, name)
		}
		if !found {
			list = append(list, pkg)
		}
	}
	return list
}

// unknown returns the names in the pictures that begin like a package and are no
// package.
func unknown(pictures map[string]bool) []string {
	tops := map[string]bool{}
	for _, r := range table {
		top, _, _ := strings.Cut(r.pkg, "/")
		tops[top] = true
	}
	var list []string
	for name := range pictures {
		top, rest, _ := strings.Cut(name, "/")
		version := regexp.MustCompile(`^v[0-9]$`).MatchString(rest) // of a document
		if tops[top] && rest != "" && !version && ruleFor(name) == nil {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

// described matches a line of a picture up to the text that describes its last package.
var described = regexp.MustCompile(`^ {3}.* ([a-z][a-z0-9]*(?:/[a-z0-9]+)*) {2,}\S`)

// shifted returns the lines whose text does not begin in the column of the others.
func shifted(section string) []string {
	const column = 52
	var list []string
	for line := range strings.Lines(section) {
		if m := described.FindStringSubmatch(line); m != nil && ruleFor(m[1]) != nil && utf8.RuneCountInString(m[0]) != column+1 {
			list = append(list, line)
		}
	}
	return list
}

// Every package is in the pictures of the data flow, and the pictures name no other.
func TestPictures(t *testing.T) {
	_, section, ok := strings.Cut(readFromRoot(t, "ARCHITECTURE.md"), "\n## Data flow\n")
	section, _, _ = strings.Cut(section, "\n## ")
	if !ok {
		t.Fatal("ARCHITECTURE.md has no section Data flow")
	}
	var packages []string
	for _, r := range table {
		packages = append(packages, r.pkg)
	}
	pictures := drawn(section)
	for _, pkg := range missing(pictures, packages) {
		t.Errorf("%s is not in the pictures of ARCHITECTURE.md", pkg)
	}
	for _, name := range unknown(pictures) {
		t.Errorf("%s is in the pictures of ARCHITECTURE.md, and is no package", name)
	}
	for _, line := range shifted(section) {
		t.Errorf("want the text in the column of the other lines: %s", line)
	}
}

// The check must be able to fail in both ways.
func TestPicturesFindMistakes(t *testing.T) {
	pictures := drawn("text names etree\n\n    READ  sparsity/sparseio, cmd/analyze   ─▶ trace/gone, run/v1\n")
	got := missing(pictures, []string{"etree", "sparsity", "sparsity/sparseio", "cmd/...", "bench/..."})
	if want := []string{"etree", "sparsity", "bench/..."}; !slices.Equal(got, want) {
		t.Errorf("missing: got %q, want %q", got, want)
	}
	if got, want := unknown(pictures), []string{"trace/gone"}; !slices.Equal(got, want) {
		t.Errorf("unknown: got %q, want %q", got, want)
	}
}
