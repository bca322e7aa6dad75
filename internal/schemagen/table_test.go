package schemagen

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// Tables get rows for keys that they lack and lose rows without a key; what is right
// stays as it is.
func TestTables(t *testing.T) {
	dir := root(t)
	page := strings.NewReplacer(
		"| `fixed` | boolean or null |", "| `gone`, `too` | string | no key |\n| `lists.a` | array | a member |\n| `fixed` | boolean or null |",
		"| `schema` | string |", "| `schema` | integer |",
	).Replace(samplePage)
	want := strings.NewReplacer(
		"| `fixed` | boolean or null |", "| `lists.a` | array | a member |\n| `fixed` | boolean or null |",
		"| `env`, `lists`, `at` | | |\n", "| `env`, `lists`, `at` | | |\n| `key` | any | who ran |\n| `size_bytes` | integer | of all |\n",
		"| key | meaning |\n| --- | --- |\n", "| key | meaning |\n| --- | --- |\n| `count` | how many |\n",
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
	write("internal/schemagen/source.go", "package schemagen\n\ntype inner struct {\n\tCount int32 // how many\n}\n\ntype sample struct {\n\tKey string // who ran\n\tSize uint32 // of all\n}\n")
	g = &Generator{Root: dir, Module: "github.com/nrkit/nrkit"}
	for range 2 { // what is current stays
		text, err := g.Tables("page.md", d)
		if err != nil {
			t.Fatal(err)
		}
		if string(text) != want {
			t.Fatalf("got\n%s\nwant\n%s", text, want)
		}
		write("docs/page.md", string(text))
		g.pages, g.texts = nil, nil
	}
}
