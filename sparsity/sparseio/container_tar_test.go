package sparseio

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

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
		"two.tar.gz": {
			archive: []member{{"one/one.mtx", bad}, {"two/two.mtx", tiny}},
			member:  "two/two.mtx", warning: "two.tar.gz: other matrices in the archive are not read: one/one.mtx"},
		"main.tar": {
			archive: []member{{"x/more.mtx", bad}, {"x/x.mtx", tiny}, {"x/also.mtx", bad}},
			member:  "x/x.mtx", warning: "main.tar: other matrices in the archive are not read: x/more.mtx, x/also.mtx"},
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
		mustRefuse(t, "w.tar", data[:n], fmt.Sprintf("w.tar: truncated: the file ends after %d bytes, before the end of the tar archive", n))
	}
	packed := gzipped(t, data)
	n := len(packed) / 2
	mustRefuse(t, "w.tar.gz", packed[:n], fmt.Sprintf("w.tar.gz: truncated: the file ends after %d bytes, before the end of the gzip data", n))
	data[2048-512+3] ^= 1
	data[1024+512+150] ^= 1
	mustRefuse(t, "w.tar", data, fmt.Sprintf("w.tar: damaged tar archive within the first %d bytes: invalid tar header", 2048))
}
