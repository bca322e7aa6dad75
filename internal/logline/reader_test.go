package logline

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// all returns the lines of text as "number:text+cut".
func all(t *testing.T, r io.Reader, limit int) string {
	t.Helper()
	var b strings.Builder
	in := NewReader(r, limit)
	for {
		l, err := in.Next()
		if errors.Is(err, io.EOF) {
			return b.String()
		}
		if err != nil {
			return b.String() + "(" + err.Error() + ")"
		}
		fmt.Fprintf(&b, "%d:%s", l.Number, l.Text)
		if l.Cut > 0 {
			fmt.Fprintf(&b, "+%d", l.Cut)
		}
		b.WriteByte('|')
	}
}

func TestReader(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"empty", "", ""},
		{"one", "a\n", "1:a|"},
		{"no end", "a\nb", "1:a|2:b|"},
		{"empty lines", "\n\na\n", "1:|2:|3:a|"},
		{"CRLF", "a\r\nb\r\n", "1:a|2:b|"},
		{"progress bar", " 0%\r50%\rx\nb", "1: 0%|1:50%|1:x|2:b|"},
		{"return at the end", "a\r", "1:a|"},
		{"two returns", "a\r\rb\r\n\nc", "1:a|1:|1:b|2:|3:c|"},
		{"long", "abcdefghij\nk", "1:abcdefgh+2|2:k|"},
		{"colours", "\x1b[31mred\x1b[0m \x1b]0;title\x07x\x1b]8;;u\x1b\\y\x1bMz", "1:red xyz|"},
		{"cut sequence", "a\x1b[3", "1:a|"},
		{"escape alone", "a\x1b", "1:a|"},
		{"not UTF-8", "a\xffb", "1:a\uFFFDb|"},
	} {
		if c.name == "colours" {
			if got := all(t, strings.NewReader(c.in), 0); got != c.want {
				t.Errorf("%s: got %q, want %q", c.name, got, c.want)
			}
			continue
		}
		for _, r := range []io.Reader{strings.NewReader(c.in), iotest.OneByteReader(strings.NewReader(c.in)), iotest.HalfReader(strings.NewReader(c.in))} {
			if got := all(t, r, 8); got != c.want {
				t.Errorf("%s: got %q, want %q", c.name, got, c.want)
			}
		}
	}
}

func TestReaderOfLongLines(t *testing.T) {
	in := strings.Repeat("x", 3<<16) + "\nshort\n"
	if got, want := all(t, strings.NewReader(in), 0), "1:"+in[:3<<16]+"|2:short|"; got != want {
		t.Errorf("got %d bytes, want %d", len(got), len(want))
	}
	r := NewReader(strings.NewReader(strings.Repeat("y", 5<<20)), 0)
	l, err := r.Next()
	if err != nil || len(l.Text) != DefaultLimit || l.Cut != 4<<20 {
		t.Errorf("got %d bytes, %d cut, %v", len(l.Text), l.Cut, err)
	}
	if cap(r.text) > 4*DefaultLimit {
		t.Errorf("keeps %d bytes", cap(r.text))
	}
}

func TestReaderError(t *testing.T) {
	in := io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(errors.New("disk")))
	if got, want := all(t, in, 0), "1:a|2:b|(disk)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
