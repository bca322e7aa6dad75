package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/nrkit/nrkit/runkey"
	"github.com/nrkit/nrkit/runkey/identity"
	"github.com/nrkit/nrkit/trace/nvtx/inject"
)

// runKey takes the key of a run of a circuit, where somebody gets to see it: in
// a capture that stays, or in JSON. It is nil otherwise. A netlist is an input;
// what it includes is not.
func (p *program) runKey(name string, f *runFlags) *identity.Identity {
	if f.out == "" && !f.format.json {
		return nil
	}
	var digests runkey.Digests
	return identity.New(p, func() ([]runkey.Group, error) {
		self, err := runkey.Self(&digests)
		if err != nil {
			return nil, err
		}
		groups := []runkey.Group{self}
		if f.out != "" { // they are sampled
			groups = append(groups, identity.GPUs(p.Warn)...) // the engine computes on none
		}
		if !strings.ContainsAny(name, `./\`) { // a built-in circuit: simulate.Load
			return groups, nil
		}
		input, err := runkey.Inputs([]string{name})
		return append(groups, input), err
	})
}

// keyName is the file in which record leaves the key at the start, for recover.
const keyName = "key.json"

// saveKey leaves the key of a run at its start in dir.
func (p *program) saveKey(id *identity.Identity, dir string) {
	if text := id.First(); text != nil {
		if err := os.WriteFile(filepath.Join(dir, keyName), text, 0o666); err != nil {
			p.Warn("a capture that is recovered will have no key: " + err.Error())
		}
	}
}

// savedKey returns the key that a record which was killed left, nil for none.
func savedKey(dir string) json.RawMessage {
	text, err := os.ReadFile(filepath.Join(dir, keyName))
	if err != nil {
		return nil
	}
	if _, err := runkey.Parse(text); err != nil {
		return nil // cut off
	}
	return text
}

// removeRecorded removes what record left.
func removeRecorded(dir string) error {
	if err := os.Remove(filepath.Join(dir, keyName)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return inject.Remove(dir)
}
