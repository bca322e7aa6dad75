package runkey

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Groups returns the parts of a program: binary.id, script.NAME, input.NAME and
// python.NAME. A file that cannot be read has no part. Inputs that were written
// since they were first read are left out: see [Program.Written].
//
// Cost: reading the files that changed since d read them, see [Digests].
func (p *Program) Groups(d *Digests) []Group {
	scripts := Group{All: "script"}
	names := numbered{}
	for _, s := range p.Scripts {
		if id, err := d.script(s.Path); err == nil && id != "" {
			scripts.Parts = append(scripts.Parts, Part{names.name("script", s.Name), id, toAll.list()})
		}
	}
	inputs := Group{} // there may be others that the line does not name
	for _, path := range p.Inputs {
		name := names.name("input", filepath.Base(path))
		if id, err := d.of(path); err == nil && id != "" && !slices.Contains(p.outputs, path) {
			inputs.Parts = append(inputs.Parts, Part{name, id, (toTiming | toResults).list()})
		}
	}
	groups := []Group{scripts, inputs}
	if p.Path != "" {
		if g, err := d.binary(p.Path); err == nil { // it may be executable alone
			groups = append(groups, g)
		}
	}
	if p.Python != nil {
		groups = append(groups, p.Python.group())
	}
	return groups
}

// group returns the parts of an environment of Python.
func (y *Python) group() Group {
	l := partList{}
	l.text("python.version", y.Version, toAll)
	for _, x := range y.Packages {
		l.text("python."+x.Name, x.Version, toAll)
	}
	return Group{Parts: l, All: "python"}
}

// Written returns the inputs that were changed, replaced or removed since the last
// call, or since d first read them: they are outputs, which [Program.Groups] leaves
// out from now on. That the bytes are the same as before makes no difference.
func (p *Program) Written(d *Digests) []string {
	var list []string
	for _, path := range p.Inputs {
		seen := d.seen[path]
		if seen == nil {
			continue
		}
		info, err := os.Stat(path)
		if err == nil && sameState(seen, info) {
			continue
		}
		d.seen[path] = info // nil where it is gone
		list = append(list, path)
		if !slices.Contains(p.outputs, path) {
			p.outputs = append(p.outputs, path)
		}
	}
	return list
}

// InputNames returns the names of the parts of all inputs, also of those that were
// written, by path.
func (p *Program) InputNames() map[string]string {
	names, list := numbered{}, map[string]string{}
	for _, path := range p.Inputs {
		list[path] = names.name("input", filepath.Base(path))
	}
	return list
}

// Merge adds the scripts and inputs of another command line, and keeps what env
// sets on both.
func (p *Program) Merge(q *Program) {
	for _, s := range q.Scripts {
		p.addScript(s)
	}
	for _, path := range q.Inputs {
		if !slices.Contains(p.Inputs, path) {
			p.Inputs = append(p.Inputs, path)
		}
	}
	p.Env = slices.DeleteFunc(p.Env, func(e string) bool { return !slices.Contains(q.Env, e) })
	p.More = max(p.More, q.More)
}

// Limits of the folder of a package.
const (
	maxModules = 2000   // that are read
	maxEntries = 20_000 // of the folder and those in it, which are looked at
)

// script returns the digest of a script: of a folder, that of the names and the
// contents of all modules in it and below. Of a folder with more than 2000
// modules, or 20,000 entries, it is that of its main module.
func (d *Digests) script(path string) (Digest, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if !info.IsDir() {
		return d.of(path)
	}
	modules, err := modulesOf(path)
	if err != nil {
		return "", err
	}
	if modules == nil {
		return d.of(filepath.Join(path, mainModule))
	}
	h := sha256.New()
	for _, m := range modules {
		id, err := d.of(filepath.Join(path, m))
		if err != nil {
			return "", err
		}
		for _, s := range []string{filepath.ToSlash(m), string(id)} {
			h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(s))))
			h.Write([]byte(s))
		}
	}
	return sumOf("sha256", h, nil), nil
}

// modulesOf returns the modules below a folder, by name; nil where they, or the
// entries of its folders, are too many.
func modulesOf(dir string) (list []string, err error) {
	entries := 0
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if entries++; err != nil || !e.Type().IsRegular() || !strings.HasSuffix(path, ".py") {
			return cmp.Or(err, tooMany(entries > maxEntries))
		}
		rel, err := filepath.Rel(dir, path)
		list = append(list, rel)
		return cmp.Or(err, tooMany(len(list) > maxModules))
	})
	if entries > maxEntries || len(list) > maxModules {
		return nil, err
	}
	return list, err
}

// tooMany ends a walk.
func tooMany(end bool) error {
	if end {
		return fs.SkipAll
	}
	return nil
}
