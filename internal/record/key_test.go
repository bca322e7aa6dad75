package record

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/nrkit/nrkit/internal/identity"
	"github.com/nrkit/nrkit/runkey"
)

// Heard are the messages of a recording.
type heard []string

func (h *heard) Warn(text string) { *h = append(*h, "warning: "+text) }
func (h *heard) Note(text string) { *h = append(*h, text) }
func (h *heard) Hint(text string) { *h = append(*h, "hint: "+text) }

// What a recording left has its key until it is removed, unless that is cut off.
func TestSavedKey(t *testing.T) {
	dir := t.TempDir()
	say := &heard{}
	r := &Recording{Say: say}
	id := identity.Of(say, runkey.Command{Args: []string{os.Args[0]}})
	r.saveKey(id, dir)
	if got := savedKey(dir); got == nil || !bytes.Equal(got, id.First()) {
		t.Errorf("got %q, want %q", got, id.First())
	}
	path := filepath.Join(dir, keyName)
	if err := os.WriteFile(path, id.First()[:40], 0o666); err != nil {
		t.Fatal(err)
	}
	if got := savedKey(dir); got != nil {
		t.Errorf("got %q of half a key", got)
	}
	if err := removeFolder(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) || savedKey(dir) != nil || len(*say) > 0 {
		t.Errorf("the folder is there: %v; %s", err, *say)
	}
}
