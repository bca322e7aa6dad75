package phases

import "strings"

// Kinds of texts of the domain TSL that readers branch on; there are more.
const (
	KindModule   = "XlaModule"   // a module runs
	KindThunk    = "Thunk"       // one of its operations, as they were compiled
	KindCompile  = "XlaCompile"  // a module is compiled
	KindLauncher = "XlaLauncher" // name of a thread
)

// A Text is the name of a range or a thread of the domain TSL.
type Text struct {
	Kind string
	Args []Arg // in the order of the text
}

// An Arg is a key with its value. &lt; and &gt; of the text are < and > in the
// value.
type Arg struct{ Key, Value string }

// ParseTSL reads the text Kind:#key=value,…# of a range or thread, with or
// without TSL: before it; ok is false for other texts.
//
// A comma begins another key if a word and = follow the comma. If the parentheses,
// brackets and braces of the text match, the comma must be outside of them. Any
// other comma belongs to the value.
func ParseTSL(text string) (t Text, ok bool) {
	text = strings.TrimPrefix(text, "TSL:")
	kind, rest, found := strings.Cut(text, ":#")
	if !found || len(word(kind)) != len(kind) || kind == "" || !strings.HasSuffix(rest, "#") {
		return Text{}, false
	}
	rest = rest[:len(rest)-1]
	args, matched := split(rest, true)
	if !matched {
		args, _ = split(rest, false)
	}
	return Text{kind, args}, true
}

// split returns the keys and values of a text. With nested, a comma within
// parentheses is of a value; matched is false when they do not match.
func split(s string, nested bool) (args []Arg, matched bool) {
	if s == "" {
		return nil, true
	}
	depth, start := 0, 0
	add := func(part string) {
		key, value, ok := strings.Cut(part, "=")
		if !ok || len(word(key)) != len(key) || key == "" {
			key, value = "", part // no key; what there is is kept
		}
		args = append(args, Arg{key, unescape(value)})
	}
	for i := range len(s) {
		switch s[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',':
			if (!nested || depth == 0) && keyed(s[i+1:]) {
				add(s[start:i])
				start = i + 1
			}
		}
		if depth < 0 && nested {
			return nil, false
		}
	}
	add(s[start:])
	return args, depth == 0
}

// keyed reports whether a key and = begin s.
func keyed(s string) bool {
	n := len(word(s))
	return n > 0 && n < len(s) && s[n] == '='
}

// word returns the letters, digits and _ that s begins with.
func word(s string) string {
	for i := range len(s) {
		c := s[i]
		if !(c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z') {
			return s[:i]
		}
	}
	return s
}

func unescape(s string) string {
	if !strings.Contains(s, "&") {
		return s
	}
	s = strings.ReplaceAll(s, "&lt;", "<")
	return strings.ReplaceAll(s, "&gt;", ">")
}

// Arg returns the value of the first arg with the key, or "" if no arg has the key.
func (t Text) Arg(key string) string {
	for _, a := range t.Args {
		if a.Key == key {
			return a.Value
		}
	}
	return ""
}

// Module returns the name of the module that runs or is compiled, "" when the
// text does not say.
func (t Text) Module() string {
	if m := t.Arg("hlo_module"); m != "" {
		return m
	}
	return t.Arg("module")
}

// OpName returns the path of a thunk that runs within a module with the prefix. If
// the text has op_name, it is op_name itself. It is "" if XLA knows no path.
func (t Text) OpName(prefix string) string {
	if full := t.Arg("op_name"); full != "" {
		return full
	}
	name := t.Arg("name")
	if name == "" || prefix == "" || name == prefix || strings.HasPrefix(name, prefix+"/") {
		return name
	}
	return prefix + "/" + name
}
