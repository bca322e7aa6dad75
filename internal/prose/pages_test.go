package prose

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// root is the folder of the repository.
var root = filepath.Join("..", "..")

// mostLines is how long README.md may become, mostWords a sentence in it.
const mostLines, mostWords = 120, 40

// phraseLimits has how many hard phrases the pages of a set have at most. A limit
// goes down when a page is rewritten; a test says so.
var phraseLimits = []struct {
	set   string
	files string // a pattern
	most  int
}{
	{"pages at the top", "[A-Z]*.md", 0},
	{"docs", "docs/*.md", 0},
}

// Pages have few phrases that need a second reading.
func TestPhrasesOfPages(t *testing.T) {
	for _, l := range phraseLimits {
		found := 0
		for _, file := range pages(t, l.files) {
			for _, phrase := range Phrases(Markdown(read(t, file))) {
				found++
				t.Logf("%s: … %s …", file, phrase)
			}
		}
		if found != l.most {
			t.Errorf("%s: %d phrases, want %d: name the noun again, or lower the limit", l.set, found, l.most)
		}
	}
}

// README.md is short, and so are its sentences.
func TestReadmeIsShort(t *testing.T) {
	text := read(t, filepath.Join(root, "README.md"))
	if n := strings.Count(text, "\n"); n > mostLines {
		t.Errorf("README.md has %d lines, at most %d are wanted", n, mostLines)
	}
	for _, s := range Long(Markdown(text), mostWords) {
		t.Errorf("README.md: more than %d words: %s", mostWords, s)
	}
}

// Guides and the pages at the top are for newcomers: their sentences are as short as in
// README.md.
func TestSentencesAreShort(t *testing.T) {
	for _, pattern := range []string{"docs/guide-*.md", "[A-Z]*.md"} {
		for _, file := range pages(t, pattern) {
			for _, s := range Long(Markdown(read(t, file)), mostWords) {
				t.Errorf("%s: more than %d words: %s", file, mostWords, s)
			}
		}
	}
}

// The meanings in docs/formats.md are comments of fields: their sentences are short too.
func TestFormatsAreShort(t *testing.T) {
	for _, s := range Long(Markdown(read(t, filepath.Join(root, "docs", "formats.md"))), mostWords) {
		t.Errorf("docs/formats.md: more than %d words: %s", mostWords, s)
	}
}

// The index links to each page of docs.
func TestIndexIsComplete(t *testing.T) {
	linked := map[string]bool{"README.md": true}
	for _, to := range Links(read(t, filepath.Join(root, "docs", "README.md"))) {
		linked[to] = true
	}
	for _, file := range pages(t, "docs/*.md") {
		if !linked[filepath.Base(file)] {
			t.Errorf("docs/README.md does not link to %s", filepath.Base(file))
		}
	}
}

// No relative link in a page of the repository is dead.
func TestLinks(t *testing.T) {
	found := 0
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := e.Name()
		if e.IsDir() && path != root && (name == "testdata" || name == "shared" || strings.HasPrefix(name, ".") && name != ".github") {
			return fs.SkipDir
		}
		if e.IsDir() || filepath.Ext(name) != ".md" {
			return nil
		}
		found++
		dead, err := Dead(path)
		for _, d := range dead {
			t.Error(d)
		}
		return err
	})
	if err != nil || found < 30 {
		t.Errorf("%d pages, %v", found, err)
	}
}

// Pictures of the pages are small, and each is used.
func TestPictures(t *testing.T) {
	const mostBytes = 150_000
	used := map[string]bool{}
	for _, file := range append(pages(t, "docs/*.md"), filepath.Join(root, "README.md")) {
		for _, to := range Links(read(t, file)) {
			used[filepath.Base(to)] = true
		}
	}
	for _, file := range pages(t, "docs/pictures/*") {
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		if info.Size() > mostBytes || !used[info.Name()] {
			t.Errorf("%s: %d bytes, at most %d are wanted; used by a page: %v", file, info.Size(), mostBytes, used[info.Name()])
		}
	}
}

// pages returns the files of the repository that fit a pattern, at least one.
func pages(t *testing.T, pattern string) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
	if err != nil || len(list) == 0 {
		t.Fatalf("%s: %d files, %v", pattern, len(list), err)
	}
	return list
}

// read returns the text of a file.
func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
