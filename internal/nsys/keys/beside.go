package keys

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
	"github.com/nrkit/nrkit/runkey"
	"github.com/nrkit/nrkit/trace"
)

// Ending is the ending of the file of the keys of a run, beside its report.
const Ending = "_key.json"

// Beside returns the path of the keys of a run beside its report or export.
func Beside(name string) string { return strings.TrimSuffix(name, filepath.Ext(name)) + Ending }

// A Document is nsys-keys/v1: the keys of a run under nsys.
type Document struct {
	Schema string          `json:"schema"`
	Start  int64           `json:"session_start_ns"` // since 1970, of the session of the export; 0: not told
	Key    json.RawMessage `json:"key,omitempty"`
	EndKey json.RawMessage `json:"end_key,omitempty"`
}

// Schema names the document.
const Schema = "nsys-keys/v1"

// Write writes the keys of a run, at its start and at its end, as the file path
// beside the report of an export. Without a key at the start it writes nothing.
func Write(path string, e *nsys.Export, first, last json.RawMessage) error {
	if first == nil {
		return nil
	}
	doc := Document{Schema: Schema, Key: first, EndKey: last}
	start, err := e.SessionStart()
	if err != nil {
		return err
	}
	if start != nsys.Null {
		doc.Start = start
	}
	return atomicfile.WriteFile(path, func(w io.Writer) error { return jsontext.Write(w, doc) })
}

// Add gives the trace of an export, or of a report, the keys that nrprof nsys left
// beside the file name, which say more than the key of the export and how the run
// ended. Keys of another session are of a file that was there before: Add ignores
// them, with a warning, as it does a file that cannot be read. Without such a file
// the trace stays as it is.
//
// It returns errors of reading the export.
func Add(t *trace.Trace, e *nsys.Export, name string) (warnings []string, err error) {
	path := Beside(name)
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
		return []string{filepath.Base(path) + ": ignored, because its keys cannot be matched to this session"}, nil
	}
	t.Header.Key, t.EndKey, err = doc.completed(t.Header.Key)
	return nil, err
}

// readKeys reads a document of keys, whose first key it has to have.
func readKeys(path string) (*Document, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var doc Document
	if err := json.Unmarshal(text, &doc); err != nil {
		return nil, err
	}
	if doc.Schema != Schema {
		return nil, fmt.Errorf("want schema %s, got %q", Schema, doc.Schema)
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
func (doc *Document) completed(export json.RawMessage) (first, last json.RawMessage, err error) {
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
		texts[i] = k.Text()
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
