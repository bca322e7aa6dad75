package analysis

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/nrkit/nrkit/ordering/named"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// A Store keeps orderings and their analyses between runs. Its methods are
// called from several goroutines.
//
// Run trusts the store: it refuses an entry whose form does not fit the matrix, but
// does not compute the entry again to check it. A store must therefore return only
// entries that it was given under the same identity, by the same version of this
// package.
type Store interface {
	Load(id Identity) (entry []byte, ok bool)
	Save(id Identity, entry []byte)
}

// An Identity is everything on which an ordering and its analysis depend, besides
// the version of this package.
type Identity struct {
	Pattern    [sha256.Size]byte // hash of rows, columns, column pointers and row indices
	Method     string
	ValueBytes int // size of a value of the factors
}

// hashOf returns the hash of a pattern: SHA-256 of its numbers of rows and
// columns, its column pointers and its row indices, as 64-bit little-endian.
//
// Cost: some 6 ns for an entry.
func hashOf(a *sparsity.Pattern) (sum [sha256.Size]byte) {
	h := sha256.New()
	b := binary.LittleEndian.AppendUint64(nil, uint64(a.Rows))
	b = binary.LittleEndian.AppendUint64(b, uint64(a.Cols))
	put := func(v uint64) {
		if b = binary.LittleEndian.AppendUint64(b, v); len(b) >= 32<<10 {
			h.Write(b)
			b = b[:0]
		}
	}
	for _, p := range a.ColPtr {
		put(uint64(p))
	}
	for _, i := range a.RowIdx {
		put(uint64(i))
	}
	h.Write(b)
	h.Sum(sum[:0])
	return sum
}

// identity returns what the ordering of a method depends on.
func (r *runner) identity(m *candidate) Identity {
	name := m.Name
	if m.stoppable() {
		// Whether it is stopped there is part of the result.
		name += fmt.Sprintf(" in %s for %d, %d", BestOf, r.opt.Factorizations, r.opt.Solves)
	}
	return Identity{r.subject.hash(), name, r.subject.valueBytes()}
}

// load returns the ordering of a method from the store, nil when it is not there
// or is not to be taken: what drawings need is not kept, times are measured, and
// references of a race have to count.
func (r *runner) load(m *candidate) *Ordering {
	if r.opt.Store == nil || r.opt.Keep || r.opt.Timings || m.racing && m.role == named.Reference {
		return nil
	}
	entry, ok := r.opt.Store.Load(r.identity(m))
	if !ok {
		return nil
	}
	o, err := decodeOrdering(entry)
	if err != nil || !fits(o, m, r.subject.pattern) {
		return nil
	}
	return o
}

// save gives an ordering to the store, before its times are known.
func (r *runner) save(m *candidate, o *Ordering) {
	if r.opt.Store != nil {
		r.opt.Store.Save(r.identity(m), encodeOrdering(o))
	}
}

// fits says whether an ordering has the form of one of the matrix by the method.
func fits(o *Ordering, m *candidate, a *sparsity.Pattern) bool {
	tree := m.tree()
	if !a.Square() {
		tree = symbolic.ColumnTree
	}
	ord := &o.Order
	isPerm := func(p sparsity.Perm, n int) bool { return p == nil || len(p) == n && p.Check() == nil }
	return o.Method == m.Name && o.Tree == tree && isPerm(ord.Rows, a.Rows) && isPerm(ord.Cols, a.Cols) &&
		(ord.BlockPtr == nil || isPartition(ord.BlockPtr, a.Cols))
}

// isPartition says whether p ascends from 0 to n.
func isPartition(p []int32, n int) bool {
	if len(p) == 0 || p[0] != 0 || int(p[len(p)-1]) != n {
		return false
	}
	for k := 1; k < len(p); k++ {
		if p[k] <= p[k-1] {
			return false
		}
	}
	return true
}

// An entry is the JSON form of an Ordering as its length and text, and then the
// three arrays of its Order: each its length, or -1 for nil, and its numbers. All
// numbers are little-endian, lengths of 64 bits and the others of 32.
func encodeOrdering(o *Ordering) []byte {
	text, err := json.Marshal(o)
	if err != nil {
		panic("internal error: an ordering without a JSON form: " + err.Error())
	}
	b := binary.LittleEndian.AppendUint64(nil, uint64(len(text)))
	b = append(b, text...)
	b = appendInts(b, o.Order.Rows)
	b = appendInts(b, o.Order.Cols)
	return appendInts(b, o.Order.BlockPtr)
}

func appendInts(b []byte, list []int32) []byte {
	if list == nil {
		return binary.LittleEndian.AppendUint64(b, ^uint64(0))
	}
	b = binary.LittleEndian.AppendUint64(b, uint64(len(list)))
	for _, v := range list {
		b = binary.LittleEndian.AppendUint32(b, uint32(v))
	}
	return b
}

// errEntry is the error of an entry that is none.
var errEntry = errors.New("no entry of an ordering")

// decodeOrdering is the inverse of encodeOrdering, but for what JSON leaves out.
func decodeOrdering(b []byte) (*Ordering, error) {
	text, b, ok := cut(b, 1)
	if !ok {
		return nil, errEntry
	}
	o := &Ordering{}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(o); err != nil {
		return nil, err
	}
	if o.Analysis == nil {
		return nil, errEntry
	}
	var lists [3][]int32
	for k := range lists {
		if lists[k], b, ok = cutInts(b); !ok {
			return nil, errEntry
		}
	}
	if len(b) > 0 {
		return nil, errEntry
	}
	o.Order = symbolic.Order{Method: o.Method, Tree: o.Tree, Rows: lists[0], Cols: lists[1], BlockPtr: lists[2]}
	return o, nil
}

// cut takes a length, and so many times size bytes.
func cut(b []byte, size uint64) (head, tail []byte, ok bool) {
	if len(b) < 8 {
		return nil, nil, false
	}
	n := binary.LittleEndian.Uint64(b)
	if b = b[8:]; n > uint64(len(b))/size {
		return nil, nil, false
	}
	return b[:n*size], b[n*size:], true
}

func cutInts(b []byte) (list []int32, tail []byte, ok bool) {
	if len(b) >= 8 && binary.LittleEndian.Uint64(b) == ^uint64(0) {
		return nil, b[8:], true
	}
	head, tail, ok := cut(b, 4)
	if !ok {
		return nil, nil, false
	}
	list = make([]int32, len(head)/4)
	for k := range list {
		list[k] = int32(binary.LittleEndian.Uint32(head[4*k:]))
	}
	return list, tail, true
}
