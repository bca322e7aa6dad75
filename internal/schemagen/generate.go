package schemagen

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/nrkit/nrkit/internal/jsontext"
)

// A Document is a JSON document that a program writes.
type Document struct {
	Name    string // value of its key schema, such as "analyze/v1"
	Command string // that writes it
	Type    reflect.Type
	Page    string // below docs, describes its keys
	Section string // heading of its table there; "" is Name
}

// File returns the name of the file of the schema of the document name, such as
// analyze.schema.json for analyze/v1.
func File(name string) string {
	base, _, _ := strings.Cut(name, "/")
	return base + ".schema.json"
}

// A Generator makes schemas. Root is the folder of the module, whose path is
// Module.
type Generator struct {
	Root, Module string

	// Types has the schemas of types that write their JSON themselves.
	Types map[reflect.Type]*jsonschema.Schema
	// Names has the names of definitions, by "package.Type", where they are not made of
	// the name of the type: a definition keeps its name though the type has another.
	Names map[string]string
	// Fields replaces the type of keys, by "package.Type.key".
	Fields map[string]reflect.Type
	// Values lists the strings that a key may have, by "package.Type.key". Keys
	// of a string type with constants have these without a line here.
	Values map[string][]string
	// Open has the string types, as "package.Type", whose values are not only
	// their constants, and the types of which no value is listed.
	Open map[string]bool
	// Empty has the keys, as "package.Type.key", of types with constants that may
	// also be "".
	Empty map[string]bool
	// Embedded has documents that others contain, by "package.Type".
	Embedded map[string]Document
	// Complete has the pages, below docs, whose tables list every key, with the
	// comments of the fields as meanings.
	Complete []string
	// Absent has the embedded structs, as "package.Type", that may be nil, whose
	// keys are then absent together.
	Absent map[string]bool

	pages   map[string]page
	texts   map[string]string // of the pages
	sources map[string]*source
	unsaid  []string
	bare    []string
	used    map[string]bool // lines of Fields, Values, Open, Empty, Absent
}

// Generate returns the schema of a document, with a newline at its end.
func (g *Generator) Generate(d Document) ([]byte, error) {
	w := &walk{g: g, doc: d, names: map[reflect.Type]string{}, described: map[string]string{}, nullable: map[string]bool{}, seen: map[string]bool{}}
	pg, err := g.page(d.Page)
	if err != nil {
		return nil, err
	}
	w.collect(d.Type)
	w.name()
	heading := d.Section
	if heading == "" {
		heading = d.Name
	}
	if len(pg[heading]) == 0 {
		return nil, fmt.Errorf("docs/%s has no keys in section %s", d.Page, heading)
	}
	if err := w.describe(d.Page, pg, d.Type, heading, ""); err != nil {
		return nil, err
	}
	root, err := w.object(d.Type)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", d.Name, err)
	}
	root.Defs = map[string]*jsonschema.Schema{}
	for t, name := range w.names {
		if t == d.Type {
			continue
		}
		if root.Defs[name], err = w.object(t); err != nil {
			return nil, fmt.Errorf("%s: %w", d.Name, err)
		}
	}
	return d.Text(root)
}

// Text returns the schema of a document as text, which begins with what it is.
func (d Document) Text(root *jsonschema.Schema) ([]byte, error) {
	head, err := json.Marshal(struct {
		Schema      string `json:"$schema"`
		Title       string `json:"title"`
		Description string `json:"description"`
	}{"https://json-schema.org/draft/2020-12/schema", d.Name,
		"What " + d.Command + " writes. Later versions may add keys, and values of enumerations. docs/" + d.Page + " describes the document."})
	if err != nil {
		return nil, err
	}
	rest, err := json.Marshal(root)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	err = jsontext.Write(&text, json.RawMessage(slices.Concat(head[:len(head)-1], []byte(","), rest[1:])))
	return text.Bytes(), err
}

// Unused returns the lines of the tables of g that no document needed: names that
// are misspelt, or of keys that are gone.
func (g *Generator) Unused() []string {
	var list []string
	for table, keys := range map[string]iter.Seq[string]{
		"Values": maps.Keys(g.Values), "Fields": maps.Keys(g.Fields), "Open": maps.Keys(g.Open),
		"Empty": maps.Keys(g.Empty), "Names": maps.Keys(g.Names), "Absent": maps.Keys(g.Absent),
	} {
		for key := range keys {
			if !g.used[key] {
				list = append(list, table+": "+key)
			}
		}
	}
	slices.Sort(list)
	return list
}

// Unsaid returns the values of enumerations that the page of a document does not
// name.
func (g *Generator) Unsaid() []string { return g.unsaid }

// Bare returns the keys without a description: neither the page of the document nor a
// comment has a meaning.
func (g *Generator) Bare() []string { return g.bare }

// Prefixed returns the texts of the constants of a package whose names begin with a
// prefix.
func (g *Generator) Prefixed(pkg, prefix string) ([]string, error) {
	src, err := g.source(g.Module + "/" + pkg)
	if err != nil {
		return nil, err
	}
	var list []string
	for _, c := range src.texts {
		if strings.HasPrefix(c.Constant, prefix) {
			list = append(list, c.Value)
		}
	}
	return list, nil
}

// use returns m[key], and remembers that the line was needed.
func use[T any](g *Generator, m map[string]T, key string) (T, bool) {
	v, ok := m[key]
	if ok {
		if g.used == nil {
			g.used = map[string]bool{}
		}
		g.used[key] = true
	}
	return v, ok
}

// A walk makes one schema.
type walk struct {
	g         *Generator
	doc       Document
	names     map[reflect.Type]string // of the objects, by which $ref finds them
	described map[string]string       // by identity of the key
	nullable  map[string]bool
	seen      map[string]bool // tables that were read for a type
}

// identity names a type, as the tables of a [Generator] do.
func identity(t reflect.Type) string { return path.Base(t.PkgPath()) + "." + t.Name() }

// field is a key of an object.
type field struct {
	reflect.StructField
	key   string
	owner reflect.Type // that declares the field
	omits bool
}

// id is how the tables of a Generator name the key.
func (f field) id() string { return identity(f.owner) + "." + f.key }

// fields returns the keys of a struct in their order, the keys of embedded structs
// among them. Of two with one name encoding/json takes the outer one.
func fields(t reflect.Type) []field {
	var list []field
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous && name == "" {
			for _, inner := range fields(elem(f.Type)) {
				inner.Index = append([]int{i}, inner.Index...)
				list = append(list, inner)
			}
			continue
		}
		if !f.IsExported() || name == "-" {
			continue
		}
		if name == "" {
			name = f.Name
		}
		omits := strings.Contains(options, "omitempty") || strings.Contains(options, "omitzero")
		list = append(list, field{f, name, t, omits})
	}
	var once []field
	for _, f := range list {
		k := slices.IndexFunc(once, func(o field) bool { return o.key == f.key })
		switch {
		case k < 0:
			once = append(once, f)
		case len(f.Index) < len(once[k].Index):
			once[k] = f
		}
	}
	return once
}

// elem is what a pointer leads to.
func elem(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// content is the type of what is in pointers, slices and maps.
func content(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Array || t.Kind() == reflect.Map {
		t = t.Elem()
	}
	return t
}

// writesItself reports whether the JSON of a type is not made of its fields.
func (g *Generator) writesItself(t reflect.Type) bool {
	return g.Types[t] != nil || t == reflect.TypeFor[time.Time]() ||
		t.Implements(reflect.TypeFor[json.Marshaler]()) || reflect.PointerTo(t).Implements(reflect.TypeFor[json.Marshaler]()) ||
		t.Implements(reflect.TypeFor[encoding.TextMarshaler]())
}

// typeOf is the type of a key's value.
func (w *walk) typeOf(f field) reflect.Type {
	if t, ok := use(w.g, w.g.Fields, f.id()); ok {
		return t
	}
	return f.Type
}

// collect finds the objects that t needs.
func (w *walk) collect(t reflect.Type) {
	t = content(t)
	if _, ok := w.names[t]; ok || t.Kind() != reflect.Struct || w.g.writesItself(t) {
		return
	}
	w.names[t] = t.Name()
	for _, f := range fields(t) {
		w.collect(w.typeOf(f))
	}
}

// name puts the package before the names of types that several packages have.
func (w *walk) name() {
	count := map[string]int{}
	for t := range w.names {
		w.names[t] = plainName(t)
		if name, ok := use(w.g, w.g.Names, identity(t)); ok {
			w.names[t] = name
		}
		count[w.names[t]]++
	}
	for t := range w.names {
		if count[w.names[t]] > 1 {
			w.names[t] = path.Base(t.PkgPath()) + "_" + w.names[t]
		}
	}
}

// plainName is the name of a type as a schema has it: bottleneck, luLevels, loss
// of lossDocument. A type that is called Document has the name of its package.
func plainName(t reflect.Type) string {
	name := strings.TrimSuffix(t.Name(), "Document")
	if name == "" {
		return path.Base(t.PkgPath())
	}
	k := 0
	for k < len(name) && 'A' <= name[k] && name[k] <= 'Z' {
		k++
	}
	if k > 1 && k < len(name) {
		k-- // the last capital begins the next word
	}
	return strings.ToLower(name[:k]) + name[k:]
}

// object returns the schema of a struct, in which other structs are references.
func (w *walk) object(t reflect.Type) (*jsonschema.Schema, error) {
	s := &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{}}
	for _, f := range fields(t) {
		p, err := w.value(f)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.id(), err)
		}
		s.Properties[f.key] = p
		s.PropertyOrder = append(s.PropertyOrder, f.key)
		if _, absent := use(w.g, w.g.Absent, identity(f.owner)); !f.omits && !absent {
			s.Required = append(s.Required, f.key)
		}
	}
	return s, nil
}
