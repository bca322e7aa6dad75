package schemagen

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// Each key gets one row with the comment of its field, and rows without a key go.
func TestTables(t *testing.T) {
	dir := root(t)
	page := strings.NewReplacer(
		"| `fixed` | boolean or null |", "| `gone`, `too` | string | no key |\n| `lists.a` | array | a member |\n| `fixed` | boolean or null |",
		"| `schema` | string |", "| `schema` | integer |",
	).Replace(samplePage)
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("docs/page.md", page)
	d := []Document{{Name: "sample/v1", Type: reflect.TypeFor[sample](), Page: "page.md"}}
	g := &Generator{Root: dir, Module: "github.com/nrkit/nrkit"}
	if _, err := g.Tables("page.md", d); err == nil || !strings.Contains(err.Error(), "has no comment") {
		t.Errorf("keys without comment: %v", err)
	}
	write("internal/schemagen/source.go", sampleSource)
	g = &Generator{Root: dir, Module: "github.com/nrkit/nrkit", Complete: []string{"page.md"}}
	for range 2 { // what is current stays
		text, err := g.Tables("page.md", d)
		if err != nil {
			t.Fatal(err)
		}
		if string(text) != commentedPage {
			t.Fatalf("got\n%s\nwant\n%s", text, commentedPage)
		}
		write("docs/page.md", string(text))
		g.pages, g.texts = nil, nil
	}
	text, err := g.Generate(d[0])
	if err != nil || !strings.Contains(string(text), `"see docs/other.md#a-b, or docs/page.md#inner"`) {
		t.Errorf("the schema does not say what the comment says: %v\n%s", err, text)
	}
	write("internal/schemagen/source.go", strings.Replace(sampleSource, "page.md#inner", "page.md#outer", 1))
	g = &Generator{Root: dir, Module: "github.com/nrkit/nrkit"}
	if _, err := g.Tables("page.md", d); err == nil || !strings.Contains(err.Error(), "docs/page.md#outer has no such section") {
		t.Errorf("link to no section: %v", err)
	}
}

const sampleSource = `package schemagen

type inner struct {
	Count int32 // how many
	State state // on | off
}

type embedded struct {
	// see docs/other.md#a-b, or
	// docs/page.md#inner
	//
	// A paragraph for readers of Go.
	Deep []inner
	Name string // its name
}

type sample struct {
	Schema string // the schema
	Fixed *bool // null when unknown
	At time.Time // when
	Key json.RawMessage // who ran
	Env map[string]*string // around
	Lists map[string][]int64 // several
	Size uint32 // of all
	Kind string // one word
}
`

const commentedPage = `# Page

## sample/v1

| key | type | meaning |
| --- | --- | --- |
| ` + "`schema`" + ` | string | the schema |
| ` + "`deep`" + ` | array of [inner](#inner) | see [other.md](other.md#a-b), or [inner](#inner) |
| ` + "`name`" + ` | string | its name |
| ` + "`kind`" + ` | string | one word |
| ` + "`lists.a`" + ` | array | a member |
| ` + "`fixed`" + ` | boolean or null | null when unknown |
| ` + "`at`" + ` | string | when |
| ` + "`key`" + ` | any | who ran |
| ` + "`env`" + ` | object of strings | around |
| ` + "`lists`" + ` | object of arrays of integers | several |
| ` + "`size_bytes`" + ` | integer | of all |

### inner

| key | meaning |
| --- | --- |
| ` + "`count`" + ` | how many |
| ` + "`state`" + ` | on \| off |

no key here:

| word | meaning |
| --- | --- |
| ` + "`count`" + ` | not a key |
`
