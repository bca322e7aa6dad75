package jaxlog

import "strings"

// unwrap returns f of jit(f), of any transformation; name itself where it has
// not this form.
func unwrap(name string) string {
	if open := strings.IndexByte(name, '('); open > 0 && strings.HasSuffix(name, ")") && isWord(name[:open]) {
		return name[open+1 : len(name)-1]
	}
	return name
}

// isWord reports whether s is letters and underscores.
func isWord(s string) bool {
	for k := range len(s) {
		if !isLetter(s[k]) {
			return false
		}
	}
	return s != ""
}

// keyOf returns what functions are told apart by: messages have the name bare,
// as jit(f), or as the name of a module, where what is no letter, digit, _, . or -
// is an underscore and underscores at the end may be missing.
func keyOf(name string) string {
	b := []byte(unwrap(name))
	for k, c := range b {
		if !isLetter(c) && (c < '0' || c > '9') && c != '.' && c != '-' && c < 0x80 {
			b[k] = '_'
		}
	}
	return strings.TrimRight(string(b), "_")
}

// keysOfModule returns the keys that the function of a module may have.
func keysOfModule(module string) (stripped, whole string) {
	whole = keyOf(module)
	for _, prefix := range [...]string{"jit_", "pjit_", "pmap_"} {
		if rest, ok := strings.CutPrefix(whole, prefix); ok {
			return rest, whole
		}
	}
	return whole, whole
}

// IsModule reports whether module may be the name that JAX gives the HLO module
// of a function: jit_f for f or jit(f), jit__lambda_ for <lambda>.
func IsModule(module, function string) bool {
	stripped, whole := keysOfModule(module)
	key := keyOf(function)
	return key == stripped || key == whole
}
