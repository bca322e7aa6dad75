package sparseio

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/nrkit/nrkit/sparsity"
)

// slowFile is what the obvious reader makes of a Matrix Market file.
type slowFile struct {
	layout, field, symmetry string
	rows, cols, entries     int
	duplicates              int
	sums                    map[[2]int]complex128
	codes                   map[string]int // warnings
	seen                    int            // entries read so far
	listed                  map[[2]int]int // how often each position is listed
	upperLine               map[[2]int]int // the first line of each position above the diagonal
	firstBoth               int            // the first line whose mirror is listed as well
	firstOutside            int            // the first line whose mirror is not in the matrix
	lenient                 bool
	values                  map[[2]int]complex128 // as listed
}

// slowError is an error in a line.
type slowError struct {
	line int
	msg  string
}

func (e *slowError) Error() string { return fmt.Sprintf("%d: %s", e.line, e.msg) }

var (
	slowCount   = regexp.MustCompile(`^\+?[0-9]+$`)
	slowInt     = regexp.MustCompile(`^[+-]?[0-9]+$`)
	slowReal    = regexp.MustCompile(`^([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+))(?:[eEdD]([+-]?[0-9]+)|([+-][0-9]+))?$`)
	slowCounted = regexp.MustCompile(`: ([0-9]+)`)
	slowWord    = regexp.MustCompile(`^[+-]?(?i:inf|infinity|nan)$`)
)

// slowRead reads a Matrix Market file line by line, one rule after the other.
// With skip it does not look at values.
func slowRead(text string, skip bool) (*slowFile, *slowError) { return slowReadAs(text, skip, false) }

// slowReadAs is slowRead, lenient or not.
func slowReadAs(text string, skip, lenient bool) (*slowFile, *slowError) {
	f := &slowFile{sums: map[[2]int]complex128{}, codes: map[string]int{}, listed: map[[2]int]int{},
		upperLine: map[[2]int]int{}, values: map[[2]int]complex128{}, lenient: lenient}
	lines := strings.Split(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	sized := false
	for k, line := range lines {
		line = strings.TrimSuffix(line, "\r")
		words := strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == '\t' })
		var msg string
		switch {
		case k == 0:
			msg = f.banner(line, words)
		case len(words) == 0:
		case words[0][0] == '%':
			if sized {
				f.codes["comment-in-data"]++
			} else if line[0] != '%' {
				f.codes["comment-indented"]++
			}
		case !sized:
			msg = f.size(words)
			sized = true
		default:
			msg = f.entry(words, k+1, skip)
		}
		if msg != "" {
			return nil, &slowError{k + 1, msg}
		}
	}
	end := len(lines) + 1
	if !sized {
		return nil, &slowError{end, "no size line"}
	}
	if f.seen < f.entries {
		return nil, &slowError{end, "too few entries"}
	}
	if msg := f.finish(skip); msg != "" {
		return nil, &slowError{max(f.firstBoth, f.firstOutside), msg}
	}
	return f, nil
}

func (f *slowFile) banner(line string, words []string) string {
	if line[0] != '%' || !strings.EqualFold(strings.Replace(words[0], "%%", "%", 1), "%MatrixMarket") {
		return "no banner"
	}
	if line[1] != '%' {
		f.codes["banner"]++
	}
	if len(words) < 5 {
		return "short banner"
	}
	for k := range words {
		words[k] = strings.ToLower(words[k])
	}
	f.layout, f.field, f.symmetry = words[2], words[3], words[4]
	if to, ok := map[string]string{"double": "real", "unsigned-integer": "integer"}[f.field]; ok {
		f.field = to
		f.codes["field"]++
	}
	if len(words) > 5 {
		f.codes["banner-rest"]++
	}
	known := map[string]bool{"matrix coordinate": true, "matrix array": true}
	fields := map[string]bool{"real": true, "integer": true, "complex": true, "pattern": true}
	symmetries := map[string]bool{"general": true, "symmetric": true, "skew-symmetric": true, "hermitian": true}
	switch {
	case !known[words[1]+" "+f.layout] || !fields[f.field] || !symmetries[f.symmetry]:
		return "unknown word"
	case f.layout == "array" && f.field == "pattern":
		return "words that do not go together"
	case f.symmetry == "hermitian" && f.field != "complex":
		f.symmetry = "symmetric"
		return f.forbidden("lenient-hermitian-field")
	case f.symmetry == "skew-symmetric" && f.field == "pattern":
		return f.forbidden("lenient-skew-pattern")
	}
	return ""
}

// forbidden counts a departure that a lenient reader accepts.
func (f *slowFile) forbidden(code string) string {
	if f.lenient {
		f.codes[code]++
		return ""
	}
	return code
}

func (f *slowFile) size(words []string) string {
	want := 3
	if f.layout == "array" {
		want = 2
	}
	if len(words) != want {
		return "size line"
	}
	var v [3]int
	for k, w := range words {
		n, err := strconv.ParseInt(strings.TrimPrefix(w, "+"), 10, 64)
		if !slowCount.MatchString(w) || err != nil || n > 1<<53 || k < 2 && n > sparsity.MaxDim {
			return "size"
		}
		v[k] = int(n)
	}
	f.rows, f.cols, f.entries = v[0], v[1], v[2]
	if f.symmetry != "general" && f.rows != f.cols {
		if f.layout == "array" {
			return "not square"
		}
		if msg := f.forbidden("lenient-not-square"); msg != "" {
			return msg
		}
	}
	if f.layout == "array" {
		f.entries = f.rows * f.cols
		if f.symmetry != "general" {
			f.entries = f.rows * (f.rows + 1) / 2
		}
		if f.symmetry == "skew-symmetric" {
			f.entries -= f.rows
		}
	}
	if (f.rows == 0 || f.cols == 0) && f.entries > 0 {
		return "entries of nothing"
	}
	if most := max(4<<20, 64*min(f.entries, math.MaxInt32)); f.rows > most || f.cols > most {
		return "too empty"
	}
	return ""
}

// arrayLists reports whether an array lists position (i, j).
func (f *slowFile) arrayLists(i, j int) bool {
	return f.symmetry == "general" || i > j || i == j && f.symmetry != "skew-symmetric"
}

// arrayPosition returns the position of the k-th value of an array.
func (f *slowFile) arrayPosition(k int) (int, int) {
	for j := range f.cols {
		for i := range f.rows {
			if f.arrayLists(i, j) {
				if k == 0 {
					return i, j
				}
				k--
			}
		}
	}
	panic("no such position")
}

func (f *slowFile) entry(words []string, line int, skip bool) string {
	if f.seen == f.entries {
		return "too many entries"
	}
	var i, j int
	if f.layout == "coordinate" {
		var ok [2]bool
		if i, ok[0] = f.index(words, 0, f.rows); !ok[0] {
			return "row"
		}
		if j, ok[1] = f.index(words, 1, f.cols); !ok[1] {
			return "column"
		}
		words = words[2:]
		if i == j && f.symmetry == "skew-symmetric" {
			if msg := f.forbidden("lenient-skew-diagonal"); msg != "" {
				return msg
			}
		}
		if at := [2]int{i, j}; f.symmetry != "general" && i < j && f.upperLine[at] == 0 {
			f.upperLine[at] = line
		}
		if f.rows != f.cols && f.symmetry != "general" && (i >= f.cols || j >= f.rows) && f.firstOutside == 0 {
			f.firstOutside = line
		}
		if want := f.numbers(); !skip && len(words) > want {
			code := "lenient-extra-text"
			if f.field == "pattern" {
				code = "lenient-pattern-values"
			}
			if msg := f.forbidden(code); msg != "" {
				return msg
			}
			words = words[:want]
		}
	} else {
		i, j = f.arrayPosition(f.seen)
	}
	v := complex(1, 0)
	if !skip {
		var msg string
		if v, msg = f.value(words); msg != "" {
			return msg
		}
		if i == j && f.symmetry == "hermitian" && imag(v) != 0 {
			f.codes["hermitian-diagonal"]++
		}
	}
	f.add(i, j, v)
	f.seen++
	return ""
}

func (f *slowFile) index(words []string, k, limit int) (int, bool) {
	if k >= len(words) || !slowCount.MatchString(words[k]) {
		return 0, false
	}
	n, err := strconv.ParseInt(strings.TrimPrefix(words[k], "+"), 10, 64)
	return int(n - 1), err == nil && n >= 1 && n <= int64(limit)
}

// numbers returns how many numbers a value is.
func (f *slowFile) numbers() int {
	return map[string]int{"pattern": 0, "real": 1, "integer": 1, "complex": 2}[f.field]
}

func (f *slowFile) value(words []string) (complex128, string) {
	if len(words) != f.numbers() {
		return 0, "numbers"
	}
	var v [2]float64
	for k, w := range words {
		m := slowReal.FindStringSubmatch(w)
		if m == nil && !slowWord.MatchString(w) || f.field == "integer" && !slowInt.MatchString(w) {
			return 0, "number"
		}
		if m != nil {
			if w = m[1]; m[2]+m[3] != "" {
				w += "e" + m[2] + m[3]
			}
		}
		x, err := strconv.ParseFloat(w, 64)
		if err != nil && !math.IsInf(x, 0) {
			x = math.NaN() // a sign before it, which ParseFloat refuses
		}
		v[k] = x
		switch {
		case math.IsInf(x, 0) || math.IsNaN(x):
			f.codes["not-finite"]++
		case f.field == "integer" && math.Abs(x) >= 1<<53:
			f.codes["integer-rounded"]++
		}
	}
	if f.field == "pattern" {
		return 1, ""
	}
	return complex(v[0], v[1]), ""
}

// add adds an entry as listed.
func (f *slowFile) add(i, j int, v complex128) {
	f.values[[2]int{i, j}] += v
	f.listed[[2]int{i, j}]++
}

// mirrored returns what v at (i, j) is at (j, i).
func (f *slowFile) mirrored(v complex128) complex128 {
	switch f.symmetry {
	case "skew-symmetric":
		return complex(-real(v), -imag(v))
	case "hermitian":
		return complex(real(v), -imag(v))
	}
	return v
}

// finish adds the mirrors and counts duplicates, zeros and pairs.
func (f *slowFile) finish(skip bool) string {
	if f.firstOutside > 0 {
		return "mirror outside"
	}
	both := false
	for at, n := range f.listed {
		v, mirror := f.values[at], [2]int{at[1], at[0]}
		f.sums[at] = v
		f.duplicates += n - 1
		if f.symmetry == "general" || at[0] == at[1] {
			continue
		}
		if f.listed[mirror] == 0 {
			f.sums[mirror] = f.mirrored(v)
			if at[0] < at[1] {
				f.codes["upper-triangle"] += n
			}
			continue
		}
		if at[0] > at[1] {
			continue
		}
		if line := f.upperLine[at]; !both || line < f.firstBoth {
			f.firstBoth = line
		}
		both = true
		if f.forbidden("lenient-both-triangles") == "" && f.field != "pattern" && !skip {
			w := f.mirrored(v)
			if u := f.values[mirror]; !same(real(w), real(u)) || !same(imag(w), imag(u)) {
				f.codes["lenient-triangles-differ"]++
			}
		}
	}
	if both && !f.lenient {
		return "both of a pair"
	}
	if f.duplicates > 0 {
		f.codes["duplicates"] = f.duplicates
	}
	if n := f.zeros(skip); f.layout == "array" && n > 0 {
		f.codes["array-zeros"] = n
	}
	return ""
}

// same reports whether x and y are the same number, or both are none.
func same(x, y float64) bool { return x == y || math.IsNaN(x) && math.IsNaN(y) }

func (f *slowFile) zeros(skip bool) int {
	n := 0
	for _, v := range f.sums {
		if v == 0 && !skip && f.field != "pattern" {
			n++
		}
	}
	return n
}
