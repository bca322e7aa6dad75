//go:build linux

package preload

import (
	"bytes"
	"encoding/binary"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// imageAt is where testdata/data_driver.c maps the memory of a test.
const imageAt = 0x200000000000

// Fields, phases and types of shim/table.h.
const (
	fN, fRows, fNNZ, fAp, fAi, fAx, fAz, fAend, fAj, fB, fX, fNRHS, fLDB, fStatus, fSelector                = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
	fMakesAnalysis, fMakesFactor, fUsesAnalysis, fUsesFactor, fFrees, fMatrix, fContext, fTrans             = 15, 16, 17, 18, 19, 20, 21, 22
	fIndex, fValue, fLayout, fSymmetry, fBase, fLNZ, fUNZ, fFlops, fRcond, fRgrowth, fPivots, fMemory       = 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34
	fIterations, fLDX, fPhase, fTransposed, fLD, fBZ, fXZ, fOrder, fAendIsCount                             = 35, 36, 37, 38, 39, 40, 41, 42, 47
	layoutCompressed, layoutTriplets, layoutDense, layoutPETSc, layoutBeginEnd                              = 1, 2, 3, 4, 5
	i32, i64                                                                                                = 1, 2
	noValues, f64, c64, split, f32, c32                                                                     = 0, 1, 2, 3, 4, 5
	phaseAnalyze, phaseFactor, phaseRefactor, phaseSolve, phaseFactorSolve, phaseAll, phaseFree             = 1, 2, 3, 4, 6, 7, 8
	policyNone, policyPatterns, policyChanged, policyAll, policyNumbers                                     = 0, 1, 2, 3, 4
	flagTransposed, flagOverwrites, flagStatusReturned                                                      = 2, 4, 8
	loadI32, loadI64, loadU32, loadU64, loadU8, loadF64, loadF32, loadI16, narrow                           = 1, 2, 3, 4, 5, 6, 7, 8, 0x80
	callSampledValues, callSampledPattern, callSavedMatrix, callSavedVectors, callSavingFailed              = 2, 4, 8, 16, 32
	rawByRows, rawTrans, rawSampledPattern, rawSampledValues, rawOverwritten, rawConjugate                  = 2, 4, 8, 16, 32, 64
	baseArgument, baseReturn, baseFloat, baseConstant, baseFloatReturn                                      = 1, 2, 3, 4, 5
	unknownInteger                                                                                    int64 = math.MinInt64
)

// An expr is a struct expression.
type expr struct {
	base, k   uint8
	constant  int32
	steps     []step
	maps      [][2]int16
	otherwise *expr
	flags     uint32
}

type step struct {
	offset int32
	kind   uint8
}

// arg is the expression of an argument, and of what it points to.
func arg(k uint8, steps ...step) *expr { return &expr{base: baseArgument, k: k, steps: steps} }
func number(n int32) *expr             { return &expr{base: baseConstant, constant: n} }

// A row is a struct function.
type row struct {
	name                              string
	phase, layout, index, value, base uint8
	flags                             uint16
	fields                            map[int]*expr
}

// A table is what solvers writes for the library.
type table struct {
	policy uint32
	ranges [][2]uint64
	sample uint64
	rows   []row
}

var le = binary.LittleEndian

func (t table) encode() []byte {
	var exprs []*expr
	var put func(e *expr) uint32
	put = func(e *expr) uint32 {
		if e == nil {
			return 0
		}
		exprs = append(exprs, e)
		at := len(exprs)
		if e.otherwise != nil {
			put(e.otherwise) // comes next
		}
		return uint32(at)
	}
	var functions []byte
	text := []byte{0}
	for _, r := range t.rows {
		b := make([]byte, 128)
		le.PutUint32(b, uint32(len(text)))
		text = append(append(text, r.name...), 0)
		b[16], b[17], b[18], b[19], b[20] = r.phase, r.layout, r.index, r.value, r.base
		le.PutUint16(b[22:], r.flags)
		for f, e := range r.fields {
			le.PutUint16(b[24+2*f:], uint16(put(e)))
		}
		functions = append(functions, b...)
	}
	h := make([]byte, 56)
	copy(h, "NRsolvr1")
	for k, v := range []uint32{uint32(len(t.rows)), uint32(len(exprs)), uint32(len(text)), 0, t.policy, uint32(len(t.ranges))} {
		le.PutUint32(h[8+4*k:], v)
	}
	le.PutUint64(h[32:], t.sample)
	h = append(h, functions...)
	for k, e := range exprs {
		h = append(h, e.encode(uint32(k+2))...)
	}
	for _, r := range t.ranges {
		h = le.AppendUint64(le.AppendUint64(h, r[0]), r[1])
	}
	return append(h, text...)
}

func (e *expr) encode(next uint32) []byte {
	b := make([]byte, 64)
	b[0], b[1], b[2], b[3] = e.base, e.k, uint8(len(e.steps)), uint8(len(e.maps))
	le.PutUint32(b[4:], uint32(e.constant))
	for k, s := range e.steps {
		le.PutUint32(b[8+8*k:], uint32(s.offset))
		b[12+8*k] = s.kind
	}
	for k, m := range e.maps {
		le.PutUint16(b[40+4*k:], uint16(m[0]))
		le.PutUint16(b[42+4*k:], uint16(m[1]))
	}
	if e.otherwise != nil {
		le.PutUint32(b[56:], next)
	}
	le.PutUint32(b[60:], e.flags)
	return b
}

// An image is the memory of the program that calls.
type image struct{ b []byte }

// put adds words, which begin at a multiple of 8, and returns their address.
func (m *image) put(p []byte) uint64 {
	for len(m.b)%8 != 0 {
		m.b = append(m.b, 0xee)
	}
	at := len(m.b)
	m.b = append(m.b, p...)
	return imageAt + uint64(at)
}

func (m *image) words(w ...uint64) uint64 {
	var p []byte
	for _, x := range w {
		p = le.AppendUint64(p, x)
	}
	return m.put(p)
}

// A call is one that the driver makes.
type call struct {
	row, number    uint64
	nested         bool
	args           []uint64
	floats         []float64
	ret            uint64
	fret           float64
	to, from, size uint64 // what the function copies
}

func (c call) encode(m *image) []byte {
	registers := 8
	if runtime.GOARCH == "amd64" {
		registers = 6
	}
	nested := uint64(0)
	if c.nested {
		nested = 1
	}
	words := []uint64{c.row, c.number, nested}
	args := append(append([]uint64(nil), c.args...), make([]uint64, 64)...)
	integer := make([]uint64, 8)
	copy(integer, args[:registers])
	words = append(words, integer...)
	floats := append(append([]float64(nil), c.floats...), make([]float64, 8)...)
	for _, f := range floats[:8] {
		words = append(words, math.Float64bits(f))
	}
	words = append(words, m.words(args[registers:]...), c.ret, math.Float64bits(c.fret), c.to, c.from, c.size)
	var b []byte
	for _, w := range words {
		b = le.AppendUint64(b, w)
	}
	return b
}

// Words of a struct call.
const (
	wordStatus = iota + 2
	wordContext
	wordFrees
	wordSelector
	wordN
	wordRows
	wordNRHS
	wordRHS
	wordUsesAnalysis
	wordUsesFactors
	wordAside
	wordPhase
	wordNNZ
	wordPattern
	wordValues
	wordMakesAnalysis
	wordMakesFactors
	wordMatrix
	wordLNZ
	_
	wordFlops
	wordRCond
	_
	_
	_
	wordIterations
)

// A payload is a struct call, by words.
type payload [28]uint64

// objects returns what a call makes, uses and frees.
func (p payload) objects() [5]uint64 {
	return [5]uint64{p[wordMakesAnalysis], p[wordMakesFactors], p[wordUsesAnalysis], p[wordUsesFactors], p[wordFrees]}
}

func (p payload) flags() uint32     { return uint32(p[0] >> 32) }
func (p payload) f64(k int) float64 { return math.Float64frombits(p[k]) }

// driver compiles the driver, as the library is compiled.
func driver(t *testing.T, source string, more ...string) string {
	t.Helper()
	cc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("no gcc: the C code is compiled into a driver")
	}
	sources, err := filepath.Glob("shim/*.h")
	if err != nil || len(sources) == 0 {
		t.Fatalf("sources: %q, %v", sources, err)
	}
	for _, name := range append(sources, source) { // so that go test knows what the result depends on
		if _, err := os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	out := filepath.Join(t.TempDir(), "driver")
	args := []string{"-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function", "-Ishim", "-o", out, source}
	if runtime.GOARCH == "amd64" {
		args = append(args, "-mgeneral-regs-only")
	}
	if said, err := exec.Command(cc, append(args, more...)...).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, said)
	}
	return out
}

// A run is what the driver made of calls.
type run struct {
	dir      string // OUT.raw
	payloads []payload
}

// files returns the raw files by the ends of their names: CALL-WHAT.
func (r run) files(t *testing.T) map[string][]byte {
	t.Helper()
	names, err := os.ReadDir(filepath.Join(r.dir, "matrices"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, n := range names {
		text, err := os.ReadFile(filepath.Join(r.dir, "matrices", n.Name()))
		if err != nil {
			t.Fatal(err)
		}
		parts := strings.SplitN(strings.TrimSuffix(n.Name(), ".raw"), "-", 3)
		if len(parts) != 3 || !strings.HasSuffix(n.Name(), ".raw") {
			t.Fatalf("file %s", n.Name())
		}
		files[parts[2]] = text
	}
	return files
}

// stage writes the files that the driver reads, beside the folder of r.
func (r run) stage(t *testing.T, tab table, m *image, calls []call) {
	t.Helper()
	var text []byte
	for _, c := range calls {
		text = append(text, c.encode(m)...)
	}
	for name, b := range map[string][]byte{"table": tab.encode(), "image": m.b, "calls": text} {
		if err := os.WriteFile(filepath.Join(filepath.Dir(r.dir), name), b, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(r.dir, "matrices"), 0o777); err != nil {
		t.Fatal(err)
	}
}

// drive makes the calls.
func drive(t *testing.T, program string, tab table, m *image, calls ...call) run {
	t.Helper()
	dir := t.TempDir()
	r := run{dir: filepath.Join(dir, "out.raw")}
	r.stage(t, tab, m, calls)
	r.payloads = r.execute(t, program, filepath.Join(dir, "table"), filepath.Join(dir, "image"), filepath.Join(dir, "calls"))
	if len(r.payloads) != len(calls) {
		t.Fatalf("%d calls, want %d", len(r.payloads), len(calls))
	}
	return r
}

// execute runs a program that prints payloads.
func (r run) execute(t *testing.T, program string, args ...string) (payloads []payload) {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), "NRPROF_SOLVERS="+filepath.Join(r.dir, "solvers"))
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("driver: %v\n%s", err, stderr.Bytes())
	}
	for b := stdout.Bytes(); len(b) > 0; b = b[28*8:] {
		var p payload
		for k := range p {
			p[k] = le.Uint64(b[8*k:])
		}
		payloads = append(payloads, p)
	}
	return payloads
}

// TestData has all tests of data.h that need one driver, which is compiled once.
func TestData(t *testing.T) {
	program := driver(t, "testdata/data_driver.c")
	for _, test := range []struct {
		name string
		run  func(t *testing.T, program string)
	}{
		{"Integers", dataIntegers},
		{"Numbers", dataNumbers},
		{"Rounding", dataRounding},
		{"PhaseOfCall", dataPhaseOfCall},
		{"Insane", dataInsane},
		{"FileLimit", dataFileLimit},
		{"FullDisk", dataFullDisk},
		{"Killed", dataKilled},
		{"Hashes", dataHashes},
		{"Layouts", dataLayouts},
		{"Dense", dataDense},
		{"Vectors", dataVectors},
		{"NoVectors", dataNoVectors},
		{"SolutionPlaces", dataSolutionPlaces},
		{"Policies", dataPolicies},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, program) })
	}
}
