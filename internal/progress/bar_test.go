package progress

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestBar(t *testing.T) {
	var out bytes.Buffer
	at := time.Unix(0, 0)
	b := New(&out, func() time.Time { return at })
	b.Set(1, 4, "early")
	b.Clear()
	if out.Len() > 0 {
		t.Errorf("a short task drew %q", out.String())
	}
	at = at.Add(delay)
	b.Set(2, 4, "amd")
	want := "\r[" + strings.Repeat("=", cells/2) + strings.Repeat(" ", cells/2) + "] 2/4 amd\x1b[K"
	if got := out.String(); got != want {
		t.Errorf("want %q, got %q", want, got)
	}
	out.Reset()
	at = at.Add(interval / 2)
	b.Set(3, 4, "too soon")
	if out.Len() > 0 {
		t.Errorf("drew %q within the interval", out.String())
	}
	b.Clear()
	b.Clear()
	if got := out.String(); got != "\r\x1b[K" {
		t.Errorf("want one cleared line, got %q", got)
	}
	at = at.Add(interval)
	out.Reset()
	b.Set(1, 2, strings.Repeat("long", 30)+"\x1b[2J\n")
	if got := out.String(); strings.Count(got, "\x1b") != 1 || strings.Contains(got, "\n") || len([]rune(got)) > 98 {
		t.Errorf("drew %q", got)
	}
	at = at.Add(interval)
	b.Set(5, 0, "no total")
	b.Set(9, 4, "beyond")
}

func TestShare(t *testing.T) {
	var out bytes.Buffer
	at := time.Unix(0, 0)
	b := New(&out, func() time.Time { return at })
	b.SetShare(0.5, "early")
	for _, c := range []struct {
		share float64
		full  int
	}{{-1, 0}, {0.5, cells / 2}, {1, cells}, {7, cells}} {
		at = at.Add(delay)
		out.Reset()
		b.SetShare(c.share, "1 ns")
		want := "\r[" + strings.Repeat("=", c.full) + strings.Repeat(" ", cells-c.full) + "] 1 ns\x1b[K"
		if got := out.String(); got != want {
			t.Errorf("share %v: want %q, got %q", c.share, want, got)
		}
	}
}

func TestNilBar(t *testing.T) {
	var b *Bar
	b.Set(1, 2, "x")
	b.SetShare(0.5, "x")
	b.Clear()
}
