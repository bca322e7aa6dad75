package sqlite

import "strings"

// A token is a word, a number, a quoted name or string, or one other
// character of SQL.
type token struct {
	text   string
	quoted bool
}

// A lexer splits SQL into tokens. Anything is split somehow.
type lexer struct{ rest string }

// next returns the next token; ok is false at the end.
func (l *lexer) next() (t token, ok bool) {
	l.space()
	if l.rest == "" {
		return t, false
	}
	switch c := l.rest[0]; c {
	case '"', '\'', '`':
		return l.quote(c), true
	case '[':
		return l.quote(']'), true
	}
	n := 0
	for n < len(l.rest) && isWord(l.rest[n]) {
		n++
	}
	n = max(n, 1)
	t.text, l.rest = l.rest[:n], l.rest[n:]
	return t, true
}

// isWord says whether c can be part of a word or a number.
func isWord(c byte) bool {
	return c == '_' || c == '$' || c == '.' || c >= 0x80 ||
		'0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// space skips white space and comments.
func (l *lexer) space() {
	for {
		l.rest = strings.TrimLeft(l.rest, " \t\r\n\f")
		end := ""
		switch {
		case strings.HasPrefix(l.rest, "--"):
			end = "\n"
		case strings.HasPrefix(l.rest, "/*"):
			end = "*/"
		default:
			return
		}
		_, l.rest, _ = strings.Cut(l.rest[2:], end)
	}
}

// quote reads a quoted token that ends with end, which is doubled within.
func (l *lexer) quote(end byte) token {
	t := token{quoted: true}
	rest := l.rest[1:]
	for {
		before, after, found := strings.Cut(rest, string(end))
		t.text += before
		if !found || end == ']' || after == "" || after[0] != end {
			l.rest = after
			return t
		}
		t.text += string(end)
		rest = after[1:]
	}
}

// skipTo reads tokens up to and with the one that is text.
func (l *lexer) skipTo(text string) bool {
	for {
		t, ok := l.next()
		if !ok || !t.quoted && t.text == text {
			return ok
		}
	}
}

// word says whether the next token is text, in any case, and reads it.
func (l *lexer) word(text string) bool {
	t, _ := l.next()
	return !t.quoted && strings.EqualFold(t.text, text)
}

// definition returns the tokens of a column or a constraint, up to the comma or
// the parenthesis behind it; more is true behind a comma.
func (l *lexer) definition() (def []token, more bool) {
	for depth := 0; ; {
		t, ok := l.next()
		if !ok {
			return def, false
		}
		if !t.quoted {
			switch {
			case t.text == "(":
				depth++
			case t.text == ")" && depth == 0:
				return def, false
			case t.text == ")":
				depth--
			case t.text == "," && depth == 0:
				return def, true
			}
		}
		def = append(def, t)
	}
}
