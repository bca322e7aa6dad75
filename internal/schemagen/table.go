package schemagen

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
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
// brought up to date. Each key has one row. Its meaning is the first paragraph of the
// comment of its field. Its type is the type of the field, unless the page links the
// type to a section. A new row follows the row of the key before it. A row without a
// key goes. A key whose field has no comment is an error.
//
// In a comment docs/NAME.md or docs/NAME.md#SECTION becomes a link.
func (g *Generator) Tables(name string, documents []Document) ([]byte, error) {
	p, err := g.page(name)
	if err != nil {
		return nil, err
	}
	want := map[string][]listed{} // by heading
	free := map[string][]string{} // by heading, the keys of objects with any members
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
		if err := w.list(p, d.Type, heading, "", want, free); err != nil {
			return nil, err
		}
	}
	for heading, list := range want {
		for _, l := range list {
			if l.comment == "" {
				return nil, fmt.Errorf("docs/%s: section %s: the field of %s has no comment", name, heading, l.key)
			}
		}
	}
	return []byte(rewrite(g.texts[name], want, free)), nil
}

// list adds the keys of t, whose names in the section have a prefix, to want, and
// the keys below which a page may name members of its own to free.
func (w *walk) list(p page, t reflect.Type, heading, prefix string, want map[string][]listed, free map[string][]string) error {
	t = content(t)
	at := fmt.Sprint(t, " ", heading, " ", prefix)
	if w.seen[at] || t.Kind() != reflect.Struct || w.g.writesItself(t) {
		return nil
	}
	w.seen[at] = true
	for _, f := range fields(t) {
		key, inner := prefix+f.key, w.typeOf(f)
		text, err := w.g.comment(f)
		if err != nil {
			return err
		}
		if text, err = withLinks(text, w.doc.Page, w.g.texts[w.doc.Page]); err != nil {
			return fmt.Errorf("%s: %w", f.id(), err)
		}
		l := listed{key, w.typeName(inner), text}
		if !slices.ContainsFunc(want[heading], func(o listed) bool { return o.key == key }) {
			want[heading] = append(want[heading], l)
		}
		next, below := key+nesting(inner)+".", content(inner)
		_, embedded := w.g.Embedded[identity(below)]
		if embedded && below != w.doc.Type || below.Kind() != reflect.Struct || w.g.writesItself(below) {
			free[heading] = append(free[heading], key+".", key+"[].")
			continue
		}
		section := heading
		if !p.under(heading, next) {
			if h, ok := p.linked(p[heading][key]); ok {
				section, next = h, ""
			}
		}
		if err := w.list(p, inner, section, next, want, free); err != nil {
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
func rewrite(text string, want map[string][]listed, free map[string][]string) string {
	var out []string
	heading := ""
	var table []string
	inTable, typed := false, false
	flush := func() {
		if inTable {
			out = append(out, renewed(table, want[heading], free[heading], typed)...)
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
func renewed(rows []string, want []listed, free []string, typed bool) []string {
	there := map[string]int{} // by key, its row
	for k, line := range rows {
		for _, key := range keysOf(line) {
			if _, ok := there[key]; !ok {
				there[key] = k
			}
		}
	}
	made := make([][]string, len(rows)) // by row, what stands in its place
	last := 0
	for _, l := range want {
		typ := l.typ
		if k, ok := there[l.key]; ok {
			last, typ = k, typeCell(rows[k], l.typ)
		}
		line := fmt.Sprintf("| `%s` | %s |\n", l.key, l.comment)
		if typed {
			line = fmt.Sprintf("| `%s` | %s | %s |\n", l.key, typ, l.comment)
		}
		made[last] = append(made[last], line)
	}
	var out []string
	for k, line := range rows {
		keys := keysOf(line)
		ofMap := func(key string) bool {
			return slices.ContainsFunc(free, func(prefix string) bool { return strings.HasPrefix(key, prefix) })
		}
		if len(keys) == 0 || slices.ContainsFunc(keys, ofMap) {
			out = append(out, line)
		}
		out = append(out, made[k]...)
	}
	return out
}

// keysOf returns the keys in the first cell of a row.
func keysOf(line string) []string {
	cell, _, _ := strings.Cut(strings.TrimPrefix(line, "| "), " | ")
	p := page{}
	p.add("", cell, row{})
	return slices.Sorted(maps.Keys(p[""]))
}

// typeCell returns the type of a row: as the row has it where that is a link or says
// more, such as "array of array of two integers" or "number or null", otherwise typ.
func typeCell(line, typ string) string {
	cells := strings.SplitN(line, " | ", 3)
	if len(cells) < 3 {
		return typ
	}
	cell := cells[1]
	if strings.Contains(cell, "[") || cell == typ || strings.HasPrefix(cell, typ+" ") ||
		strings.HasPrefix(cell, "array") && strings.HasPrefix(typ, "array") ||
		strings.HasPrefix(cell, "object") && strings.HasPrefix(typ, "object") {
		return cell
	}
	return typ
}

// reference is how comments name a page and a section of it.
var reference = regexp.MustCompile(`docs/([a-z-]+\.md)(#[a-z0-9_-]+)?`)

// withLinks returns a comment as a cell of the page called name, whose text is given:
// with links for references, which must lead to a heading if they name this page.
func withLinks(comment, name, text string) (string, error) {
	var err error
	cell := reference.ReplaceAllStringFunc(comment, func(ref string) string {
		m := reference.FindStringSubmatch(ref)
		if m[1] != name || m[2] == "" {
			return "[" + m[1] + "](" + m[1] + m[2] + ")"
		}
		for line := range strings.Lines(text) {
			if h := strings.TrimLeft(line, "#"); h != line && "#"+slug(strings.TrimSpace(h)) == m[2] {
				return "[" + strings.TrimSpace(h) + "](" + m[2] + ")"
			}
		}
		err = fmt.Errorf("%s has no such section", ref)
		return ref
	})
	return strings.ReplaceAll(cell, "|", `\|`), err
}
