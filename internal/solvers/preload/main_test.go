package preload_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/solvers/preload"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/nvtx/inject"
)

var le = binary.LittleEndian

// A row is a function of a table.
type row struct {
	symbol, library, soname string
	phase, stack            uint8
}

// toyRows are the functions of testdata/toy.c.
func toyRows() []row {
	var rows []row
	for _, name := range strings.Fields("toy_factor toy_solve toy_many toy_sum toy_mean toy_long toy_small toy_pair toy_mixed toy_large toy_complex toy_words toy_call toy_errno") {
		rows = append(rows, row{symbol: name, library: "toy", soname: "libtoy.so.1*", phase: 2, stack: 24})
	}
	return rows
}

// table returns the file of rows, without expressions.
func table(rows []row) []byte {
	var text bytes.Buffer
	offsets := map[string]uint32{}
	at := func(s string) uint32 {
		if k, ok := offsets[s]; ok {
			return k
		}
		offsets[s] = uint32(text.Len())
		text.WriteString(s + "\x00")
		return offsets[s]
	}
	var functions []byte
	for _, r := range rows {
		b := make([]byte, 128)
		le.PutUint32(b, at(r.symbol))
		le.PutUint32(b[4:], at(r.library))
		le.PutUint32(b[8:], at(r.soname))
		h := uint32(5381) // as DT_GNU_HASH has it
		for _, c := range []byte(r.symbol) {
			h = h*33 + uint32(c)
		}
		le.PutUint32(b[12:], h)
		b[16], b[21] = r.phase, r.stack
		functions = append(functions, b...)
	}
	b := []byte("NRsolvr1")
	for _, n := range []int{len(rows), 0, text.Len(), 0, 0, 0} {
		b = le.AppendUint32(b, uint32(n))
	}
	b = append(b, make([]byte, 24)...)
	return append(append(b, functions...), text.Bytes()...)
}

// compile makes a program or a library of C sources in testdata, or skips the test.
func compile(t testing.TB, out string, args ...string) string {
	t.Helper()
	name := "gcc"
	for _, a := range args {
		if strings.HasSuffix(a, ".cc") {
			name = "g++"
		}
	}
	cc, err := exec.LookPath(name)
	if err != nil {
		t.Skip("this test compiles a program of C: no " + name)
	}
	for i, a := range args {
		if strings.HasSuffix(a, ".c") || strings.HasSuffix(a, ".cc") {
			args[i] = filepath.Join("testdata", a)
		}
	}
	args = append([]string{"-O1", "-g", "-o", out}, args...)
	if said, err := exec.Command(cc, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, said)
	}
	return out
}

// toy compiles the toy library into dir.
func toy(t testing.TB, dir string, more ...string) string {
	t.Helper()
	return compile(t, filepath.Join(dir, "libtoy.so.1"), append([]string{"-shared", "-fPIC", "-Wl,-soname,libtoy.so.1", "toy.c"}, more...)...)
}

// linked are the arguments that link the toy library of a folder.
func linked(dir string, more ...string) []string {
	return append(more, filepath.Join(dir, "libtoy.so.1"), "-Wl,-rpath,"+dir, "-lm", "-lpthread", "-ldl")
}

// A recording is a folder that programs write into.
type recording struct {
	t   testing.TB
	dir string
	env []string
}

func newRecording(t testing.TB, rows []row) *recording {
	t.Helper()
	if !preload.Supported() {
		t.Skip("there are no libraries for this system")
	}
	r := &recording{t: t, dir: filepath.Join(t.TempDir(), "out.raw")}
	if err := inject.Prepare(r.dir); err != nil {
		t.Fatal(err)
	}
	library, err := inject.Install(context.Background(), r.dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { library.Close() })
	env, err := preload.Install(context.Background(), filepath.Join(r.dir, "solvers"), table(rows))
	if err != nil {
		t.Fatal(err)
	}
	r.env = append(os.Environ(), env...)
	r.env = append(r.env, inject.EnvLibrary+"="+library.Path, inject.EnvFolder+"="+r.dir)
	return r
}

// run runs a program, watched, and returns what it printed.
func (r *recording) run(name string, args ...string) string {
	r.t.Helper()
	out, err := r.try(name, args...)
	if err != nil {
		r.t.Fatalf("%s: %v\n%s", name, err, out)
	}
	return out
}

func (r *recording) try(name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Env = r.env
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// plain runs a program as it is.
func plain(t testing.TB, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
	return string(out)
}

// A call is the payload of one, as far as the core fills it.
type call struct {
	function, flags uint32
	number          uint64
	time            int64
	track           int32
}

// read returns the ranges of the recording by name, and its calls in order of time
// on each thread. Each call has its range.
func (r *recording) read() (map[string]int, []call) {
	r.t.Helper()
	c, err := inject.Open(r.dir)
	if err != nil {
		r.t.Fatal(err)
	}
	ranges, calls := ranges(r.t, c.Trace), calls(r.t, c.Trace)
	n := 0
	for name, k := range ranges {
		if name != "recording" {
			n += k
		}
	}
	if c.Stats.Stray != 0 || c.Stats.Nested != 0 || c.Stats.Dropped != 0 {
		r.t.Errorf("the recording has flaws: %+v", c.Stats)
	}
	if n != len(calls) {
		r.t.Errorf("%d ranges that ended, %d payloads: %v", n, len(calls), ranges)
	}
	return ranges, calls
}

// ranges counts ranges that ended, by name.
func ranges(t testing.TB, tr *trace.Trace) map[string]int {
	t.Helper()
	n := map[string]int{}
	for e := range tr.Events() {
		if e.Kind == trace.End && e.Name >= 0 {
			n[tr.Names[e.Name]]++
		}
	}
	if err := tr.Err(); err != nil {
		t.Fatal(err)
	}
	return n
}

// calls decodes the payloads, and checks what all have.
func calls(t testing.TB, tr *trace.Trace) []call {
	t.Helper()
	var list []call
	if tr.Blobs == nil {
		return nil
	}
	for b := range tr.Blobs() {
		words, ok := map[uint64]int{0x01534C01: 28, 0x01534C02: 14, 0x01534C03: 5}[b.ID]
		if b.Sort != "nvtx.payload" || !ok {
			continue
		}
		if len(b.Data) != 8*words {
			t.Fatalf("a payload of %d bytes, want %d words", len(b.Data), words)
		}
		list = append(list, call{le.Uint32(b.Data), le.Uint32(b.Data[4:]), le.Uint64(b.Data[8:]), b.Time, b.Track})
		if words == 28 {
			t.Error("there are words of a matrix")
		}
	}
	return list
}

// sequence returns the names of calls in order of their ends.
func sequence(rows []row, calls []call) string {
	var names []string
	for _, c := range calls {
		name := rows[c.function].symbol
		if c.flags&1 != 0 {
			name += "!"
		}
		names = append(names, strings.TrimPrefix(name, "toy_"))
	}
	return strings.Join(names, " ")
}

// exitCode returns the code with which a program ended.
func exitCode(err error) int {
	var e *exec.ExitError
	if errors.As(err, &e) {
		return e.ExitCode()
	}
	return 0
}
