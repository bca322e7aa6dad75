package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
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
	end := id.last() // before the first one, which it may make smaller
	doc := nsysKeys{Schema: nsysKeysSchema, Key: id.first(), EndKey: end}
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
// left beside it, which say more than that of the export and how the run ended.
// Those of another session are of a file that was there before: they are left,
// with a warning.
func addKeys(t *trace.Trace, e *nsys.Export, name string) (warnings []string, err error) {
	if name == "stdin" {
		return nil, nil
	}
	path := strings.TrimSuffix(name, filepath.Ext(name)) + keyEnding
	doc, err := readKeys(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return []string{fmt.Sprintf("%s: the keys of the run cannot be read: %v", filepath.Base(path), err)}, nil
	}
	start, err := e.SessionStart()
	switch {
	case err != nil:
		return nil, err
	case start == nsys.Null || start != doc.Start:
		return []string{filepath.Base(path) + ": its keys are not known to be of this session, and are not used"}, nil
	}
	t.Header.Key, t.EndKey, err = doc.completed(t.Header.Key)
	return nil, err
}

// readKeys reads a document of keys, whose first key it has to have.
func readKeys(path string) (*nsysKeys, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var doc nsysKeys
	if err := json.Unmarshal(text, &doc); err != nil {
		return nil, err
	}
	if doc.Schema != nsysKeysSchema {
		return nil, fmt.Errorf("want schema %s, got %q", nsysKeysSchema, doc.Schema)
	}
	if _, err := runkey.Parse(doc.Key); err != nil {
		return nil, fmt.Errorf("key: %w", err)
	}
	if doc.EndKey != nil {
		if _, err := runkey.Parse(doc.EndKey); err != nil {
			return nil, fmt.Errorf("end_key: %w", err)
		}
	}
	return &doc, nil
}

// completed returns both keys with the families of which neither has or knows
// anything as the key of the export has them, as GPUs are where nrprof was built
// without NVML. There may be no key of the export, and none at the end.
func (doc *nsysKeys) completed(export json.RawMessage) (first, last json.RawMessage, err error) {
	if export == nil {
		return doc.Key, doc.EndKey, nil
	}
	other, err := runkey.Parse(export)
	if err != nil {
		return nil, nil, err
	}
	var own []*runkey.Key
	for _, text := range []json.RawMessage{doc.Key, doc.EndKey} {
		if text == nil {
			continue
		}
		k, err := runkey.Parse(text)
		if err != nil {
			return nil, nil, err
		}
		own = append(own, k)
	}
	var parts []runkey.Part
	for _, x := range other.Parts() {
		if !tells(own, x.Name) {
			parts = append(parts, x)
		}
	}
	known := slices.DeleteFunc(slices.Clone(other.Known()), func(family string) bool { return tells(own, family) })
	var texts [2]json.RawMessage
	for i, k := range own {
		if k, err = runkey.New(slices.Concat(k.Known(), known), slices.Concat(k.Parts(), parts)...); err != nil {
			return nil, nil, err
		}
		texts[i] = keyText(k)
	}
	return texts[0], texts[1], nil
}

// tells reports whether one of the keys has or knows something of the family of a
// name.
func tells(keys []*runkey.Key, name string) bool {
	family, _, _ := strings.Cut(name, ".")
	return slices.ContainsFunc(keys, func(k *runkey.Key) bool {
		return k.Knows(name) || slices.ContainsFunc(k.Parts(), func(x runkey.Part) bool { return strings.HasPrefix(x.Name, family+".") })
	})
}
