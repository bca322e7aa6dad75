package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	mit = "MIT License\n\nPermission is hereby granted, free of charge, to any\nperson obtaining a copy of it.\n\nTHE SOFTWARE IS PROVIDED \"AS IS\".\n"
	bsd = "Redistribution and use in source\nand binary forms.\n"
	end = "Names may not be used to endorse or promote products derived\nfrom it.\n"
	ofl = "SIL OPEN FONT LICENSE Version 1.1 - 26 February 2007\n"
)

func TestLicences(t *testing.T) {
	for _, c := range []struct{ file, text, ids string }{
		{"LICENSE", mit, "MIT"},
		{"LICENSE", bsd, "BSD-2-Clause"},
		{"LICENSE", bsd + end, "BSD-3-Clause"},
		{"LICENSE", mit + bsd + end, "BSD-3-Clause AND MIT"},
		{"fonts/LICENSE-SIL", ofl, "OFL-1.1"},
		{"COPYING", "\r\n  Apache License\r\n  Version 2.0, January 2004\r\n", "Apache-2.0"},
		{"NOTICE.txt", "Made by others.", ""},
	} {
		l, err := newLicence(c.file, c.text)
		if got := (module{licences: []licence{l}}).ids(); err != nil || got != c.ids || l.file != c.file {
			t.Errorf("%s %q: got %q, %v", c.file, c.text, got, err)
		}
		if l.text == "" || strings.ContainsAny(l.text, "\r") || strings.Trim(l.text, "\n") != l.text {
			t.Errorf("%s: text %q", c.file, l.text)
		}
	}
	if l, err := newLicence("sub/LICENSE", "All rights reserved."); err == nil || !strings.Contains(err.Error(), "sub/LICENSE") {
		t.Errorf("an unknown licence is %v, error %v", l, err)
	}
}

// write makes files below a new folder.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		name = filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// A licence counts if it is in the root or on the way to a linked package.
func TestRead(t *testing.T) {
	root := write(t, map[string]string{
		"LICENSE": mit, "NOTICE": "Made by others.", "license.go": "package x", "README": "x",
		"a/LICENSE.txt": bsd, "a/b/copying": bsd + end, "c/LICENSE": ofl, "unlinked/LICENSE": "unknown",
	})
	got, err := read(root, map[string]bool{filepath.Join(root, "a", "b"): true, filepath.Join(root, "c"): true})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, l := range got {
		names = append(names, l.file)
	}
	if list := strings.Join(names, " "); list != "LICENSE NOTICE a/LICENSE.txt a/b/copying c/LICENSE" {
		t.Errorf("read %s", list)
	}
	if ids := (module{licences: got}).ids(); ids != "BSD-2-Clause AND BSD-3-Clause AND MIT AND OFL-1.1" {
		t.Errorf("ids %s", ids)
	}
	for name, files := range map[string]map[string]string{
		"no licence": {"README": mit}, "a notice alone": {"NOTICE": "x"}, "unknown": {"LICENSE": mit, "LICENSE.old": "x"},
	} {
		if got, err := read(write(t, files), nil); err == nil {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

// Modules are listed in order, and a text that several have is written once.
func TestRender(t *testing.T) {
	l, _ := newLicence("LICENSE", mit)
	m, _ := newLicence("c/LICENSE", bsd)
	var b strings.Builder
	if err := render(&b, []module{{"a.org/x", "v1.2.3", []licence{l}}, {"b.org/y", "v0.1.0", []licence{l, m}}}); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	want := "* a.org/x v1.2.3: MIT\n* b.org/y v0.1.0: BSD-2-Clause AND MIT\n\n" + strings.Repeat("-", 80) +
		"\n\na.org/x: LICENSE\nb.org/y: LICENSE\n\nMIT License\n"
	if !strings.HasPrefix(text, head) || !strings.Contains(text, want) || strings.Count(text, "MIT License") != 1 ||
		!strings.HasSuffix(text, "\n\nb.org/y: c/LICENSE\n\n"+strings.TrimSpace(bsd)+"\n") {
		t.Errorf("got\n%s", text)
	}
}

// The programs link what their systems need: NVML with cgo on Linux, mousetrap on
// Windows; and never what tests alone use.
func TestLinked(t *testing.T) {
	modules, err := linked(programs, systems)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, m := range modules {
		found[m.path] = m.ids()
	}
	for path, ids := range map[string]string{
		"the standard library of Go": "BSD-3-Clause", "github.com/NVIDIA/go-nvml": "Apache-2.0",
		"github.com/inconshreveable/mousetrap": "Apache-2.0", "codeberg.org/go-fonts/liberation": "BSD-3-Clause AND OFL-1.1",
		"pgregory.net/rapid": "", "github.com/google/go-cmp": "", "github.com/nrkit/nrkit": "",
	} {
		if found[path] != ids {
			t.Errorf("%s: got %q, want %q", path, found[path], ids)
		}
	}
	if modules[0].path != "the standard library of Go" {
		t.Errorf("first is %s", modules[0].path)
	}
}
