package jaxlog

import "strings"

// shapesOf returns the types in "[ShapedArray(float32[4]), …]. Argument mapping:
// (…)." or the same with parentheses. ok is false where the list does not end,
// as where a program shortens its log.
func shapesOf(text string) (shapes []string, ok bool) {
	if text == "" || (text[0] != '[' && text[0] != '(') {
		return nil, false
	}
	shapes = []string{}
	depth, from := 0, 1
	for k := range len(text) {
		switch text[k] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',':
			if depth == 1 {
				shapes, from = appendShape(shapes, text[from:k]), k+1
			}
		}
		if depth == 0 {
			return appendShape(shapes, text[from:k]), true
		}
	}
	return nil, false
}

// appendShape adds a type unless it is empty, which what follows the last comma
// of a tuple is.
func appendShape(shapes []string, text string) []string {
	text = strings.TrimSpace(text)
	if rest, ok := strings.CutPrefix(text, "ShapedArray("); ok {
		if rest, ok = strings.CutSuffix(rest, ")"); ok {
			text = rest
		}
	}
	if text == "" {
		return shapes
	}
	return append(shapes, strings.Clone(text))
}

// A Change is an argument whose type is another one than the time before.
type Change struct {
	Argument int    `json:"argument"` // number of the argument, from 0, after structures were flattened
	Before   string `json:"before"`   // type before; "" if there was no such argument
	Now      string `json:"now"`      // type now; "" if there is no such argument
}

// maxChanges is how many changes are kept of one compilation.
const maxChanges = 100

// changes returns how the types differ, and how many do.
func changes(before, now []string) (list []Change, count int) {
	list = []Change{}
	for k := range max(len(before), len(now)) {
		c := Change{Argument: k}
		if k < len(before) {
			c.Before = before[k]
		}
		if k < len(now) {
			c.Now = now[k]
		}
		if c.Before == c.Now {
			continue
		}
		if count++; len(list) < maxChanges {
			list = append(list, c)
		}
	}
	return list, count
}
