package xz

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/ulikunitz/xz"
	"github.com/ulikunitz/xz/lzma"
)

// open returns the data of a file in testdata.
func open(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// compressed returns text as .xz data.
func compressed(t testing.TB, c xz.WriterConfig, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := c.NewWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	_, err = w.Write(text)
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// decompress returns what data holds.
func decompress(data []byte) ([]byte, error) { return io.ReadAll(NewReader(bytes.NewReader(data))) }

// seal gives a header, or an index, the checksum in its last four bytes.
func seal(b []byte) []byte {
	binary.LittleEndian.PutUint32(b[len(b)-4:], crc32.ChecksumIEEE(b[:len(b)-4]))
	return b
}

// TestFiles reads what the program xz 5.4 wrote of one text under many
// parameters, several blocks and several streams among them.
func TestFiles(t *testing.T) {
	plain, err := os.ReadFile("../../sparsity/sparseio/testdata/containers/plain.mtx")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"default", "nocheck", "lp4", "lc4", "blocks", "streams"} {
		data := open(t, name+".xz")
		if got, err := decompress(data); err != nil || !bytes.Equal(got, plain) {
			t.Errorf("%s: error %v, or other data", name, err)
		}
		got, err := io.ReadAll(NewReader(iotest.OneByteReader(bytes.NewReader(data))))
		if err != nil || !bytes.Equal(got, plain) {
			t.Errorf("%s, byte by byte: error %v, or other data", name, err)
		}
	}
	if _, err := decompress(open(t, "x86.xz")); err == nil || !strings.Contains(err.Error(), "a filter besides LZMA2") {
		t.Errorf("a filter: got %v", err)
	}
}

// TestTruncated cuts a file of two streams of several blocks everywhere: the end
// of the first stream and the zeros behind it are where it may end.
func TestTruncated(t *testing.T) {
	for _, c := range []xz.WriterConfig{{DictCap: 1 << 12, BlockSize: 100}, {DictCap: 1 << 12, BlockSize: 100, NoCheckSum: true}} {
		stream := compressed(t, c, []byte(strings.Repeat("some text, and more of it\n", 20)))
		data := append(append(bytes.Clone(stream), make([]byte, 8)...), stream...)
		for n := 1; n < len(data); n++ {
			want := io.ErrUnexpectedEOF
			if behind := n - len(stream); behind == 0 || behind == 4 || behind == 8 {
				want = nil
			}
			if _, err := decompress(data[:n]); err != want {
				t.Errorf("cut to %d of %d bytes: want %v, got %v", n, len(data), want, err)
			}
		}
	}
}

// TestReadError: an error of the input is returned as it is.
func TestReadError(t *testing.T) {
	cause := errors.New("broken")
	data := open(t, "blocks.xz")
	for _, n := range []int{0, 5, 12, 13, 20, 60, len(data) / 2, len(data) - 3} {
		_, err := io.ReadAll(NewReader(io.MultiReader(bytes.NewReader(data[:n]), iotest.ErrReader(cause))))
		if err != cause {
			t.Errorf("after %d bytes: got %v", n, err)
		}
	}
}

// allocated returns how many bytes f allocates in all.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestWindow decompresses much more data than the dictionary holds, with
// matches that reach back as far as that, in two streams.
func TestWindow(t *testing.T) {
	noise := uint32(1)
	page := make([]byte, 1<<16-300)
	for k := range page {
		noise = noise*1664525 + 1013904223
		page[k] = byte(noise >> 24)
	}
	var text bytes.Buffer
	for text.Len() < 3<<20 {
		text.Write(page)
		noise = noise*1664525 + 1013904223
		page[noise>>16%uint32(len(page))]++
	}
	data := compressed(t, xz.WriterConfig{DictCap: 1 << 16}, text.Bytes())
	if len(data) > 1<<20 {
		t.Fatalf("%d bytes: the matches were not found", len(data))
	}
	got, err := decompress(append(data, data...))
	if err != nil || !bytes.Equal(got, append(text.Bytes(), text.Bytes()...)) {
		t.Errorf("error %v, or other data", err)
	}
}

// withDictionary returns .xz data whose first block names another size of
// the dictionary.
func withDictionary(data []byte, props byte) []byte {
	data = bytes.Clone(data)
	header := data[12 : 12+4*(int(data[12])+1)]
	header[bytes.Index(header, []byte{0x21, 1})+2] = props
	seal(header)
	return data
}

// TestDictionary: larger dictionaries than 64 MiB are refused with the place
// of the block, and smaller ones take no more memory than the input can need.
func TestDictionary(t *testing.T) {
	small := compressed(t, xz.WriterConfig{}, []byte("a short text"))
	for props, want := range map[byte]uint64{29: 96, 30: 128, 36: 1024, 40: 4095} {
		behind := append(bytes.Clone(small), withDictionary(small, props)...)
		for offset, data := range map[uint64][]byte{12: behind[len(small):], uint64(len(small)) + 12: behind} {
			var dictionary *DictionaryError
			used := allocated(func() {
				_, err := decompress(data)
				if !errors.As(err, &dictionary) || dictionary.Offset != offset || dictionary.Bytes>>20 != want {
					t.Errorf("%d MiB: got %v", want, err)
				}
			})
			if used > 4<<20 {
				t.Errorf("%d MiB: %d bytes allocated", want, used)
			}
		}
	}
	if used := allocated(func() {
		if _, err := decompress(withDictionary(small, 28)); err != nil { // 64 MiB
			t.Error(err)
		}
	}); used > 4<<20 {
		t.Errorf("%d bytes allocated for a file of %d", used, len(small))
	}
	if _, err := decompress(withDictionary(small, 41)); err != errCorrupt {
		t.Errorf("a size that there is not: got %v", err)
	}
}

// TestSmallerDictionary: data that takes least is read whole with the dictionary
// that the size of the input lets it have, also where its end repeats its begin.
func TestSmallerDictionary(t *testing.T) {
	begin := make([]byte, 200)
	noise := uint32(1)
	for k := range begin {
		noise = noise*1664525 + 1013904223
		begin[k] = byte(noise >> 24)
	}
	text := append(append(bytes.Clone(begin), make([]byte, 2<<20)...), begin...)
	data := withDictionary(compressed(t, xz.WriterConfig{DictCap: 4 << 20}, text), 28)
	if got, err := decompress(data); err != nil || !bytes.Equal(got, text) {
		t.Errorf("%d bytes in %d: error %v, or other data", len(text), len(data), err)
	}
	if len(data) > 1000 {
		t.Errorf("%d bytes: the begin was not found again", len(data))
	}
}

// streamHead begins a stream without checksums.
var streamHead = seal8([]byte(Magic + "\x00\x00"))

// seal8 returns the header of a stream with its checksum.
func seal8(b []byte) []byte { return binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(b[6:])) }

// blockHead returns the header of a block that names a dictionary.
func blockHead(props byte) []byte {
	return seal([]byte{2, 0, 0x21, 1, props, 0, 0, 0, 0, 0, 0, 0})
}

// TestManyDictionaries: many short blocks with large dictionaries end in time.
func TestManyDictionaries(t *testing.T) {
	data := bytes.Clone(streamHead)
	for range 1 << 10 {
		data = append(append(data, blockHead(28)...), 1, 0, 0, 'x', 0, 0, 0, 0)
	}
	_, err := decompress(data)
	if err == nil || !strings.Contains(err.Error(), "dictionaries of") {
		t.Errorf("got %v", err)
	}
}

// TestHiddenHeader: bytes of a chunk behind those that its data needs hide the
// header of a block with a dictionary of 4 GiB, which the library would follow. No more
// memory is taken than elsewhere.
func TestHiddenHeader(t *testing.T) {
	chunk := compressed(t, xz.WriterConfig{NoCheckSum: true}, []byte(strings.Repeat("abc", 50)))
	chunk = chunk[12+4*(int(chunk[12])+1):]
	size := int(binary.BigEndian.Uint16(chunk[3:])) + 1
	chunk = chunk[:6+size]
	hidden := []byte{0} // the end of the block
	hidden = append(hidden, make([]byte, (4-(len(chunk)+1)%4)%4)...)
	hidden = append(hidden, blockHead(40)...)
	binary.BigEndian.PutUint16(chunk[3:], uint16(size+len(hidden)-1))
	data := append(append(bytes.Clone(streamHead), blockHead(0)...), chunk...)
	data = append(append(data, hidden...), make([]byte, 64)...)
	used := allocated(func() {
		if _, err := decompress(data); err == nil {
			t.Error("accepted")
		}
	})
	if used > 4<<20 {
		t.Errorf("%d MiB allocated", used>>20)
	}
}

// TestShortChunk: a chunk of fewer bytes than any needs is no end of the block,
// though the sizes in the index say so.
func TestShortChunk(t *testing.T) {
	data := append(bytes.Clone(streamHead), blockHead(0)...)
	data = append(data, 0xe0, 0, 0, 0, 1, 0x5d, 0, 0) // two bytes
	data = append(data, seal([]byte{0, 1, 12 + 8, 0, 0, 0, 0, 0})...)
	footer := []byte{0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 'Y', 'Z'}
	binary.LittleEndian.PutUint32(footer, crc32.ChecksumIEEE(footer[4:10]))
	if got, err := decompress(append(data, footer...)); err != errCorrupt {
		t.Errorf("got %q, %v", got, err)
	}
}

// TestContradictions refuses data whose checksums are right, but whose parts
// contradict each other.
func TestContradictions(t *testing.T) {
	blocks := open(t, "blocks.xz")
	headerEnd := 12 + 4*(int(blocks[12])+1)
	footer := len(blocks) - 12
	index := footer - 4*(int(binary.LittleEndian.Uint32(blocks[footer+4:]))+1)
	for name, change := range map[string]func(b []byte){
		"compressed size": func(b []byte) { b[14]++; seal(b[12:headerEnd]) },
		"size":            func(b []byte) { b[16]++; seal(b[12:headerEnd]) },
		"padding":         func(b []byte) { b[headerEnd-5]++; seal(b[12:headerEnd]) },
		"flags":           func(b []byte) { b[13] |= 4; seal(b[12:headerEnd]) },
		"index, count":    func(b []byte) { b[index+1]++; seal(b[index:footer]) },
		"index, record":   func(b []byte) { b[index+2]++; seal(b[index:footer]) },
		"footer, size": func(b []byte) {
			b[footer+4]++
			binary.LittleEndian.PutUint32(b[footer:], crc32.ChecksumIEEE(b[footer+4:footer+10]))
		},
		"footer, check": func(b []byte) {
			b[footer+9]++
			binary.LittleEndian.PutUint32(b[footer:], crc32.ChecksumIEEE(b[footer+4:footer+10]))
		},
		"chunk": func(b []byte) { b[headerEnd] = 0x80 }, // does not reset the dictionary
	} {
		b := bytes.Clone(blocks)
		change(b)
		if _, err := decompress(b); err != errCorrupt {
			t.Errorf("%s: want it corrupt, got %v", name, err)
		}
	}
}

// FuzzXZ decodes LZMA2 chunks that no checksum protects. What comes out
// begins what the library makes of the chunks alone, and a file is accepted only
// where the library accepts it too.
func FuzzXZ(f *testing.F) {
	for _, text := range []string{"", "a", strings.Repeat("abcd", 100)} {
		data := compressed(f, xz.WriterConfig{}, []byte(text))
		f.Add(data[12+4*(int(data[12])+1):])
	}
	f.Fuzz(func(t *testing.T, chunks []byte) {
		data := append(append(bytes.Clone(streamHead), blockHead(8)...), chunks...) // 64 KiB
		r := NewReader(bytes.NewReader(data))
		got, err := io.ReadAll(io.LimitReader(r, 1<<20))
		if err == nil && len(got) < 1<<20 {
			other, oerr := xz.NewReader(bytes.NewReader(data))
			if oerr != nil {
				t.Fatal(oerr)
			}
			if want, oerr := io.ReadAll(other); oerr != nil || !bytes.Equal(got, want) {
				t.Fatalf("want %q, got %q; the other says %v", want, got, oerr)
			}
			return
		}
		if len(r.records) > 0 {
			return // more than one block
		}
		library, _ := lzma.Reader2Config{DictCap: 1 << 16}.NewReader2(bytes.NewReader(chunks))
		want := make([]byte, len(got))
		if n, lerr := io.ReadFull(library, want); n < len(got) || !bytes.Equal(got, want) {
			t.Fatalf("want %q, got %q; the library says %v", want[:n], got, lerr)
		}
	})
}
