package prose

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestMarkdown(t *testing.T) {
	text := "# A [title](x.md)\n\nOne line\nand another. ![a picture of it](p.svg)\n\n    code of it\n    more\n\n* item one\n  goes on\n* item two\n\n" +
		"| key | meaning |\n| --- | --- |\n| `a` | the cell |\n\n```\nfenced of it\n```\nLast.\n"
	want := []string{"A title", "One line and another.", "item one goes on", "item two", "key", "meaning", "`a`", "the cell", "Last."}
	if got := Markdown(text); !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func TestPlain(t *testing.T) {
	want := []string{"Plot draws, as KIND says,", "spy where the entries are", "as SVG."}
	if got := Plain("Plot draws, as\nKIND says,\n\n  spy   where the entries are\n\nas SVG.\n"); !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func TestPhrases(t *testing.T) {
	paragraphs := Markdown("Those\nof 2023, that office, thatof.\n\nThere is none of\nit.")
	got := Phrases(paragraphs)
	if len(got) != 3 || !strings.HasPrefix(got[0], "Those of") {
		t.Errorf("got %q", got)
	}
	for text, want := range map[string]int{
		"There is none. The ones that run are the same as that file.": 3,
		"What it takes, which is to say a rank each: two.":            3,
		"Files of which there are two.":                               1,
		"The name is unique, a rank each, and a row each of two.":     0,
	} {
		if got := Phrases([]string{text}); len(got) != want {
			t.Errorf("%s: want %d phrases, got %q", text, want, got)
		}
	}
}

func TestSentences(t *testing.T) {
	got := Sentences([]string{"It is v58.2 of a.b, e.g. this. `nrprof` runs (twice.) Does it? yes."})
	want := []string{"It is v58.2 of a.b, e.g. this.", "`nrprof` runs (twice.)", "Does it? yes."}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	if got := Long(want, 4); !slices.Equal(got, want[:1]) {
		t.Errorf("long: %q", got)
	}
}

func TestDead(t *testing.T) {
	dir := t.TempDir()
	page := filepath.Join(dir, "a.md")
	for name, text := range map[string]string{
		"a.md": "[1](b.md) [2](b.md#the-end) [3](#here) [4](https://x.org/y) [5](sub) [6](gone.md) [7](b.md#no) `[8](x)`\n\n## Here\n\n    [9](y)\n",
		"b.md": "# The end\n", "sub/c.md": "",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := Dead(page)
	if err != nil || len(got) != 2 || !strings.Contains(got[0], "gone.md") || !strings.Contains(got[1], "heading no") {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestAnchors(t *testing.T) {
	got := Anchors("# run/v1\n## What *is* `it`?\n## run/v1\n```\n# no\n```\n#no\n")
	for _, want := range []string{"runv1", "what-is-it", "runv1-1"} {
		if !got[want] {
			t.Errorf("there is no %s in %v", want, got)
		}
	}
	if len(got) != 3 {
		t.Errorf("got %v", got)
	}
}
