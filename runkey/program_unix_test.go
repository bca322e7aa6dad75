//go:build unix

package runkey

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// partsOf returns the parts of groups by name.
func partsOf(groups []Group) map[string]Value {
	list := map[string]Value{}
	for _, g := range groups {
		for _, x := range g.Parts {
			list[x.Name] = x.Value
		}
	}
	return list
}

// A program that was changed after linking is another one, though its build ID
// stayed.
func TestPatchedBinary(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(exe)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "sim")
	var ids, linked []Value
	for range 2 {
		if err := os.WriteFile(path, text, 0o777); err != nil {
			t.Fatal(err)
		}
		g, err := Binary(path)
		if err != nil {
			t.Fatal(err)
		}
		l, err := Linked(path)
		if err != nil {
			t.Fatal(err)
		}
		ids, linked = append(ids, g.Parts[0].Value), append(linked, l.Parts[0].Value)
		text[len(text)/2] ^= 1
	}
	if ids[0] == ids[1] {
		t.Errorf("both have %v", ids[0])
	}
	if id, err := buildID(path); err == nil && id != "" && linked[0] != linked[1] {
		t.Errorf("the build IDs %v and %v differ: this test shows nothing", linked[0], linked[1])
	}
}

// A file whose name looks like a numbered name has another name than the numbered file.
func TestNumberedNames(t *testing.T) {
	tree(t, map[string]string{"a/x": "1", "b/x": "2", "c/x~2": "3", "d/x~~2": "4"})
	seen := map[string]string{}
	for _, paths := range [][]string{{"a/x", "b/x"}, {"a/x", "c/x~2"}, {"a/x", "b/x", "c/x~2", "d/x~~2", "c/x~2"}} {
		g, err := Inputs(paths)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := New(nil, g.Parts...); err != nil {
			t.Errorf("%v: %v", paths, err)
		}
		var names []string
		for _, x := range g.Parts {
			names = append(names, x.Name)
		}
		text := strings.Join(names, " ")
		if other, ok := seen[text]; ok {
			t.Errorf("%v and %s both have the names %s", paths, other, text)
		}
		seen[text] = fmt.Sprint(paths)
	}
	if !strings.Contains(fmt.Sprint(seen), "input.x input.x~2 input.x~~2 input.x~~~~2 input.x~~2~2") {
		t.Errorf("got names %v", seen)
	}
}

// Files are read once unless they change, and pipes not at all.
func TestProgramFiles(t *testing.T) {
	tree(t, map[string]string{"bin/python3*": "ELF", "s.py": "abc", "in.cir": "abc", "out.csv": "old", "pkg/__main__.py": "1", "pkg/sub/x.py": "2", "pkg/data.txt": "3"})
	past := time.Now().Add(-time.Hour)
	for _, name := range []string{"s.py", "in.cir", "out.csv"} {
		if err := os.Chtimes(name, past, past); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo("pipe", 0o666); err != nil {
		t.Fatal(err)
	}
	var d Digests
	p := Command{Args: []string{"bin/python3", "s.py", "in.cir", "pipe", "--out=out.csv"}}.Program()
	first := partsOf(p.Groups(&d))
	const abc = Digest("sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
	if first["script.s.py"] != abc || first["input.in.cir"] != abc || first["input.out.csv"] == nil || len(first) != 4 {
		t.Errorf("got %v", first)
	}
	if id, err := d.of("pipe"); id != "" || err != nil {
		t.Errorf("of a pipe: got %q, %v", id, err)
	}
	if list := p.Written(&d); list != nil {
		t.Errorf("%q were written, want none", list)
	}
	// What was written is an output, also if it has the same bytes as before.
	if err := os.WriteFile("out.csv", []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	if list := p.Written(&d); !slices.Equal(list, []string{"out.csv"}) {
		t.Errorf("%q were written, want out.csv", list)
	}
	// An edited script stays one.
	if err := os.WriteFile("s.py", []byte("abd"), 0o666); err != nil {
		t.Fatal(err)
	}
	last := partsOf(p.Groups(&d))
	if last["script.s.py"] == nil || last["script.s.py"] == abc || last["input.in.cir"] != abc || last["input.out.csv"] != nil {
		t.Errorf("at the end: got %v", last)
	}
	// All modules of a package, and no other file of it.
	pkg := Command{Args: []string{"bin/python3", "-m", "pkg"}}.Program()
	for name, same := range map[string]bool{"pkg/data.txt": true, "pkg/sub/x.py": false} {
		before := partsOf(pkg.Groups(&d))["script.pkg"]
		if err := os.WriteFile(name, []byte("other"), 0o666); err != nil {
			t.Fatal(err)
		}
		if now := partsOf(pkg.Groups(&d))["script.pkg"]; now == nil || (now == before) != same {
			t.Errorf("%s was edited: got %v after %v", name, now, before)
		}
	}
}

// Of a folder with too much in it the main module alone is read.
func TestLargePackage(t *testing.T) {
	files := map[string]string{"bin/python3*": "ELF", "pkg/__main__.py": "1"}
	for i := range maxModules - 1 {
		files[fmt.Sprintf("pkg/m%d.py", i)] = ""
	}
	tree(t, files)
	id := func() Value {
		return partsOf(Command{Args: []string{"bin/python3", "pkg"}}.Program().Groups(&Digests{}))["script.pkg"]
	}
	all := id()
	if err := os.WriteFile("pkg/more.py", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if main := id(); main != DigestOf([]byte("1")) || all == main {
		t.Errorf("got %v of all modules, then %v of one too many", all, main)
	}
}

// Of a large file samples are read, and its size counts.
func TestLargeFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "big")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	seen := map[Digest]int64{}
	for _, size := range []int64{wholeFile + 1, wholeFile + 2, wholeFile * 8} {
		if err := f.Truncate(size); err != nil {
			t.Fatal(err)
		}
		d, err := new(Digests).of(path)
		if err != nil || !strings.HasPrefix(string(d), "sampled-sha256:") || seen[d] != 0 {
			t.Errorf("%d bytes: got %s, %v; that is of %d bytes", size, d, err, seen[d])
		}
		seen[d] = size
	}
	if _, err := f.WriteAt([]byte("x"), wholeFile*8-1); err != nil {
		t.Fatal(err)
	}
	if d, err := new(Digests).of(path); err != nil || seen[d] != 0 {
		t.Errorf("the last byte does not count: %s, %v", d, err)
	}
}
