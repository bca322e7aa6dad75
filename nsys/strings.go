package nsys

import (
	"strconv"

	"github.com/nrkit/nrkit/internal/sqlite"
)

// A String stands for a text of an export: two are equal when the texts are.
type String int32

// NoString stands for NULL.
const NoString String = -1

// A stringTable holds each text once.
type stringTable struct {
	loaded bool
	texts  []string
	index  map[string]String
	dense  []String         // by id of StringIds; NoString for none
	sparse map[int64]String // by ids too large for dense
}

// loadStrings reads the table StringIds once.
func (e *Export) loadStrings() error {
	s := &e.strings
	if s.loaded {
		return nil
	}
	s.loaded = true
	n, err := e.Count("StringIds")
	if err != nil {
		return err
	}
	s.index, s.sparse = make(map[string]String, n), map[int64]String{}
	s.dense = make([]String, 0, 2*n)
	return e.scan("StringIds", columns("id value |"), func(r *row) error {
		s.add(r.int(0), s.intern(r.values[1].Bytes()))
		return r.err
	})
}

// add gives a text an id.
func (s *stringTable) add(id int64, text String) {
	if id < 0 || id >= int64(cap(s.dense)) { // exports that were cut down have few ids, and large ones
		s.sparse[id] = text
		return
	}
	for int64(len(s.dense)) <= id {
		s.dense = append(s.dense, NoString)
	}
	s.dense[id] = text
}

// intern returns the String of a text.
func (s *stringTable) intern(text []byte) String {
	if i, ok := s.index[string(text)]; ok {
		return i
	}
	t := string(text)
	i := String(len(s.texts))
	s.texts = append(s.texts, t)
	s.index[t] = i
	return i
}

// byID returns the text of an id, NoString when there is none.
func (s *stringTable) byID(id int64) String {
	if id >= 0 && id < int64(len(s.dense)) {
		return s.dense[id]
	}
	if i, ok := s.sparse[id]; ok {
		return i
	}
	return NoString
}

// Text returns the text that s stands for; "" for NoString.
func (e *Export) Text(s String) string {
	if s < 0 || int(s) >= len(e.strings.texts) {
		return ""
	}
	return e.strings.texts[s]
}

// Intern returns the String of a text, such as a name that is put together.
func (e *Export) Intern(text string) (String, error) {
	if err := e.loadStrings(); err != nil {
		return NoString, err
	}
	return e.strings.intern([]byte(text)), nil
}

// formatNumber prints a number that stands where a text should.
func formatNumber(v *sqlite.Value) string {
	if v.Kind == sqlite.Integer {
		return strconv.FormatInt(v.Int(), 10)
	}
	return strconv.FormatFloat(v.Float(), 'g', -1, 64)
}
