package launch

import (
	"errors"
	"io"
	"strings"
	"testing"
)

// Lines of nsys about temporary files go, everything else stays, however it is
// cut into writes.
func TestFilter(t *testing.T) {
	const in = "hello\nGenerating '/tmp/s/nsys-report-1.qdstrm'\nGenerating heat\n" +
		"Capture range started in the application.\n[1/1] [0%  ] /tmp/s/report.nsys-rep\r[1/1] [===100%] /tmp/s/report.nsys-rep\n[1, 2, 3]\n" +
		"Generated:\n    /tmp/s/report.qdstrm\n    /home/mine\nImporter error status: The importer binary and its dependencies were not found.\n" +
		"Failed to create '/x/report.qdstrm': No space left on device.\n    /indented\n\nGenerating"
	const want = "hello\nGenerating heat\nCapture range started in the application.\n[1, 2, 3]\n    /home/mine\n" +
		"Failed to create '/x/report.qdstrm': No space left on device.\n    /indented\n\nGenerating"
	mine := func(s string) bool { return strings.Contains(s, "/tmp/s/") }
	for size := 1; size <= len(in); size++ {
		var out strings.Builder
		var l log
		f := &filter{w: &out, log: &l, mine: mine}
		for k := 0; k < len(in); k += size {
			if n, err := f.Write([]byte(in[k:min(k+size, len(in))])); err != nil || n == 0 {
				t.Fatal(n, err)
			}
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		if out.String() != want {
			t.Fatalf("writes of %d: got %q, want %q", size, out.String(), want)
		}
		if !l.began || len(l.generated) != 2 || l.generated[0] != "/tmp/s/report.qdstrm" || len(l.said) != 1+1 {
			t.Fatalf("got %v, %q, %q", l.began, l.generated, l.said)
		}
	}
}

// A line that cannot be dropped is passed on before it ends.
func TestFilterAtOnce(t *testing.T) {
	var out strings.Builder
	f := &filter{w: &out, log: &log{}, mine: func(string) bool { return true }}
	for _, s := range []string{"name? ", strings.Repeat("x", 3*maxLine), "    /" + strings.Repeat("y", 2*maxLine)} {
		out.Reset()
		f.Write([]byte("\n" + s))
		if out.String() != "\n"+s {
			t.Errorf("got %d bytes of %.10q, want all %d", out.Len(), out.String(), len(s)+1)
		}
	}
}

type brokenPipe struct{ writes int }

func (b *brokenPipe) Write([]byte) (int, error) {
	b.writes++
	return 0, errors.New("broken pipe")
}

// Output that nobody reads is taken all the same.
func TestFilterBrokenPipe(t *testing.T) {
	b := &brokenPipe{}
	f := &filter{w: b, log: &log{}, mine: func(string) bool { return false }}
	for range 3 {
		if n, err := f.Write([]byte("text\n")); n != 5 || err != nil {
			t.Errorf("got %d, %v", n, err)
		}
	}
	if b.writes != 1 {
		t.Errorf("got %d writes, want one", b.writes)
	}
}

func FuzzFilter(f *testing.F) {
	f.Add("Generated:\n    /tmp/s/a\nhello", 3)
	f.Add("[1/1]\rImporter error status: The importer binary", 1)
	f.Fuzz(func(t *testing.T, in string, size int) {
		size = max(1, size%64)
		var whole, parts strings.Builder
		mine := func(s string) bool { return strings.Contains(s, "/tmp/s/") }
		for _, c := range []struct {
			out  *strings.Builder
			size int
		}{{&whole, max(1, len(in))}, {&parts, size}} {
			x := &filter{w: c.out, log: &log{}, mine: mine}
			for k := 0; k < len(in); k += c.size {
				x.Write([]byte(in[k:min(k+c.size, len(in))]))
			}
			x.Close()
		}
		if whole.String() != parts.String() {
			t.Errorf("%q in parts of %d: got %q, want %q", in, size, parts.String(), whole.String())
		}
		if !strings.Contains(in, "/tmp/s/") && !strings.Contains(in, "Generated:") && !strings.Contains(in, "mport") && whole.String() != in {
			t.Errorf("got %q, want %q", whole.String(), in)
		}
	})
}

// TestFilterOfTwoStreams: what comes on one stream does not end a list of files
// on the other.
func TestFilterOfTwoStreams(t *testing.T) {
	var l log
	mine := func(s string) bool { return strings.Contains(s, "/tmp/s/") }
	out, errs := &filter{w: io.Discard, log: &l, mine: mine}, &filter{w: io.Discard, log: &l, mine: mine}
	for _, step := range []struct {
		to   *filter
		text string
	}{{out, "Generated:\n"}, {errs, "Failed to create a file\n"}, {out, "    /tmp/s/a\n"}} {
		if _, err := io.WriteString(step.to, step.text); err != nil {
			t.Fatal(err)
		}
	}
	if len(l.generated) != 1 || len(l.said) != 1 {
		t.Errorf("got files %q and words %q", l.generated, l.said)
	}
}
