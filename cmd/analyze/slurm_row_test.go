package main

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// The page lists the keys of a row, and no others.
func TestRowKeys(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "formats-slurm.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "## analyze-row/v1\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var got, want []string
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z_0-9]+)` \\|").FindAllStringSubmatch(section, -1) {
		got = append(got, m[1])
	}
	for _, r := range []reflect.Type{reflect.TypeFor[orderingRow](), reflect.TypeFor[orderingFigures]()} {
		for k := range r.NumField() {
			if key, _, _ := strings.Cut(r.Field(k).Tag.Get("json"), ","); key != "" {
				want = append(want, key)
			}
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the page lists %q, rows have %q", got, want)
	}
}
