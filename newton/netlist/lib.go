package netlist

import (
	"slices"
	"strings"
)

// A section is the part of a file between .lib NAME and .endl that another file takes.
type section struct {
	name    string // lower case; "" takes all that no section has
	skips   bool   // the line at hand is not taken
	found   bool
	inside  bool
	opening int32 // line of the .lib that has no .endl yet
	from    *card // that asks for the section
	names   []string
}

// maxSections bounds the sections that a message lists.
const maxSections = 20

// skip says whether a line is left out. It keeps track of .lib and .endl.
func (l *lines) skip(s string) bool {
	k := &l.section
	if k.name == "" && !k.skips {
		return false
	}
	words := quoted(s)
	if len(words) == 0 {
		return k.skips
	}
	switch strings.ToLower(words[0]) {
	case ".lib":
		if len(words) == 2 && k.name != "" && !k.inside {
			k.inside, k.opening = true, l.line
			k.skips = !strings.EqualFold(words[1], k.name)
			if len(k.names) < maxSections {
				k.names = append(k.names, shorten(words[1]))
			}
			k.found = k.found || !k.skips
			return true
		}
	case ".endl":
		k.inside, k.skips = false, k.name != ""
		return true
	}
	return k.skips
}

// quoted returns the words of s, where one in quotes may have blanks.
func quoted(s string) []string {
	var words []string
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		end := 0
		if q := s[0]; q == '"' || q == '\'' {
			if end = strings.IndexByte(s[1:], q); end >= 0 {
				words = append(words, s[1:1+end])
				s = s[end+2:]
				continue
			}
		}
		if end = strings.IndexAny(s, " \t"); end < 0 {
			end = len(s)
		}
		words = append(words, s[:end])
		s = s[end:]
	}
	return words
}

// library takes .lib FILE SECTION, which reads the section of the file, .lib FILE, which reads
// the file, and .lib NAME, which begins a section that is read by name alone.
func (l *lines) library(c *card) error {
	words := quoted(c.raw)
	switch {
	case len(words) == 3:
		return l.includeFile(c, words[1], words[2])
	case len(words) != 2:
		return l.errorf(c.line, "got %d words behind .lib, want .lib FILE SECTION", len(words)-1)
	case slices.ContainsFunc([]byte(words[1]), func(b byte) bool { return b == '.' || b == '/' }):
		return l.includeFile(c, words[1], "")
	}
	l.section.skips, l.section.opening = true, c.line
	return nil
}

// endSection checks that a section was there and has an end.
func (l *lines) endSection() error {
	k := &l.section
	switch {
	case k.name != "" && !k.found:
		want := "which has no sections"
		if len(k.names) > 0 {
			want = "want " + list(k.names)
		}
		return l.p.errorAt(k.from.file, k.from.line, "got section %q of %s, %s", shorten(k.name), l.p.out.Files[l.file], want)
	case k.inside || k.name == "" && k.skips:
		return l.errorf(k.opening, "got .lib without .endl after it")
	}
	return nil
}
