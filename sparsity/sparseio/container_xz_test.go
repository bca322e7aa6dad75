package sparseio

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/ulikunitz/xz"
	"github.com/ulikunitz/xz/lzma"
)

// TestXZFiles reads what the program xz 5.4 wrote of plain.mtx under many
// parameters, several blocks and several streams among them.
func TestXZFiles(t *testing.T) {
	plain, err := os.ReadFile("testdata/containers/plain.mtx")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"default", "nocheck", "lp4", "lc4", "blocks", "streams"} {
		data, err := os.ReadFile("testdata/containers/" + name + ".xz")
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(openForTest(data))
		if err != nil || !bytes.Equal(got, plain) {
			t.Errorf("%s: error %v, or other data", name, err)
		}
		mustRead(t, name, data, string(plain))
	}
	data, err := os.ReadFile("testdata/containers/x86.xz")
	if err != nil {
		t.Fatal(err)
	}
	mustRefuse(t, "x.xz", data, "x.xz: damaged xz data within the first 2868 bytes: the data has a filter besides LZMA2, which is not supported")
}

// openForTest returns a reader of .xz data.
func openForTest(data []byte) io.Reader {
	r, _ := openXZ(newInput("", bytes.NewReader(data), -1).r, -1)
	return r
}

// TestXZWindow decompresses much more data than the dictionary holds, with
// matches that reach back as far as that, in two streams, and checks that
// memory stays bounded.
func TestXZWindow(t *testing.T) {
	noise := uint32(1)
	page := make([]byte, 1<<16-300)
	for k := range page {
		noise = noise*1664525 + 1013904223
		page[k] = byte(noise >> 24)
	}
	var text bytes.Buffer
	for text.Len() < 7<<20 {
		text.Write(page)
		noise = noise*1664525 + 1013904223
		page[noise>>16%uint32(len(page))]++
	}
	data := compress(t, func(w io.Writer) (io.WriteCloser, error) {
		return xz.WriterConfig{DictCap: 1 << 16}.NewWriter(w)
	}, text.Bytes())
	if len(data) > 1<<20 {
		t.Fatalf("%d bytes: the matches were not found", len(data))
	}
	x := newXZReader(bufio.NewReader(bytes.NewReader(append(data, data...))))
	var got bytes.Buffer
	if _, err := io.Copy(&got, x); err != nil || !bytes.Equal(got.Bytes(), append(text.Bytes(), text.Bytes()...)) {
		t.Errorf("error %v, or other data", err)
	}
	if c := cap(x.d.window); c > 6<<20 {
		t.Errorf("window of %d bytes for a dictionary of 64 KiB", c)
	}
}

// TestXZContradictions refuses data whose checksums are right, but whose parts
// contradict each other.
func TestXZContradictions(t *testing.T) {
	blocks, err := os.ReadFile("testdata/containers/blocks.xz")
	if err != nil {
		t.Fatal(err)
	}
	headerEnd := 12 + 4*(int(blocks[12])+1)
	seal := func(b []byte) { binary.LittleEndian.PutUint32(b[len(b)-4:], crc32.ChecksumIEEE(b[:len(b)-4])) }
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
		if _, err := io.ReadAll(openForTest(b)); err != errXZCorrupt {
			t.Errorf("%s: want it corrupt, got %v", name, err)
		}
	}
	// A chunk with a byte more than it needs.
	chunk := xzed(t, []byte(strings.Repeat("abc", 50)))
	chunk = chunk[12+4*(int(chunk[12])+1):]
	size := int(binary.BigEndian.Uint16(chunk[3:])) + 1
	chunk = append(append(bytes.Clone(chunk[:6+size]), 0), chunk[6+size:]...)
	binary.BigEndian.PutUint16(chunk[3:], uint16(size))
	x := newXZReader(bufio.NewReader(bytes.NewReader(chunk)))
	x.state, x.needDict, x.d.dict = xzChunk, true, 1<<16
	if err := x.advance(); err != errXZCorrupt {
		t.Errorf("chunk with a byte too many: want it corrupt, got %v", err)
	}
}

// FuzzXZ decodes LZMA chunks that no checksum protects, and compares with
// another implementation.
func FuzzXZ(f *testing.F) {
	for _, text := range []string{"", "a", tiny, strings.Repeat("abcd", 100), tiny + tiny} {
		data := xzed(f, []byte(text))
		header := 12 + 4*(int(data[12])+1)
		f.Add(data[header:])
	}
	f.Fuzz(func(t *testing.T, chunks []byte) {
		x := newXZReader(bufio.NewReader(bytes.NewReader(chunks)))
		x.state, x.needDict, x.d.dict = xzChunk, true, 1<<16
		var got []byte
		var err error
		for err == nil && x.state == xzChunk && len(got) < 1<<20 {
			if err = x.advance(); err == nil || err == io.EOF {
				got = append(got, x.d.window[x.out:]...)
			}
			x.out = len(x.d.window)
		}
		r, _ := lzma.Reader2Config{DictCap: 1 << 16}.NewReader2(bytes.NewReader(chunks))
		want := make([]byte, len(got))
		n, wantErr := io.ReadFull(r, want)
		if n < len(got) && err == nil {
			t.Fatalf("%d bytes, the other stops after %d with %v", len(got), n, wantErr)
		}
		if !bytes.Equal(got[:n], want[:n]) {
			t.Fatalf("want %q, got %q", want[:n], got)
		}
	})
}
