package solvers

import (
	"bytes"
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"
)

// A List is a list file: the functions of one library, in several versions.
type List struct {
	Name      string // name of the file without .list
	Functions []Function
	Checks    []Check
}

// A Check names what an offset or a number of a list stands for in a C header, so that
// a program in C can compare both.
type Check struct {
	Function    int // index in Functions
	Field       Field
	Alternative int      // index in Alternatives of the expression
	Step        int      // index in Steps; -1 for the Constant
	Headers     []string // to be included in this order
	Item        string   // TYPE.MEMBER, where a colon in TYPE is a blank; or =EXPRESSION of C; or - for none
	Line        int
}

//go:embed lists/*.list
var files embed.FS

// Names returns the names of the lists of this package, in order. It reads no list.
func Names() []string {
	entries, err := files.ReadDir("lists")
	if err != nil {
		panic("internal error: solvers: " + err.Error())
	}
	var names []string
	for _, entry := range entries {
		names = append(names, strings.TrimSuffix(entry.Name(), ".list"))
	}
	slices.Sort(names)
	return names
}

// Lists returns the lists of this package, by name.
func Lists() []*List {
	var lists []*List
	for _, name := range Names() {
		lists = append(lists, embedded(name))
	}
	return lists
}

// embedded reads a list of this package.
func embedded(name string) *List {
	file := name + ".list"
	data, err := files.ReadFile(path.Join("lists", file))
	if err == nil {
		var l *List
		if l, err = Parse(file, bytes.NewReader(data)); err == nil {
			l.Name = name
			return l
		}
	}
	panic("internal error: solvers: " + err.Error())
}

// Select returns the functions of the named lists, each list once. A name may hold
// several names with commas between them. "auto" stands for all lists. The error for
// another name lists the names.
func Select(names ...string) ([]Function, error) {
	all := Names()
	chosen := map[string]bool{}
	for name := range strings.SplitSeq(strings.Join(names, ","), ",") {
		switch name = strings.TrimSpace(name); {
		case name == "auto":
			for _, n := range all {
				chosen[n] = true
			}
		case slices.Contains(all, name):
			chosen[name] = true
		default:
			return nil, fmt.Errorf("unknown solver library %q; want auto or some of %s", name, strings.Join(all, ", "))
		}
	}
	var functions []Function
	for _, name := range all {
		if chosen[name] {
			functions = append(functions, embedded(name).Functions...)
		}
	}
	return functions, nil
}
