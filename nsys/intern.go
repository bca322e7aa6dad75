package nsys

import (
	"hash/maphash"
	"strings"
)

// A textTable holds each text once and gives it a number. Texts lie one behind
// the other in large blocks, and nothing is copied when there are more: tens of
// thousands of names, each used once, cost little more than their bytes.
type textTable struct {
	pages  [][]string // of pageTexts texts
	count  int
	hashes []uint32 // of each text
	slots  []int32  // by hash: 1 + number of the text, 0 for none; a power of two, at most three quarters full
	seed   maphash.Seed
	block  strings.Builder // the block that texts are put into
}

const (
	pageTexts  = 1 << 8
	firstBlock = 1 << 12 // bytes
	mostBlock  = 1 << 16
	firstSlots = 1 << 8
)

// text returns text number i, of which there must be so many.
func (t *textTable) text(i int) string { return t.pages[i/pageTexts][i%pageTexts] }

// intern returns the number of a text.
func (t *textTable) intern(text []byte) int {
	if 4*t.count >= 3*len(t.slots) {
		t.grow()
	}
	hash := uint32(maphash.Bytes(t.seed, text))
	mask := uint32(len(t.slots) - 1)
	at := hash & mask
	for ; t.slots[at] != 0; at = (at + 1) & mask {
		if i := int(t.slots[at] - 1); t.hashes[i] == hash && t.text(i) == string(text) {
			return i
		}
	}
	t.slots[at] = int32(t.count + 1)
	t.hashes = append(t.hashes, hash)
	t.add(t.keep(text))
	return t.count - 1
}

// add adds a text.
func (t *textTable) add(text string) {
	if t.count%pageTexts == 0 {
		t.pages = append(t.pages, make([]string, 0, pageTexts))
	}
	last := &t.pages[len(t.pages)-1]
	*last = append(*last, text)
	t.count++
}

// keep copies a text into a block.
func (t *textTable) keep(text []byte) string {
	if b := &t.block; b.Cap()-b.Len() < len(text) {
		size := max(min(2*b.Cap(), mostBlock), firstBlock, len(text))
		b.Reset()
		b.Grow(size)
	}
	at := t.block.Len()
	t.block.Write(text)
	return t.block.String()[at:]
}

// grow makes room for twice as many texts.
func (t *textTable) grow() {
	if t.slots == nil {
		t.seed = maphash.MakeSeed()
	}
	t.slots = make([]int32, max(2*len(t.slots), firstSlots))
	mask := uint32(len(t.slots) - 1)
	for i, hash := range t.hashes {
		at := hash & mask
		for t.slots[at] != 0 {
			at = (at + 1) & mask
		}
		t.slots[at] = int32(i + 1)
	}
}
