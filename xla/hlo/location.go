package hlo

import "bytes"

// A location is one of MLIR: loc("name"(#loc3)), loc("file.py":12:3),
// loc(callsite(#loc1 at #loc2)), loc(fused[…]). Names are paths of named_scope.
type location struct {
	name, file string
	line       int64
	refs       []*location // in the order of the text
}

// deepestLocation is how far references are followed.
const deepestLocation = 32

// locations are those that have names, #loc1 = loc(…), which may be defined
// after their use.
type locations map[string]*location

// get returns the location of a name.
func (a locations) get(name []byte) *location {
	if l, ok := a[string(name)]; ok {
		return l
	}
	l := &location{}
	a[string(name)] = l
	return l
}

// parse reads the text of a location, with its brackets, into l. The first
// string that is no file is the name.
func (a locations) parse(l *location, text []byte) {
	*l = location{}
	for k := 0; k < len(text); {
		switch text[k] {
		case '"':
			n := valueEnd(text[k:])
			s := unquoteMLIR(text[k : k+n])
			k += n
			if k < len(text) && text[k] == ':' {
				if l.file == "" {
					line, _ := digits(text[k:min(len(text), k+24)])
					l.file, l.line = s, line
				}
			} else if l.name == "" {
				l.name = s
			}
		case '#':
			n := 1
			for k+n < len(text) && identByte(text[k+n]) {
				n++
			}
			if len(l.refs) < 8 {
				l.refs = append(l.refs, a.get(text[k:k+n]))
			}
			k += n
		default:
			k++
		}
	}
}

// resolve returns the name and the place that a location has, or those it
// refers to.
func (l *location) resolve(depth int) (name, file string, line int64) {
	if l == nil || depth > deepestLocation {
		return "", "", 0
	}
	name, file, line = l.name, l.file, l.line
	for _, ref := range l.refs {
		if name != "" && file != "" {
			break
		}
		n, f, at := ref.resolve(depth + 1)
		if name == "" {
			name = n
		}
		if file == "" {
			file, line = f, at
		}
	}
	return name, file, line
}

// unquoteMLIR returns what a string of MLIR stands for: \\ and \" and hex bytes.
func unquoteMLIR(s []byte) string {
	s = bytes.TrimSuffix(bytes.TrimPrefix(s, []byte{'"'}), []byte{'"'})
	out := make([]byte, 0, len(s))
	for k := 0; k < len(s); k++ {
		if s[k] != '\\' || k+1 == len(s) {
			out = append(out, s[k])
			continue
		}
		if k+2 < len(s) && hex(s[k+1]) >= 0 && hex(s[k+2]) >= 0 {
			out = append(out, byte(hex(s[k+1])<<4|hex(s[k+2])))
			k += 2
			continue
		}
		k++
		switch s[k] {
		case 'n':
			out = append(out, '\n')
		case 't':
			out = append(out, '\t')
		default:
			out = append(out, s[k])
		}
	}
	return string(bytes.ToValidUTF8(out, []byte("�")))
}

// hex returns the value of a hexadecimal digit, -1 of another byte.
func hex(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// identByte reports whether c may be in a name of MLIR. A minus, which may be
// in some, is not, as an arrow may follow.
func identByte(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '.' || c == '$'
}
