package record

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"

	"github.com/nrkit/nrkit/internal/identity"
	"github.com/nrkit/nrkit/runkey"
	"github.com/nrkit/nrkit/trace/nvtx/inject"
)

// keyName is the file in which the key at the start is left, for Recover.
const keyName = "key.json"

// saveKey leaves the key of a run at its start in dir.
func (r *Recording) saveKey(id *identity.Identity, dir string) {
	if text := id.First(); text != nil {
		if err := os.WriteFile(filepath.Join(dir, keyName), text, 0o666); err != nil {
			r.Say.Warn("a recovered capture will have no key: " + err.Error())
		}
	}
}

// savedKey returns the key that a recording which was killed left, nil for none.
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

// removeFolder removes what is captured, the key, the labels, and the matrices.
func removeFolder(dir string) error {
	if err := removeWatching(dir); err != nil {
		return err
	}
	if err := errors.Join(removeSaved(dir, keyName), removeSaved(dir, labelsName)); err != nil {
		return err
	}
	return inject.Remove(dir)
}
