package schemagen

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
)

// A state is one of the constants that the test writes.
type state string

type inner struct {
	Count int32 `json:"count"` // how many
	State state `json:"state"`
}

// embedded is in the outer object.
type embedded struct {
	Deep []inner `json:"deep,omitempty"`
	Name string  `json:"name"`
}

type sample struct {
	Schema string `json:"schema"`
	*embedded
	Fixed  *bool              `json:"fixed"`
	At     time.Time          `json:"at"`
	Key    json.RawMessage    `json:"key,omitempty"`
	Env    map[string]*string `json:"env"`
	Lists  map[string][]int64 `json:"lists"`
	Size   uint32             `json:"size_bytes"`
	Hidden int                `json:"-"`
	Kind   string             `json:"kind"`
}

const samplePage = `# Page

## sample/v1

| key | type | meaning |
| --- | --- | --- |
| ` + "`schema`" + ` | string | ` + "`sample/v1`" + ` |
| ` + "`deep`" + ` | array of [inner](#inner) | see [other page](other.md) |
| ` + "`name`, `kind`" + ` | string | a word: ` + "`a`, `b`" + ` |
| ` + "`fixed`" + ` | boolean or null | null when unknown |
| ` + "`env`, `lists`, `at`" + ` | | |

### inner

| key | meaning |
| --- | --- |
| ` + "`state`" + ` | ` + "`on`" + ` |

no key here:

| word | meaning |
| --- | --- |
| ` + "`count`" + ` | not a key |
`

// root returns a folder with the page.
func root(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "docs"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "docs", "page.md"), []byte(samplePage), 0o666); err != nil {
		t.Fatal(err)
	}
	pkg := filepath.Join(dir, "internal", "schemagen")
	if err := os.MkdirAll(pkg, 0o777); err != nil {
		t.Fatal(err)
	}
	text := "package schemagen\n\ntype inner struct {\n\tCount int32 // how many\n}\n\nconst (\n\ton state = \"on\"\n\toff state = \"off\"\n)\n"
	if err := os.WriteFile(filepath.Join(pkg, "source.go"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestGenerate(t *testing.T) {
	g := &Generator{Root: root(t), Module: "github.com/nrkit/nrkit",
		Values: map[string][]string{"schemagen.sample.kind": {"a", "c"}, "schemagen.gone.kind": {"x"}},
		Absent: map[string]bool{"schemagen.embedded": true}}
	text, err := g.Generate(Document{Name: "sample/v1", Command: "sample", Type: reflect.TypeFor[sample](), Page: "page.md"})
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"$schema":"https://json-schema.org/draft/2020-12/schema","title":"sample/v1",
"description":"What sample writes. Later versions may add keys, and values of enumerations. docs/page.md describes the document.",
"type":"object","properties":{
"schema":{"type":"string","description":"` + "`sample/v1`" + `","const":"sample/v1"},
"deep":{"type":"array","items":{"$ref":"#/$defs/inner"},"description":"see other page"},
"name":{"type":"string","description":"a word: ` + "`a`, `b`" + `"},
"fixed":{"type":["boolean","null"],"description":"null when unknown"},
"at":{"type":"string","format":"date-time"},
"key":true,
"env":{"type":"object","additionalProperties":{"type":["null","string"]}},
"lists":{"type":"object","additionalProperties":{"type":"array","items":{"type":"integer"}}},
"size_bytes":{"type":"integer","minimum":0},
"kind":{"type":"string","description":"a word: ` + "`a`, `b`" + `","enum":["a","c"]}},
"$defs":{"inner":{"type":"object","properties":{
"count":{"type":"integer","description":"how many"},
"state":{"type":"string","description":"` + "`on`" + `","enum":["on","off"]}},
"required":["count","state"]}},
"required":["schema","fixed","at","env","lists","size_bytes","kind"]}`
	var a, b any
	if err := json.Unmarshal(text, &a); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(want), &b); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(a, b) {
		t.Errorf("got %s", text)
	}
	if got := strings.Join(g.Unused(), "; "); got != "Values: schemagen.gone.kind" {
		t.Errorf("unused: %s", got)
	}
	if got := strings.Join(g.Bare(), "; "); got != "schemagen.sample.at in docs/page.md; schemagen.sample.key in docs/page.md; schemagen.sample.env in docs/page.md; schemagen.sample.lists in docs/page.md; schemagen.sample.size_bytes in docs/page.md" {
		t.Errorf("bare: %s", got)
	}
	if got := strings.Join(g.Unsaid(), "; "); got != "schemagen.sample.kind: `c` in docs/page.md; schemagen.inner.state: `off` in docs/page.md" {
		t.Errorf("unsaid: %s", got)
	}
	if at, name := strings.Index(string(text), `"deep"`), strings.Index(string(text), `"name"`); at < 0 || at > name {
		t.Error("keys are not in the order of the fields")
	}
}

func TestGenerateFails(t *testing.T) {
	type cyclic struct {
		F func() `json:"f"`
	}
	dir := root(t)
	for _, c := range []struct {
		d    Document
		want string
	}{
		{Document{Name: "sample/v1", Type: reflect.TypeFor[sample](), Page: "none.md"}, "none.md"},
		{Document{Name: "other/v1", Type: reflect.TypeFor[sample](), Page: "page.md"}, "docs/page.md has no keys in section other/v1"},
		{Document{Name: "sample/v1", Type: reflect.TypeFor[cyclic](), Page: "page.md"}, "unsupported"},
	} {
		g := &Generator{Root: dir, Module: "github.com/nrkit/nrkit", Types: map[reflect.Type]*jsonschema.Schema{}}
		if _, err := g.Generate(c.d); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

func TestPlainName(t *testing.T) {
	type LULevels struct{}
	type NVTX struct{}
	type lossDocument struct{}
	type Document struct{}
	for typ, want := range map[reflect.Type]string{reflect.TypeFor[LULevels](): "luLevels", reflect.TypeFor[NVTX](): "nvtx",
		reflect.TypeFor[lossDocument](): "loss", reflect.TypeFor[Document](): "schemagen"} {
		if got := plainName(typ); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// parsePage takes a key after a dot as one beside the key before it.
func TestParsePage(t *testing.T) {
	p := parsePage("## a b-c\n| key | type | meaning |\n| --- | --- | --- |\n| `x[].low`, `.high` | number | A \\| B | C |\n| `y[]` | array | |\n\n| `z` | no | table |\n")
	if r := p["a b-c"]["x[].high"]; r != (row{"number", `A \| B | C`, true}) || len(p["a b-c"]) != 3 || p["a b-c"]["y"] != (row{typ: "array"}) {
		t.Errorf("got %+v", p)
	}
	if h, ok := p.heading("#a-b-c"); !ok || h != "a b-c" {
		t.Errorf("got %q", h)
	}
}

// Codes and Uncoded must be able to fail.
func TestCodes(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("package x\n"+text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("codes.go", "const (\n\t// Meaning of\n\t// it.\n\tcodeA = \"a\"\n)\n")
	if list, err := Codes(dir); err != nil || len(list) != 1 || list[0] != (Code{"codeA", "a", "Meaning of it."}) {
		t.Errorf("got %v, %v", list, err)
	}
	write("a.go", `type Warning struct{ Code, Msg string }
func warn(n int, code, msg string) {}
func (w *Warning) say(code string) {}
func f() {
	warn(1, codeA, "m")
	_ = []any{Warning{codeA, "m"}, Warning{Msg: "m"}, Warning{Code: codeA}, Warning{}}
}
`)
	if list, err := Uncoded(dir); err != nil || len(list) != 0 {
		t.Errorf("got %q, %v", list, err)
	}
	write("b.go", `func g(w *Warning) {
	warn(1, "b", "m")
	w.say("c")
	_ = []any{Warning{"d", "m"}, Warning{Msg: "m", Code: "e"}}
}

var table = [...]struct{ code, msg string }{2: {"f", "m"}, {codeA, "m"}}
`)
	list, err := Uncoded(dir)
	var got []string
	for _, at := range list {
		got = append(got, at[strings.LastIndexByte(at, ' ')+1:])
	}
	if strings.Join(got, "") != `"b""c""d""e""f"` || err != nil {
		t.Errorf("got %q, %v", list, err)
	}
	for _, text := range []string{"const codeB = \"b\"\n", "// B.\nconst codeB = 1\n", "const (\n\t// Two.\n\tb, c = \"b\", \"c\"\n)\n"} {
		write("codes.go", text)
		if list, err := Codes(dir); err == nil {
			t.Errorf("%s: got %v", text, list)
		}
	}
}
