package runkey

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// schema is the name of the document.
const schema = "key/v1"

// A Document is a key as JSON: key/v1.
type Document struct {
	Schema string            `json:"schema"`
	Hash   string            `json:"hash"`
	Hashes map[string]string `json:"hashes"`
	ISA    string            `json:"isa_hash,omitempty"`
	Known  []string          `json:"known"`
	Parts  []DocumentPart    `json:"parts"`
}

// A DocumentPart is a part of a key as JSON.
type DocumentPart struct {
	Name string `json:"name"` // name of the part

	// `text` (string), `number` (integer of 64 bits), `list`, `set` (arrays of
	// strings) or `digest` (string)
	Kind string `json:"kind"`

	Value   json.RawMessage `json:"value"`   // value of the part; its type follows from `kind`
	Matters []Purpose       `json:"matters"` // purposes that the part matters for: `code`, `timing`, `results`
}

// MarshalJSON returns the document key/v1.
func (k *Key) MarshalJSON() ([]byte, error) {
	d := Document{Schema: schema, Hash: k.Hash(), Hashes: map[string]string{}, ISA: k.ISAHash(), Known: k.known, Parts: []DocumentPart{}}
	if d.Known == nil {
		d.Known = []string{}
	}
	for _, p := range Purposes() {
		d.Hashes[p.String()] = k.HashFor(p)
	}
	for _, p := range k.parts {
		value, err := json.Marshal(p.Value)
		if err != nil {
			return nil, err
		}
		matters := p.Matters
		if matters == nil {
			matters = []Purpose{}
		}
		d.Parts = append(d.Parts, DocumentPart{p.Name, p.Value.kind(), value, matters})
	}
	return json.Marshal(d)
}

// Parse reads a document key/v1. Unknown members are skipped. A document that
// contradicts the schema is an error, and so is a hash that does not match the
// parts.
func Parse(text []byte) (*Key, error) {
	var d Document
	in := json.NewDecoder(bytes.NewReader(text))
	if err := in.Decode(&d); err != nil {
		return nil, fmt.Errorf("offset %d: %w", offsetOf(err, len(text)), err)
	}
	if _, err := in.Token(); err != io.EOF {
		return nil, fmt.Errorf("offset %d: want the end of the document, got more", in.InputOffset())
	}
	if d.Schema != schema {
		return nil, fmt.Errorf("got schema %q, want %s", d.Schema, schema)
	}
	parts := make([]Part, len(d.Parts))
	for i, p := range d.Parts {
		v, err := parseValue(p.Kind, p.Value)
		if err != nil {
			return nil, fmt.Errorf("part %s: %w", p.Name, err)
		}
		parts[i] = Part{p.Name, v, p.Matters}
	}
	k, err := New(d.Known, parts...)
	if err != nil {
		return nil, err
	}
	if got := k.Hash(); got != d.Hash {
		return nil, fmt.Errorf("parts have hash %s, the document says %q", got, d.Hash)
	}
	return k, nil
}

// offsetOf returns where in a text of n bytes an error of encoding/json is.
func offsetOf(err error, n int) int64 {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return syntax.Offset
	case errors.As(err, &kind):
		return kind.Offset
	}
	return int64(n)
}

// parseValue reads a value of a kind.
func parseValue(kind string, text json.RawMessage) (Value, error) {
	switch kind {
	case "text":
		return parseAs[Text](text)
	case "number":
		return parseAs[Number](text)
	case "list":
		return parseAs[List](text)
	case "set":
		return parseAs[Set](text)
	case "digest":
		return parseAs[Digest](text)
	}
	return nil, fmt.Errorf("value of kind %q, want text, number, list, set or digest", kind)
}

func parseAs[V Value](text json.RawMessage) (Value, error) {
	var v *V
	if err := json.Unmarshal(text, &v); err != nil {
		return nil, err
	}
	if v == nil {
		return nil, fmt.Errorf("value is missing")
	}
	return *v, nil
}
