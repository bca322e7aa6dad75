package schemagen

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// A listed is a key that a table of a page has to have.
type listed struct {
	key     string
	typ     string
	comment string // of the field
}

// Tables returns the text of a page with the tables of keys of its documents
// brought up to date: a key without a row gets one, behind the key before it, with
// the comment of its field as meaning; a row without a key goes; the type of a row is
// the type of its key. Meanings and links of rows that are there stay. A key without
// a row and without a comment is an error.
func (g *Generator) Tables(name string, documents []Document) ([]byte, error) {
	p, err := g.page(name)
	if err != nil {
		return nil, err
	}
	want := map[string][]listed{} // by heading
	maps := map[string][]string{} // by heading, the keys of objects with any members
	for _, d := range documents {
		if d.Page != name {
			continue
		}
		heading := d.Section
		if heading == "" {
			heading = d.Name
		}
		w := &walk{g: g, doc: d, names: map[reflect.Type]string{}, seen: map[string]bool{}}
		w.collect(d.Type)
		if err := w.list(p, d.Type, heading, "", want, maps); err != nil {
			return nil, err
		}
	}
	for heading, list := range want {
		for _, l := range list {
			if _, there := p[heading][l.key]; !there && l.comment == "" {
				return nil, fmt.Errorf("docs/%s: section %s lacks %s, whose field has no comment", name, heading, l.key)
			}
		}
	}
	return []byte(rewrite(g.texts[name], want, maps)), nil
}

// list adds the keys of t, whose names in the section have a prefix, to want, and
// the keys below which a page may name members of its own to maps.
func (w *walk) list(p page, t reflect.Type, heading, prefix string, want map[string][]listed, maps map[string][]string) error {
	t = content(t)
	at := fmt.Sprint(t, " ", heading, " ", prefix)
	if w.seen[at] || t.Kind() != reflect.Struct || w.g.writesItself(t) {
		return nil
	}
	w.seen[at] = true
	for _, f := range fields(t) {
		key, inner := prefix+f.key, w.typeOf(f)
		src, err := w.g.source(f.owner.PkgPath())
		if err != nil {
			return err
		}
		l := listed{key, w.typeName(inner), src.comments[f.owner.Name()+"."+f.Name]}
		if !slices.ContainsFunc(want[heading], func(o listed) bool { return o.key == key }) {
			want[heading] = append(want[heading], l)
		}
		next, below := key+nesting(inner)+".", content(inner)
		_, embedded := w.g.Embedded[identity(below)]
		if embedded && below != w.doc.Type || below.Kind() != reflect.Struct || w.g.writesItself(below) {
			maps[heading] = append(maps[heading], key+".", key+"[].")
			continue
		}
		section := heading
		if !p.under(heading, next) {
			if h, ok := p.linked(p[heading][key]); ok {
				section, next = h, ""
			}
		}
		if err := w.list(p, inner, section, next, want, maps); err != nil {
			return err
		}
	}
	return nil
}

// typeName is the type of a key as tables have it: integer, array of strings.
func (w *walk) typeName(t reflect.Type) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if s := w.g.Types[t]; s != nil && s.Type != "" {
		return s.Type
	} else if s != nil && len(s.Types) > 0 {
		return s.Types[0] // and null
	}
	switch {
	case t == reflect.TypeFor[json.RawMessage]():
		return "any"
	case w.g.writesItself(t):
		return "string"
	}
	switch t.Kind() {
	case reflect.Bool:
		return "boolean"
	case reflect.Float32, reflect.Float64:
		return "number"
	case reflect.Slice, reflect.Array:
		return "array of " + plural(w.typeName(t.Elem()))
	case reflect.Map:
		return "object of " + plural(w.typeName(t.Elem()))
	case reflect.Struct:
		return "object"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return "integer"
	}
	return "string"
}

// plural is the type of the elements of an array or an object.
func plural(typ string) string {
	if first, rest, ok := strings.Cut(typ, " "); ok {
		return first + "s " + rest
	}
	return typ + "s"
}

// rewrite returns the page with its tables brought up to date.
func rewrite(text string, want map[string][]listed, maps map[string][]string) string {
	var out []string
	heading := ""
	var table []string
	inTable, typed := false, false
	flush := func() {
		if inTable {
			out = append(out, renewed(table, want[heading], maps[heading], typed)...)
		}
		table, inTable = nil, false
	}
	for line := range strings.Lines(text) {
		if h := strings.TrimLeft(line, "#"); h != line {
			flush()
			heading = strings.TrimPrefix(strings.TrimSpace(h), "The document ")
		}
		switch {
		case strings.HasPrefix(line, "| key |") && len(want[heading]) > 0:
			inTable, typed = true, strings.HasPrefix(line, "| key | type |")
			out = append(out, line)
		case inTable && strings.HasPrefix(line, "|"):
			table = append(table, line)
		default:
			flush()
			out = append(out, line)
		}
	}
	flush()
	return strings.Join(out, "")
}

// renewed returns the rows of a table, the line below its header first, brought up
// to date.
func renewed(rows []string, want []listed, maps []string, typed bool) []string {
	there := map[string]int{} // by key, its row
	keys := make([][]string, len(rows))
	for k, line := range rows {
		cell, _, _ := strings.Cut(strings.TrimPrefix(line, "| "), " | ")
		p := page{}
		p.add("", cell, row{})
		for key := range p[""] {
			keys[k] = append(keys[k], key)
			there[key] = k
		}
	}
	behind := map[int][]string{} // by row, new rows
	last := 0
	for _, l := range want {
		k, ok := there[l.key]
		if ok {
			last = k
			if typed && len(keys[k]) == 1 {
				rows[k] = withType(rows[k], l.typ)
			}
			continue
		}
		line := fmt.Sprintf("| `%s` | %s |\n", l.key, l.comment)
		if typed {
			line = fmt.Sprintf("| `%s` | %s | %s |\n", l.key, l.typ, l.comment)
		}
		behind[last] = append(behind[last], line)
	}
	var out []string
	for k, line := range rows {
		needed := len(keys[k]) == 0 || slices.ContainsFunc(keys[k], func(key string) bool {
			return slices.ContainsFunc(want, func(l listed) bool { return l.key == key }) ||
				slices.ContainsFunc(maps, func(prefix string) bool { return strings.HasPrefix(key, prefix) })
		})
		if needed {
			out = append(out, line)
		}
		out = append(out, behind[k]...)
	}
	return out
}

// withType returns a row with a type, unless its type is a link or says more, such
// as "array of array of two integers" or "number or null".
func withType(line, typ string) string {
	cells := strings.SplitN(line, " | ", 3)
	if len(cells) < 3 || strings.Contains(cells[1], "[") {
		return line
	}
	if cells[1] == typ || strings.HasPrefix(cells[1], typ+" ") || strings.HasPrefix(cells[1], "array") && strings.HasPrefix(typ, "array") ||
		strings.HasPrefix(cells[1], "object") && strings.HasPrefix(typ, "object") {
		return line
	}
	cells[1] = typ
	return strings.Join(cells, " | ")
}
