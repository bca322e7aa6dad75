package main

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// words returns integers in one byte order.
func words(order binary.AppendByteOrder, x ...uint32) (b []byte) {
	for _, v := range x {
		b = order.AppendUint32(b, v)
	}
	return b
}

// petscFile is the matrix [5 0; 0 7] as PETSc writes it.
func petscFile() []byte {
	b := words(binary.BigEndian, 1211216, 2, 2, 2, 1, 1, 0, 1)
	return append(b, 0x40, 0x14, 0, 0, 0, 0, 0, 0, 0x40, 0x1c, 0, 0, 0, 0, 0, 0)
}

// matFile is a MAT-file with that matrix under each of the names, of one letter.
func matFile(names ...byte) []byte {
	b := append(bytes.Repeat([]byte{' '}, 124), 0, 1, 'I', 'M')
	for _, name := range names {
		b = append(b, words(binary.LittleEndian,
			14, 88, // an array of so many bytes
			6, 8, 5, 2, // sparse, room for two entries
			5, 8, 2, 2, // dimensions
			1|1<<16, uint32(name),
			5, 8, 0, 1, // rows
			5, 12, 0, 1, 2, 0, // pointers of columns
			2|2<<16, 5|7<<8, // values, as bytes
		)...)
	}
	return b
}

// TestBinaryFormats reads files of PETSc and MATLAB by their content, and asks for
// variables.
func TestBinaryFormats(t *testing.T) {
	const want = "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 5\n2 2 7\n"
	dir := t.TempDir()
	file := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	two := file("two.mat", matFile('A', 'B'))
	for _, c := range []struct {
		args         []string
		code         int
		stdout, says string
	}{
		{[]string{file("a.dat", petscFile())}, 0, want, ""},
		{[]string{file("one", matFile('A'))}, 0, want, ""},
		{[]string{two}, 1, "", "want one sparse variable, got several: A, B\nhint: --variable takes the name of a variable, for example --variable A\n"},
		{[]string{two, "--variable", "B"}, 0, want, ""},
		{[]string{two, "--variable", "C"}, 1, "", "no variable C; the sparse variables are A, B\nhint: "},
		{[]string{file("b.dat", petscFile()), "--variable", "B"}, 1, "", "want a MAT-file with a variable B, got another format\n"},
		{[]string{file("cut.mat", matFile('A')[:220])}, 1, "", "cut.mat: byte 220: truncated: want 4 more bytes of the values, got the end of the input\n"},
	} {
		var out, errs strings.Builder
		args := append([]string{"convert", c.args[0], "-"}, c.args[1:]...)
		code := run(args, strings.NewReader(""), &out, &errs)
		if code != c.code || out.String() != c.stdout || !strings.Contains(errs.String(), c.says) || c.says == "" && errs.Len() > 0 {
			t.Errorf("%q: want code %d, %q and %q, got %d, %q and %q", args, c.code, c.stdout, c.says, code, out.String(), errs.String())
		}
	}
}
