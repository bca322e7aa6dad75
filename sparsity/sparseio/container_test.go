package sparseio

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

// tiny is a matrix as text.
const tiny = "%%MatrixMarket matrix coordinate real general\n2 3 2\n1 1 1.5\n2 3 -2\n"

// compress returns data through one of the writers, closed.
func compress(t testing.TB, open func(w io.Writer) (io.WriteCloser, error), data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := open(&b)
	if err != nil {
		t.Fatal(err)
	}
	_, err = w.Write(data)
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func gzipped(t testing.TB, data []byte) []byte {
	return compress(t, func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriterLevel(w, gzip.BestSpeed) }, data)
}

func zstded(t testing.TB, data []byte) []byte {
	return compress(t, func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w) }, data)
}

func xzed(t testing.TB, data []byte) []byte {
	return compress(t, func(w io.Writer) (io.WriteCloser, error) { return xz.NewWriter(w) }, data)
}

// mustRead reads data and fails unless it holds the matrix of text.
func mustRead(t *testing.T, name string, data []byte, text string) *File {
	t.Helper()
	want, err := Read("x", strings.NewReader(text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	f, err := Read(name, bytes.NewReader(data), Options{})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if !equalBits(f.Matrix, want.Matrix) || f.Entries != want.Entries || f.Name != filepath.Base(name) {
		t.Errorf("%s: another matrix, or %+v", name, f)
	}
	if sum := fmt.Sprintf("%x", sha256.Sum256(data)); f.SHA256 != sum {
		t.Errorf("%s: want hash %s, got %s", name, sum, f.SHA256)
	}
	g, err := Read(name, iotest.HalfReader(bytes.NewReader(data)), Options{})
	if err != nil || !equalBits(g.Matrix, want.Matrix) || g.SHA256 != f.SHA256 {
		t.Errorf("%s in halves: another matrix or hash, error %v", name, err)
	}
	return f
}

// mustRefuse reads data and fails unless the error is want.
func mustRefuse(t *testing.T, name string, data []byte, want string) {
	t.Helper()
	_, err := Read(name, bytes.NewReader(data), Options{})
	if err == nil || err.Error() != want {
		t.Errorf("want %s, got %v", want, err)
	}
}

// TestCompressed reads every compression, whatever the name says.
func TestCompressed(t *testing.T) {
	bz2, err := os.ReadFile("testdata/containers/plain.mtx.bz2")
	if err != nil {
		t.Fatal(err)
	}
	plain, err := os.ReadFile("testdata/containers/plain.mtx")
	if err != nil {
		t.Fatal(err)
	}
	text := string(plain)
	twice := append(gzipped(t, plain[:1000]), gzipped(t, plain[1000:])...)
	frames := append(zstded(t, plain[:1000]), zstded(t, plain[1000:])...)
	skippable := append([]byte("\x5f\x2a\x4d\x18\x03\x00\x00\x00abc"), zstded(t, plain)...)
	for name, data := range map[string][]byte{
		"a.mtx.gz": gzipped(t, plain), "a.mtx.zst": zstded(t, plain), "a.mtx.xz": xzed(t, plain), "a.mtx.bz2": bz2,
		"a.mtx": gzipped(t, plain), "stdin": xzed(t, plain), "two members.gz": twice, "two frames.zst": frames,
		"skippable.zst": skippable, "padded.gz": append(gzipped(t, plain), make([]byte, 1000)...),
		"nested.gz": gzipped(t, zstded(t, xzed(t, plain))),
	} {
		if f := mustRead(t, name, data, text); len(f.Warnings) > 0 && f.Warnings[0].Code != "duplicates" {
			t.Errorf("%s: unexpected warning %v", name, f.Warnings)
		}
	}
	f := mustRead(t, "x.gz", append(gzipped(t, plain), "some text"...), text)
	if w := f.Warnings[len(f.Warnings)-1]; w.Code != "trailing-data" || w.String() != "x.gz: 9 bytes after the gzip data are ignored" {
		t.Errorf("got %v", f.Warnings)
	}
	f = mustRead(t, "x.gz", append(gzipped(t, plain), 'x'), text)
	if w := f.Warnings[len(f.Warnings)-1]; w.String() != "x.gz: 1 bytes after the gzip data are ignored" {
		t.Errorf("got %v", f.Warnings)
	}
}

// TestTruncated cuts compressed files everywhere: each is refused as
// truncated, with one message and no other.
func TestTruncated(t *testing.T) {
	for name, data := range map[string][]byte{"gzip": gzipped(t, []byte(tiny)), "zstd": zstded(t, []byte(tiny)), "xz": xzed(t, []byte(tiny))} {
		for n := 7; n < len(data); n++ {
			mustRefuse(t, "x", data[:n], fmt.Sprintf("x: truncated: the file ends after %[2]d bytes, before the end of the %[1]s data", name, n))
		}
	}
}

// TestDamaged flips bits everywhere: what is accepted all the same holds the
// right matrix.
func TestDamaged(t *testing.T) {
	want, err := Read("x", strings.NewReader(tiny), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"gzip": gzipped(t, []byte(tiny)), "zstd": zstded(t, []byte(tiny)), "xz": xzed(t, []byte(tiny))} {
		accepted := 0
		for n := range 8 * len(data) {
			damaged := bytes.Clone(data)
			damaged[n/8] ^= 1 << (n % 8)
			f, err := Read("x", bytes.NewReader(damaged), Options{})
			var syntax *SyntaxError
			switch {
			case err == nil && !equalBits(f.Matrix, want.Matrix):
				t.Errorf("%s: bit %d: another matrix", name, n)
			case err == nil:
				accepted++
			case !errors.As(err, &syntax):
				t.Errorf("%s: bit %d: %v", name, n, err)
			}
		}
		// gzip does not protect the time, the level, the system and some flags in
		// its header, nor the bits behind its last block; zstd has unused bits; LZMA2
		// is decoded without the 16 bits that say how many bytes a chunk takes.
		if most := map[string]int{"gzip": 64, "zstd": 8, "xz": 16}[name]; accepted > most {
			t.Errorf("%s: %d flipped bits go unnoticed, want at most %d", name, accepted, most)
		}
	}
}

// TestParserErrorInside checks that an error in good data keeps its position,
// and that damage behind it takes precedence.
func TestParserErrorInside(t *testing.T) {
	text := []byte("%%MatrixMarket matrix coordinate real general\n1 1 1\n1 2 3\n")
	mustRefuse(t, "a.mtx.gz", gzipped(t, text), "a.mtx.gz:3:3: want column in 1..1, got 2")
	data := gzipped(t, append(text, bytes.Repeat([]byte("1 1 1\n"), 100000)...))
	mustRefuse(t, "a.mtx.gz", data, "a.mtx.gz:3:3: want column in 1..1, got 2")
	data[len(data)-5]++ // the checksum
	mustRefuse(t, "a.mtx.gz", data, fmt.Sprintf("a.mtx.gz: damaged gzip data within the first %d bytes: checksum differs", len(data)))
	mustRefuse(t, "a.rua.gz", gzipped(t, []byte("1\n")), "a.rua.gz:2:1: want the numbers of lines, got the end of the input")
	mustRefuse(t, "a.gz", gzipped(t, nil), "a.gz:1:1: want a matrix, got an empty input")
}

// TestContainerReadErrors checks that an error of the input itself is not taken for
// damage.
func TestContainerReadErrors(t *testing.T) {
	comments := tiny
	for k := range 10000 {
		comments += fmt.Sprintln("%", k*k*k)
	}
	data := gzipped(t, []byte(comments))
	cause := errors.New("disk on fire")
	for _, n := range []int{50, len(data) - 100} {
		_, err := Read("x.gz", io.MultiReader(bytes.NewReader(data[:n]), iotest.ErrReader(cause)), Options{})
		if !errors.Is(err, cause) || err.Error() != "reading x.gz: disk on fire" {
			t.Errorf("after %d of %d bytes: got %v", n, len(data), err)
		}
	}
}

// TestLayers: containers within each other have an end.
func TestLayers(t *testing.T) {
	data := []byte(tiny)
	for range maxLayers {
		data = gzipped(t, data)
	}
	mustRead(t, "x", data, tiny)
	mustRefuse(t, "x", gzipped(t, data), "x: containers in more than 4 layers")
}

// TestXZRefused: what is in .xz files that are not read.
func TestXZRefused(t *testing.T) {
	data, err := os.ReadFile("../../internal/xz/testdata/x86.xz")
	if err != nil {
		t.Fatal(err)
	}
	mustRefuse(t, "x.xz", data, "x.xz: damaged xz data within the first 2868 bytes: the data has a filter besides LZMA2, which is not supported")
	mustRefuse(t, "x.xz", withDictionary(xzed(t, []byte(tiny)), 29),
		"x.xz: the xz block at byte 12 needs a dictionary of 96 MiB, at most 64 MiB are supported")
}
