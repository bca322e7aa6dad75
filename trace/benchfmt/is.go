package benchfmt

import (
	"bytes"
	"slices"
)

// Is says whether a file that begins like this is in the format of Go benchmarks:
// text, with a result or a line of its configuration.
func Is(head []byte) bool {
	if bytes.ContainsFunc(head, func(r rune) bool { return r < ' ' && r != '\t' && r != '\n' && r != '\r' }) {
		return false
	}
	for line := range bytes.Lines(head) {
		key, _, config := bytes.Cut(line, []byte(": "))
		if bytes.HasPrefix(line, []byte("Benchmark")) || config && slices.Contains([]string{"program", "goos", "goarch", "pkg", "cpu"}, string(key)) {
			return true
		}
	}
	return false
}
