package logline

import (
	"bufio"
	"bytes"
	"io"
	"strings"
)

// DefaultLimit is the length in bytes up to which a line is kept: lists of the
// thunks of large modules take some hundred thousand.
const DefaultLimit = 1 << 20

// A Line is one line of a log.
type Line struct {
	Number int64  // from 1
	Text   string // without what ends it, without escape sequences, UTF-8
	Cut    int64  // bytes that were dropped at its end
}

// A Reader reads lines.
type Reader struct {
	in       *bufio.Reader
	limit    int
	newlines int64
	text     []byte
	returned bool // the byte read last was a carriage return
}

// NewReader returns a reader of r that keeps up to limit bytes of each line;
// [DefaultLimit] where limit is 0.
func NewReader(r io.Reader, limit int) *Reader {
	if limit <= 0 {
		limit = DefaultLimit
	}
	return &Reader{in: bufio.NewReaderSize(r, 1<<16), limit: limit}
}

// Each calls take with every line of r, of which it keeps up to [DefaultLimit]
// bytes. An error is one of r.
func Each(r io.Reader, take func(Line)) error {
	for in := NewReader(r, 0); ; {
		l, err := in.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		take(l)
	}
}

// Next returns the next line, io.EOF after the last. An error of the input comes
// after the line that it cut.
func (r *Reader) Next() (Line, error) {
	l := Line{Number: r.newlines + 1}
	r.text = r.text[:0]
	some := false
	for {
		if _, err := r.in.Peek(1); err != nil {
			if !some {
				return Line{}, err
			}
			l.Text = clean(string(r.text))
			return l, nil // the error comes again
		}
		chunk, _ := r.in.Peek(r.in.Buffered())
		if r.returned {
			r.returned = false
			if chunk[0] == '\n' { // the second half of what ended the line before
				r.newlines++
				l.Number++
				r.discard(1)
				continue
			}
		}
		end := bytes.IndexAny(chunk, "\n\r")
		if end < 0 {
			some = true
			l.Cut += r.keep(chunk)
			r.discard(len(chunk))
			continue
		}
		l.Cut += r.keep(chunk[:end])
		if chunk[end] == '\n' {
			r.newlines++
		} else {
			r.returned = true
		}
		r.discard(end + 1)
		l.Text = clean(string(r.text))
		return l, nil
	}
}

// discard drops n bytes that are buffered.
func (r *Reader) discard(n int) { _, _ = r.in.Discard(n) } // cannot fail: they are there

// keep appends what fits of chunk, and returns how much did not.
func (r *Reader) keep(chunk []byte) int64 {
	n := min(len(chunk), r.limit-len(r.text))
	r.text = append(r.text, chunk[:n]...)
	return int64(len(chunk) - n)
}

// clean returns text without escape sequences, as UTF-8.
func clean(text string) string {
	if strings.IndexByte(text, escape) >= 0 {
		text = plain(text)
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}
