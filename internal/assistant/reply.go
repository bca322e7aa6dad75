package assistant

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"github.com/nrkit/nrkit/internal/legible"
)

// The size of a reply. A token of o200k_base is 2.0 bytes of rows of numbers, and 3 to 4
// bytes of other rows. A reply has the same object twice, as text and as structured
// content, and a client shows the model one of them.
const (
	// ReplyBytes bounds a reply as it is sent: 8,000 tokens of 2 bytes for both
	// copies of the object together.
	ReplyBytes = 16_000

	objectBytes  = 7_700 // of the object, so that both copies and their escapes fit
	headBytes    = 3_000 // of summary, warnings and facts
	rowBytes     = 2_400 // of one row
	messageBytes = 2_000 // of an error with its hint
	lineBytes    = 500   // of a sentence
)

// A Reply is the object of a tool, with facts of type F and rows of type R.
type Reply[F, R any] struct {
	Summary    []string `json:"summary" jsonschema:"what a person would say first; only in the first reply"`
	Warnings   []string `json:"warnings" jsonschema:"what is doubtful; only in the first reply"`
	Facts      *F       `json:"facts,omitempty" jsonschema:"figures of the whole; only in the first reply"`
	Rows       []R      `json:"rows" jsonschema:"the rows of this reply"`
	FirstRow   int      `json:"first_row" jsonschema:"number of the first of these rows, from 0"`
	TotalRows  int      `json:"total_rows" jsonschema:"number of rows of all replies together"`
	NextCursor string   `json:"next_cursor,omitempty" jsonschema:"the same call with this cursor returns the next rows; absent in the last reply"`
}

// An answer is what a tool found, before it is divided into replies.
type answer struct {
	summary, warnings []string
	facts             json.RawMessage
	rows              []json.RawMessage
}

// answerOf returns the answer of facts and rows, with each row within its size.
func answerOf[F, R any](summary, warnings []string, facts *F, rows []R) (*answer, error) {
	a := &answer{summary: summary, warnings: warnings}
	if facts != nil {
		text, err := marshal(facts)
		if err != nil {
			return nil, err
		}
		a.facts = fitted(text, headBytes/2)
	}
	for i := range rows {
		text, err := marshal(&rows[i])
		if err != nil {
			return nil, err
		}
		a.rows = append(a.rows, fitted(text, rowBytes))
	}
	return a, nil
}

// marshal writes JSON in which names from files have no signs that hide or reorder
// text.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return legible.JSON(bytes.TrimSpace(b.Bytes())), nil
}

// fitted returns a JSON value of a weight of at most limit: long texts are cut, and then long
// lists in objects.
func fitted(text []byte, limit int) []byte {
	for _, cut := range []struct{ text, list int }{{400, 1000}, {200, 40}, {100, 15}, {40, 6}, {12, 3}, {4, 1}} {
		if weight(text) <= limit {
			return text
		}
		var v any
		dec := json.NewDecoder(bytes.NewReader(text))
		dec.UseNumber()
		if err := dec.Decode(&v); err != nil {
			return text // was just written
		}
		shorter, err := marshal(clipped(v, cut.text, cut.list, true))
		if err != nil {
			return text
		}
		text = shorter
	}
	return text
}

// clipped returns a value with shorter texts and lists. The list that is a whole row
// keeps its length, because its elements are cells.
func clipped(v any, text, list int, row bool) any {
	switch v := v.(type) {
	case string:
		return cutText(v, text)
	case []any:
		if !row && len(v) > list {
			v = v[:list]
		}
		for k := range v {
			v[k] = clipped(v[k], text, list, false)
		}
		return v
	case map[string]any:
		for k := range v {
			v[k] = clipped(v[k], text, list, false)
		}
		return v
	}
	return v
}

// cutText returns at most n bytes of a text, and an ellipsis.
func cutText(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}

// lines returns sentences that take at most limit bytes, and how many are left out.
func lines(list []string, limit int) []string {
	out := []string{}
	used := 0
	for k, s := range list {
		s = cutText(s, lineBytes)
		text, err := marshal(s)
		if err != nil {
			continue // a text always becomes JSON
		}
		if used += weight(text) + 1; used > limit {
			return append(out, fmt.Sprintf("… and %d more sentences", len(list)-k))
		}
		out = append(out, s)
	}
	return out
}

// page returns the object with the rows from first on, as many as fit. next is the
// number of the first row that did not fit; it is the number of rows if all did.
func (a *answer) page(first int, cursor func(next int) string) (object []byte, next int, err error) {
	r := struct {
		Summary   []string          `json:"summary"`
		Warnings  []string          `json:"warnings"`
		Facts     json.RawMessage   `json:"facts,omitempty"`
		Rows      []json.RawMessage `json:"rows"`
		FirstRow  int               `json:"first_row"`
		TotalRows int               `json:"total_rows"`
		Next      string            `json:"next_cursor,omitempty"`
	}{Summary: []string{}, Warnings: []string{}, Rows: []json.RawMessage{}, FirstRow: first, TotalRows: len(a.rows)}
	if first == 0 {
		r.Summary, r.Warnings, r.Facts = lines(a.summary, headBytes/2), lines(a.warnings, headBytes/2), a.facts
	}
	head, err := marshal(&r)
	if err != nil {
		return nil, 0, err
	}
	room := objectBytes - weight(head) - 60 // the cursor
	next = first
	for next < len(a.rows) {
		if room -= weight(a.rows[next]) + 1; room < 0 && next > first {
			break
		}
		next++
	}
	r.Rows = append(r.Rows, a.rows[first:next]...)
	if next < len(a.rows) {
		r.Next = cursor(next)
	}
	object, err = marshal(&r)
	return object, next, err
}

// weight is how many bytes a JSON text counts: half of what it takes in both copies. One
// copy is in a text, in which quotes, backslashes and signs for HTML are escaped.
func weight(text []byte) int {
	n := len(text)
	for _, c := range text {
		switch c {
		case '"', '\\':
			n++
		case '<', '>', '&':
			n += 10 // in both copies
		}
	}
	return (n + len(text) + 1) / 2
}
