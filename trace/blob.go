package trace

import (
	"encoding/binary"
	"fmt"
	"io"
	"iter"
)

// A Blob is bytes that a program attached to an event, or that say what such
// bytes mean, as the program gave them.
type Blob struct {
	Sort  string // which format, and of what: "nvtx.payload", "nvtx.schema" …
	ID    uint64 // number within the sort: which schema
	Time  int64  // ns: when the event happened
	Track int32  // of the event; -1 when it is of none
	Name  int32  // of the event; -1 when it has none
	Data  []byte // valid until the next one
}

const (
	blobChunkSize = 1 << 20            // bytes of blobs after which they are written
	maxBlob       = maxPayload - 1<<17 // bytes of one
)

// A blobChunk is a chunk of blobs that was found whole.
type blobChunk struct {
	offset int64
	head   chunkHead
}

// blobs writes the blobs of the trace.
func (s *saver) blobs() error {
	if s.t.Blobs == nil {
		return nil
	}
	b := make([]byte, headerSize)
	for x := range s.t.Blobs() {
		switch {
		case x.Track < -1 || int(x.Track) >= len(s.tracks) || x.Name < -1 || int(x.Name) >= len(s.t.Names):
			return fmt.Errorf("writing trace: blob of track %d with name %d, want them below %d and %d", x.Track, x.Name, len(s.tracks), len(s.t.Names))
		case x.Time < 0:
			return fmt.Errorf("writing trace: blob at %d ns, want 0 or later", x.Time)
		case len(x.Data) > maxBlob || len(x.Sort) > maxName:
			return fmt.Errorf("writing trace: blob of %d bytes, want at most %d", len(x.Data), maxBlob)
		}
		if len(b)+len(x.Data) > maxPayload {
			if err := s.write(b, chunkBlobs, 0); err != nil {
				return err
			}
			b = b[:headerSize]
		}
		for _, n := range []uint64{uint64(x.Track + 1), uint64(x.Time), uint64(x.Name + 1), x.ID, uint64(len(x.Sort))} {
			b = binary.AppendUvarint(b, n)
		}
		b = binary.AppendUvarint(append(b, x.Sort...), uint64(len(x.Data)))
		b = append(b, x.Data...)
		s.last = max(s.last, x.Time)
		if len(b) >= blobChunkSize {
			if err := s.write(b, chunkBlobs, 0); err != nil {
				return err
			}
			b = b[:headerSize]
		}
	}
	if len(b) == headerSize {
		return nil
	}
	return s.write(b, chunkBlobs, 0)
}

// A rawBlob is a blob as the file has it.
type rawBlob struct {
	track, tick, name, id uint64
	sort, data            []byte
}

// blob reads a blob from the front of f.
func (f *fields) blob() rawBlob {
	r := rawBlob{track: f.uvarint(), tick: f.uvarint(), name: f.uvarint(), id: f.uvarint()}
	r.sort = f.bytes()
	r.data = f.bytes()
	return r
}

// bytes reads a length and so many bytes, which are not copied.
func (f *fields) bytes() []byte {
	n := f.uvarint()
	if n > uint64(len(f.b)) {
		f.b, f.ok = nil, false
		return nil
	}
	b := f.b[:n:n]
	f.b = f.b[n:]
	return b
}

// takeBlobs checks a chunk of blobs and notes where it is.
func (s *scanner) takeBlobs(h chunkHead, b []byte) bool {
	f := fields{b, true}
	for len(f.b) > 0 {
		if r := f.blob(); r.track > 1<<32 {
			return false
		}
	}
	if f.ok {
		s.file.blobs = append(s.file.blobs, blobChunk{s.off, h})
	}
	return f.ok
}

// readBlobs yields the blobs of the file.
func (f *file) readBlobs() iter.Seq[Blob] {
	return func(yield func(Blob) bool) {
		var buf []byte
		for _, c := range f.blobs {
			if n := int(c.head.length); cap(buf) < n {
				buf = make([]byte, n)
			}
			b := buf[:c.head.length]
			if err := f.readBlobChunk(c, b); err != nil {
				if f.err == nil {
					f.err = fmt.Errorf("offset %d: %w", c.offset, err)
				}
				continue
			}
			for in := (fields{b, true}); len(in.b) > 0; {
				if !yield(f.resolve(in.blob())) {
					return
				}
			}
		}
	}
}

func (f *file) readBlobChunk(c blobChunk, b []byte) error {
	if got, err := f.src.ReadAt(b, c.offset+headerSize); got < len(b) {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return err
	}
	if castagnoli(b) != c.head.crc {
		return fmt.Errorf("chunk changed since the file was opened")
	}
	return nil
}

// resolve makes a blob of what the file says: a track or a name that there is
// not is none.
func (f *file) resolve(r rawBlob) Blob {
	x := Blob{Sort: string(r.sort), ID: r.id, Track: -1, Name: -1, Data: r.data}
	x.Time = f.line[f.line.find(r.tick)].at(r.tick)
	if i, ok := f.byID[uint32(r.track-1)]; ok && r.track > 0 {
		x.Track = i
	}
	if r.name > 0 && r.name <= uint64(f.names) {
		x.Name = int32(r.name - 1)
	}
	return x
}
