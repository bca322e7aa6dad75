package sparseio

import (
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
)

// TestMaliciousHeaders checks that a small input costs at most 64 MiB in all,
// whatever its header claims, also when its size is not known.
func TestMaliciousHeaders(t *testing.T) {
	const limit = 64 << 20
	coordinate := "%%MatrixMarket matrix coordinate real general\n"
	symmetric := "%%MatrixMarket matrix coordinate complex symmetric\n"
	array := "%%MatrixMarket matrix array complex general\n"
	for _, c := range []struct {
		name, text string
		ok         bool
	}{
		{"entries", coordinate + "2 2 4000000000\n1 1 1\n", false},
		{"more entries", coordinate + "2 2 9007199254740992\n1 1 1\n", false},
		{"dimensions", coordinate + "2147483646 2147483646 1\n1 1 1\n", false},
		{"dimensions, no entries", coordinate + "4194305 1 0\n", false},
		{"dimensions and entries", symmetric + "2147483646 2147483646 4000000000\n1 1 1 1\n", false},
		{"entries that the dimensions need", coordinate + "2147483646 2147483646 33554432\n1 1 1\n", false},
		{"array", array + "2147483646 2147483646\n1 1\n", false},
		{"array of zero rows", array + "0 2147483646\n", false},
		{"thin array", array + "1 1000000000\n1 1\n", false},
		{"largest dimensions", coordinate + "4194304 4194304 1\n4194304 4194304 1\n", true},
		{"largest symmetric", symmetric + "4194304 4194304 2\n4194304 4194303 1 1\n4194303 1 1 1\n", true},
		{"largest, unsorted, repeated", coordinate + "4194304 4194304 3\n9 9 1\n1 1 1\n9 9 1\n", true},
		{"largest, no entries", coordinate + "4194304 4194304 0\n", true},
		{"one long comment", coordinate + "%" + strings.Repeat("x", 8<<20), false},
		{"one long line", coordinate + "2 2 1\n" + strings.Repeat(" ", 8<<20), false},
		{"blank lines", coordinate + "2 2 1\n" + strings.Repeat("\n", 1<<20) + "1 1 1\n", true},
		{"comment lines", coordinate + "2 2 1\n" + strings.Repeat("%\n", 1<<20) + "1 1 1\n", true},
	} {
		for _, how := range []mmConfig{{workers: 1}, {workers: 4, sized: true}} {
			how.blockSize = mmBlockSize
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := how.read(c.text)
			runtime.ReadMemStats(&after)
			if used := after.TotalAlloc - before.TotalAlloc; used > limit {
				t.Errorf("%s, %+v: %d MiB allocated", c.name, how, used>>20)
			}
			if (err == nil) != c.ok {
				t.Errorf("%s, %+v: got error %v", c.name, how, err)
			}
		}
	}
}

// TestEndless checks that reading ends soon on inputs without end.
func TestEndless(t *testing.T) {
	for name, c := range map[string]struct{ head, repeat, want string }{
		"entries": {"%%MatrixMarket matrix coordinate real general\n2 2 3\n", "1 1 1\n", "in.mtx:6:1: want the end of the input after entry 3, got more"},
		"garbage": {"%%MatrixMarket matrix coordinate real general\n2 2 3\n", "x\n", "in.mtx:3:1: want row in 1..2, got x"},
		"a line":  {"%%MatrixMarket matrix coordinate real general\n2 2 3\n", " ", "in.mtx:3:1048577: want lines of at most 1048576 bytes"},
		"comment": {"%%MatrixMarket matrix coordinate real general\n", "%", "in.mtx:2:1048577: want lines of at most 1048576 bytes"},
		"banner":  {"%%MatrixMarket", "x", "in.mtx:1:1048577: want lines of at most 1048576 bytes"},
		"noise":   {"\x80", "\x80", `in.mtx:1:1: want %%MatrixMarket at the start of the first line, got "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80"…`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Read("in.mtx", io.MultiReader(strings.NewReader(c.head), &endless{text: c.repeat}), Options{Workers: 2})
			if err == nil || err.Error() != c.want {
				t.Fatalf("want error %s, got %v", c.want, err)
			}
		})
	}
}

// endless repeats itself.
type endless struct {
	text string
	at   int
}

func (e *endless) Read(p []byte) (int, error) {
	for k := range p {
		p[k] = e.text[e.at]
		e.at = (e.at + 1) % len(e.text)
	}
	return len(p), nil
}

// idleReader never returns anything.
type idleReader struct{}

func (idleReader) Read([]byte) (int, error) { return 0, nil }

// TestIdle checks that a reader that returns nothing does not hang.
func TestIdle(t *testing.T) {
	for _, head := range []string{"", mmSeeds[0][:60]} {
		_, err := Read("in.mtx", io.MultiReader(strings.NewReader(head), idleReader{}), Options{})
		if !errors.Is(err, io.ErrNoProgress) {
			t.Errorf("want %v, got %v", io.ErrNoProgress, err)
		}
	}
}
