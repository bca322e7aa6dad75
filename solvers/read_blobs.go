package solvers

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"sync"

	"github.com/nrkit/nrkit/trace"
)

// Kinds of schemas.
const (
	kindOther = iota + 1
	kindCall
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

// readTables reads the tables. payloads says whether the trace has data of calls.
func (r *reader) readTables() (payloads bool) {
	for x := range r.trace.Blobs() {
		switch key := r.keyOf(&x); x.Sort {
		case sortTable:
			if !r.tables.add(r.rankOf(&x), x.Data) {
				r.run.Loss.Malformed++
			}
		case "nvtx.schema":
			r.define(key, schemaName(x.Data))
		case "nvtx.payload":
			kind := r.kind(key)
			payloads = payloads || kind == kindCall || kind == 0 && len(x.Data) == payloadSize
		}
	}
	return payloads
}

// rankOf returns the rank of a blob, 0 if it is of no track.
func (r *reader) rankOf(x *trace.Blob) int32 {
	if uint(x.Track) < uint(len(r.trace.Tracks)) {
		return r.trace.Tracks[x.Track].Rank
	}
	return 0
}

// keyOf returns the schema of a blob.
func (r *reader) keyOf(x *trace.Blob) schemaKey {
	if uint(x.Track) < uint(len(r.tracks)) {
		return schemaKey{r.tracks[x.Track].process, x.ID}
	}
	return schemaKey{-1, x.ID}
}

// blobs adds the data of the calls.
func (r *reader) blobs() {
	for x := range r.trace.Blobs() {
		key := r.keyOf(&x)
		switch x.Sort {
		case "nvtx.schema":
			r.define(key, schemaName(x.Data))
		case "nvtx.payload":
			kind := r.kind(key)
			if kind != 0 {
				r.payload(kind, &x)
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
			r.payload(kind, &x.Blob)
		}
	}
	r.pending = nil
}

// define notes what a schema is.
func (r *reader) define(key schemaKey, name string) {
	kind := uint8(kindOther)
	if name == schemaCall || strings.HasPrefix(name, schemaCall+".") {
		kind = kindCall
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

// payload takes the payload of a call.
func (r *reader) payload(kind uint8, x *trace.Blob) {
	switch {
	case kind != kindCall:
	case !whole(x.Data) || uint(x.Track) >= uint(len(r.tracks)):
		r.run.Loss.Malformed++
	default:
		r.take(x)
	}
}

// take adds the data of a call.
func (r *reader) take(x *trace.Blob) {
	row := binary.LittleEndian.Uint32(x.Data)
	at := r.tables.function(r.rankOf(x), row)
	name := int32(-1)
	if at >= 0 {
		name = r.nameID(at)
	}
	k := r.find(x.Track, x.Time, name)
	if k < 0 {
		r.run.Loss.Stray++
		return
	}
	decode(x.Data, &r.run.Calls[k], &r.raw[k])
	r.rows[k] = int64(row)
}

// nameID returns the number of the name that ranges of a function have; -1 if no
// range has it.
func (r *reader) nameID(function int32) int32 {
	for k := len(r.ranged); k <= int(function); k++ {
		symbol := r.tables.functions[k].Symbol
		id, ok := r.symbols[symbol]
		if !ok {
			id, ok = r.symbols[trace.GroupNumbers(symbol)]
		}
		if !ok {
			id = -1
		}
		r.ranged = append(r.ranged, id)
	}
	return r.ranged[function]
}

// listed returns the functions of the lists of this package.
var listed = sync.OnceValue(func() []Function {
	functions, _ := Select("auto") // fails for the name of a list alone
	return slices.Clip(functions)
})

// functions gives the calls their functions and, if their data does not say it,
// their phases.
func (r *reader) functions() {
	run := r.run
	run.Functions = r.tables.functions
	if run.Loss.NoTable = len(run.Functions) == 0; run.Loss.NoTable {
		run.Functions = listed() // by their names
	}
	first := map[string]int32{} // by symbol
	for k := range run.Functions {
		if _, ok := first[run.Functions[k].Symbol]; !ok {
			first[run.Functions[k].Symbol] = int32(k)
		}
	}
	for k := range run.Calls {
		c := &run.Calls[k]
		symbol := r.symbolOf(c.Function)
		f := int32(-1)
		if r.rows[k] >= 0 {
			f = r.tables.function(r.trace.Tracks[run.Threads[c.Thread].track].Rank, uint32(r.rows[k]))
		} else if !c.Has(Open) {
			run.Loss.NoData++
		}
		if f < 0 || run.Functions[f].Symbol != symbol && trace.GroupNumbers(run.Functions[f].Symbol) != symbol {
			var ok bool
			if f, ok = first[symbol]; !ok {
				f = int32(len(run.Functions))
				first[symbol] = f
				run.Functions = append(run.Functions, Function{Symbol: symbol})
			}
		}
		c.Function = f
		if c.Phase == PhaseUnknown {
			c.Phase = run.Functions[f].Phase
		}
	}
}
