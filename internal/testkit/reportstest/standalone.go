package reportstest

import (
	"bytes"
	"regexp"
	"testing"
)

// outside returns what makes a browser or a reader leave the page: the first
// of it, "" where there is nothing. Drawings as data may be referred to, and parts
// of the page.
func outside(page []byte) string {
	href := regexp.MustCompile(`href="([^"]*)"`)
	external := regexp.MustCompile(`(?i)https?:|//[a-z]|src\s*=|@import|url\(|<script|<link`)
	for _, m := range href.FindAllSubmatch(page, -1) {
		if !bytes.HasPrefix(m[1], []byte("data:image/png;base64,")) && !bytes.HasPrefix(m[1], []byte("#")) {
			return string(m[0])
		}
	}
	return string(external.Find(href.ReplaceAll(page, nil)))
}

// StandsAlone fails the test when an HTML page refers to something outside.
func StandsAlone(t *testing.T, page []byte) {
	t.Helper()
	if s := outside(page); s != "" {
		t.Errorf("the page refers to something outside: %q", s)
	}
}
