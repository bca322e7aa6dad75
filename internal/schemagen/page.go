package schemagen

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// A page has the rows of the tables of keys, by heading and key.
type page map[string]map[string]row

// A row describes a key, or several.
type row struct {
	typ, meaning string
	shared       bool // by several keys
}

var (
	code = regexp.MustCompile("`([^`]+)`")
	link = regexp.MustCompile(`\[([^\]]+)\]\(([^)]*)\)`)
)

// page reads a page of docs.
func (g *Generator) page(name string) (page, error) {
	if p, ok := g.pages[name]; ok {
		return p, nil
	}
	text, err := os.ReadFile(filepath.Join(g.Root, "docs", name))
	if err != nil {
		return nil, err
	}
	p := parsePage(string(text))
	if g.pages == nil {
		g.pages, g.texts = map[string]page{}, map[string]string{}
	}
	g.pages[name], g.texts[name] = p, string(text)
	return p, nil
}

// parsePage reads the tables whose first column is called key. A cell may list
// several keys; one that begins with a dot goes on after the last dot before.
func parsePage(text string) page {
	p := page{}
	heading, inTable, typed := "", false, false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if h := strings.TrimLeft(line, "#"); h != line {
			heading = strings.TrimPrefix(strings.TrimSpace(h), "The document ")
			continue
		}
		if !strings.HasPrefix(line, "|") {
			inTable = false
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), " | ")
		for k := range cells {
			cells[k] = strings.TrimSpace(cells[k])
		}
		if cells[0] == "key" {
			inTable, typed = true, len(cells) > 2 && cells[1] == "type"
			continue
		}
		if !inTable || len(cells) < 2 {
			continue
		}
		r := row{meaning: strings.Join(cells[1:], " | ")}
		if typed {
			r = row{typ: cells[1], meaning: strings.Join(cells[2:], " | ")}
		}
		p.add(heading, cells[0], r)
	}
	return p
}

// add adds a row for each key in a cell.
func (p page) add(heading, cell string, r row) {
	if p[heading] == nil {
		p[heading] = map[string]row{}
	}
	before := ""
	keys := code.FindAllStringSubmatch(cell, -1)
	r.shared = len(keys) > 1
	for _, m := range keys {
		key := m[1]
		if strings.HasPrefix(key, ".") {
			key = before[:strings.LastIndex(before, ".")] + key
		}
		before = key
		key = strings.TrimSuffix(key, "[]")
		if _, there := p[heading][key]; !there {
			p[heading][key] = r
		}
	}
}

// under reports whether the section has keys below a prefix.
func (p page) under(heading, prefix string) bool {
	for key := range p[heading] {
		if strings.HasPrefix(key, prefix) {
			return true
		}
	}
	return false
}

// heading returns the heading that a link of the page goes to; false when it goes
// elsewhere.
func (p page) heading(target string) (string, bool) {
	anchor, ok := strings.CutPrefix(target, "#")
	if !ok {
		return "", false
	}
	for h := range p {
		if slug(h) == anchor {
			return h, true
		}
	}
	return "", false
}

// slug is the anchor that GitHub gives a heading.
func slug(heading string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(heading) {
		switch {
		case r == ' ':
			b.WriteByte('-')
		case r == '-' || r == '_' || 'a' <= r && r <= 'z' || '0' <= r && r <= '9':
			b.WriteRune(r)
		}
	}
	return b.String()
}

// sentence is a meaning without the links of Markdown.
func sentence(meaning string) string { return link.ReplaceAllString(meaning, "$1") }

// describe notes what the section of the page called name says of the keys of t, whose
// names in the section have a prefix. A page that lists every key says what the comments
// say, which are taken without links. So are the comments of keys that share a row.
func (w *walk) describe(name string, p page, t reflect.Type, heading, prefix string) error {
	t = content(t)
	at := fmt.Sprint(t, " ", heading, " ", prefix)
	if w.seen[at] || t.Kind() != reflect.Struct || w.g.writesItself(t) {
		return nil
	}
	w.seen[at] = true
	for _, f := range fields(t) {
		key := prefix + f.key
		r, there := p[heading][key]
		if there && w.described[f.id()] == "" {
			text, err := w.g.comment(f)
			if err != nil {
				return err
			}
			if !slices.Contains(w.g.Complete, name) && !(r.shared && text != "") {
				text = sentence(r.meaning)
			}
			w.described[f.id()] = text
			w.nullable[f.id()] = strings.HasSuffix(r.typ, " or null")
		}
		inner := w.typeOf(f)
		if d, ok := w.g.Embedded[identity(content(inner))]; ok && content(inner) != w.doc.Type {
			if err := w.describeFrom(d); err != nil {
				return err
			}
			continue
		}
		next := key + nesting(inner) + "."
		if !p.under(heading, next) {
			if h, ok := p.linked(r); ok {
				if err := w.describe(name, p, inner, h, ""); err != nil {
					return err
				}
				continue
			}
		}
		if err := w.describe(name, p, inner, heading, next); err != nil {
			return err
		}
	}
	return nil
}

// describeFrom is describe for a document that the one of w contains, by the page
// of the former.
func (w *walk) describeFrom(d Document) error {
	p, err := w.g.page(d.Page)
	if err != nil {
		return err
	}
	return w.describe(d.Page, p, d.Type, d.Name, "")
}

// linked returns the section of the page that the type, or else the meaning, of a
// row links to.
func (p page) linked(r row) (string, bool) {
	for _, cell := range []string{r.typ, r.meaning} {
		for _, m := range link.FindAllStringSubmatch(cell, -1) {
			if h, ok := p.heading(m[2]); ok {
				return h, true
			}
		}
	}
	return "", false
}

// nesting is what keys of pages have between the key of a value and those in it.
func nesting(t reflect.Type) string {
	text := ""
	for {
		switch t.Kind() {
		case reflect.Pointer:
		case reflect.Slice, reflect.Array:
			text += "[]"
		case reflect.Map:
			text += ".*"
		default:
			return text
		}
		t = t.Elem()
	}
}
