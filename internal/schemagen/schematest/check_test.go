package schematest

import (
	"bytes"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/jsontext"
)

// document is a small document of schema analyze-order/v1.
const document = `{"schema":"analyze-order/v1","method":"amd","matching":"none","rows":[1,0],"cols":[1,0]}`

// Each mistake is found, and said with its place.
func TestCheck(t *testing.T) {
	if err := Check([]byte(document)); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		strings.Replace(document, `,"method":"amd"`, "", 1):              "missing property 'method'",
		strings.Replace(document, `"method"`, `"methods":1,"method"`, 1): "additional properties 'methods' not allowed",
		strings.Replace(document, `"amd"`, "7", 1):                       "at '/method': got number, want string",
		strings.Replace(document, `[1,0]`, "null", 1):                    "at '/rows': got null, want array",
		strings.Replace(document, `[1,0]`, "[1,0.5]", 1):                 "at '/rows/1': got number, want integer",
		strings.Replace(document, "order/v1", "order/v2", 1):             `value must be 'analyze-order/v1'`,
		strings.Replace(document, "analyze-order/v1", "other/v1", 1):     `a document of schema "other/v1", which docs/schema does not have`,
		`{"method":"amd"}`: `a document of schema "", which docs/schema does not have`,
		`[]`:               "not an object: []",
		`{`:                "unexpected EOF",
		`{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"text"}`: "schema",
	} {
		err := Check([]byte(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s:\ngot  %v\nwant %s", text, err, want)
		}
	}
}

// A value that an enumeration does not list is found.
func TestCheckEnumeration(t *testing.T) {
	const rules = `{"schema":"diagnose-rules/v1","rules":[{"id":"copy-bound","meaning":"","needs":"","without_trace":[],"on_summary":false}]}`
	if err := Check([]byte(rules)); err != nil {
		t.Error(err)
	}
	if err := Check([]byte(strings.Replace(rules, "copy-bound", "copy-bond", 1))); err == nil || !strings.Contains(err.Error(), "value must be one of") {
		t.Errorf("got %v", err)
	}
}

// A document that does not fit is not written.
func TestWatch(t *testing.T) {
	Watch()
	var b bytes.Buffer
	err := jsontext.Write(&b, map[string]any{"schema": "analyze-order/v1", "method": "amd", "matching": "none", "rows": []int{}})
	if err == nil || b.Len() > 0 || !strings.Contains(err.Error(), "internal error: the document does not fit its schema: analyze-order/v1: ") ||
		!strings.Contains(err.Error(), "missing property 'cols'") {
		t.Errorf("wrote %q, error %v", &b, err)
	}
}
