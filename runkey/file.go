package runkey

import (
	"fmt"
	"path/filepath"
	"strings"
)

// Inputs returns a part for each file, with SHA-256 of its contents. The part is
// called after the file, without its folders, so that it is the same elsewhere. If
// several files have the same name, the later parts have ~2, ~3 … behind the name. A
// ~ in a name is doubled, so that the two cannot be confused.
func Inputs(paths []string) (Group, error) {
	g := Group{All: "input"}
	names := numbered{}
	for _, path := range paths {
		d, err := digestFile(path)
		if err != nil {
			return Group{}, err
		}
		g.Parts = append(g.Parts, Part{names.name("input", filepath.Base(path)), d, (toTiming | toResults).list()})
	}
	return g, nil
}

// A numbered gives parts of files names, each once.
type numbered map[string]int

// name returns the next name of a file in a family.
func (n numbered) name(family, file string) string {
	name := family + "." + strings.ReplaceAll(visible(file), "~", "~~")
	n[name]++
	if k := n[name]; k > 1 {
		return fmt.Sprintf("%s~%d", name, k)
	}
	return name
}

// Binary returns the part of a program: SHA-256 of its file, so that one that
// was changed after linking is another one.
func Binary(path string) (Group, error) { return new(Digests).binary(path) }

func (d *Digests) binary(path string) (Group, error) {
	id, err := d.of(path)
	if err != nil {
		return Group{}, err
	}
	if id == "" {
		return Group{}, fmt.Errorf("%s: is not a regular file", path)
	}
	return Group{Parts: []Part{{"binary.id", id, toAll.list()}}, All: "binary"}, nil
}

// Linked returns the part of a program whose file is as its linker made it: its ELF
// build ID if it has one, otherwise the same part as [Binary]. It reads a few bytes
// of a large file.
func Linked(path string) (Group, error) {
	d, err := buildID(path)
	if err != nil {
		return Group{}, err
	}
	if d == "" {
		return Binary(path)
	}
	return Group{Parts: []Part{{"binary.id", d, toAll.list()}}, All: "binary"}, nil
}
