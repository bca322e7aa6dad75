package symbols

import (
	"strconv"
	"strings"

	"github.com/ianlancetaylor/demangle"
)

// Legible returns the name in C++, without parameters, of a mangled symbol. It returns
// other symbols as they are.
func Legible(symbol string) string {
	if !strings.HasPrefix(symbol, "_Z") {
		return symbol
	}
	return demangle.Filter(symbol, demangle.NoParams)
}

// Mangled returns the symbols of a function without parameters, such as SIM::solve():
// of the function, and of a const member function. It returns nil for a name with
// parameters, templates, operators or constructors.
//
// Format: Itanium C++ ABI, section 5.1, https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling.
func Mangled(name string) []string {
	scope, ok := strings.CutSuffix(squeeze(name), "()")
	if !ok {
		return nil
	}
	parts := strings.Split(scope, "::")
	var b strings.Builder
	for k, part := range parts {
		if !identifier(part) || k > 0 && part == parts[k-1] {
			return nil
		}
		b.WriteString(strconv.Itoa(len(part)) + part)
	}
	switch {
	case parts[0] == "std": // has a code of its own
		return nil
	case len(parts) == 1:
		return []string{"_Z" + b.String() + "v"}
	}
	return []string{"_ZN" + b.String() + "Ev", "_ZNK" + b.String() + "Ev"}
}

// identifier reports whether a word is a name in C++.
func identifier(word string) bool {
	for k, c := range []byte(word) {
		letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (k == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return word != "" && word != "operator"
}
