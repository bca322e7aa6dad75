package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/nrkit/nrkit/internal/atomicfile"
	"github.com/nrkit/nrkit/internal/jsontext"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/nsys/launch"
	"github.com/nrkit/nrkit/runkey"
	"github.com/nrkit/nrkit/trace"
)

// keyEnding is the ending of the file of the keys of a run under nsys, beside
// its report: neither that nor its export has room for them.
const keyEnding = "_key.json"

// nsysKeys are the keys of a run under nsys: nsys-keys/v1.
type nsysKeys struct {
	Schema string          `json:"schema"`
	Start  int64           `json:"session_start_ns"` // since 1970, of the session of the export; 0: not told
	Key    json.RawMessage `json:"key,omitempty"`
	EndKey json.RawMessage `json:"end_key,omitempty"`
}

const nsysKeysSchema = "nsys-keys/v1"

// A nsysIdentity has the keys of a run under nsys, of which one end is taken
// however many captures it makes.
type nsysIdentity struct {
	*runIdentity
	ended bool
	end   json.RawMessage
}

// last takes the key at the end, the first time, and warns of drift.
func (id *nsysIdentity) last() json.RawMessage {
	if !id.ended {
		id.ended = true
		var drift []string
		id.end, drift = id.runIdentity.last()
		for _, w := range drift {
			id.program.Warn(w)
		}
	}
	return id.end
}

// writeKeys writes the keys beside the report of an export. Without an identity,
// as of what is imported, there is nothing to write.
func writeKeys(m *launch.Made, e *nsys.Export, id *nsysIdentity) error {
	if id == nil || id.first() == nil {
		return nil
	}
	doc := nsysKeys{Schema: nsysKeysSchema, Key: id.first(), EndKey: id.last()}
	start, err := e.SessionStart()
	if err != nil {
		return err
	}
	if start != nsys.Null {
		doc.Start = start
	}
	return atomicfile.WriteFile(filepath.Join(m.Dir, m.Stem+keyEnding), func(w io.Writer) error { return jsontext.Write(w, doc) })
}

// addKeys gives the trace of an export, or of a report, the keys that nrprof nsys
// left beside it, which say more than those of the export and how the run ended.
// Those of another session are of a file that was there before: they are left,
// with a warning.
func addKeys(t *trace.Trace, e *nsys.Export, name string) (warnings []string, err error) {
	if name == "stdin" {
		return nil, nil
	}
	path := strings.TrimSuffix(name, filepath.Ext(name)) + keyEnding
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var doc nsysKeys
	if err == nil {
		err = json.Unmarshal(text, &doc)
	}
	if err == nil && doc.Schema != nsysKeysSchema {
		err = fmt.Errorf("want schema %s, got %q", nsysKeysSchema, doc.Schema)
	}
	for _, key := range []json.RawMessage{doc.Key, doc.EndKey} {
		if err == nil && key != nil {
			_, err = runkey.Parse(key)
		}
	}
	if err != nil {
		return []string{fmt.Sprintf("%s: the keys of the run cannot be read: %v", filepath.Base(path), err)}, nil
	}
	start, err := e.SessionStart()
	switch {
	case err != nil:
		return nil, err
	case start == nsys.Null || start != doc.Start:
		return []string{filepath.Base(path) + ": its keys are not known to be of this session, and are not used"}, nil
	}
	t.Header.Key, t.EndKey = doc.Key, doc.EndKey
	return nil, nil
}
