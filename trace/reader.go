package trace

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
)

// A SyntaxError says where a file is not a capture file.
type SyntaxError struct {
	File   string // "" when unknown
	Offset int64  // bytes from the start
	Msg    string
}

func (e *SyntaxError) Error() string {
	if e.File == "" {
		return fmt.Sprintf("offset %d: %s", e.Offset, e.Msg)
	}
	return fmt.Sprintf("%s: offset %d: %s", e.File, e.Offset, e.Msg)
}

// Is says whether a file that begins like this is a capture of any version, perhaps
// one that ends within its first bytes.
func Is(head []byte) bool {
	const version = len(magic) - 1
	n := min(len(head), version)
	return n > 0 && string(head[:n]) == magic[:n]
}

// Open reads the capture file path, whether its program closed the file, still runs,
// or was killed.
//
// A file whose header is damaged is refused with a *SyntaxError. Other damaged or
// missing parts are left out and reported in Loss. Every checksum is verified here;
// Events reads the file again, chunk by chunk, so that memory does not grow with the
// number of events. [Trace.Close] closes the file.
func Open(path string) (*Trace, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	t, err := openFile(f)
	if err != nil {
		_ = f.Close() // was only read
		var s *SyntaxError
		if errors.As(err, &s) {
			s.File = path
			return nil, s
		}
		return nil, fmt.Errorf("reading %s: %w", path, err)
	}
	t.file.close = f.Close
	return t, nil
}

func openFile(f *os.File) (*Trace, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return Read(f, info.Size())
}

// Read is [Open] for size bytes of any source.
func Read(src io.ReaderAt, size int64) (*Trace, error) {
	s := scanner{src: src, size: size, file: &file{src: src}, byID: map[uint32]int32{}}
	if err := s.scan(); err != nil {
		return nil, err
	}
	return s.finish(), nil
}

// Close closes the file of a trace that [Open] made, and calls Release if it is set.
// Other traces need no Close.
func (t *Trace) Close() (err error) {
	if t.Release != nil {
		err = t.Release()
	}
	if t.file != nil && t.file.close != nil {
		err = errors.Join(err, t.file.close())
	}
	return err
}

// Err returns the first error that Events met, such as a file that changed, or that
// Summarize met in its temporary file. The events of that chunk end at the error.
func (t *Trace) Err() error {
	if t.file != nil && t.file.err != nil {
		return t.file.err
	}
	if t.Fault != nil {
		if err := t.Fault(); err != nil {
			return err
		}
	}
	return t.spilt
}

// Watch makes each pass over the events of a capture call read with the bytes that it has
// read since the last call, and returns how many bytes a pass reads. For a trace that is no
// capture in a file, Watch returns 0 and read is never called.
func (t *Trace) Watch(read func(bytes int64)) int64 {
	if t.file == nil {
		return 0
	}
	t.file.watch = read
	size := int64(0)
	for i := range t.file.chunks {
		size += headerSize + t.file.chunks[i].head.length
	}
	return size
}

// A file is what Events needs.
type file struct {
	src      io.ReaderAt
	close    func() error
	err      error
	watch    func(bytes int64)
	chunks   []eventChunk // of one track in sequence
	blobs    []blobChunk
	byID     map[uint32]int32 // track of the file → index of Trace.Tracks
	line     timeline
	patterns []*Pattern
	names    int32 // names there are; others are the last
	tracks   int
}

// An eventChunk is a chunk of events that was found whole.
type eventChunk struct {
	offset  int64 // of the chunk header
	head    chunkHead
	base    uint64 // tick from which its events count
	written uint64 // tick at which it was
	before  uint64
	dropped uint64
	events  uint64 // dropped
	seq     uint32
	track   int32 // index of Trace.Tracks
}

// A scanner goes through a file once.
type scanner struct {
	src  io.ReaderAt
	size int64
	off  int64
	buf  []byte

	trace   Trace
	file    *file
	anchors []anchor
	byID    map[uint32]int32 // track of the file → index of trace.Tracks
	known   []bool           // whether names[i] was read
	damaged int64            // ranges in chunks whose payload is damaged
	more    moreTables
	end     int64 // ranges that the end mark says; -1 without one
}

func (s *scanner) scan() error {
	s.end = -1
	if err := s.first(); err != nil {
		return err
	}
	for s.off < s.size {
		h, ok, err := s.head(s.off)
		if err != nil {
			return err
		}
		if !ok || s.off+headerSize+h.length > s.size {
			if err := s.resync(); err != nil {
				return err
			}
			continue
		}
		body, err := s.bytes(s.off+headerSize, h.length)
		if err != nil {
			return err
		}
		if castagnoli(body) != h.crc || !s.take(h, body) {
			s.trace.Loss.Chunks++
			s.damaged += h.ranges
		}
		s.off += headerSize + h.length
	}
	return nil
}

// first reads the magic and the header.
func (s *scanner) first() error {
	b, err := s.bytes(0, min(s.size, int64(len(magic))))
	if err != nil {
		return err
	}
	const v = len(magic) - 1
	switch {
	case len(b) == 0:
		return &SyntaxError{Msg: "is empty, want a capture file"}
	case string(b) == magic, string(b) == magicFlows:
	case len(b) <= v && bytes.HasPrefix([]byte(magic), b):
		return &SyntaxError{Offset: int64(len(b)), Msg: "input ends within the magic number of a capture file"}
	case len(b) == len(magic) && string(b[:v]) == magic[:v]:
		return &SyntaxError{Offset: int64(v), Msg: fmt.Sprintf("capture file of version %d, want 1 or 2", b[v])}
	default:
		return &SyntaxError{Msg: fmt.Sprintf("not a capture file: starts with %q, want %q", b, magic)}
	}
	s.off = int64(len(magic))
	h, ok, err := s.head(s.off)
	switch {
	case err != nil:
		return err
	case s.size < s.off+headerSize:
		return &SyntaxError{Offset: s.size, Msg: "input ends before the header of the trace"}
	case !ok || h.kind != chunkHeader:
		return &SyntaxError{Offset: s.off, Msg: "chunk of the header of the trace is damaged"}
	case s.off+headerSize+h.length > s.size:
		return &SyntaxError{Offset: s.size, Msg: fmt.Sprintf("input ends within the header of the trace, want %d bytes", h.length)}
	}
	body, err := s.bytes(s.off+headerSize, h.length)
	if err != nil {
		return err
	}
	if got := castagnoli(body); got != h.crc {
		return &SyntaxError{Offset: s.off + headerSize, Msg: fmt.Sprintf("header of the trace has checksum %08x, want %08x", got, h.crc)}
	}
	if err := json.Unmarshal(body, &s.trace.Header); err != nil {
		return &SyntaxError{Offset: s.off + headerSize, Msg: "header of the trace: " + err.Error()}
	}
	s.off += headerSize + h.length
	return nil
}

// head reads the chunk header at off.
func (s *scanner) head(off int64) (chunkHead, bool, error) {
	if s.size-off < headerSize {
		return chunkHead{}, false, nil
	}
	b, err := s.bytes(off, headerSize)
	if err != nil {
		return chunkHead{}, false, err
	}
	h, ok := parseHead(b)
	return h, ok, nil
}

// resync looks for a chunk header after off, where there is none or one of a
// chunk that the file does not hold.
func (s *scanner) resync() error {
	const window = 1 << 16
	for at := s.off + 1; s.size-at >= headerSize; {
		b, err := s.bytes(at, min(window, s.size-at))
		if err != nil {
			return err
		}
		for i := 0; ; i++ {
			k := bytes.Index(b[i:], []byte(syncMark))
			if k < 0 || i+k+headerSize > len(b) {
				break
			}
			i += k
			h, ok := parseHead(b[i:])
			if ok && at+int64(i)+headerSize+h.length <= s.size {
				s.trace.Loss.Chunks++
				s.off = at + int64(i)
				return nil
			}
		}
		at += int64(max(len(b)-headerSize+1, 1))
	}
	s.trace.Loss.Truncated += s.size - s.off
	s.off = s.size
	return nil
}

// bytes reads n bytes at off, which the source has; the result is valid until
// the next call.
func (s *scanner) bytes(off, n int64) ([]byte, error) {
	s.buf = slices.Grow(s.buf[:0], int(n))[:n]
	if got, err := s.src.ReadAt(s.buf, off); got < int(n) {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	return s.buf, nil
}

// finish makes the tables of what was found.
func (s *scanner) finish() *Trace {
	t, f := &s.trace, s.file
	t.Loss.Open = s.end < 0
	for i, ok := range s.known {
		if !ok {
			t.Names[i] = fmt.Sprintf("(lost name %d)", i)
		}
	}
	if t.Loss.Chunks > 0 || t.Loss.Truncated > 0 || t.Loss.Open {
		t.Names = append(t.Names, "(lost name)") // for all that the table lacks
	}
	f.line = newTimeline(s.anchors)
	t.Last = f.line[len(f.line)-1].ns
	f.names = int32(len(t.Names))
	f.tracks = len(t.Tracks)
	s.orderChunks()
	s.applyMore()
	t.file = f
	t.Events = f.events
	if len(f.blobs) > 0 {
		f.byID = s.byID
		t.Blobs = f.readBlobs
	}
	whole := *t // t would keep the buffer of the scanner
	return &whole
}
