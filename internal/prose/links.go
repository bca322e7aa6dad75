package prose

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode"
)

var target = regexp.MustCompile(`\]\(([^)\s]+)\)`)

// Links returns the targets of the links and images of a page, in their order.
// Code has no links.
func Links(text string) []string {
	var list []string
	fenced := false
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			fenced = !fenced
		}
		if fenced || strings.HasPrefix(line, "    ") {
			continue
		}
		for _, m := range target.FindAllStringSubmatch(inline.ReplaceAllString(line, "`code`"), -1) {
			list = append(list, m[1])
		}
	}
	return list
}

var inline = regexp.MustCompile("`[^`]*`")

// Dead returns the relative links of the page in file that lead to no file, or to
// no heading of a page.
func Dead(file string) ([]string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var list []string
	for _, to := range Links(string(text)) {
		if strings.Contains(to, "://") || strings.HasPrefix(to, "mailto:") {
			continue
		}
		path, anchor, _ := strings.Cut(to, "#")
		name := file
		if path != "" {
			name = filepath.Join(filepath.Dir(file), filepath.FromSlash(path))
		}
		if _, err := os.Stat(name); err != nil {
			list = append(list, fmt.Sprintf("%s: there is no %s", file, to))
			continue
		}
		if anchor == "" {
			continue
		}
		page, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if !Anchors(string(page))[anchor] {
			list = append(list, fmt.Sprintf("%s: %s has no heading %s", file, name, anchor))
		}
	}
	return list, nil
}

// Anchors returns the anchors that GitHub gives the headings of a page.
func Anchors(text string) map[string]bool {
	set := map[string]bool{}
	fenced := false
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			fenced = !fenced
		}
		heading := strings.TrimLeft(line, "#")
		if fenced || heading == line || !strings.HasPrefix(heading, " ") {
			continue
		}
		base := slug(link.ReplaceAllString(strings.TrimSpace(heading), "$1"))
		anchor := base
		for k := 1; set[anchor]; k++ {
			anchor = fmt.Sprintf("%s-%d", base, k)
		}
		set[anchor] = true
	}
	return set
}

// slug is the anchor of a heading.
func slug(heading string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(heading) {
		switch {
		case r == ' ':
			b.WriteByte('-')
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r):
			b.WriteRune(r)
		}
	}
	return b.String()
}
