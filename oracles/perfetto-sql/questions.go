package main

import (
	"fmt"
	"strings"
)

// A question is a query of the documentation, and the heading above it.
type question struct{ heading, query string }

// questionsIn returns the queries of a page: blocks fenced as sql.
func questionsIn(page string) []question {
	var list []question
	heading, inside := "", false
	for line := range strings.Lines(page) {
		switch text := strings.TrimSpace(line); {
		case inside && text == "```":
			inside = false
		case inside:
			list[len(list)-1].query += line
		case text == "```sql":
			inside = true
			list = append(list, question{heading: heading})
		case strings.HasPrefix(text, "#"):
			heading = strings.TrimSpace(strings.TrimLeft(text, "#"))
		}
	}
	return list
}

// ask runs the queries, with the tables as a module, and the first with them
// pasted twice, as a person may: the answers are the same.
func (c *checker) ask(s subject) (string, error) {
	answers := 0
	for i, q := range c.questions {
		included, err := c.query(s.trace, "INCLUDE PERFETTO MODULE nrprof.nr;\n"+q.query)
		if err != nil {
			return "", fmt.Errorf("%s: %w", q.heading, err)
		}
		if len(included) > 0 {
			answers++
		}
		if i > 0 {
			continue
		}
		pasted, err := c.query(s.trace, c.module+"\n"+c.module+"\n"+q.query)
		if err != nil {
			return "", fmt.Errorf("%s: pasted: %w", q.heading, err)
		}
		if a, b := fmt.Sprint(included), fmt.Sprint(pasted); a != b {
			return "", fmt.Errorf("%s: the module gives %s, the pasted text %s", q.heading, a, b)
		}
	}
	return fmt.Sprintf("%d queries, %d with rows", len(c.questions), answers), nil
}
