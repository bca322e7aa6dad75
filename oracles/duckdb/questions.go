package main

import "strings"

// A question is the queries of a heading of the page, in one text.
type question struct{ heading, query string }

// questionsIn returns the blocks of a page that are fenced as sql.
func questionsIn(page string) []question {
	var list []question
	heading := ""
	for i, part := range strings.Split(page, "```") {
		if query, ok := strings.CutPrefix(part, "sql\n"); ok && i%2 == 1 {
			list = append(list, question{heading, query})
			continue
		}
		for line := range strings.Lines(part) {
			if text, ok := strings.CutPrefix(line, "## "); ok {
				heading = strings.TrimSpace(text)
			}
		}
	}
	return list
}
