package golden

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
)

// update is the flag of the test binaries that import this package.
var update = flag.Bool("update", false, "rewrite golden files instead of comparing with them")

// Update reports whether golden files are being rewritten.
func Update() bool { return *update }

// Equal fails the test when got is not the content of testdata/name, naming
// the first line that differs. With -update it writes the file instead.
func Equal(t testing.TB, name string, got []byte) {
	t.Helper()
	File(t, filepath.Join("testdata", filepath.FromSlash(name)), got)
}

// File is Equal for the file at path, outside of testdata.
func File(t testing.TB, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (run the test with -update to write it)", err)
	}
	if line, w, g, differ := firstDifference(want, got); differ {
		t.Errorf("%s:%d differs\nwant %q\n got %q", path, line, w, g)
	}
}

// firstDifference returns the number and both texts of the first line in
// which want and got differ. A line that one of them lacks is empty there.
func firstDifference(want, got []byte) (line int, w, g []byte, differ bool) {
	if bytes.Equal(want, got) {
		return 0, nil, nil, false
	}
	for line = 1; ; line++ {
		var restW, restG []byte
		w, restW, _ = bytes.Cut(want, []byte("\n"))
		g, restG, _ = bytes.Cut(got, []byte("\n"))
		// Equal texts before the end of one file: they differ in what
		// follows, if only in the last newline.
		if !bytes.Equal(w, g) || len(restW) == 0 && len(restG) == 0 {
			return line, w, g, true
		}
		want, got = restW, restG
	}
}
