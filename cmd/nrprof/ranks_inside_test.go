package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// TestRanksOfAMergedFile: what several files became in one is told by rank as it
// is of the files.
func TestRanksOfAMergedFile(t *testing.T) {
	dir := t.TempDir()
	var files []string
	for k, ns := range []int64{1000, 3000, 1000} {
		path := filepath.Join(dir, fmt.Sprintf("rank%d.nrt", k))
		if err := writeRank(path, ns); err != nil {
			t.Fatal(err)
		}
		files = append(files, path)
	}
	for _, name := range []string{"all.nrt", "all.json"} {
		merged := filepath.Join(dir, name)
		var stdout, stderr bytes.Buffer
		if code := run(append([]string{"export", "-o", merged}, files...), nil, &stdout, &stderr); code != 0 {
			t.Fatal(&stderr)
		}
		for command, want := range map[string]string{
			"diagnose": "Of 3 ranks, rank 1 in build_system takes 1.33 µs longer than the mean",
			"phases":   `"rank": 2`,
		} {
			stdout.Reset()
			if code := run([]string{command, "--json", merged}, nil, &stdout, &stderr); code != 0 || !strings.Contains(stdout.String(), want) {
				t.Errorf("%s %s: got exit code %d, %s%s, want %q", command, name, code, &stdout, &stderr, want)
			}
		}
	}
}
