package chrometest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// An event is one of traceEvents, as its text.
type event struct {
	Phase    string          `json:"ph"`
	Name     string          `json:"name"`
	PID      json.RawMessage `json:"pid"`
	TID      json.RawMessage `json:"tid"`
	TS       json.RawMessage `json:"ts"`
	Dur      json.RawMessage `json:"dur"`
	Category string          `json:"cat"`
	ID       json.RawMessage `json:"id"`
	Scope    string          `json:"s"`
	Bind     string          `json:"bp"`
	Args     json.RawMessage `json:"args"`
	order    int
}

// events returns the events of the file, which must be the object form.
func events(file []byte) ([]event, error) {
	var f struct {
		Events []event `json:"traceEvents"`
	}
	d := json.NewDecoder(bytes.NewReader(file))
	if err := d.Decode(&f); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("text after the trace: %v", err)
	}
	for i := range f.Events {
		f.Events[i].order = i
	}
	return f.Events, nil
}

// A field is a member of an object, in the order of the file.
type field struct {
	key   string
	value json.RawMessage
}

// fields returns the members of an object.
func fields(object json.RawMessage) ([]field, error) {
	if len(object) == 0 {
		return nil, nil
	}
	d := json.NewDecoder(bytes.NewReader(object))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, fmt.Errorf("args are no object: %s", object)
	}
	var out []field
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		f := field{key: key.(string)}
		if err := d.Decode(&f.value); err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}
