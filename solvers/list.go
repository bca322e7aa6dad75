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

// Lists returns the lists of this package, by name.
func Lists() []*List {
	entries, err := files.ReadDir("lists")
	if err != nil {
		panic("internal error: solvers: " + err.Error())
	}
	var lists []*List
	for _, entry := range entries {
		l, err := embedded(entry.Name())
		if err != nil {
			panic("internal error: solvers: " + err.Error())
		}
		lists = append(lists, l)
	}
	slices.SortFunc(lists, func(a, b *List) int { return strings.Compare(a.Name, b.Name) })
	return lists
}

func embedded(file string) (*List, error) {
	data, err := files.ReadFile(path.Join("lists", file))
	if err != nil {
		return nil, err
	}
	l, err := Parse(file, bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	l.Name = strings.TrimSuffix(file, ".list")
	return l, nil
}

// Select returns the functions of the named lists, each list once. A name may hold
// several names with commas between them. "auto" stands for all lists. The error for
// another name lists the names.
func Select(names ...string) ([]Function, error) {
	lists := Lists()
	chosen := map[string]bool{}
	for _, name := range strings.Split(strings.Join(names, ","), ",") {
		name = strings.TrimSpace(name)
		known := name == "auto"
		for _, l := range lists {
			if name == "auto" || name == l.Name {
				chosen[l.Name], known = true, true
			}
		}
		if !known {
			return nil, fmt.Errorf("unknown solver library %q; want auto or some of %s", name, strings.Join(listNames(lists), ", "))
		}
	}
	var functions []Function
	for _, l := range lists {
		if chosen[l.Name] {
			functions = append(functions, l.Functions...)
		}
	}
	return functions, nil
}

func listNames(lists []*List) []string {
	var names []string
	for _, l := range lists {
		names = append(names, l.Name)
	}
	return names
}
