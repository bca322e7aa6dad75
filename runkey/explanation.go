package runkey

import (
	"bytes"
	"encoding/json"
	"strings"
)

// ExplanationSchema names the document of an explanation.
const ExplanationSchema = "key-explain/v1"

// An Explanation is key-explain/v1: the differences between the keys of two files.
type Explanation struct {
	Schema      string       `json:"schema"`
	Old         string       `json:"old"`      // name of the old file, without its folders
	New         string       `json:"new"`      // name of the new file, without its folders
	OldHash     string       `json:"old_hash"` // `hash` of the old key
	NewHash     string       `json:"new_hash"` // `hash` of the new key
	Differences []Difference `json:"differences"`
}

// NewExplanation returns the document of the differences of two keys, which are of
// the files oldName and newName.
func NewExplanation(oldName string, old *Key, newName string, new *Key) *Explanation {
	doc := &Explanation{
		Schema: ExplanationSchema, Old: oldName, New: newName, OldHash: old.Hash(), NewHash: new.Hash(),
		Differences: []Difference{},
	}
	for _, d := range Explain(old, new) {
		if d.Matters == nil {
			d.Matters = []Purpose{} // an array in JSON
		}
		doc.Differences = append(doc.Differences, d)
	}
	return doc
}

// Spoils reports whether a difference that is known matters for the purpose.
func (x *Explanation) Spoils(p Purpose) bool {
	for _, d := range x.Differences {
		if d.Matter(p) && !d.Unknown {
			return true
		}
	}
	return false
}

// A NoKeyError says that a file has no key, and what the file is.
type NoKeyError struct {
	Why string // such as: has no schema
}

func (e *NoKeyError) Error() string { return e.Why + ", want a key" }

// InDocument returns the key in a JSON text: the text is key/v1, or a document of
// another schema that has a key under the name key. If there are several documents
// in a row, as in the journal of a sweep, it reads the first.
//
// If there is no key, the error is a [NoKeyError]. Other errors are the errors of
// [Parse].
func InDocument(text []byte) (*Key, error) {
	var head struct {
		Schema string          `json:"schema"`
		Key    json.RawMessage `json:"key"`
	}
	// Parse says what is wrong with a text that is no such document.
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(&head); err == nil {
		switch {
		case head.Schema == "": // Chrome JSON
			return nil, &NoKeyError{"has no schema"}
		case strings.HasPrefix(head.Schema, "key/"):
		case head.Key == nil:
			return nil, &NoKeyError{"is a document " + head.Schema + " without a key"}
		default:
			text = head.Key
		}
	}
	return Parse(text)
}
