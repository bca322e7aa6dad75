package matrices

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

// A bit that changed in any array is found, also where hashes are from samples and the
// bit is in one; a file as it was written passes.
func TestVerify(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, k := range kinds() {
		f, _ := k.random(rng)
		b := f.bytes()
		verified := func(b []byte) error {
			m, err := openRaw(bytes.NewReader(b), int64(len(b)))
			if err != nil {
				t.Fatalf("%+v: %v", k, err)
			}
			return m.verify()
		}
		if err := verified(b); err != nil {
			t.Errorf("%+v: %v", k, err)
		}
		at := headerSize
		for section, s := range f.sections {
			if len(s) > 0 {
				damaged := bytes.Clone(b)
				damaged[at+rng.IntN(len(s))] ^= 1 << rng.IntN(8)
				want := "byte 128: "
				if section >= sectionAX {
					want = "byte 136: "
				}
				if err := verified(damaged); err == nil || !strings.HasPrefix(err.Error(), want) {
					t.Errorf("%+v: section %d: got %v, want %s", k, section, err, want)
				}
			}
			at += (len(s) + 7) &^ 7
		}
	}
}

// Sampled hashes are read from the file as they are made of an array.
func TestVerifySampled(t *testing.T) {
	f := &rawFile{}
	copy(f.words[1:], []uint64{7, 70, 12, 3, 0, layoutDense, 0, valueF64, 0, 0, 0, 1, 5000, 0, 0, 1, 1})
	f.words[23] = 12000
	f.sections[sectionAX] = make([]byte, 8*5000)
	b := f.bytes()
	for _, c := range []struct {
		at    int
		found bool
	}{{0, true}, {4095, true}, {10000, false}, {39999, true}} {
		damaged := bytes.Clone(b)
		damaged[headerSize+c.at] = 1
		m, err := openRaw(bytes.NewReader(damaged), int64(len(damaged)))
		if err != nil {
			t.Fatal(err)
		}
		if err := m.verify(); (err != nil) != c.found {
			t.Errorf("byte %d: %v", c.at, err)
		}
	}
}
