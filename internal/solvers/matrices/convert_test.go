package matrices

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// place writes a raw file under the name that the library gives it.
func place(t *testing.T, dir string, f *rawFile) string {
	t.Helper()
	w := f.words
	name := fmt.Sprintf("%d-%x-%d-%c.raw", w[1], w[2], w[3], "Abx"[w[5]])
	if err := os.WriteFile(filepath.Join(dir, name), f.bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// stored returns a raw file of a call.
func stored(pid, image, number uint64, what Content) *rawFile {
	f := sound()
	if what != MatrixA {
		f = &rawFile{}
		copy(f.words[1:], []uint64{0, 0, 0, 4, 0, 0, 0, valueF64, 0, 0, 0, 2, 0, 0, 1, 9, 9})
		f.value(valueF64, 1)
		f.value(valueF64, 2)
	}
	f.words[1], f.words[2], f.words[3], f.words[5] = pid, image, number, uint64(what)
	f.words[16], f.words[17] = 0xabc, 0xdef
	return f
}

// job returns a job in a folder of its own.
func job(t *testing.T) *Job {
	dir := t.TempDir()
	j := &Job{From: filepath.Join(dir, "raw"), To: filepath.Join(dir, "run.matrices"), Scratch: dir, Capture: "run.nrt",
		Facts: func(h *Header) *Facts {
			return &Facts{Function: fmt.Sprintf("f%d", h.Row), Library: "lib", Phase: "factor", Matrix: 5}
		}}
	if err := os.Mkdir(j.From, 0o777); err != nil {
		t.Fatal(err)
	}
	return j
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// The folder has a file for each raw file, and the index leads to all of them.
func TestConvert(t *testing.T) {
	j := job(t)
	for _, f := range []*rawFile{stored(7, 70, 12, MatrixA), stored(7, 70, 13, RightHand), stored(7, 70, 13, Solution), stored(7, 70, 123456, MatrixA)} {
		place(t, j.From, f)
	}
	if err := os.WriteFile(filepath.Join(j.From, "7-46-14-A.raw.tmp"), []byte("NRm"), 0o666); err != nil {
		t.Fatal(err)
	}
	bad := stored(7, 70, 15, MatrixA)
	bad.sections[sectionAI][0] = 5
	place(t, j.From, bad)
	x, err := j.Convert()
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"00012_A.mtx", "00013_b.mtx", "00013_x.mtx", "123456_A.mtx", "index.json"}
	if got := names(t, j.To); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if x.HalfWritten != 1 || len(x.LeftOut) != 1 || x.LeftOut[0].File != "7-46-15-A.raw" || !strings.HasPrefix(x.LeftOut[0].Reason, "byte 272: want an index from 0 to 1, got 5") {
		t.Errorf("got %+v", x)
	}
	again, err := ReadIndex(j.To)
	if err != nil || len(again.Calls) != 3 {
		t.Fatalf("got %+v, %v", again, err)
	}
	c := again.Calls[1]
	if c.Number != 13 || c.Process != 7 || c.ImageNS != 70 || c.Function != "f4" || c.Rows != 2 || c.NRHS != 1 || c.Pattern != "252f87dd56610d44" ||
		c.Files != (Files{"00012_A.mtx", "00013_b.mtx", "00013_x.mtx"}) {
		t.Errorf("got %+v", c)
	}
	if c := again.Calls[0]; c.Number != 12 || c.N != 2 || c.NNZ != 3 || c.Values != "2059541ab5b98c95" {
		t.Errorf("got %+v", c)
	}
	if got := again.Matrices(); !slices.Equal(got, []string{"00012_A.mtx", "123456_A.mtx"}) {
		t.Errorf("got %v", got)
	}
	if f, err := sparseio.Open(filepath.Join(j.To, "00012_A.mtx"), sparseio.Options{}); err != nil || f.Matrix.Pattern.NNZ() != 3 {
		t.Error(err)
	}
	if err := Ours(j.To); err != nil {
		t.Error(err)
	}
}

// Several processes, and several programs in one, do not mix.
func TestConvertProcesses(t *testing.T) {
	j := job(t)
	for _, f := range []*rawFile{stored(7, 90, 1, MatrixA), stored(7, 70, 1, MatrixA), stored(8, 80, 1, MatrixA), stored(8, 80, 2, RightHand)} {
		place(t, j.From, f)
	}
	x, err := j.Convert()
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"7.2_00001_A.mtx", "7_00001_A.mtx", "8_00001_A.mtx", "8_00002_b.mtx", "index.json"}
	if got := names(t, j.To); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	var order []uint64
	for _, c := range x.Calls {
		order = append(order, c.ImageNS)
	}
	if !slices.Equal(order, []uint64{70, 80, 80, 90}) || x.Calls[2].Files.Matrix != "8_00001_A.mtx" {
		t.Errorf("got %+v", x.Calls)
	}
}

// Without a whole raw file there is no folder.
func TestConvertNothing(t *testing.T) {
	j := job(t)
	for range 2 {
		x, err := j.Convert()
		if _, serr := os.Stat(j.To); err != nil || len(x.Calls) != 0 || serr == nil {
			t.Errorf("got %+v, %v, %v", x, err, serr)
		}
		if err := os.WriteFile(filepath.Join(j.From, "7-46-14-A.raw"), []byte("NRm"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got := names(t, j.Scratch); !slices.Equal(got, []string{"raw"}) {
		t.Errorf("left %v", got)
	}
}

// A folder of an earlier run is replaced as a whole; any other folder stays.
func TestConvertReplaces(t *testing.T) {
	j := job(t)
	place(t, j.From, stored(7, 70, 12, MatrixA))
	if _, err := j.Convert(); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(j.From, "7-46-12-A.raw")); err != nil {
		t.Fatal(err)
	}
	place(t, j.From, stored(7, 70, 14, MatrixA))
	if err := os.Mkdir(filepath.Join(j.Scratch, "matrices.new"), 0o777); err != nil { // of a conversion that was killed
		t.Fatal(err)
	}
	if _, err := j.Convert(); err != nil {
		t.Fatal(err)
	}
	if got := names(t, j.To); !slices.Equal(got, []string{"00014_A.mtx", "index.json"}) {
		t.Errorf("got %v", got)
	}
	if got := names(t, j.Scratch); !slices.Equal(got, []string{"raw", "run.matrices"}) {
		t.Errorf("left %v", got)
	}
	if err := os.WriteFile(filepath.Join(j.To, "notes.txt"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	before := names(t, j.To)
	if _, err := j.Convert(); err == nil || !strings.HasSuffix(err.Error(), "run.matrices has notes.txt, which nrprof did not write") {
		t.Errorf("got %v", err)
	}
	if got := names(t, j.To); !slices.Equal(got, before) {
		t.Errorf("got %v", got)
	}
}

// A folder is removed only if all of it was written here.
func TestRemove(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"no index":     {map[string]string{"a.mtx": ""}, "is no folder of matrices: index.json: no such file or directory"},
		"other schema": {map[string]string{"index.json": `{"schema":"other/v1"}`}, `want schema "matrices/v1", got "other/v1"`},
		"no JSON":      {map[string]string{"index.json": `{"schema":`}, "index.json:1:"},
		"outside":      {map[string]string{"index.json": `{"schema":"matrices/v1","calls":[{"files":{"matrix":"../a.mtx"}}]}`}, `got "../a.mtx"`},
		"another file": {map[string]string{"index.json": `{"schema":"matrices/v1"}`, "b": ""}, "has b, which nrprof did not write"},
	} {
		dir := filepath.Join(t.TempDir(), "m")
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		for f, text := range c.files {
			if err := os.WriteFile(filepath.Join(dir, f), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if err := Remove(dir); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want … %s", name, err, c.want)
		}
		if got := names(t, dir); !slices.Equal(got, slices.Sorted(maps.Keys(c.files))) {
			t.Errorf("%s: left %v", name, got)
		}
	}
	dir := filepath.Join(t.TempDir(), "m")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "index.json"), []byte(`{"schema":"matrices/v1"}`), 0o666); err != nil {
		t.Fatal(err)
	}
	inner := filepath.Join(dir, "a.mtx") // listed, and a folder
	if err := os.WriteFile(filepath.Join(dir, "index.json"), []byte(`{"schema":"matrices/v1","calls":[{"files":{"matrix":"a.mtx"}}]}`), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(inner, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := Remove(dir); err == nil {
		t.Error("a folder in the folder was removed")
	}
	if err := os.Remove(inner); err != nil {
		t.Fatal(err)
	}
	link := dir + "-link"
	if err := os.Symlink(dir, link); err == nil {
		if err := Remove(link); err == nil {
			t.Error("a link was removed")
		}
	}
	if err := Remove(dir); err != nil {
		t.Error(err)
	}
}

// A matrix of a million entries is converted in less memory than it has.
func TestConvertMemory(t *testing.T) {
	f := &rawFile{}
	const n, each = 1000, 1000
	rng := rand.New(rand.NewPCG(1, 1))
	copy(f.words[1:], []uint64{7, 70, 12, 3, 0, layoutCompressed, index32, valueF64, 0, 0, 0, n, n, n * each})
	for j := range n {
		f.integers(sectionAP, false, j*each)
		for i := range each {
			f.integers(sectionAI, false, i)
			f.value(valueF64, complex(float64(rng.IntN(100)), 0))
		}
	}
	f.integers(sectionAP, false, n*each)
	path := filepath.Join(t.TempDir(), "a.raw")
	if err := os.WriteFile(path, f.bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	size := int64(len(f.bytes()))
	got := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			j := Job{From: filepath.Dir(path)}
			if _, err := j.file(source{name: "a.raw"}, &Facts{}, filepath.Join(b.TempDir(), "a.mtx")); err != nil {
				b.Fatal(err)
			}
		}
	}).AllocedBytesPerOp()
	if got > 1<<20 {
		t.Errorf("%d bytes of memory for a file of %d bytes", got, size)
	}
}
