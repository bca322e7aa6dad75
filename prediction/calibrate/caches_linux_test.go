package calibrate

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// The sizes are read from the folder of the kernel; instructions do not count.
func TestCachesIn(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"index0/level": "1\n", "index0/type": "Data\n", "index0/size": "48K\n",
		"index1/level": "1\n", "index1/type": "Instruction\n", "index1/size": "64K\n",
		"index2/level": "2\n", "index2/type": "Unified\n", "index2/size": "2M\n",
		"index3/level": "4\n", "index3/type": "Unified\n", "index3/size": "128M\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := cachesIn(dir), []int64{48 << 10, 2 << 20, 0}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for s, want := range map[string]int64{"": 0, "K": 0, "-1K": 0, "1x": 0, "12": 12, "99999999999999M": 0} {
		if got := parseSize(s); got != want {
			t.Errorf("%q: got %d, want %d", s, got, want)
		}
	}
}
