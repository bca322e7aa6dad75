package solvers

import (
	"encoding/binary"
)

// tables are the tables in a trace: each process has one, and usually all have the
// same.
type tables struct {
	parts     map[int32]map[uint32][]byte // by process, as long as parts are missing
	bases     map[string]int32            // by bytes of the table: index of its first function
	processes map[int32]int32             // by process: index of the first function of its table
	functions []Function                  // of all tables
}

// maxParts is how many parts a table may have.
const maxParts = 1 << 12

// part takes a part of the table of a process. ok is false if it is not a part, or
// if the parts together are not a table.
func (t *tables) part(process int32, b []byte) (ok bool) {
	if len(b) < 8 {
		return false
	}
	number, count := binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[4:])
	if count == 0 || count > maxParts || number >= count {
		return false
	}
	if t.parts == nil {
		t.parts, t.bases, t.processes = map[int32]map[uint32][]byte{}, map[string]int32{}, map[int32]int32{}
	}
	if t.parts[process] == nil {
		t.parts[process] = map[uint32][]byte{}
	}
	t.parts[process][number] = append([]byte{}, b[8:]...)
	if len(t.parts[process]) < int(count) {
		return true
	}
	var whole []byte
	for k := range count {
		whole = append(whole, t.parts[process][k]...)
	}
	delete(t.parts, process)
	return t.add(process, whole)
}

// add takes the table of a process.
func (t *tables) add(process int32, b []byte) bool {
	base, ok := t.bases[string(b)]
	if !ok {
		var table Table
		if table.UnmarshalBinary(b) != nil {
			return false
		}
		base = int32(len(t.functions))
		t.bases[string(b)] = base
		t.functions = append(t.functions, table.Functions...)
	}
	t.processes[process] = base
	return true
}

// function returns the index of the function in a row of the table of a process. A
// process without a table has the first table of the trace. The result is -1 if there
// is no such row.
func (t *tables) function(process int32, row uint32) int32 {
	base := t.processes[process]
	if uint64(base)+uint64(row) >= uint64(len(t.functions)) {
		return -1
	}
	return base + int32(row)
}
