package sparseio

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"strings"
	"testing"
)

// TestContainerMemory checks that a small input costs at most 64 MiB in all,
// whatever its headers claim and however much it expands to.
func TestContainerMemory(t *testing.T) {
	bomb := []byte("%%MatrixMarket matrix coordinate real general\n" + strings.Repeat("%"+strings.Repeat("x", 4094)+"\n", 80<<8) + "2 2 1\n1 1 1\n")
	packed := gzipped(t, bomb)
	dictionary := xzed(t, []byte(tiny))
	window := append([]byte("\x28\xb5\x2f\xfd\x00"), 0xa8, 1, 0, 0) // 2 GiB
	single := append([]byte("\x28\xb5\x2f\xfd\xa0"), 0, 0, 0, 0x7f, 1, 0, 0)
	for name, c := range map[string]struct {
		data []byte
		ok   bool
	}{
		"gzip bomb":         {packed, true},
		"zstd bomb":         {zstded(t, bomb), true},
		"bombs in a tar":    {gzipped(t, tarred(t, member{"a.mtx", string(bomb)}, member{"a.txt", string(bomb)})), true},
		"bomb of an error":  {append(gzipped(t, []byte("x")), packed...), false},
		"dictionary":        {withDictionary(dictionary, 28), true}, // 64 MiB
		"larger dictionary": {withDictionary(dictionary, 40), false},
		"window":            {window, false},
		"single segment":    {single, false},
	} {
		if used := allocated(func() {
			if _, err := Read("x", bytes.NewReader(c.data), Options{Workers: 2}); (err == nil) != c.ok {
				t.Errorf("%s: got error %v", name, err)
			}
		}); used > 64<<20 {
			t.Errorf("%s: %d MiB allocated", name, used>>20)
		}
	}
}

// withDictionary returns .xz data whose only block declares another size of
// the dictionary.
func withDictionary(data []byte, props byte) []byte {
	data = bytes.Clone(data)
	size := 4 * (int(data[12]) + 1)
	header := data[12 : 12+size]
	k := bytes.Index(header, []byte{0x21, 1}) // the filter and the length of its properties
	header[k+2] = props
	binary.LittleEndian.PutUint32(header[size-4:], crc32.ChecksumIEEE(header[:size-4]))
	return data
}

// FuzzContainer checks that no container makes the reader fail otherwise than
// with a SyntaxError, and that what is accepted is a valid matrix. Checksums
// keep the fuzzer from much of what lies behind them; FuzzXZ goes there.
func FuzzContainer(f *testing.F) {
	text := []byte(tiny)
	for _, data := range [][]byte{
		gzipped(f, text), zstded(f, text), xzed(f, text), tarred(f, member{"a/a.mtx", tiny}, member{"a/a_b.mtx", tiny}),
		gzipped(f, tarred(f, member{"a/a.mtx", tiny}, member{"b/b.mtx", tiny})), gzipped(f, zstded(f, text)),
		append(gzipped(f, text), gzipped(f, text)...), tarred(f, member{"a.mtx.gz", string(gzipped(f, text))}),
		zstded(f, bytes.Repeat(text, 100)), xzed(f, bytes.Repeat(text, 100)),
	} {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := Read("a.tar.gz", bytes.NewReader(data), Options{Workers: 1})
		if err != nil {
			var syntax *SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatalf("not a SyntaxError: %v", err)
			}
			return
		}
		mustBeValid(t, got)
	})
}
