package sparseio

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
)

// zeros is an array of that type with n zero bytes of data, much of it.
func zeros(descr string, count, size int) []byte {
	return append(npyOf(descr, "("+strconv.Itoa(count)+",)", []byte{}), make([]byte, count*size)...)
}

// many is how many entries the inputs of TestPackedEntries list in some 50 kB. Reading them takes
// 16 bytes each and more.
const many = 6 << 20

// TestPackedEntries checks that a small compressed input costs at most 64 MiB in
// all, also where what it claims is true: its entries are all at one place.
func TestPackedEntries(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	claim := strconv.Itoa(many)
	rb := "t\n1 1 1 1\nrua 2 2 " + claim + " 0\n(3I10)(80I1)(80F1.0)\n         1         1" + strings.Repeat(" ", 10-len(strconv.Itoa(many+1))) + strconv.Itoa(many+1) + "\n" +
		strings.Repeat(strings.Repeat("1", 80)+"\n", many/80) + strings.Repeat("1", many%80) + "\n" + strings.Repeat(strings.Repeat("1", 80)+"\n", many/80+1)
	csr := func(change map[string][]byte) []byte {
		m := small()
		for name, data := range change {
			m[name] = data
		}
		return npzOf(m)
	}
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"Matrix Market": {pack(t, "%%MatrixMarket matrix coordinate real general\n9 9 "+claim+"\n", "1 1 1\n"), ":2:5: want at most "},
		"array":         {pack(t, "%%MatrixMarket matrix array real general\n3072 2048\n", "1\n"), ":2:1: want at most "},
		"boeing":        {pack(t, rb, ""), "entries in compressed data of this size, got "},
		"values without indices": {csr(map[string][]byte{"data": zeros("<f8", many, 8)}),
			"array data: want 3 values, as many as there are indices, got " + claim},
		"values and indices": {csr(map[string][]byte{"data": zeros("|i1", many, 1), "indices": zeros("<i4", many, 4), "indptr": npyOf("<i4", "(3,)", []int32{0, many, many})}),
			"array indices: want at most "},
		"pointers": {csr(map[string][]byte{"shape": npyOf("<i8", "(2,)", []int64{many, 1}), "indptr": zeros("<i4", many+1, 4),
			"indices": npyOf("<i4", "(0,)", []int32{}), "data": npyOf("<f8", "(0,)", []float64{})}), "array indptr: want at most "},
		"coordinates": {csr(map[string][]byte{"format": npyOf("|S3", "()", []byte("coo")), "row": zeros("<i4", many, 4), "col": zeros("<i4", many, 4), "data": zeros("|b1", many, 1)}),
			"array row: want at most "},
		"columns without rows": {csr(map[string][]byte{"format": npyOf("|S3", "()", []byte("coo")), "row": npyOf("<i4", "(0,)", []int32{}), "col": zeros("<i4", many, 4), "data": zeros("|b1", many, 1)}),
			"array col: want 0 indices, as many as in row, got " + claim},
		"a member longer than its header": {csr(map[string][]byte{"data": append(npyOf("<f8", "(3,)", []float64{1, 2, 3}), make([]byte, 64<<20)...)}),
			"array data: want 92 bytes for the 3 elements of 8 bytes in its header, got "},
	} {
		path := filepath.Join(t.TempDir(), "in")
		if err := os.WriteFile(path, c.data, 0o666); err != nil {
			t.Fatal(err)
		}
		for what, read := range map[string]func() error{
			"file": func() error { _, err := Open(path, Options{Workers: 2}); return err },
			"pipe": func() error { _, err := Read("in", bytes.NewReader(c.data), Options{Workers: 2}); return err },
		} {
			var err error
			used := allocated(func() { err = read() })
			want := c.want
			if what == "pipe" && strings.HasPrefix(want, ":2:") {
				want = "entries in compressed data of this size, got " // so many came
			}
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s, %s: want error %q, got %v", name, what, want, err)
			}
			if used > 64<<20 {
				t.Errorf("%s, %s: %d MiB allocated for %d bytes", name, what, used>>20, len(c.data))
			}
		}
	}
}

// pack compresses head and then repeated often enough for many entries.
func pack(t *testing.T, head, repeated string) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	w.Write([]byte(head))
	block := []byte(strings.Repeat(repeated, many/64))
	for range 64 {
		w.Write(block)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// What compresses best of what is right is read.
func TestPackedMatrices(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	for name, m := range map[string]*sparsity.Matrix{
		"dense": ones(matgen.Dense(1030, 1030)),
	} {
		var text, packed bytes.Buffer
		if err := WriteMatrixMarket(&text, m, WriteOptions{}); err != nil {
			t.Fatal(err)
		}
		w := gzip.NewWriter(&packed)
		w.Write(text.Bytes())
		w.Close()
		f, err := Read("m.mtx.gz", bytes.NewReader(packed.Bytes()), Options{})
		if err != nil || f.Matrix.Pattern.NNZ() != m.Pattern.NNZ() {
			t.Errorf("%s, %d entries in %d bytes: %v", name, m.Pattern.NNZ(), packed.Len(), err)
		}
		var archive bytes.Buffer
		if err := WriteNPZ(&archive, m); err != nil {
			t.Fatal(err)
		}
		if f, err = Read("m.npz", bytes.NewReader(archive.Bytes()), Options{}); err != nil || !equalBits(f.Matrix, m) {
			t.Errorf("%s, %d entries in %d bytes of npz: %v", name, m.Pattern.NNZ(), archive.Len(), err)
		}
		t.Logf("%s: %.2f entries a byte", name, float64(m.Pattern.NNZ())/float64(packed.Len()))
	}
}

// What WriteNPZ writes is read, whatever the size that deflate would give it.
func TestPackedArchives(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	for name, m := range map[string]*sparsity.Matrix{
		"ones":      ones(matgen.Dense(500, 18000)),
		"no values": {Pattern: matgen.Dense(500, 18000)},
	} {
		var archive bytes.Buffer
		if err := WriteNPZ(&archive, m); err != nil {
			t.Fatal(err)
		}
		f, err := Read("m.npz", bytes.NewReader(archive.Bytes()), Options{})
		if err != nil || !equalBits(f.Matrix, m) {
			t.Errorf("%s, %d entries in %d bytes of npz: %v", name, m.Pattern.NNZ(), archive.Len(), err)
		}
		t.Logf("%s: %.2f entries a byte", name, float64(m.Pattern.NNZ())/float64(archive.Len()))
	}
}

// ones is the matrix of ones with pattern p.
func ones(p *sparsity.Pattern) *sparsity.Matrix {
	m := &sparsity.Matrix{Pattern: p, Values: make([]float64, p.NNZ())}
	for k := range m.Values {
		m.Values[k] = 1
	}
	return m
}
