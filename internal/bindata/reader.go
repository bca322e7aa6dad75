package bindata

import (
	"encoding/binary"
	"fmt"
	"io"
)

// An Error says what is wrong with an input and where.
type Error struct {
	Offset int64 // of the byte, from 0
	Msg    string
}

// Error returns the message with the offset.
func (e *Error) Error() string { return fmt.Sprintf("byte %d: %s", e.Offset, e.Msg) }

// A Reader reads numbers and counts the bytes.
type Reader struct {
	Order binary.ByteOrder

	r       io.Reader
	at      int64
	failure error
}

// NewReader returns a reader of r, whose first byte has the offset at.
func NewReader(r io.Reader, order binary.ByteOrder, at int64) *Reader {
	return &Reader{Order: order, r: r, at: at}
}

// Offset returns the offset of the next byte.
func (r *Reader) Offset() int64 { return r.at }

// Failure returns the error of the underlying reader other than its end, nil
// when there was no such error.
func (r *Reader) Failure() error { return r.failure }

// Read reads bytes.
func (r *Reader) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	r.at += int64(n)
	if err != nil && err != io.EOF && r.failure == nil {
		r.failure = err
	}
	return n, err
}

// Fault returns an error about the byte at the offset at.
func (r *Reader) Fault(at int64, format string, args ...any) error {
	return &Error{at, fmt.Sprintf(format, args...)}
}

// Full fills b. An input that ends before is an [Error], which says what was
// wanted; an error of the underlying reader is returned as it is.
func (r *Reader) Full(b []byte, what string) error {
	n, err := io.ReadFull(r, b)
	return r.ended(err, int64(len(b)-n), what)
}

// ended returns the error for err, which ended the reading of what when so many
// bytes were missing.
func (r *Reader) ended(err error, missing int64, what string) error {
	switch {
	case err == nil:
		return nil
	case r.failure != nil:
		return r.failure
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		return r.Fault(r.at, "truncated: want %d more bytes of %s, got the end of the input", missing, what)
	}
	return err
}

// Skip reads n bytes and forgets them.
func (r *Reader) Skip(n int64, what string) error {
	k, err := io.CopyN(io.Discard, r, n)
	return r.ended(err, n-k, what)
}

// chunk is how many bytes are converted at a time.
const chunk = 64 << 10

// Each reads n numbers of size bytes and calls take with some whole numbers at a
// time, the first of which is number k. The bytes are valid until take returns.
func (r *Reader) Each(n int64, size int, what string, take func(b []byte, k int64) error) error {
	buf := make([]byte, min(n, int64(chunk/size))*int64(size))
	for k := int64(0); k < n; {
		b := buf[:min(int64(len(buf)), (n-k)*int64(size))]
		if err := r.Full(b, what); err != nil {
			return err
		}
		if err := take(b, k); err != nil {
			return err
		}
		k += int64(len(b) / size)
	}
	return nil
}
