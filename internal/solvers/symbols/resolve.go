package symbols

import (
	"debug/elf"
	"fmt"
	"os/exec"
	"slices"
	"strings"

	"github.com/ianlancetaylor/demangle"
)

// Plain reports whether a name is a symbol as the dynamic linker knows it: a name in
// C, or a mangled name.
func Plain(name string) bool {
	for _, c := range []byte(name) {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '_', c == '.', c == '$', c == '@', c >= 0x80:
		default:
			return false
		}
	}
	return name != ""
}

// A NotFoundError says that no symbol has a name.
type NotFoundError struct {
	Name  string
	Files int // that were read
}

func (e *NotFoundError) Error() string {
	return fmt.Sprintf("no function %s in the dynamic symbols of the program and its libraries (%d ELF files)", e.Name, e.Files)
}

// Resolve returns the mangled symbols that the name in C++ stands for, sorted: the
// function with these parameters, or all functions with the name if it has no
// parameters. Blanks do not matter. Program is looked up in $PATH if it has no slash.
//
// Libraries that the program loads with dlopen are not read. The error for a name
// that no symbol has is [*NotFoundError].
func Resolve(program, name string) ([]string, error) {
	path, err := exec.LookPath(program)
	if err != nil {
		return nil, err
	}
	want := squeeze(name)
	found := map[string]bool{}
	files := 0
	walk(path, func(f *elf.File) {
		files++
		list, err := f.DynamicSymbols()
		if err != nil {
			return // no dynamic symbols
		}
		for _, s := range list {
			if !found[s.Name] && strings.HasPrefix(s.Name, "_Z") && (means(s.Name, want) || means(s.Name, want, demangle.NoParams)) {
				found[s.Name] = true
			}
		}
	})
	if len(found) == 0 {
		return nil, &NotFoundError{name, files}
	}
	var out []string
	for s := range found {
		out = append(out, s)
	}
	slices.Sort(out)
	return out, nil
}

// means reports whether a symbol is the mangled form of a name.
func means(symbol, want string, options ...demangle.Option) bool {
	text, err := demangle.ToString(symbol, options...)
	return err == nil && squeeze(text) == want
}

// squeeze returns a name without blanks.
func squeeze(name string) string { return strings.Join(strings.Fields(name), "") }

// walk calls f for the ELF file at path and for each library that it is linked with,
// also indirectly. Files that cannot be read are left out.
func walk(path string, f func(*elf.File)) {
	s := newSearch()
	queue := []string{path}
	seen := map[string]bool{path: true}
	for len(queue) > 0 {
		if file, err := elf.Open(queue[0]); err == nil {
			f(file)
			for _, next := range s.needed(queue[0], file) {
				if !seen[next] {
					seen[next] = true
					queue = append(queue, next)
				}
			}
			_ = file.Close() // was only read
		}
		queue = queue[1:]
	}
}
