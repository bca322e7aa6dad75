package nsys

import (
	"strconv"

	"github.com/nrkit/nrkit/internal/sqlite"
)

// A String stands for a text of an export: two are equal when the texts are.
type String int32

// NoString stands for NULL.
const NoString String = -1

// unknown stands for a text that was not looked up yet.
const unknown String = -2

// A stringTable holds each text once. Texts are looked up when they are asked
// for: an export has thousands of which a report prints a few.
type stringTable struct {
	textTable
	dense  []String         // by id of StringIds
	sparse map[int64]String // by ids too large for dense
	found  int              // ids that were looked up
	ready  bool
	all    bool // there is no other id
	table  *sqlite.Table
}

const (
	mostFound = 256     // ids to look up before all are read
	mostDense = 1 << 16 // ids that dense holds before all are read
)

// prepareStrings makes room for strings.
func (e *Export) prepareStrings() {
	s := &e.strings
	if s.ready {
		return
	}
	s.ready, s.sparse = true, map[int64]String{}
	if s.table = e.side().Table("StringIds"); s.table == nil {
		s.all = true
	}
}

// stringOf returns the text of an id, NoString when there is none.
func (e *Export) stringOf(id int64) (String, error) {
	s := &e.strings
	if id >= 0 && id < int64(len(s.dense)) {
		if i := s.dense[id]; i != unknown {
			return i, nil
		}
	} else if i, ok := s.sparse[id]; ok {
		return i, nil
	}
	return e.findString(id)
}

// findString reads the text of an id that was not asked for before.
func (e *Export) findString(id int64) (String, error) {
	e.prepareStrings()
	s := &e.strings
	if s.all {
		return NoString, nil
	}
	cols := []int{s.table.Column("id"), s.table.Column("value")}
	if cols[0] < 0 || cols[1] < 0 || s.found == mostFound || !s.table.IsRowid(cols[0]) || s.found == 0 && s.table.OnePage() {
		if err := e.readStrings(); err != nil {
			return NoString, err
		}
		return e.stringOf(id)
	}
	s.found++
	text := NoString
	err := s.table.Find(id, cols[1:], func(row []sqlite.Value) error {
		text = s.intern(row[0].Bytes())
		return nil
	})
	s.add(id, text, mostDense)
	return text, err
}

// readStrings reads the whole table StringIds.
func (e *Export) readStrings() error {
	s := &e.strings
	s.all = true
	n, err := s.table.Count()
	if err != nil {
		return err
	}
	e.strings.dense = append(make([]String, 0, max(2*n, len(s.dense))), s.dense...)
	err = e.scanOf(s.table, columns("id value |"), func(r *row) error {
		s.add(r.int(0), s.intern(r.values[1].Bytes()), int64(cap(s.dense)))
		return r.err
	})
	for i, text := range s.dense {
		if text == unknown {
			s.dense[i] = NoString
		}
	}
	return err
}

// add gives a text an id. Ids up to most are found by index: exports that were
// cut down have few ids, and large ones.
func (s *stringTable) add(id int64, text String, most int64) {
	if id < 0 || id >= most {
		s.sparse[id] = text
		return
	}
	for int64(len(s.dense)) <= id {
		s.dense = append(s.dense, unknown)
	}
	s.dense[id] = text
}

// intern returns the String of a text.
func (s *stringTable) intern(text []byte) String { return String(s.textTable.intern(text)) }

// Text returns the text that s stands for; "" for NoString.
func (e *Export) Text(s String) string {
	if s < 0 || int(s) >= e.strings.count {
		return ""
	}
	return e.strings.text(int(s))
}

// Strings returns the number of texts that have a String so far. Every String is
// less than this number.
func (e *Export) Strings() int { return e.strings.count }

// Intern returns the String of a text, such as a name that is put together.
func (e *Export) Intern(text string) (String, error) {
	e.prepareStrings()
	return e.strings.intern([]byte(text)), nil
}

// formatNumber prints a number that stands where a text should.
func formatNumber(v *sqlite.Value) string {
	if v.Kind == sqlite.Integer {
		return strconv.FormatInt(v.Int(), 10)
	}
	return strconv.FormatFloat(v.Float(), 'g', -1, 64)
}
