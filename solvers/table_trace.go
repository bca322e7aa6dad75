package solvers

import (
	"iter"

	"github.com/nrkit/nrkit/trace"
)

// sortTable is the sort of the blobs with tables.
const sortTable = "nrkit.solvers.table"

// AddTable adds the binary form of a table to the blobs of t, on its first track. With it,
// [Read] knows the functions that the data of calls names by row.
func AddTable(t *trace.Trace, table []byte) {
	blobs, track := t.Blobs, int32(0)
	if len(t.Tracks) == 0 {
		track = -1
	}
	t.Blobs = func() iter.Seq[trace.Blob] {
		return func(yield func(trace.Blob) bool) {
			if yield(trace.Blob{Sort: sortTable, Track: track, Name: -1, Data: table}) && blobs != nil {
				blobs()(yield)
			}
		}
	}
}

// tables are the tables in a trace: usually one, and one per rank if the trace was put
// together from several.
type tables struct {
	bases     map[string]int32 // by bytes of the table: index of its first function
	ranks     map[int32]int32  // by rank: index of the first function of its table
	functions []Function       // of all tables
}

// add takes the table of a rank. It returns false if the data is not a table.
func (t *tables) add(rank int32, b []byte) bool {
	base, ok := t.bases[string(b)]
	if !ok {
		var table Table
		if table.UnmarshalBinary(b) != nil {
			return false
		}
		if t.bases == nil {
			t.bases, t.ranks = map[string]int32{}, map[int32]int32{}
		}
		base = int32(len(t.functions))
		t.bases[string(b)] = base
		t.functions = append(t.functions, table.Functions...)
	}
	t.ranks[rank] = base
	return true
}

// function returns the index of the function in a row of the table of a rank. A rank
// without a table has the first table of the trace. The result is -1 if there is no such
// row.
func (t *tables) function(rank int32, row uint32) int32 {
	base := t.ranks[rank]
	if uint64(base)+uint64(row) >= uint64(len(t.functions)) {
		return -1
	}
	return base + int32(row)
}
