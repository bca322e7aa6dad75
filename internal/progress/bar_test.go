package progress

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func wide() int { return 0 }

// A line has fewer columns than the terminal, and numbers are whole or absent.
func TestWidth(t *testing.T) {
	for _, c := range []struct {
		width int
		want  []string
	}{
		{100, []string{"[            " + "            ] 1.2e-10 of 2e-09 s, 525,184 points, 1,234,567 iterations", "[            " + "            ] 0/12 a/long/name/of/a/file/that/does/not/end.mtx"}},
		{80, []string{"[                    ] 1.2e-10 of 2e-09 s, 525,184 points, 1,234,567 iterations", "[                        ] 0/12 a/long/name/of/a/file/that/does/not/end.mtx"}},
		{60, []string{"[                      ] 1.2e-10 of 2e-09 s, 525,184 points", "[        ] 0/12 a/long/name/of/a/file/that/does/not/end.mtx"}},
		{30, []string{"[        ] 1.2e-10 of 2e-09 s", "[        ] 0/12 a/long…nd.mtx"}},
		{50, []string{"[            ] 1.2e-10 of 2e-09 s, 525,184 points", "[        ] 0/12 a/long/name/of/a…does/not/end.mtx"}},
		{20, []string{"[                ] ", "[        ] 0/12 a…x"}},
	} {
		for k, want := range c.want {
			var out bytes.Buffer
			at := time.Unix(0, 0)
			b := New(&out, func() int { return c.width }, func() time.Time { return at })
			at = at.Add(delay)
			if k == 0 {
				b.SetShare(0, "1.2e-10 of 2e-09 s", "525,184 points", "1,234,567 iterations")
			} else {
				b.Set(0, 12, "a/long/name/of/a/file/that/does/not/end.mtx")
			}
			if got := out.String(); got != "\r"+want+"\x1b[K" || len([]rune(want)) >= c.width {
				t.Errorf("%d columns: want %q, got %q", c.width, want, got)
			}
		}
	}
}

func TestBar(t *testing.T) {
	var out bytes.Buffer
	at := time.Unix(0, 0)
	b := New(&out, wide, func() time.Time { return at })
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
	if got := out.String(); strings.Count(got, "\x1b") != 1 || strings.Contains(got, "\n") || len([]rune(got)) > 83 {
		t.Errorf("drew %q", got)
	}
	at = at.Add(interval)
	b.Set(5, 0, "no total")
	b.Set(9, 4, "beyond")
}

func TestShare(t *testing.T) {
	var out bytes.Buffer
	at := time.Unix(0, 0)
	b := New(&out, wide, func() time.Time { return at })
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
