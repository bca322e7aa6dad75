package sparseio

import (
	"archive/tar"
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
	"github.com/ulikunitz/xz/lzma"
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
	if w := f.Warnings[len(f.Warnings)-1]; w.Code != "trailing-data" || w.String() != "x.gz: 9 bytes behind the gzip data are ignored" {
		t.Errorf("got %v", f.Warnings)
	}
	f = mustRead(t, "x.gz", append(gzipped(t, plain), 'x'), text)
	if w := f.Warnings[len(f.Warnings)-1]; w.String() != "x.gz: 1 bytes behind the gzip data are ignored" {
		t.Errorf("got %v", f.Warnings)
	}
}

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

// TestXZWindow decompresses much more data than the dictionary holds, in
// chunks of all kinds, and checks that memory stays bounded.
func TestXZWindow(t *testing.T) {
	noise := uint32(1)
	var text bytes.Buffer
	for text.Len() < 5<<20 {
		noise = noise*1664525 + 1013904223
		fmt.Fprintf(&text, "%d %d %d\n", noise>>28, noise>>26&7, 77)
		if noise>>16 == 5 {
			for range 70000 {
				noise = noise*1664525 + 1013904223
				text.WriteByte(byte(noise >> 24))
			}
		}
	}
	data := compress(t, func(w io.Writer) (io.WriteCloser, error) {
		return xz.WriterConfig{DictCap: 1 << 16}.NewWriter(w)
	}, text.Bytes())
	x := newXZReader(newInput("", bytes.NewReader(data), -1).r)
	var got bytes.Buffer
	if _, err := io.Copy(&got, x); err != nil || !bytes.Equal(got.Bytes(), text.Bytes()) {
		t.Errorf("error %v, or other data", err)
	}
	if c := cap(x.d.window); c > 6<<20 {
		t.Errorf("window of %d bytes for a dictionary of 64 KiB", c)
	}
}

// TestTruncated cuts compressed files everywhere: each is refused as
// truncated, with one message and no other.
func TestTruncated(t *testing.T) {
	for name, data := range map[string][]byte{"gzip": gzipped(t, []byte(tiny)), "zstd": zstded(t, []byte(tiny)), "xz": xzed(t, []byte(tiny))} {
		for n := 7; n < len(data); n++ {
			mustRefuse(t, "x", data[:n], fmt.Sprintf("x: truncated: the %s data goes on behind the end, after %d bytes", name, n))
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
		if accepted > len(data) {
			t.Errorf("%s: %d of %d flipped bits go unnoticed", name, accepted, 8*len(data))
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
	mustRefuse(t, "a.mtx.gz", data, fmt.Sprintf("a.mtx.gz: damaged gzip data within the first %d bytes: invalid checksum", len(data)))
	mustRefuse(t, "a.gz", gzipped(t, nil), "a.gz:1:1: want a matrix, got an empty input")
}

// TestContainerReadErrors checks that an error of the input itself is not taken for
// damage.
func TestContainerReadErrors(t *testing.T) {
	data := gzipped(t, bytes.Repeat([]byte(tiny), 1000))
	cause := errors.New("disk on fire")
	_, err := Read("x.gz", io.MultiReader(bytes.NewReader(data[:50]), iotest.ErrReader(cause)), Options{})
	if !errors.Is(err, cause) || err.Error() != "reading x.gz: disk on fire" {
		t.Errorf("got %v", err)
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

// A member of an archive for tests.
type member struct{ name, text string }

// tarred returns a tar archive.
func tarred(t testing.TB, members ...member) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, m := range members {
		h := &tar.Header{Name: m.name, Mode: 0o644, Size: int64(len(m.text)), Format: tar.FormatUSTAR, Typeflag: tar.TypeReg}
		if strings.HasSuffix(m.name, "/") {
			h.Typeflag, h.Size = tar.TypeDir, 0
		}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, m.text); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestTar checks which member of an archive is the matrix.
func TestTar(t *testing.T) {
	const bad = "%%MatrixMarket nonsense\n"
	rhs := "%%MatrixMarket matrix array real general\n2 1\n1\n2\n"
	for name, c := range map[string]struct {
		archive []member
		member  string // "" for an error
		warning string
		err     string
	}{
		"west.tar.gz": {
			archive: []member{{"west/", ""}, {"west/west.mtx", tiny}, {"west/west_b.mtx", rhs}, {"west/west_x.mtx", bad}},
			member:  "west/west.mtx", warning: "west.tar.gz: other matrices in the archive are not read: west/west_b.mtx, west/west_x.mtx"},
		"sides first.tar.gz": {
			archive: []member{{"west/west_b.mtx", bad}, {"west/readme.txt", "text"}, {"west/west.mtx", tiny}},
			member:  "west/west.mtx", warning: "sides first.tar.gz: other matrices in the archive are not read: west/west_b.mtx"},
		"renamed.tgz": {archive: []member{{"./west/west.mtx", tiny}}, member: "./west/west.mtx"},
		"two.tar": {
			archive: []member{{"one/one.mtx", bad}, {"two/two.mtx", tiny}},
			member:  "two/two.mtx", warning: "two.tar: other matrices in the archive are not read: one/one.mtx"},
		"plain.tar":      {archive: []member{{"notes.txt", "x"}, {"m.mtx", tiny}, {"._m.mtx", bad}}, member: "m.mtx"},
		"compressed.tar": {archive: []member{{"m.mtx.gz", string(gzipped(t, []byte(tiny)))}}, member: "m.mtx.gz"},
		"other.tar": {archive: []member{{"a/a.mtx", tiny}, {"b/b.mtx", tiny}},
			err: "other.tar: more than one matrix in the archive: a/a.mtx, b/b.mtx; choose one as other.tar:a/a.mtx"},
		"many.tar": {archive: []member{{"1.mtx", tiny}, {"2.mtx", tiny}, {"3.mtx", tiny}, {"4.mtx", tiny}, {"5.mtx", tiny},
			{"6.mtx", tiny}, {"7.mtx", tiny}, {"8.mtx", tiny}, {"9.mtx", tiny}, {"10.mtx", tiny}},
			err: "many.tar: more than one matrix in the archive: 1.mtx, 2.mtx, 3.mtx, 4.mtx, 5.mtx, 6.mtx, 7.mtx, 8.mtx and 2 more; choose one as many.tar:1.mtx"},
		"none.tar":  {archive: []member{{"a.txt", tiny}}, err: "none.tar: no matrix in the archive: want a member with a name such as NAME.mtx or NAME.rb"},
		"wrong.tar": {archive: []member{{"a/wrong.mtx", tiny + "3 3 3\n"}}, err: "wrong.tar:a/wrong.mtx:5:1: want the end of the input after entry 2, got more"},
		"odd.tar":   {archive: []member{{"a\nb.mtx", tiny + "x"}}, err: `odd.tar:"a\nb.mtx":5:1: want the end of the input after entry 2, got more`},
		"side.tar":  {archive: []member{{"a/a_b.mtx", tiny}}, member: "a/a_b.mtx"},
		"sides.tar": {archive: []member{{"a/a_b.mtx", tiny}, {"a/a_c.mtx", tiny}},
			err: "sides.tar: more than one matrix in the archive: a/a_b.mtx, a/a_c.mtx; choose one as sides.tar:a/a_b.mtx"},
		"boeing.tar": {archive: []member{{"a/a.rua", "title\n3 1 1 1\nrua 2 2 2 0\n(3I2)(2I2)(2F4.1)\n 1 2 3\n 1 2\n 1.0 x.0\n"}},
			err: "boeing.tar:a/a.rua:7:6: want a number, got x.0"},
	} {
		data := tarred(t, c.archive...)
		if strings.HasSuffix(name, "gz") {
			data = gzipped(t, data)
		}
		if c.err != "" {
			mustRefuse(t, name, data, c.err)
			continue
		}
		f := mustRead(t, name, data, tiny)
		got := ""
		for _, w := range f.Warnings {
			got += w.String()
		}
		if f.Member != c.member || got != c.warning {
			t.Errorf("%s: want member %s, warning %q, got %s, %q", name, c.member, c.warning, f.Member, got)
		}
	}
}

// TestTarMember asks for members.
func TestTarMember(t *testing.T) {
	dir := t.TempDir()
	archive := filepath.Join(dir, "a:b.tar.gz")
	data := gzipped(t, tarred(t, member{"w/w.mtx", "nonsense"}, member{"w/w_b.mtx", tiny}, member{"w/notes", tiny}, member{"v/w_b.mtx", "x"}))
	if err := os.WriteFile(archive, data, 0o666); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"w/w_b.mtx": "", "./w/w_b.mtx": "", "w/notes": "", "notes": "",
		"w_b":     archive + ": more than one matrix in the archive: w/w_b.mtx, v/w_b.mtx; choose one as " + archive + ":w/w_b.mtx",
		"missing": archive + ": no member missing in the archive",
	} {
		f, err := Open(archive+":"+name, Options{})
		if want == "" && (err != nil || f.Matrix.Pattern.NNZ() != 2 || f.Name != "a:b.tar.gz" || len(f.Warnings) > 0) ||
			want != "" && (err == nil || err.Error() != want) {
			t.Errorf("%s: want error %q, got %+v, error %v", name, want, f, err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "x.tar.gz"), gzipped(t, []byte(tiny)), 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := Open(filepath.Join(dir, "x.tar.gz:m.mtx"), Options{})
	if want := filepath.Join(dir, "x.tar.gz") + ": want a tar archive with a member m.mtx, got another format"; err == nil || err.Error() != want {
		t.Errorf("want %s, got %v", want, err)
	}
	if _, err := Open(filepath.Join(dir, "y.tar.gz:m.mtx"), Options{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("want a missing file, got %v", err)
	}
}

// TestTarDamaged cuts an archive, compressed or not.
func TestTarDamaged(t *testing.T) {
	data := tarred(t, member{"w/w.mtx", tiny + strings.Repeat("% more\n", 100)}, member{"w/w_b.mtx", tiny})
	for _, n := range []int{600, 1500, 1536, 2000, 2200, 2560} {
		mustRefuse(t, "w.tar", data[:n], fmt.Sprintf("w.tar: truncated: the tar archive goes on behind the end, after %d bytes", n))
	}
	packed := gzipped(t, data)
	n := len(packed) / 2
	mustRefuse(t, "w.tar.gz", packed[:n], fmt.Sprintf("w.tar.gz: truncated: the gzip data goes on behind the end, after %d bytes", n))
	data[2048-512+3] ^= 1
	data[1024+512+150] ^= 1
	mustRefuse(t, "w.tar", data, fmt.Sprintf("w.tar: damaged tar archive within the first %d bytes: invalid tar header", 2048))
}

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
