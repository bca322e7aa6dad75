package sparseio

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"strconv"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
)

// TestNPZDamaged flips each byte of an archive: what is accepted all the same
// has the right matrix, since the checksums cover all of it.
func TestNPZDamaged(t *testing.T) {
	whole := npzOf(small())
	want, err := readBytes(whole, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for k := 4; k < len(whole); k++ {
		damaged := bytes.Clone(whole)
		damaged[k] ^= 0x55
		if got, err := readBytes(damaged, Options{}); err == nil && !equalBits(got.Matrix, want.Matrix) {
			t.Errorf("byte %d: another matrix", k)
		}
	}
	// Two arrays of one name: which one is meant cannot be known.
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for range 2 {
		f, err := z.Create("format.npy")
		if err != nil {
			t.Fatal(err)
		}
		f.Write(small()["format"])
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := readBytes(b.Bytes(), Options{}); err == nil || err.Error() != "m.npz: two arrays named format in the archive" {
		t.Errorf("two arrays of one name: got error %v", err)
	}
}

// TestNPZChunks reads arrays of many chunks, of every type of index.
func TestNPZChunks(t *testing.T) {
	p := matgen.Grid2D(150, 150)
	m := &sparsity.Matrix{Pattern: p, Values: make([]float64, p.NNZ())}
	for k := range m.Values {
		m.Values[k] = float64(k) - 1.5
	}
	var b bytes.Buffer
	if err := WriteNPZ(&b, m); err != nil {
		t.Fatal(err)
	}
	f, err := readBytes(b.Bytes(), Options{})
	if err != nil || !equalBits(f.Matrix, m) {
		t.Errorf("another matrix, error %v", err)
	}
	wide := map[string][]byte{
		"format": npyOf("|S3", "()", []byte("csc")), "shape": npyOf("<i8", "(2,)", []int64{22500, 22500}),
		"indptr":  npyOf("<i8", "(22501,)", p.ColPtr),
		"indices": npyOf("<i8", "("+strconv.Itoa(p.NNZ())+",)", convert[int64](p.RowIdx)),
		"data":    npyOrdered(binary.BigEndian, ">f8", "("+strconv.Itoa(p.NNZ())+",)", m.Values),
	}
	f, err = readBytes(npzOf(wide), Options{})
	if err != nil || !equalBits(f.Matrix, m) {
		t.Errorf("wide indices: another matrix, error %v", err)
	}
	wide["indices"] = npyOf("<i8", "("+strconv.Itoa(p.NNZ())+",)", func() []int64 {
		x := convert[int64](p.RowIdx)
		x[100000] = 22500
		return x
	}())
	if _, err = readBytes(npzOf(wide), Options{}); err == nil ||
		err.Error() != "m.npz: array indices: element 100000: want an index in 0..22499, got 22500" {
		t.Errorf("got error %v", err)
	}
}

// TestNPZMemory checks that a small input costs at most 64 MiB in all, what its
// headers claim notwithstanding.
func TestNPZMemory(t *testing.T) {
	for name, change := range map[string]func(m map[string][]byte){
		"indices": func(m map[string][]byte) { m["indices"] = npyOf("<i4", "(500000000000,)", []int32{0, 2, 2}) },
		"data":    func(m map[string][]byte) { m["data"] = npyOf("<f8", "(500000000000,)", []float64{1, 2, 3}) },
		"rows":    func(m map[string][]byte) { m["shape"] = npyOf("<i8", "(2,)", []int64{1<<31 - 2, 3}) },
		"columns": func(m map[string][]byte) { m["shape"] = npyOf("<i8", "(2,)", []int64{2, 1<<31 - 2}) },
		"pointers": func(m map[string][]byte) {
			m["shape"] = npyOf("<i8", "(2,)", []int64{1<<31 - 2, 3})
			m["indptr"] = npyOf("<i4", "(2147483647,)", []int32{0, 2, 3})
		},
		"element": func(m map[string][]byte) { m["data"] = npyOf("|V4000000000", "(1,)", []float64{1}) },
		"text":    func(m map[string][]byte) { m["format"] = npyOf("|S4000", "(1000000000,)", []byte("csr")) },
	} {
		m := small()
		change(m)
		archive := npzOf(m)
		if used := allocated(func() {
			if _, err := readBytes(archive, Options{}); err == nil {
				t.Errorf("%s: accepted", name)
			}
		}); used > 64<<20 {
			t.Errorf("%s: %d MiB allocated", name, used>>20)
		}
	}
}

// FuzzNPZ feeds archives whose members are anything: no input may crash the
// reader or make a pattern that is not valid. Damage to the archive itself is
// the matter of archive/zip and not fuzzed.
func FuzzNPZ(f *testing.F) {
	m := small()
	f.Add(m["format"], m["shape"], m["indptr"], m["indices"], m["data"])
	f.Add(npyOf("|S3", "()", []byte("coo")), m["shape"], m["indices"], m["indices"], npyOf("<c16", "(3,)", []complex128{1, 2, 3}))
	f.Fuzz(func(t *testing.T, format, shape, ptr, index, data []byte) {
		file, err := Read("m.npz", bytes.NewReader(npzOf(map[string][]byte{"format": format, "shape": shape,
			"indptr": ptr, "indices": index, "row": ptr, "col": index, "data": data})), Options{})
		if err != nil {
			if _, ok := err.(*SyntaxError); !ok {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		mustBeValid(t, file)
		var b bytes.Buffer
		if err := WriteNPZ(&b, file.Matrix); err != nil {
			t.Fatal(err)
		}
		again, err := readBytes(b.Bytes(), Options{})
		if err != nil || !equalBits(file.Matrix, again.Matrix) {
			t.Fatalf("another matrix when written and read, error %v", err)
		}
	})
}
