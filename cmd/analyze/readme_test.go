package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/golden"
)

// TestReadme runs every "$ analyze …" in README.md, from the folder README.md
// is in, and compares what it prints. With -update it rewrites README.md.
func TestReadme(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(text), "```\n")
	ran := 0
	for k, block := range blocks {
		first, _, _ := strings.Cut(block, "\n")
		command, ok := strings.CutPrefix(first, "$ ")
		if !ok {
			continue
		}
		ran++
		blocks[k] = first + "\n" + shell(t, command)
	}
	if ran == 0 {
		t.Error("README.md has no transcript")
	}
	got := strings.Join(blocks, "```\n")
	if golden.Update() {
		if err := os.WriteFile("README.md", []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	compareLines(t, "README.md", string(text), got)
}
