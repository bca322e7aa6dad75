package prose

import (
	"regexp"
	"strings"
	"unicode"
)

// hard are phrases that stand for a noun which should be named again, and phrases
// that can be read in two ways.
var hard = regexp.MustCompile(`(?i)\b(` +
	`those of|that of|the ones|the same as that|of it|of which there|is none|there is none|` +
	`is told|are told|what it takes|which is to say)\b|` +
	`\ban? [a-z]+ each[:;]`)

// Phrases returns where paragraphs have a phrase that needs a second reading, with
// some words around each.
func Phrases(paragraphs []string) []string {
	var list []string
	for _, text := range paragraphs {
		for _, at := range hard.FindAllStringIndex(text, -1) {
			list = append(list, around(text, at[0], at[1]))
		}
	}
	return list
}

// around returns text[from:to] with up to 40 bytes on each side.
func around(text string, from, to int) string {
	const side = 40
	from, to = max(0, from-side), min(len(text), to+side)
	return strings.ToValidUTF8(text[from:to], "")
}

// Sentences splits paragraphs where a full stop, a question mark or an exclamation
// mark is followed by a space and a word that does not begin with a lower-case
// letter.
func Sentences(paragraphs []string) []string {
	var list []string
	for _, text := range paragraphs {
		words := strings.Fields(text)
		from := 0
		for k, word := range words {
			last := k == len(words)-1
			if last || ends(word) && begins(words[k+1]) {
				list = append(list, strings.Join(words[from:k+1], " "))
				from = k + 1
			}
		}
	}
	return list
}

// ends reports whether a sentence may end with word.
func ends(word string) bool {
	word = strings.TrimRight(word, ")*_`\"”")
	return strings.HasSuffix(word, ".") || strings.HasSuffix(word, "?") || strings.HasSuffix(word, "!")
}

// begins reports whether a sentence may begin with word.
func begins(word string) bool {
	for _, r := range word {
		return !unicode.IsLower(r)
	}
	return false
}

// Long returns the sentences with more words than most.
func Long(paragraphs []string, most int) []string {
	var list []string
	for _, s := range Sentences(paragraphs) {
		if len(strings.Fields(s)) > most {
			list = append(list, s)
		}
	}
	return list
}
