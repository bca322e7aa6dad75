package schemagen

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
)

// value returns the schema of a key's value.
func (w *walk) value(f field) (*jsonschema.Schema, error) {
	t := w.typeOf(f)
	s, err := jsonschema.ForType(t, &jsonschema.ForOptions{TypeSchemas: w.known(t)})
	if err != nil {
		return nil, err
	}
	plain(s)
	if f.key == "schema" && f.owner.NumField() > 0 {
		s.Const = jsonschema.Ptr(any(w.schemaOf(f.owner)))
	}
	if values, ok := use(w.g, w.g.Values, f.id()); ok {
		innermost(s).Enum = anys(values)
	}
	w.said(f, innermost(s).Enum)
	if _, ok := use(w.g, w.g.Empty, f.id()); ok {
		innermost(s).Enum = append([]any{""}, innermost(s).Enum...)
	}
	if w.nullable[f.id()] {
		if s.Type == "" {
			s = &jsonschema.Schema{AnyOf: []*jsonschema.Schema{s, {Type: "null"}}}
		} else {
			s.Types, s.Type = []string{s.Type, "null"}, ""
		}
	}
	if s.Description, err = w.description(f); err != nil {
		return nil, err
	}
	return s, nil
}

// said notes values that the page does not name. Of long lists it names examples
// or a page.
func (w *walk) said(f field, values []any) {
	text := w.g.texts[w.doc.Page]
	if len(values) > longList || w.described[f.id()] == "" {
		return
	}
	for _, v := range values {
		if word := fmt.Sprintf("`%v`", v); v != "" && !strings.Contains(text, word) {
			line := fmt.Sprintf("%s: %s in docs/%s", f.id(), word, w.doc.Page)
			if !slices.Contains(w.g.unsaid, line) {
				w.g.unsaid = append(w.g.unsaid, line)
			}
		}
	}
}

// longList is up to how many values a page names each.
const longList = 12

// schemaOf is what the key schema of a type says: the name of the document, or of
// the document in it.
func (w *walk) schemaOf(t reflect.Type) string {
	for _, f := range fields(w.doc.Type) {
		if f.key == "schema" && f.owner == t {
			return w.doc.Name
		}
	}
	return w.g.Embedded[identity(t)].Name
}

// known returns the schemas of the types in t that are not made of Go types:
// references to objects, strings with their values, what writes itself.
func (w *walk) known(t reflect.Type) map[reflect.Type]*jsonschema.Schema {
	m := map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[time.Time]():       {Type: "string", Format: "date-time"},
		reflect.TypeFor[json.RawMessage](): {},
	}
	t = content(t)
	switch own := w.g.Types[t]; {
	case own != nil:
		m[t] = own
	case w.names[t] != "":
		m[t] = &jsonschema.Schema{Ref: "#/$defs/" + w.names[t]}
	case t == reflect.TypeFor[time.Time]() || t == reflect.TypeFor[json.RawMessage]():
	case t.Implements(reflect.TypeFor[encoding.TextMarshaler]()):
		m[t] = &jsonschema.Schema{Type: "string"}
	case t.Kind() == reflect.String && t.Name() != "string":
		m[t] = &jsonschema.Schema{Type: "string", Enum: anys(w.constants(t))}
	}
	return m
}

// constants returns the constants of a string type, none where it is open.
func (w *walk) constants(t reflect.Type) []string {
	if _, open := use(w.g, w.g.Open, identity(t)); open {
		return nil
	}
	src, err := w.g.source(t.PkgPath())
	if err != nil {
		return nil
	}
	return src.constants[t.Name()]
}

// plain takes away what the library says of Go and not of JSON: slices and
// pointers that might be nil, which the programs never write, and the bounds of
// integers of 32 bits. In a map of strings nil is a value.
func plain(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if len(s.Types) > 0 && s.Types[0] == "null" {
		if s.Types = s.Types[1:]; len(s.Types) == 1 {
			s.Type, s.Types = s.Types[0], nil
		} else if len(s.Types) == 0 {
			s.Types = nil
		}
	}
	if s.Maximum != nil {
		s.Maximum = nil
		if s.Minimum != nil && *s.Minimum != 0 {
			s.Minimum = nil
		}
	}
	plain(s.Items)
	if a := s.AdditionalProperties; a != nil && !slices.Equal(a.Types, []string{"null", "string"}) {
		plain(a)
	}
}

// innermost is the schema of the elements of arrays and objects of s.
func innermost(s *jsonschema.Schema) *jsonschema.Schema {
	for {
		switch {
		case s.Items != nil:
			s = s.Items
		case s.AdditionalProperties != nil:
			s = s.AdditionalProperties
		default:
			return s
		}
	}
}

// anys returns values as what [jsonschema.Schema] has them in.
func anys(values []string) []any {
	var list []any
	for _, v := range values {
		list = append(list, v)
	}
	return list
}

// description returns what the page says of a key, or the comment of the field if the
// page does not list the key.
func (w *walk) description(f field) (string, error) {
	if text := w.described[f.id()]; text != "" {
		return text, nil
	}
	text, err := w.g.comment(f)
	if err != nil {
		return "", err
	}
	if line := f.id() + " in docs/" + w.doc.Page; text == "" && !slices.Contains(w.g.bare, line) {
		w.g.bare = append(w.g.bare, line)
	}
	return text, nil
}
