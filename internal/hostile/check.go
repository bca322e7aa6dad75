package hostile

import (
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Unquoted returns what in text a terminal must not get, as offsets with what
// is around them: control and format characters other than line feeds, bytes that
// are not UTF-8, and code points without a character.
func Unquoted(text string) []string {
	var list []string
	for k := 0; k < len(text); {
		r, n := utf8.DecodeRuneInString(text[k:])
		if bad(r) || r == utf8.RuneError && n == 1 {
			list = append(list, fmt.Sprintf("%U at %d in %q", r, k, text[max(0, k-20):min(len(text), k+20)]))
		}
		k += n
	}
	return list
}

// bad says so by the tables of Unicode, not by what the renderers ask.
func bad(r rune) bool {
	return r != '\n' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Zl, unicode.Zp, unicode.Noncharacter_Code_Point)
}

// ForgedLines returns the lines of text that a name began.
func ForgedLines(text string) []string {
	var list []string
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimLeft(line, " "), Forged) {
			list = append(list, line)
		}
	}
	return list
}

// section is where links of a page may lead.
var section = regexp.MustCompile(`^#s[0-9]+$`)

// Markup returns what is wrong with a document of XML, "" for nothing. Page
// says that it is HTML, which may have links to its own sections.
func Markup(text string, page bool) string {
	d := xml.NewDecoder(strings.NewReader(text))
	if page {
		d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	}
	for {
		token, err := d.Token()
		if err == io.EOF {
			return ""
		}
		if err != nil {
			return err.Error()
		}
		if start, ok := token.(xml.StartElement); ok {
			switch strings.ToLower(start.Name.Local) {
			case "script", "b", "img":
				return "an element " + start.Name.Local
			case "a":
				if len(start.Attr) != 1 || !section.MatchString(start.Attr[0].Value) {
					return fmt.Sprint("a link ", start.Attr)
				}
			}
		}
	}
}

// Tables returns the rows of the tables of a Markdown document that have not as many cells
// as the row before.
func Tables(text string) []string {
	var list []string
	before := 0
	for line := range strings.Lines(text) {
		cells := 0
		if strings.HasPrefix(line, "|") {
			for k := range len(line) {
				if line[k] == '|' && (k == 0 || !escaped(line[:k])) {
					cells++
				}
			}
		}
		if cells != before && cells != 0 && before != 0 {
			list = append(list, line)
		}
		before = cells
	}
	return list
}

// escaped reports whether what follows s is behind a backslash that counts.
func escaped(s string) bool {
	return (len(s)-len(strings.TrimRight(s, `\`)))%2 == 1
}
