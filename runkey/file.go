package runkey

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// DigestOf returns SHA-256 of bytes.
func DigestOf(b []byte) Digest {
	sum := sha256.Sum256(b)
	return Digest("sha256:" + hex.EncodeToString(sum[:]))
}

// digestFile returns SHA-256 of a file.
func digestFile(path string) (Digest, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close() // was only read
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", fmt.Errorf("reading %s: %w", path, err)
	}
	return Digest("sha256:" + hex.EncodeToString(h.Sum(nil))), nil
}

// Inputs returns a part for each file, with SHA-256 of its contents. The part is
// called after the file, without its folders, so that it is the same elsewhere;
// of several files of one name the later ones have ~2, ~3 … behind it.
func Inputs(paths []string) (Group, error) {
	g := Group{All: "input"}
	seen := map[string]int{}
	for _, path := range paths {
		d, err := digestFile(path)
		if err != nil {
			return Group{}, err
		}
		name := "input." + visible(filepath.Base(path))
		seen[name]++
		if n := seen[name]; n > 1 {
			name = fmt.Sprintf("%s~%d", name, n)
		}
		g.Parts = append(g.Parts, Part{name, d, (toTiming | toResults).list()})
	}
	return g, nil
}

// Binary returns the part of a program: its build ID where the file has one, in
// the manner of ELF, else SHA-256 of the file.
func Binary(path string) (Group, error) {
	d, err := buildID(path)
	if err == nil && d == "" {
		d, err = digestFile(path)
	}
	if err != nil {
		return Group{}, err
	}
	return Group{Parts: []Part{{"binary.id", d, toAll.list()}}, All: "binary"}, nil
}
