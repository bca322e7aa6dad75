package sparseio

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
)

// Progress counts the bytes of the file as stored, to its end.
func TestProgress(t *testing.T) {
	var text, packed bytes.Buffer
	if err := WriteMatrixMarket(&text, matgen.Values(matgen.Grid2D(200, 200), 1), WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(text.Bytes()); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"a.mtx": text.Bytes(), "a.mtx.gz": packed.Bytes()} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		for _, workers := range []int{1, 3} {
			var mu sync.Mutex
			calls, most := 0, int64(0)
			opt := Options{Workers: workers, Progress: func(read, size int64) {
				mu.Lock()
				defer mu.Unlock()
				if calls++; size != int64(len(data)) || read > size {
					t.Errorf("%s: %d of %d bytes, want %d", name, read, size, len(data))
				}
				most = max(most, read)
			}}
			if _, err := Open(path, opt); err != nil {
				t.Fatal(err)
			}
			if calls < 5 || most != int64(len(data)) {
				t.Errorf("%s, %d workers: %d calls, %d of %d bytes", name, workers, calls, most, len(data))
			}
			size := int64(0)
			opt.Progress = func(_, s int64) { size = s }
			if _, err := Read(name, bytes.NewReader(data), opt); err != nil || size != -1 {
				t.Errorf("%s from a stream: size %d, error %v", name, size, err)
			}
		}
	}
}
