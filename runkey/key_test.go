package runkey

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func mustKey(t testing.TB, known []string, parts ...Part) *Key {
	t.Helper()
	k, err := New(known, parts...)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// A fake has the methods of a value and no signature.
type fake struct{ Value }

func TestNewRefuses(t *testing.T) {
	for want, parts := range map[string][]Part{
		`part a: occurs twice`:                           {{"a", Number(1), nil}, {"b", Number(1), nil}, {"a", Number(1), nil}},
		`part a: value of type <nil> has no signature`:   {{"a", nil, nil}},
		`part a: value of type runkey.fake has no sign`:  {{"a", fake{Text("x")}, nil}},
		`part "": want a name`:                           {{"", Number(1), nil}},
		`part "A": want a name`:                          {{"A", Number(1), nil}},
		`part "a.": want a name`:                         {{"a.", Number(1), nil}},
		`part "a. b": want a name`:                       {{"a. b", Number(1), nil}},
		"part \"a.\\x00\": want a name":                  {{"a.\x00", Number(1), nil}},
		"part \"a.\\xff\": want a name":                  {{"a.\xff", Number(1), nil}},
		`part a: text "\xff", want UTF-8`:                {{"a", Text("\xff"), nil}},
		`part a: text "\xfe", want UTF-8`:                {{"a", List{"x", "\xfe"}, nil}},
		`part a: set with "b" before "a", want them asc`: {{"a", Set{"b", "a"}, nil}},
		`part a: set with "b" before "b", want them asc`: {{"a", Set{"b", "b"}, nil}},
		`part a: digest "sha256", want an algorithm`:     {{"a", Digest("sha256"), nil}},
		`part a: digest "sha256:AB", want an algorithm`:  {{"a", Digest("sha256:AB"), nil}},
		`part a: digest ":abcdabcd", want an algorithm`:  {{"a", Digest(":abcdabcd"), nil}},
		`part a: purposes [timing code], want them asc`:  {{"a", Number(1), []Purpose{Timing, Code}}},
		`part a: purposes [Purpose(3)], want them asc`:   {{"a", Number(1), []Purpose{3}}},
		`part a: purposes [Purpose(-1)], want them asc`:  {{"a", Number(1), []Purpose{-1}}},
	} {
		if _, err := New(nil, parts...); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if _, err := New([]string{"CPU"}); err == nil {
		t.Error("no error of a family in capitals")
	}
}

// No two values, whatever their kinds, have one hash.
func TestSignatures(t *testing.T) {
	values := []Value{
		Text(""), Text("1"), Number(1), Number(-1), Number(0), Text("a"), List{"a"}, Set{"a"}, List{}, Set{}, List{"a", "b"}, List{"ab"},
		List{"b", "a"}, List{"a", "", "b"}, List{"1:a"}, Text("1:a"), Set{"a", "b"}, Digest("sha256:00000000"), Text("sha256:00000000"),
	}
	seen := map[string]Value{}
	for _, v := range values {
		h := mustKey(t, nil, Part{"a", v, nil}).Hash()
		if other, ok := seen[h]; ok {
			t.Errorf("%T %q and %T %q have hash %s", v, v, other, other, h)
		}
		seen[h] = v
	}
	if a, b := mustKey(t, nil, Part{"a", Text("x"), nil}).Hash(), mustKey(t, nil, Part{"b", Text("x"), nil}).Hash(); a == b {
		t.Error("the name is not in the hash")
	}
}

// The definition of the hash, computed with
// printf 'key/v1\n5:cpu.a6:number2:125:cpu.b3:set7:1:x2:yz' | sha256sum | cut -c1-16.
func TestKeyHash(t *testing.T) {
	k := mustKey(t, []string{"cpu"}, Part{"cpu.b", SetOf("yz", "x", "x"), toAll.list()}, Part{"cpu.a", Number(12), nil})
	if got, want := k.Hash(), "f1d2b37170f87258"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if k.HashFor(Code) != k.HashFor(Results) || k.HashFor(Code) == k.Hash() || k.HashFor(Code) != mustKey(t, nil, k.Parts()[1]).Hash() {
		t.Error("the hash for a purpose is not that of the parts that matter for it")
	}
	if p, ok := k.Part("cpu.a"); !ok || p.Value != Number(12) {
		t.Errorf("got %v", p)
	}
	if _, ok := k.Part("cpu"); ok || !k.Knows("cpu.c") || k.Knows("gpu.0") {
		t.Error("what is known is wrong")
	}
}

func TestExplain(t *testing.T) {
	old := mustKey(t, []string{"env", "cpu"},
		Part{"cpu.isa", SetOf("sse2", "avx", "adx"), toAll.list()},
		Part{"cpu.count", Number(2), toTiming.list()},
		Part{"env.A", Text("1"), toTiming.list()},
		Part{"env.SAME", Text("1"), toTiming.list()},
		Part{"env.EMPTY", Text(""), toCode.list()},
		Part{"gpu.0.name", Text("H200"), nil})
	new := mustKey(t, []string{"env"},
		Part{"cpu.isa", SetOf("sse2", "avx"), toAll.list()},
		Part{"cpu.model", Text("x\ny"), toTiming.list()},
		Part{"env.A", Text("2"), toCode.list()},
		Part{"env.SAME", Text("1"), toCode.list()},
		Part{"env.B", List{"p q", "r"}, toResults.list()})
	var got []string
	for _, d := range Explain(old, new) {
		got = append(got, fmt.Sprint(d.Name, "|", d.Old, "|", d.New, "|", d.Matters, "|", d.Unknown))
	}
	want := []string{
		`cpu.count|2||[timing]|true`,
		`cpu.isa|3 with adx|2, nothing extra|[code timing results]|false`,
		`cpu.model||"x\ny"|[timing]|false`,
		`env.A|1|2|[code timing]|false`,
		`env.B||2: p q r|[results]|false`,
		`env.EMPTY|""||[code]|false`,
		`gpu.0.name|H200||[]|true`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for _, c := range []struct {
		name, old, new string
		unknown        bool
	}{{"cpu.model", "unknown", "EPYC", true}, {"cpu.model", "EPYC", "Unknown ", true}, {"cpu.model", "EPYC", "unknown to all", false}, {"env.A", "unknown", "1", false}} {
		a, b := mustKey(t, nil, Part{c.name, Text(c.old), toTiming.list()}), mustKey(t, nil, Part{c.name, Text(c.new), toTiming.list()})
		if d := Explain(a, b); len(d) != 1 || d[0].Unknown != c.unknown {
			t.Errorf("%+v: got %+v", c, d)
		}
	}
	if d := Explain(old, old); d != nil {
		t.Errorf("a key differs from itself: %v", d)
	}
	if n := len(Explain(nil, new)); n != len(new.Parts()) {
		t.Errorf("%d differences to nothing", n)
	}
	if d := Explain(old, new)[3]; !d.Matter(Code) || d.Matter(Results) {
		t.Errorf("%v matters for other things", d)
	}
}

// A document gives back the key, and one that was changed is refused.
func TestDocument(t *testing.T) {
	k := mustKey(t, []string{"cpu"}, Part{"cpu.arch", Text("amd64"), toAll.list()}, Part{"cpu.isa", SetOf("avx", "<x>"), toAll.list()},
		Part{"a.n", Number(-1 << 63), nil}, Part{"a.l", List{"", "é\u2028"}, toCode.list()}, Part{"a.d", DigestOf(nil), toTiming.list()}, Part{"a.e", List{}, nil})
	text, err := json.Marshal(k)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if got.Hash() != k.Hash() || Explain(k, got) != nil || !slices.Equal(got.Known(), k.Known()) || got.ISAHash() != k.ISAHash() || k.ISAHash() == "" {
		t.Errorf("got %v, want %v", got, k)
	}
	again, err := json.Marshal(got)
	if err != nil || string(again) != string(text) {
		t.Errorf("written again it is\n%s, want\n%s", again, text)
	}
	for _, c := range [][3]string{
		{`"amd64"`, `"arm64"`, "parts have hash"},
		{`"kind":"number"`, `"kind":"integer"`, `part a.n: value of kind "integer", want text`},
		{`"kind":"number"`, `"kind":"text"`, "part a.n: json: cannot unmarshal"},
		{`-9223372036854775808`, `9223372036854775808`, "part a.n: json: cannot unmarshal"},
		{`-9223372036854775808`, `null`, "part a.n: value is missing"},
		{`"schema":"key/v1"`, `"schema":"key/v2"`, `got schema "key/v2", want key/v1`},
		{`["timing"]`, `["time"]`, `got purpose "time", want code, timing or results`},
		{`{"schema"`, `[{"schema"`, "unexpected EOF"},
		{`{"schema"`, `{schema`, "offset 2: invalid character 's'"},
		{`]}]}`, `]}]} x`, "want the end of the document, got more"},
	} {
		bad := strings.Replace(string(text), c[0], c[1], 1)
		if bad == string(text) {
			t.Fatalf("%s is not in %s", c[0], text)
		}
		if _, err := Parse([]byte(bad)); err == nil || !strings.Contains(err.Error(), c[2]) {
			t.Errorf("%s: got %v, want %s", c[1], err, c[2])
		}
	}
	for n := range text {
		if _, err := Parse(text[:n]); err == nil {
			t.Fatalf("no error of the first %d bytes", n)
		}
	}
}

// FuzzParse: what is read is written and read again alike, and nothing panics.
func FuzzParse(f *testing.F) {
	k, err := New([]string{"cpu"}, Part{"cpu.isa", SetOf("avx", "sse2"), toAll.list()}, Part{"cpu.arch", Text("amd64"), nil}, Part{"a.n", Number(3), toCode.list()},
		Part{"a.l", List{"x"}, nil}, Part{"a.d", DigestOf(nil), nil})
	if err != nil {
		f.Fatal(err)
	}
	text, err := json.Marshal(k)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{"schema":"key/v1","hash":"","parts":[{"name":"a","kind":"text","value":"","matters":[]}]}`))
	f.Add([]byte(`{"schema":"key/v1","hash":"` + mustKey(f, nil).Hash() + `"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		k, err := Parse(withHash(text))
		if err != nil {
			return
		}
		again, err := json.Marshal(k)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Parse(again)
		if err != nil || got.Hash() != k.Hash() || Explain(k, got) != nil || !slices.Equal(k.Known(), got.Known()) {
			t.Fatalf("%s becomes %s: %v", text, again, err)
		}
		Explain(nil, k)
	})
}

// withHash puts the hash of a document right, so that fuzzing reaches beyond it.
func withHash(text []byte) []byte {
	_, err := Parse(text)
	if err == nil {
		return text
	}
	rest, ok := strings.CutPrefix(err.Error(), "parts have hash ")
	if !ok {
		return text
	}
	var d map[string]any
	if json.Unmarshal(text, &d) != nil {
		return text
	}
	d["hash"] = rest[:16]
	fixed, err := json.Marshal(d)
	if err != nil {
		return text
	}
	return fixed
}

func TestProbe(t *testing.T) {
	p := NewProbe()
	env := []string{"PATH=/bin", "XLA_FLAGS=--a", "JAX_ENABLE_X64=1"}
	p.environ = func() []string { return env }
	self, err := Self(&Digests{})
	if err != nil {
		t.Fatal(err)
	}
	one, err := p.Key(self, Devices([]Device{{Ordinal: 1, Part: -1, Name: "H200", UUID: "GPU-abc", Driver: "570.1", Capability: "9.0", MemoryBytes: 5}}))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]Value{
		"gpu.1.name": Text("H200"), "gpu.1.uuid": Text("abc"), "gpu.1.compute_capability": Text("9.0"), "gpu.1.driver": Text("570.1"),
		"gpu.1.memory_bytes": Number(5), "env.XLA_FLAGS": Text("--a"), "env.JAX_ENABLE_X64": Text("1"),
	} {
		if got, ok := one.Part(name); !ok || got.Value != want {
			t.Errorf("%s: got %v, want %v", name, got.Value, want)
		}
	}
	for _, name := range []string{"cpu.arch", "cpu.count", "os.name", "go.version", "binary.id", "go.maxprocs"} {
		if _, ok := one.Part(name); !ok {
			t.Errorf("there is no %s", name)
		}
	}
	if _, ok := one.Part("env.PATH"); ok || !one.Knows("env.PATH") {
		t.Error("PATH is in the key, or the environment is not known")
	}
	env = []string{"XLA_FLAGS=--b"}
	two, err := p.Key(self)
	if err != nil {
		t.Fatal(err)
	}
	var drift []string
	for _, d := range Explain(one, two) {
		if !d.Unknown {
			drift = append(drift, d.Name)
		}
	}
	if !slices.Equal(drift, []string{"env.JAX_ENABLE_X64", "env.XLA_FLAGS"}) {
		t.Errorf("differences %v", drift)
	}
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	g, err := Inputs([]string{write("a/m x.mtx", "abc"), write("b/m x.mtx", "")})
	if err != nil {
		t.Fatal(err)
	}
	// SHA-256 of "abc" and of nothing (FIPS 180-2, appendix B.1).
	want := []Part{
		{"input.m_x.mtx", Digest("sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"), g.Parts[0].Matters},
		{"input.m_x.mtx~2", Digest("sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"), g.Parts[1].Matters},
	}
	if fmt.Sprint(g.Parts) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", g.Parts, want)
	}
	if _, err := Inputs([]string{filepath.Join(dir, "none")}); err == nil {
		t.Error("no error of a file that is not there")
	}
	b, err := Binary(write("script", "abc"))
	if err != nil || b.Parts[0].Value != want[0].Value {
		t.Errorf("got %v, %v", b, err)
	}
	for text, want := range map[string]string{
		"    echo 'ldd (Debian GLIBC 2.36-9+deb12u14) 2.36'\n": "Debian GLIBC 2.36-9+deb12u14",
		"echo $\"ldd ($PKGVERSION) $V\"":                       "",
		"echo ldd (unfinished":                                 "",
	} {
		if got := libcVersion(write("ldd", text)); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	write("new/version.json", `{"cuda":{"name":"CUDA SDK","version":"12.4.1"}}`)
	write("old/version.txt", "CUDA Version 10.2.89\n")
	for path, want := range map[string]string{"new": "12.4.1", "old": "10.2.89", "a": ""} {
		if got := cudaVersion("", filepath.Join(dir, path)); got != want {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
}

func TestBuildID(t *testing.T) {
	note := func(name, desc string, kind byte) string {
		pad := func(s string) string { return s + strings.Repeat("\x00", -len(s)&3) }
		return string([]byte{byte(len(name)), 0, 0, 0, byte(len(desc)), 0, 0, 0, kind, 0, 0, 0}) + pad(name) + pad(desc)
	}
	notes := note("GNU\x00", "abi", 1) + note("Go\x00", "go", 4) + note("GNU\x00", "\x01\x02\x03\x04\x05", 3)
	if got := gnuBuildID([]byte(notes), binary.LittleEndian); string(got) != "\x01\x02\x03\x04\x05" {
		t.Errorf("got %x", got)
	}
	for n := range len(notes) - 3 {
		if got := gnuBuildID([]byte(notes[:n]), binary.LittleEndian); got != nil {
			t.Errorf("cut at %d: got %x", n, got)
		}
	}
	if got := gnuBuildID([]byte("\xff\xff\xff\xff\xff\xff\xff\xff\x03\x00\x00\x00GNU\x00"), binary.LittleEndian); got != nil {
		t.Errorf("got %x of lengths beyond the end", got)
	}
}

func TestHostTexts(t *testing.T) {
	for want, words := range map[string][]uint64{"": {0, 0}, "0": {1}, "0-3,8": {0x10f}, "63-64": {1 << 63, 1}, "65,127": {0, 1<<1 | 1<<63}, "0-127": {^uint64(0), ^uint64(0)}} {
		if got, _ := cpuList(words); got != want {
			t.Errorf("%x: got %q, want %q", words, got, want)
		}
	}
	for want, words := range map[string][]uint32{"0-3,8": {0x10f}, "31-32": {1 << 31, 1}, "65,95": {0, 0, 1<<1 | 1<<31}} {
		if got, _ := cpuList(words); got != want {
			t.Errorf("%x: got %q, want %q", words, got, want)
		}
	}
	if _, first := cpuList([]uint64{0, 1 << 5}); first != 69 {
		t.Errorf("first is %d, want 69", first)
	}
	if got := prettyName("ID=x\nPRETTY_NAME=\"Debian  12\"\n"); got != "Debian 12" {
		t.Errorf("got %q", got)
	}
	if got := clean([]byte(" a  b\x00c")); got != "a b" {
		t.Errorf("got %q", got)
	}
}

func BenchmarkKey(b *testing.B) {
	p := NewProbe()
	b.ReportAllocs()
	for b.Loop() {
		k, err := p.Key()
		if err != nil {
			b.Fatal(err)
		}
		k.Hash()
	}
}

func BenchmarkFirstKey(b *testing.B) {
	for b.Loop() {
		if _, err := NewProbe().Key(); err != nil {
			b.Fatal(err)
		}
	}
}
