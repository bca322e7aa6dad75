package assistant

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/nrkit/nrkit/internal/hint"
	"github.com/nrkit/nrkit/internal/spelling"
)

// Paged are the arguments that every tool takes.
type Paged struct {
	Cursor string `json:"cursor,omitempty" jsonschema:"next_cursor of the reply before; all other arguments stay the same"`
}

// page returns the cursor and takes it out of the arguments.
func (p *Paged) page() string {
	c := p.Cursor
	p.Cursor = ""
	return c
}

// argsOf is a pointer to arguments of type A.
type argsOf[A any] interface {
	*A
	page() string
	// resolve replaces each path by the path without symbolic links, and returns the
	// files.
	resolve(r *Roots) (files []string, err error)
}

// decode reads the arguments of a tool, strictly.
func decode(text json.RawMessage, to any) error {
	if len(bytes.TrimSpace(text)) == 0 {
		text = json.RawMessage("{}")
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil || members == nil {
		return hint.With(errors.New("arguments: want a JSON object"), "the schema of the tool lists its arguments")
	}
	known := argumentNames(reflect.TypeOf(to).Elem())
	for name := range members {
		if indexOf(known, name) >= 0 {
			continue
		}
		advice := "arguments of this tool: " + strings.Join(known, ", ")
		if s := spelling.Closest(name, known); s != "" {
			advice = "did you mean " + s + "?"
		}
		return hint.With(fmt.Errorf("unknown argument %q", name), advice)
	}
	err := json.Unmarshal(text, to)
	if wrong := new(json.UnmarshalTypeError); errors.As(err, &wrong) {
		return hint.With(fmt.Errorf("argument %s: want %s, got %s", wrong.Field[strings.LastIndexByte(wrong.Field, '.')+1:], typeWords(wrong.Type), wrong.Value), "the schema of the tool says what each argument is")
	}
	return err
}

// argumentNames returns the JSON names of the fields of a structure.
func argumentNames(t reflect.Type) []string {
	var names []string
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			names = append(names, argumentNames(f.Type)...)
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}

// typeWords names a type as JSON does.
func typeWords(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return typeWords(t.Elem())
	case reflect.Slice:
		return "a list"
	case reflect.String:
		return "a text"
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int64:
		return "a whole number"
	case reflect.Float64:
		return "a number"
	}
	return "an object"
}

func indexOf(list []string, s string) int {
	for k, x := range list {
		if x == s {
			return k
		}
	}
	return -1
}

// files resolves lists of paths in place, and returns all of them.
func files(r *Roots, lists ...[]string) ([]string, error) {
	var all []string
	for _, list := range lists {
		for k := range list {
			path, err := r.File(list[k])
			if err != nil {
				return nil, err
			}
			list[k] = path
			all = append(all, path)
		}
	}
	return all, nil
}

// optional resolves paths that may be "".
func optional(r *Roots, paths ...*string) ([]string, error) {
	var all []string
	for _, p := range paths {
		if *p == "" {
			continue
		}
		path, err := r.File(*p)
		if err != nil {
			return nil, err
		}
		*p = path
		all = append(all, path)
	}
	return all, nil
}
