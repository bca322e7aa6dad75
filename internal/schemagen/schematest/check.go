package schematest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/nrkit/nrkit/docs/schema"
	"github.com/nrkit/nrkit/internal/jsontext"
)

// Watch makes jsontext.Write fail, for the rest of the process, where a document
// does not fit its schema. TestMain of each package that writes documents calls
// it, before it becomes a program that a script runs.
func Watch() { jsontext.CheckWith(Check) }

// Check returns an error where a document does not fit the schema that its key
// schema names, or names none. Of a JSON Schema it asks whether it is one.
func Check(text []byte) error {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	doc, ok := v.(map[string]any)
	if !ok {
		return fmt.Errorf("not an object: %.80s", text)
	}
	if doc["$schema"] != nil {
		_, err := compiled("a schema", text)
		return err
	}
	name, _ := doc["schema"].(string)
	return validate(name, v)
}

// CheckAs is Check for a document that has no key schema.
func CheckAs(name string, text []byte) error {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	return validate(name, v)
}

// schemas has what was compiled, by name.
var schemas sync.Map

// validate checks v against the schema of the document name.
func validate(name string, v any) error {
	s, ok := schemas.Load(name)
	if !ok {
		text, there := schema.Text(name)
		if !there {
			return fmt.Errorf("a document of schema %q, which docs/schema does not have", name)
		}
		made, err := compiled(name, text)
		if err != nil {
			return err
		}
		s, _ = schemas.LoadOrStore(name, made)
	}
	if err := s.(*jsonschema.Schema).Validate(v); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// compiled returns a schema that permits no keys but those it lists. The library
// checks it against the schema of schemas.
func compiled(name string, text []byte) (*jsonschema.Schema, error) {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("schema of %s: %w", name, err)
	}
	root, ok := v.(map[string]any)
	if !ok {
		return nil, errors.New("schema of " + name + ": not an object")
	}
	closed(root)
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	address := "schema:///" + url.PathEscape(name)
	if err := c.AddResource(address, root); err != nil {
		return nil, fmt.Errorf("schema of %s: %w", name, err)
	}
	s, err := c.Compile(address)
	if err != nil {
		return nil, fmt.Errorf("schema of %s: %w", name, err)
	}
	return s, nil
}

// closed forbids keys that a schema does not list, in all objects whose keys it
// lists.
func closed(s map[string]any) {
	if _, lists := s["properties"]; lists && s["additionalProperties"] == nil {
		s["additionalProperties"] = false
	}
	for _, keyword := range []string{"properties", "$defs"} {
		of, _ := s[keyword].(map[string]any)
		for _, x := range of {
			inner(x)
		}
	}
	for _, keyword := range []string{"items", "additionalProperties"} {
		inner(s[keyword])
	}
	for _, keyword := range []string{"anyOf", "oneOf"} {
		list, _ := s[keyword].([]any)
		for _, x := range list {
			inner(x)
		}
	}
}

// inner is closed for what may be a schema.
func inner(x any) {
	if s, ok := x.(map[string]any); ok {
		closed(s)
	}
}

// Without returns a document without the key at a path, for tests that see the
// check fail.
func Without(text []byte, path ...string) ([]byte, error) {
	var root any
	if err := json.Unmarshal(text, &root); err != nil {
		return nil, err
	}
	at := root
	for k, key := range path {
		if list, ok := at.([]any); ok && len(list) > 0 {
			at = list[0]
		}
		m, ok := at.(map[string]any)
		if !ok || m[key] == nil {
			return nil, fmt.Errorf("there is no %v", path[:k+1])
		}
		if k == len(path)-1 {
			delete(m, key)
		}
		at = m[key]
	}
	return json.Marshal(root)
}
