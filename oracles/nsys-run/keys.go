//go:build linux

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/runkey"
)

// keys is the file of the identity of a run, which there is with an export alone.
const keys = "out_key.json"

// old is what is in the files that are there before a run.
const old = "old"

// comparePrepared looks at the files that were there before: without -f they are
// as they were, with it they are of this run or gone.
func comparePrepared(c scenario, dir string) error {
	for _, name := range c.prepare {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if errors.Is(err, os.ErrNotExist) {
			continue // whether it may be gone, the list of files says
		}
		if err != nil {
			return err
		}
		if replaced := string(b) != old; replaced != slices.Contains(c.flags, "-f") {
			return fmt.Errorf("%s is replaced: %v, with flags %q", name, replaced, c.flags)
		}
	}
	return nil
}

// compareKeys compares the keys beside an export with the program that ran, and
// with what nrprof phases has of them where there are ranges.
func (l *lab) compareKeys(c scenario, dir string, o outcome) error {
	if !slices.Contains(c.leaves, keys) || !slices.Contains(c.leaves, "out.sqlite") {
		return nil
	}
	text, err := os.ReadFile(filepath.Join(dir, keys))
	if err != nil {
		return err
	}
	var doc struct {
		Schema string          `json:"schema"`
		Start  int64           `json:"session_start_ns"`
		Key    json.RawMessage `json:"key"`
		EndKey json.RawMessage `json:"end_key"`
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		return fmt.Errorf("%s: %w", keys, err)
	}
	start, err := sessionStart(filepath.Join(dir, "out.sqlite"))
	if err != nil {
		return err
	}
	if doc.Schema != "nsys-keys/v1" || doc.Start != start || start <= 0 {
		return fmt.Errorf("%s: got schema %q of the session %d, want nsys-keys/v1 of %d", keys, doc.Schema, doc.Start, start)
	}
	if err := l.compareBoth(c, doc.Key, doc.EndKey, o.stderr); err != nil {
		return fmt.Errorf("%s: %w", keys, err)
	}
	if c.maybe || c.ranges == nil && !c.engine {
		return nil // there may be no phases
	}
	return l.compareRead(dir, doc.Key, doc.EndKey)
}

// sessionStart returns when the session of an export began.
func sessionStart(path string) (start int64, err error) {
	e, err := nsys.Open(path)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	return e.SessionStart()
}

// compareBoth wants both keys to be of the program that ran, and what they differ
// in to be told.
func (l *lab) compareBoth(c scenario, first, last json.RawMessage, stderr []byte) error {
	program := l.target
	if c.command[0] == "nrprof" {
		program = l.nrprof
	}
	g, err := runkey.Binary(program)
	if err != nil {
		return err
	}
	want := g.Parts[0]
	var both [2]*runkey.Key
	for i, text := range []json.RawMessage{first, last} {
		if both[i], err = runkey.Parse(text); err != nil {
			return fmt.Errorf("key %d of 2: %w", i+1, err)
		}
		if got, ok := both[i].Part(want.Name); !ok || got.Value != want.Value {
			return fmt.Errorf("key %d of 2: got %s %v, want %v", i+1, want.Name, got.Value, want.Value)
		}
	}
	for _, d := range runkey.Explain(both[0], both[1]) {
		if !d.Unknown && !bytes.Contains(stderr, []byte("changed during the run: "+d.Name+" ")) {
			return fmt.Errorf("%s changed from %s to %s, and nothing is said", d.Name, d.Old, d.New)
		}
	}
	return nil
}

// compareRead wants nrprof phases to have the keys.
func (l *lab) compareRead(dir string, first, last json.RawMessage) error {
	out, err := exec.Command(l.nrprof, "phases", "--json", filepath.Join(dir, "out.sqlite")).Output()
	if err != nil {
		return fmt.Errorf("nrprof phases out.sqlite: %w", err)
	}
	var doc struct {
		Key    json.RawMessage `json:"key"`
		EndKey json.RawMessage `json:"end_key"`
	}
	if err := json.Unmarshal(out, &doc); err != nil {
		return err
	}
	for i, pair := range [][2]json.RawMessage{{doc.Key, first}, {doc.EndKey, last}} {
		var b [2]strings.Builder
		for k, text := range pair {
			if err := json.NewEncoder(&b[k]).Encode(text); err != nil { // without white space
				return err
			}
		}
		if b[0].String() != b[1].String() {
			return fmt.Errorf("key %d of 2: nrprof phases out.sqlite has %s, want %s", i+1, &b[0], &b[1])
		}
	}
	return nil
}
