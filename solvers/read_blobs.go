package solvers

import (
	"bytes"
	"encoding/binary"
	"slices"
	"sync"

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

// readTables reads blobs until each process has a table. payloads says whether the
// trace has data of calls.
func (r *reader) readTables() (payloads bool) {
	for x := range r.trace.Blobs() {
		switch key := r.keyOf(&x); x.Sort {
		case "nvtx.schema":
			r.define(key, schemaName(x.Data))
		case "nvtx.payload":
			kind := r.kind(key)
			payloads = payloads || kind == kindCall || kind == 0 && len(x.Data) == payloadSize
			if kind == kindTable && r.tables.part(key.process, x.Data) && len(r.tables.processes) == len(r.processes) {
				return payloads
			}
		}
	}
	return payloads
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
	at := r.tables.function(r.tracks[x.Track].process, row)
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
			f = r.tables.function(r.tracks[run.Threads[c.Thread].track].process, uint32(r.rows[k]))
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
