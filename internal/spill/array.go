package spill

// pageBytes is the size of the parts of an Array.
const pageBytes = 16 << 10

// arrayPages is how many parts of an Array are in memory.
const arrayPages = 512

// An Array is records by number, of which all are zero at first.
type Array[T any] struct {
	space *Space
	shift uint // 1<<shift records are a page
	n     int64
	slots []slot[T]
	where []int32 // by page: 1 + its slot; 0 where it is not in memory
	at    []int64 // by page: 1 + where it is in the file; 0 where it was never written
	hand  int     // slot that is looked at next to make room
}

// A slot holds a page.
type slot[T any] struct {
	records     []T
	page        int
	used, dirty bool
}

// NewArray returns an Array of n records.
func NewArray[T any](s *Space, n int64) *Array[T] {
	a := &Array[T]{space: s, n: n}
	for size := sizeOf[T](); size<<(a.shift+1) <= pageBytes; {
		a.shift++
	}
	pages := (n + 1<<a.shift - 1) >> a.shift
	a.where, a.at = make([]int32, pages), make([]int64, pages)
	return a
}

// Len returns the number of records.
func (a *Array[T]) Len() int64 { return a.n }

// At returns a record, which is valid until the next call of a method. It panics
// where there is none.
func (a *Array[T]) At(i int64) T { return *a.find(i, false) }

// Edit returns a record to be changed before the next call of a method. It
// panics where there is none.
func (a *Array[T]) Edit(i int64) *T { return a.find(i, true) }

func (a *Array[T]) find(i int64, dirty bool) *T {
	if uint64(i) >= uint64(a.n) {
		panic("spill: no such record")
	}
	page := int(i >> a.shift)
	k := int(a.where[page]) - 1
	if k < 0 {
		k = a.load(page)
	}
	s := &a.slots[k]
	s.used = true
	s.dirty = s.dirty || dirty
	return &s.records[i&(1<<a.shift-1)]
}

// load brings a page into memory and returns its slot.
func (a *Array[T]) load(page int) int {
	k := a.free()
	s := &a.slots[k]
	s.page, s.dirty = page, false
	a.where[page] = int32(k + 1)
	if a.at[page] == 0 || !a.space.read(bytesOf(s.records), a.at[page]-1) {
		clear(s.records)
	}
	return k
}

// free returns a slot without a page. The page that made room was not used for
// longest, or nearly so.
func (a *Array[T]) free() int {
	if k := len(a.slots); k < arrayPages {
		a.slots = append(a.slots, slot[T]{records: make([]T, 1<<a.shift)})
		return k
	}
	for a.slots[a.hand].used {
		a.slots[a.hand].used = false
		a.hand = (a.hand + 1) % len(a.slots)
	}
	k := a.hand
	a.hand = (a.hand + 1) % len(a.slots)
	s := &a.slots[k]
	a.where[s.page] = 0
	if b := bytesOf(s.records); s.dirty && a.at[s.page] == 0 {
		a.at[s.page] = 1 + a.space.write(b)
	} else if s.dirty {
		a.space.writeAt(b, a.at[s.page]-1)
	}
	return k
}
