package schema_test

import (
	"encoding/json"
	"fmt"
	"log"

	"github.com/nrkit/nrkit/docs/schema"
)

// The schema says which keys a document always has.
func ExampleText() {
	text, ok := schema.Text("compare/v1")
	if !ok {
		log.Fatal("no such document")
	}
	var s struct {
		Schema     string         `json:"$schema"`
		Properties map[string]any `json:"properties"`
	}
	if err := json.Unmarshal(text, &s); err != nil {
		log.Fatal(err)
	}
	_, has := s.Properties["rows"]
	fmt.Println(s.Schema, has)
	// Output:
	// https://json-schema.org/draft/2020-12/schema true
}
