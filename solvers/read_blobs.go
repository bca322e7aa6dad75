package solvers

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/nrkit/nrkit/trace"
)

// Kinds of schemas.
const (
	kindOther = iota + 1
	kindCall
	kindTable
)

// A schemaKey is a schema of a process; process is -1 if unknown.
type schemaKey struct {
	process int32
	id      uint64
}

// A pendingBlob is a payload whose schema is defined later.
type pendingBlob struct {
	trace.Blob
	key schemaKey
}

// maxPending is how many bytes of payloads wait for the definition of their schema.
const maxPending = 64 << 20

// blobs adds the data of the calls.
func (r *reader) blobs() {
	for x := range r.trace.Blobs() {
		key := schemaKey{-1, x.ID}
		if uint(x.Track) < uint(len(r.tracks)) {
			key.process = r.tracks[x.Track].process
		}
		switch x.Sort {
		case "nvtx.schema":
			r.define(key, schemaName(x.Data))
		case "nvtx.payload":
			kind := r.kind(key)
			if kind != 0 {
				r.payload(kind, key.process, &x)
			} else if r.bytes+len(x.Data) <= maxPending {
				r.bytes += len(x.Data)
				x.Data = bytes.Clone(x.Data)
				r.pending = append(r.pending, pendingBlob{x, key})
			}
		}
	}
	for k := range r.pending {
		x := &r.pending[k]
		if kind := r.kind(x.key); kind != 0 {
			r.payload(kind, x.key.process, &x.Blob)
		}
	}
	r.pending = nil
	r.namedCalls()
}

// define notes what a schema is.
func (r *reader) define(key schemaKey, name string) {
	kind := uint8(kindOther)
	switch name {
	case schemaCall:
		kind = kindCall
	case schemaTable:
		kind = kindTable
	}
	r.schemas[key] = kind
	if kind != kindOther {
		r.ids[key.id] = kind
	}
}

// kind returns what a schema is: by its definition in the process, otherwise by its
// id; 0 if neither says it.
func (r *reader) kind(key schemaKey) uint8 {
	if kind, ok := r.schemas[key]; ok {
		return kind
	}
	return r.ids[key.id]
}

// payload takes the payload of a call or of a mark.
func (r *reader) payload(kind uint8, process int32, x *trace.Blob) {
	switch {
	case kind == kindTable:
		if !r.tables.part(process, x.Data) {
			r.run.Loss.Malformed++
		}
	case kind == kindCall && (len(x.Data) < payloadSize || uint(x.Track) >= uint(len(r.tracks))):
		r.run.Loss.Malformed++
	case kind == kindCall:
		r.take(x)
	}
}

// take adds the data of a call.
func (r *reader) take(x *trace.Blob) {
	row := binary.LittleEndian.Uint32(x.Data)
	k := r.find(x.Track, x.Time, r.nameOf(x.Track, row))
	if k < 0 {
		r.run.Loss.Stray++
		return
	}
	r.rows[k] = int32(min(decode(x.Data, &r.run.Calls[k], &r.raw[k]), 1<<31-1))
}
