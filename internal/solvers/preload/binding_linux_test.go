package preload_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// A function is seen however a program binds it.
func TestBinding(t *testing.T) {
	dir := t.TempDir()
	library := toy(t, dir)
	versions := compile(t, filepath.Join(dir, "libtoy.so.1.2"), "-shared", "-fPIC", "-Wl,--version-script=testdata/versions.map", "versions.c")
	module := compile(t, filepath.Join(dir, "module.so"), linked(dir, "-shared", "-fPIC", "module.c")...)
	noPLT := compile(t, filepath.Join(dir, "noplt.so"), linked(dir, "-shared", "-fPIC", "-fno-plt", "-Wl,-z,now", "module.c")...)
	oldHash := compile(t, filepath.Join(dir, "libtoy.so.1.old"), "-shared", "-fPIC", "-Wl,--hash-style=sysv", "toy.c")
	mixed := compile(t, filepath.Join(dir, "libtoy.so.1.rx"), "-shared", "-fPIC", "-Wl,-z,noseparate-code", "toy.c")
	local := compile(t, filepath.Join(dir, "libtoy.so.1.local"), "-shared", "-fPIC", "-Wl,-Bsymbolic", "toy.c")
	foreign := compile(t, filepath.Join(dir, "libother.so"), "-shared", "-fPIC", "toy.c")
	named := compile(t, filepath.Join(dir, "othername.so"), "-shared", "-fPIC", "-Wl,-soname,libtoy.so.1.9", "toy.c")
	for _, c := range []struct {
		name  string
		flags string // of the compiler
		ways  string
		calls int
	}{
		{"lazy", "-Wl,-z,lazy", "direct direct", 2},
		{"now", "-Wl,-z,now", "direct", 1},
		{"no PLT", "-fno-plt -Wl,-z,now", "direct", 1},
		{"no PIE", "-no-pie -fno-pie", "direct data", 3},
		{"pointers in data", "-Wl,-z,now", "data", 2},
		{"dlsym", "-DUNLINKED", "open " + library, 1},
		{"opened and closed", "-DUNLINKED", "often " + library, 5000},
		{"versions", "-DUNLINKED", "version1 " + versions + " version2 " + versions + " open " + versions, 3},
		{"module", "-DUNLINKED", "module " + module, 4},
		{"module without PLT", "-DUNLINKED", "module " + noPLT, 4},
		{"old table of hashes", "-DUNLINKED", "open " + oldHash, 1},
		{"symbols beside code", "-DUNLINKED", "open " + mixed, 1},
		{"bound within itself", "-DUNLINKED", "open " + local, 1},
		{"by soname", "-DUNLINKED", "open " + named, 1},
		{"another library", "-DUNLINKED", "open " + foreign, 0},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) {
			args := append(strings.Fields(c.flags), "binding.c")
			if !strings.Contains(c.flags, "UNLINKED") {
				args = linked(dir, args...)
			}
			program := compile(t, filepath.Join(t.TempDir(), "program"), args...)
			want := plain(t, program, strings.Fields(c.ways)...)
			r := newRecording(t, toyRows())
			if got := r.run(program, strings.Fields(c.ways)...); got != want || strings.Contains(got, "-") {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			if got, _ := r.read(); got["toy_factor"] != c.calls {
				t.Errorf("%d calls, want %d", got["toy_factor"], c.calls)
			}
		})
	}
}

// A function of the program itself is seen where libraries call it.
func TestFunctionOfProgram(t *testing.T) {
	dir := t.TempDir()
	module := compile(t, filepath.Join(dir, "module.so"), "-shared", "-fPIC", "module.c")
	program := compile(t, filepath.Join(dir, "program"), "-rdynamic", "-fPIC", "binding.c", "toy.c", "-ldl")
	for _, c := range []struct {
		soname string
		calls  int
	}{{"", 4}, {"*", 4}, {"libtoy.so.1*", 0}} {
		r := newRecording(t, []row{{symbol: "toy_factor", library: "wrap", soname: c.soname}})
		r.same(program, "direct", "module", module)
		if got, _ := r.read(); got["toy_factor"] != c.calls {
			t.Errorf("soname %q: %v, want %d", c.soname, got, c.calls)
		}
	}
}

// There are trampolines for 4,096 functions; the functions after them are called as they
// are.
func TestMoreFunctionsThanTrampolines(t *testing.T) {
	const most, all = 4096, 4200
	dir := t.TempDir()
	var source strings.Builder
	var rows []row
	for i := range all {
		fmt.Fprintf(&source, "int many_%d(void) { return %d; }\n", i, i)
		rows = append(rows, row{symbol: fmt.Sprintf("many_%d", i)})
	}
	path := filepath.Join(dir, "many")
	if err := os.WriteFile(path, []byte(source.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	library := compile(t, filepath.Join(dir, "libmany.so"), "-shared", "-fPIC", "-O0", "-g0", "-xc", path)
	program := compile(t, filepath.Join(dir, "program"), "many.c", "-ldl")
	r := newRecording(t, rows)
	r.same(program, library, strconv.Itoa(all))
	_, calls := r.read()
	if len(calls) != most {
		t.Errorf("%d calls", len(calls))
	}
	for i, c := range calls {
		if int(c.function) != i {
			t.Fatalf("call %d is of function %d", i, c.function)
		}
	}
}

// A call of a library within the call of another is a range in its range.
func TestNestedLibraries(t *testing.T) {
	dir := t.TempDir()
	toy(t, dir)
	outer := compile(t, filepath.Join(dir, "libouter.so"), linked(dir, "-shared", "-fPIC", "outer.c")...)
	program := compile(t, filepath.Join(dir, "nested"), "nested.c", outer, "-Wl,-rpath,"+dir)
	rows := append(toyRows(), row{symbol: "outer_integrate", library: "outer", phase: 11})
	r := newRecording(t, rows)
	if got, want := r.run(program), plain(t, program); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	_, calls := r.read()
	if got := sequence(rows, calls); got != "factor factor factor outer_integrate factor factor outer_integrate" {
		t.Errorf("calls end as %s", got)
	}
	numbers := []uint64{2, 3, 4, 1, 6, 7, 5}
	for i, c := range calls {
		if c.number != numbers[i] {
			t.Errorf("call %d has number %d, want %d", i, c.number, numbers[i])
		}
	}
}

// A function that two rows describe is of the first one that fits the library.
func TestFirstRow(t *testing.T) {
	dir := t.TempDir()
	library := toy(t, dir)
	rows := []row{
		{symbol: "toy_factor", library: "no", soname: "libtoy.so.2*"},
		{symbol: "toy_factor", library: "yes", soname: "libtoy.so.1"},
		{symbol: "toy_factor", library: "late", soname: "*"},
	}
	program := compile(t, filepath.Join(dir, "program"), "-DUNLINKED", "binding.c")
	r := newRecording(t, rows)
	r.run(program, "open", library)
	if _, calls := r.read(); len(calls) != 1 || rows[calls[0].function].library != "yes" {
		t.Errorf("got %+v", calls)
	}
}
