package analysis

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"sync"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// A memory is a store in memory.
type memory struct {
	mu      sync.Mutex
	entries map[Identity][]byte
	hits    int
}

func newMemory() *memory { return &memory{entries: map[Identity][]byte{}} }

func (m *memory) Load(id Identity) ([]byte, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, ok := m.entries[id]
	if ok {
		m.hits++
	}
	return e, ok
}

func (m *memory) Save(id Identity, entry []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.entries[id] = entry
}

// What a store has makes the same document, down to the numeric LU.
func TestStore(t *testing.T) {
	for name, m := range few() {
		t.Run(name, func(t *testing.T) {
			opt := Options{Orderings: []string{"all"}, Exact: []string{"all"}}
			want := text(t, analyzed(t, m, opt))
			store := newMemory()
			opt.Store = store
			if got := text(t, analyzed(t, m, opt)); !bytes.Equal(got, want) {
				t.Errorf("got\n%s\nwith an empty store, want\n%s", got, want)
			}
			saved := len(store.entries)
			d := analyzed(t, m, opt)
			orderings := len(d.Orderings)
			if d.Matching != nil { // that won, so that all are there without it too
				orderings *= 2
			}
			if saved != orderings || store.hits != saved {
				t.Errorf("%d entries and then %d hits, want %d of both", saved, store.hits, orderings)
			}
			if got := text(t, analyzed(t, m, opt)); !bytes.Equal(got, want) {
				t.Errorf("got\n%s\nfrom the store, want\n%s", got, want)
			}
			if store.hits != 2*saved || len(store.entries) != saved {
				t.Errorf("%d hits and %d entries, want %d and %d", store.hits, len(store.entries), 2*saved, saved)
			}
		})
	}
}

// The same of a portfolio, also where it ends before it has begun.
func TestStoreBest(t *testing.T) {
	matrices := zoo()
	matrices["dense"] = matgen.Dominant(matgen.Dense(2, 2), 1)
	matrices["chain"] = matgen.Dominant(matgen.Tridiagonal(300), 1)
	for name, m := range matrices {
		opt := Options{Orderings: []string{BestOf}, Exact: []string{"none"}, Workers: 2}
		want := text(t, analyzed(t, m, opt))
		store := newMemory()
		opt.Store = store
		for _, state := range []string{"an empty store", "the store"} {
			if got := text(t, analyzed(t, m, opt)); !bytes.Equal(got, want) {
				t.Errorf("%s: got\n%s\nwith %s, want\n%s", name, got, state, want)
			}
		}
		if store.hits == 0 && m.Pattern.Square() && m.Pattern.Cols > 0 {
			t.Errorf("%s: nothing comes from the store", name)
		}
	}
}

// Times are measured, and what drawings need is computed.
func TestStoreIsPassedBy(t *testing.T) {
	m := matgen.Dominant(matgen.Grid2D(9, 9), 1)
	store := newMemory()
	analyzed(t, m, Options{Store: store})
	if d := analyzed(t, m, Options{Store: store, Timings: true}); store.hits != 0 || d.Orderings[0].AnalyzeNS == 0 {
		t.Error("times come from the store")
	}
	if d := analyzed(t, m, Options{Store: store, Keep: true}); store.hits != 0 || d.Orderings[0].Postorder == nil {
		t.Error("what is to be kept comes from the store")
	}
	if bytes.Contains(store.entries[Identity{hashOf(m.Pattern), "amd", 8}], []byte("_ns")) {
		t.Error("times are in the store")
	}
}

// An entry that is none, or of another matrix or method, is not taken.
func TestStoreDoubts(t *testing.T) {
	m := matgen.Dominant(matgen.Grid2D(9, 9), 1)
	opt := Options{Orderings: []string{"amd"}, Exact: []string{"none"}}
	want := text(t, analyzed(t, m, opt))
	id := Identity{hashOf(m.Pattern), "amd", 8}
	good := newMemory()
	opt.Store = good
	analyzed(t, m, opt)
	entry := good.entries[id]
	if entry == nil {
		t.Fatal("no entry")
	}
	try := func(what string, bad []byte) {
		t.Helper()
		store := newMemory()
		store.entries[id] = bad
		opt.Store = store
		if got := text(t, analyzed(t, m, opt)); !bytes.Equal(got, want) {
			t.Errorf("%s: got\n%s\nwant\n%s", what, got, want)
		}
		if !bytes.Equal(store.entries[id], entry) {
			t.Errorf("%s: is still there", what)
		}
	}
	for n := 0; n < len(entry); n += 7 {
		try("a part of it", entry[:n])
	}
	try("too much", append(bytes.Clone(entry), 0))
	edit := func(what string, change func(o *Ordering)) {
		t.Helper()
		o, err := decodeOrdering(entry)
		if err != nil {
			t.Fatal(err)
		}
		change(o)
		try(what, encodeOrdering(o))
	}
	edit("another method", func(o *Ordering) { o.Method = "rcm" })
	edit("another tree", func(o *Ordering) { o.Tree = "ATA" })
	edit("a permutation that is none", func(o *Ordering) { o.Order.Cols[0] = o.Order.Cols[1] })
	edit("a permutation of more", func(o *Ordering) { o.Order.Cols = append(o.Order.Cols, 81) })
	edit("rows that are none", func(o *Ordering) { o.Order.Rows = make([]int32, 81) })
	edit("blocks that end early", func(o *Ordering) { o.Order.BlockPtr = []int32{0, 80} })
	edit("blocks that are none", func(o *Ordering) { o.Order.BlockPtr = []int32{} })
	edit("an empty block", func(o *Ordering) { o.Order.BlockPtr = []int32{0, 5, 5, 81} })
}

// The hash is that of every part of the pattern.
func TestHash(t *testing.T) {
	seen := map[[sha256.Size]byte]string{}
	for name, m := range zoo() {
		text, err := json.Marshal(m.Pattern)
		if err != nil {
			t.Fatal(err)
		}
		h := hashOf(m.Pattern)
		if was, ok := seen[h]; ok && was != string(text) {
			t.Errorf("%s: has the hash of another pattern", name)
		}
		seen[h] = string(text)
	}
	big := matgen.Grid2D(120, 120) // more than a buffer
	h := hashOf(big)
	big.RowIdx[len(big.RowIdx)-1]--
	if hashOf(big) == h {
		t.Error("the last row is not in the hash")
	}
}

func FuzzDecodeOrdering(f *testing.F) {
	for _, a := range []*sparsity.Pattern{matgen.Tridiagonal(3), matgen.Dense(2, 1)} {
		ord := symbolic.Order{Method: "natural"}
		if !a.Square() {
			ord.Tree = symbolic.ColumnTree
		}
		f.Add(encodeOrdering(&Ordering{Analysis: symbolic.Analyze(a, ord, symbolic.Options{})}))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		o, err := decodeOrdering(b)
		if err != nil {
			return
		}
		again, err := decodeOrdering(encodeOrdering(o))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(encodeOrdering(again), encodeOrdering(o)) {
			t.Fatal("an entry changes when it is written and read")
		}
	})
}
