package handover

import (
	"encoding/binary"

	"github.com/nrkit/nrkit/sparsity"
)

// classID marks an index set in PETSc's binary files: IS_FILE_CLASSID.
const classID = 1211218

// writePETSc writes the two index sets of a MatOrdering, rows and then columns, as
// ISView writes them to a binary viewer: class, length and indices, big endian, in the
// integers of the build of PETSc.
func writePETSc[T int32 | int64](w *writer, o *Order) {
	for _, p := range []sparsity.Perm{o.Rows, o.Cols} {
		put[T](w, classID)
		put[T](w, int64(len(p)))
		for _, i := range p {
			put[T](w, int64(i))
		}
	}
}

// put writes one integer.
func put[T int32 | int64](w *writer, v int64) {
	var b [8]byte
	if _, wide := any(T(0)).(int64); wide {
		binary.BigEndian.PutUint64(b[:], uint64(v))
		_, _ = w.out.Write(b[:]) // flush returns the error
		return
	}
	binary.BigEndian.PutUint32(b[:4], uint32(v))
	_, _ = w.out.Write(b[:4])
}
