package compare

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A result is a line of a benchmark.
type result struct {
	name   string // without "Benchmark"
	calls  int64
	values []measure
}

// A measure is a value and its unit.
type measure struct {
	x    float64
	unit string
}

// parseResult reads a line that starts with "Benchmark". It returns nil for one
// that has a name alone, as go test -v prints it before the result. Where the
// line is wrong, msg says it and col where, in bytes from 0.
//
// Format: https://go.dev/design/14313-benchmark-format, as
// golang.org/x/perf/benchfmt reads it, which is the oracle of the tests and not
// linked, since its tables would cost every start.
func parseResult(line string) (r *result, col int, msg string) {
	f := fields{line: line, at: len("Benchmark")}
	start := f.at
	r = &result{}
	if r.name = f.next(); start+len(r.name) == len(line) {
		return nil, 0, ""
	}
	calls := f.next()
	n, err := strconv.ParseInt(calls, 10, 64)
	switch {
	case calls == "":
		return nil, f.word, "got no number of iterations"
	case err != nil || n <= 0:
		return nil, f.word, "got " + strconv.Quote(calls) + " iterations, want a whole number above 0"
	}
	r.calls = n
	for {
		text := f.next()
		if text == "" && len(r.values) > 0 {
			return r, 0, ""
		}
		x, err := strconv.ParseFloat(text, 64)
		switch {
		case text == "":
			return nil, f.word, "got no value"
		case err != nil:
			return nil, f.word, "got the value " + strconv.Quote(text) + ", want a number"
		}
		unit := f.next()
		if unit == "" {
			return nil, f.word, "got no unit of the value"
		}
		r.values = append(r.values, measure{x, unit})
	}
}

// fields are the words of a line.
type fields struct {
	line     string
	at, word int // where the next one is looked for, and where the last began
}

// next returns the word that begins here, "" at the end, and passes the spaces
// behind it.
func (f *fields) next() string {
	rest := f.line[f.at:]
	f.word = f.at
	n := strings.IndexFunc(rest, unicode.IsSpace)
	if n < 0 {
		n = len(rest)
	}
	f.at = len(f.line) - len(strings.TrimLeftFunc(rest[n:], unicode.IsSpace))
	return rest[:n]
}

// parseConfig reads a line of the configuration, such as "goos: linux". The
// value is "" where the line takes the key back.
func parseConfig(line string) (key, value string, ok bool) {
	key, value, ok = strings.Cut(line, ":")
	first, _ := utf8.DecodeRuneInString(key)
	if !ok || !unicode.IsLower(first) || strings.ContainsFunc(key, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsUpper(r) }) {
		return "", "", false
	}
	trimmed := strings.TrimLeft(value, " \t")
	return key, trimmed, value == "" || trimmed != value
}
