package prose

import (
	"regexp"
	"strings"
)

var (
	listItem = regexp.MustCompile(`^\s*([*+-]|\d+\.) +`)
	image    = regexp.MustCompile(`!\[[^\]]*\]\([^)]*\)`)
	link     = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	rule     = regexp.MustCompile(`^\|[ :|-]+\|$`)
)

// Markdown returns the paragraphs of a page, each on one line: headings, list items
// and the cells of tables are paragraphs of their own. It leaves out code blocks,
// images, and the targets of links; code within a line stays.
func Markdown(text string) []string {
	var p paragraphs
	fenced := false
	blank := true // the line before is empty or belongs to a block of code
	inList := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		trimmed := strings.TrimSpace(line)
		indented := strings.HasPrefix(line, "    ") || strings.HasPrefix(line, "\t")
		switch {
		case strings.HasPrefix(trimmed, "```"):
			fenced = !fenced
			p.end()
		case fenced:
		case trimmed == "":
			p.end()
			blank = true
			continue
		case listItem.MatchString(line) && !(indented && blank && !inList):
			p.end()
			inList = true
			p.add(listItem.ReplaceAllString(line, ""))
		case indented && blank:
			continue // code, after which a line of code may follow
		case strings.HasPrefix(trimmed, "#"):
			p.end()
			p.add(strings.TrimLeft(trimmed, "# "))
			p.end()
		case rule.MatchString(trimmed):
			p.end()
		case strings.HasPrefix(trimmed, "|"):
			p.end()
			for _, cell := range strings.Split(strings.Trim(trimmed, "|"), " | ") {
				p.add(cell)
				p.end()
			}
		default:
			p.add(trimmed)
		}
		blank = false
		if !listItem.MatchString(line) && !strings.HasPrefix(line, " ") {
			inList = false
		}
	}
	p.end()
	return p.list
}

// Plain returns the paragraphs of a text for the terminal. An indented line is a
// paragraph of its own, such as a line of a table or a command.
func Plain(text string) []string {
	var p paragraphs
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		indented := strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t")
		if line == "" || indented {
			p.end()
		}
		p.add(line)
		if indented {
			p.end()
		}
	}
	p.end()
	return p.list
}

// paragraphs collects lines.
type paragraphs struct {
	list  []string
	lines []string
}

// add adds a line to the paragraph.
func (p *paragraphs) add(line string) { p.lines = append(p.lines, line) }

// end ends the paragraph, if it has any text.
func (p *paragraphs) end() {
	text := strings.Join(p.lines, " ")
	text = image.ReplaceAllString(text, "")
	text = link.ReplaceAllString(text, "$1")
	if text = strings.Join(strings.Fields(text), " "); text != "" {
		p.list = append(p.list, text)
	}
	p.lines = nil
}
