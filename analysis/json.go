package analysis

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/nrkit/nrkit/internal/jsontext"
)

// WriteJSON writes v as indented JSON with a newline at its end.
func WriteJSON(w io.Writer, v any) error { return jsontext.Write(w, v) }

// ReadJSON returns the document that [WriteJSON] wrote, without what its JSON
// form leaves out. It fails when text is no JSON, or JSON of another schema.
func ReadJSON(text []byte) (*Document, error) {
	var head struct {
		Schema string `json:"schema"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return nil, fmt.Errorf("not a document of schema %s: %w", Schema, err)
	}
	if head.Schema != Schema {
		return nil, fmt.Errorf("want a document of schema %s, got %q", Schema, head.Schema)
	}
	d := &Document{}
	if err := json.Unmarshal(text, d); err != nil {
		return nil, fmt.Errorf("not a document of schema %s: %w", Schema, err)
	}
	return d, d.check()
}

// check returns an error when parts that others refer to are missing.
func (d *Document) check() error {
	if d.Structure == nil {
		return errors.New("the document has no structure")
	}
	if a := d.Assembly; a != nil && (a.Result == nil || a.All == nil) {
		return errors.New("the assembly of the document is empty")
	}
	for _, o := range d.Orderings {
		if o == nil || o.Analysis == nil {
			return errors.New("an ordering of the document is empty")
		}
	}
	for _, e := range d.Exact {
		if e == nil {
			return errors.New("an exact fill of the document is empty")
		}
	}
	for _, c := range d.Candidates {
		if c == nil {
			return errors.New("a candidate of the document is empty")
		}
	}
	if b := d.Winners; b != nil {
		for _, name := range []string{b.Fill, b.Flops, b.Parallel, b.Recommended} {
			if d.Ordering(name) == nil {
				return fmt.Errorf("the best ordering %q is not among the orderings", name)
			}
		}
	}
	return nil
}
