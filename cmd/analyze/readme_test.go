package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadme runs every "$ analyze …" in README.md, from the folder README.md
// is in, and compares what it prints.
func TestReadme(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, block := range strings.Split(string(text), "```\n") {
		first, want, _ := strings.Cut(block, "\n")
		args, ok := strings.CutPrefix(first, "$ analyze ")
		if !ok {
			continue
		}
		ran++
		var stdout, stderr bytes.Buffer
		if code := run(strings.Fields(args), strings.NewReader(""), &stdout, &stderr); code != 0 || stderr.Len() > 0 {
			t.Errorf("analyze %s: exit %d: %s", args, code, stderr.String())
		}
		if got := stdout.String(); got != want {
			t.Errorf("analyze %s\nprints\n%s\nREADME.md says\n%s", args, got, want)
		}
	}
	if ran == 0 {
		t.Error("README.md has no transcript")
	}
}
