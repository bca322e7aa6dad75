package trace

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// small makes a file with several chunks of two threads.
func small(t testing.TB) []byte {
	_, b := record(t, Options{manual: true, portable: true}, func(r *Recorder) {
		one, two := r.Thread("one"), r.Thread("two")
		outer, inner := r.Name("outer"), r.Name("inner")
		p, _, _, _, _ := phases(r)
		one.BeginIndex(outer, 3)
		two.Counter(inner, 1.5)
		for i := range 4 {
			one.BeginIndex(inner, int64(i))
			one.Arg(outer, 2)
			if err := r.Flush(); err != nil {
				t.Error(err)
			}
			one.End()
			one.want.Store(true) // the next chunk
			two.Begin(outer)
			now := two.Now()
			two.Emit(p, int64(i), []Stamp{now, now + 1, now + 2, now + 3}, []float64{1, 2})
			two.End()
		}
		one.End()
		r.SetCounts(Counts{Number: map[string]int64{"nr_iterations": 4}})
		r.SetEndKey(json.RawMessage(`{"schema":"key/v1"}`))
	})
	return b
}

// drain reads all events of a trace that may be damaged and says how many of
// its ranges begin. Ends must match.
func drain(t *testing.T, tr *Trace) int {
	t.Helper()
	begins := 0
	depth := make([]int, len(tr.Tracks))
	last := make([]int64, len(tr.Tracks))
	for e := range tr.Events() {
		if int(e.Track) >= len(tr.Tracks) || int(e.Name) >= len(tr.Names) {
			t.Fatalf("event %+v refers to nothing", e)
		}
		if e.Time < last[e.Track] {
			t.Fatalf("event %+v after time %d", e, last[e.Track])
		}
		last[e.Track] = e.Time
		switch e.Kind {
		case Begin:
			begins++
			depth[e.Track]++
		case End:
			depth[e.Track]--
		}
		if depth[e.Track] < 0 {
			t.Fatalf("event %+v ends nothing", e)
		}
	}
	if err := tr.Err(); err != nil {
		t.Fatal(err)
	}
	return begins
}

// headerEnd is where the header of a trace ends.
func headerEnd(b []byte) int {
	h, _ := parseHead(b[len(magic):])
	return len(magic) + headerSize + int(h.length)
}

// TestTruncated: a file cut anywhere is refused with the place, or read without
// what was cut.
func TestTruncated(t *testing.T) {
	b := small(t)
	if _, err := Read(bytes.NewReader(nil), 0); err == nil || err.Error() != "offset 0: is empty, want a capture file" {
		t.Errorf("nothing at all: %v", err)
	}
	last := 0
	for n := range b {
		tr, err := Read(bytes.NewReader(b[:n]), int64(n))
		if n < headerEnd(b) {
			var s *SyntaxError
			if !errors.As(err, &s) || s.Offset != int64(n) {
				t.Fatalf("cut at %d: %v", n, err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("cut at %d: %v", n, err)
		}
		got := drain(t, tr)
		if !tr.Loss.Open || got < last {
			t.Fatalf("cut at %d: %d ranges after %d, loss %+v", n, got, last, tr.Loss)
		}
		last = got
	}
	if whole := read(t, b); drain(t, whole) != last || whole.Loss != (Loss{}) {
		t.Errorf("whole: loss %+v", whole.Loss)
	}
}

// TestBitFlips: no flip of a bit goes unnoticed, and one chunk is lost at most.
func TestBitFlips(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	b := small(t)
	for i := range len(b) * 8 {
		b[i/8] ^= 1 << (i % 8)
		tr, err := Read(bytes.NewReader(b), int64(len(b)))
		if err == nil {
			got, l := drain(t, tr), tr.Loss
			if l.Chunks+l.Truncated == 0 || l.Chunks > 1 {
				t.Fatalf("bit %d of byte %d: loss %+v", i%8, i/8, l)
			}
			if l.Truncated == 0 && got+int(l.Ranges) < 9 {
				t.Fatalf("bit %d of byte %d: %d ranges read, %d lost, want 9", i%8, i/8, got, l.Ranges)
			}
		} else if i/8 >= headerEnd(b) {
			t.Fatalf("bit %d of byte %d: %v", i%8, i/8, err)
		}
		b[i/8] ^= 1 << (i % 8)
	}
}

// TestResync: a chunk is found after damage of any length.
func TestResync(t *testing.T) {
	b := small(t)
	tr := read(t, b)
	at := tr.file.chunks[1].offset
	want := drain(t, tr)
	for n := 1<<16 - 2*headerSize; n < 1<<16+2*headerSize; n++ {
		bad := append(bytes.Clone(b[:at]), make([]byte, n)...)
		bad = append(bad, b[at:]...)
		tr := read(t, bad)
		if got := drain(t, tr); got != want || tr.Loss != (Loss{Chunks: 1}) {
			t.Fatalf("%d bytes: %d ranges, want %d; loss %+v", n, got, want, tr.Loss)
		}
	}
}

// TestLostChunk: what was open across a damaged chunk still nests after it.
func TestLostChunk(t *testing.T) {
	_, b := record(t, Options{manual: true, portable: true}, func(r *Recorder) {
		th := r.Thread("one")
		outer, inner, next := r.Name("outer"), r.Name("inner"), r.Name("next")
		flush := func() {
			th.want.Store(true)
			th.Instant(outer)
			if err := r.Flush(); err != nil {
				t.Error(err)
			}
		}
		th.Begin(outer)
		th.Begin(inner)
		flush()
		th.End() // of inner, in the chunk that is lost
		th.BeginIndex(next, 7)
		flush()
		th.End()
		th.End()
	})
	tr := read(t, b)
	for _, c := range tr.file.chunks {
		if c.seq == 1 {
			b[c.offset+headerSize+prefixSize] ^= 1
		}
	}
	// Chunk 1 was also written before it was whole: that one goes too.
	for tr = read(t, b); ; tr = read(t, b) {
		k := -1
		for i, c := range tr.file.chunks {
			if c.seq == 1 {
				k = i
			}
		}
		if k < 0 {
			break
		}
		b[tr.file.chunks[k].offset+headerSize+prefixSize] ^= 1
	}
	// Without the end mark, and with nothing left of the head of the chunk, the
	// next chunk says what is missing.
	cut := bytes.Clone(b[:len(b)-headerSize-24])
	for at := headerEnd(cut); at < len(cut); {
		h, _ := parseHead(cut[at:])
		if body := cut[at+headerSize:]; h.kind == chunkEvents && le.Uint32(body[4:]) == 1 {
			cut[at+12] ^= 0xff
		}
		at += headerSize + int(h.length)
	}
	open := read(t, cut)
	if !open.Loss.Open || open.Loss.Ranges != 1 {
		t.Errorf("loss %+v without the end mark", open.Loss)
	}
	var got []string
	for _, e := range collect(t, tr) {
		if e.Kind <= End {
			got = append(got, fmt.Sprint(tr.Names[e.Name], " ", e.Kind))
		}
	}
	want := []string{"outer 0", "inner 0", "inner 1", "next 0", "next 1", "outer 1"}
	if fmt.Sprint(got) != fmt.Sprint(want) || tr.Loss.Ranges != 1 || tr.Loss.Chunks == 0 {
		t.Errorf("got %v, want %v, loss %+v", got, want, tr.Loss)
	}
}

// TestMain is also the program that TestKilled kills.
func TestMain(m *testing.M) {
	if path := os.Getenv("TRACE_TEST_CHILD"); path != "" {
		child(path)
	}
	os.Exit(m.Run())
}

// child records ranges numbered from 0 for ever.
func child(path string) {
	r, err := Create(path, Header{Program: "child"}, Options{Period: 5 * time.Millisecond, Chunks: 64})
	if err != nil {
		panic(err)
	}
	fmt.Println("created")
	th := r.Thread("main")
	outer, inner := r.Name("outer"), r.Name("inner")
	for i := int64(0); ; i++ {
		th.BeginIndex(outer, i)
		th.Begin(inner)
		th.End()
		th.End()
		if i%1000 == 999 {
			time.Sleep(time.Millisecond)
		}
	}
}

// TestKilled: a process killed at any instant leaves a file whose ranges are
// the first ones without a gap.
func TestKilled(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	most := int64(0)
	for i := range 12 {
		path := filepath.Join(t.TempDir(), "killed.nrt")
		cmd := exec.Command(exe)
		cmd.Env = append(os.Environ(), "TRACE_TEST_CHILD="+path)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(i*i) * time.Millisecond)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // it was killed
		most = max(most, checkKilled(t, path, i))
	}
	if most == 0 { // the last ran for 20 periods
		t.Error("no range reached a file")
	}
}

// checkKilled returns how many ranges the file has.
func checkKilled(t *testing.T, path string, i int) int64 {
	tr, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer tr.Close()
	want := int64(0)
	for e := range tr.Events() {
		if e.Kind == Begin && tr.Names[e.Name] == "outer" {
			if e.Index != want {
				t.Fatalf("kill %d: range %d after %d", i, e.Index, want-1)
			}
			want++
		}
	}
	if err := tr.Err(); err != nil {
		t.Fatal(err)
	}
	if l := tr.Loss; !l.Open || l.Chunks != 0 || l.Dropped != 0 || l.Ranges != 0 {
		t.Errorf("kill %d: loss %+v", i, l)
	}
	return want
}

// FuzzOpen: no input makes the reader panic, take memory that the input does
// not pay for, or yield events that refer to nothing. Checksums are put right,
// so that the contents are reached; the fuzzer does not look at what events
// mean.
func FuzzOpen(f *testing.F) {
	b := small(f)
	f.Add(b)
	f.Add(b[:len(b)/2])
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, b []byte) {
		b = bytes.Clone(b)
		for at := len(magic); at+headerSize <= len(b); {
			n := min(int(le.Uint32(b[at+8:])), len(b)-at-headerSize)
			putHeader(b[at:at+headerSize+n], b[at+4], le.Uint32(b[at+12:]))
			at += headerSize + n
		}
		tr, err := Read(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			return
		}
		if len(tr.Names) > len(b)+1 || len(tr.Tracks) > len(b) {
			t.Fatalf("%d names and %d tracks of %d bytes", len(tr.Names), len(tr.Tracks), len(b))
		}
		last := make([]int64, len(tr.Tracks))
		n := 0
		for e := range tr.Events() {
			if int(e.Name) >= len(tr.Names) || e.Time < last[e.Track] {
				t.Fatalf("event %+v after %d of %d names", e, last[e.Track], len(tr.Names))
			}
			last[e.Track] = e.Time
			n++
		}
		if n > maxSteps*len(b) { // a pattern stands for so many events at most
			t.Fatalf("%d events of %d bytes", n, len(b))
		}
		if s := Summarize(tr, SummaryOptions{}); s.Ranges > int64(n) || len(Check(tr)) > 4*n+len(tr.Tracks) {
			t.Fatalf("%d ranges of %d events", s.Ranges, n)
		}
	})
}

type lying struct{ io.ReaderAt }

// TestShrunk: a source that has less than it said is an error.
func TestShrunk(t *testing.T) {
	b := small(t)
	if _, err := Read(lying{bytes.NewReader(b)}, int64(len(b))+1000); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("got %v", err)
	}
}
