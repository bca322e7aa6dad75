//go:build linux

package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// census reads and builds all decks, and prints how many are built and the reasons for
// which the others are not, most frequent first.
func census(out io.Writer, decks []deck) error {
	built, crashes := 0, 0
	count := map[string]int{}
	example := map[string]string{}
	for _, d := range decks {
		p := pair{deck: d}
		job, err := p.load()
		if err == nil && choose(job) == "" {
			err = errors.New("no analysis")
		}
		if err == nil {
			built++
			continue
		}
		if errors.As(err, &crash{}) {
			crashes++
		}
		r := reason(err.Error())
		if count[r]++; count[r] == 1 {
			example[r] = d.name
		}
	}
	reasons := make([]string, 0, len(count))
	for r := range count {
		reasons = append(reasons, r)
	}
	slices.SortFunc(reasons, func(a, b string) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), strings.Compare(a, b))
	})
	fmt.Fprintf(out, "nrkit builds %s\n\n| refused | reason | for example |\n| ---: | --- | --- |\n", share(built, len(decks)))
	for _, r := range reasons {
		fmt.Fprintf(out, "| %d | %s | %s |\n", count[r], r, example[r])
	}
	if crashes > 0 {
		return fmt.Errorf("nrkit crashed on %d netlists", crashes)
	}
	return nil
}

var (
	place  = regexp.MustCompile(`^.*?:(\d+:)? `)
	quoted = regexp.MustCompile(`"(\\.|[^"\\])*"`)
	named  = regexp.MustCompile(`^[^ ]+: (level |model |parameter |got )|( of )[^ ]+( is)`)
	number = regexp.MustCompile(`[-+]?\b\d[\w.+-]*`)
)

// longestReason bounds what the table shows of a message.
const longestReason = 90

// reason is a message without its place, its names and its numbers.
func reason(msg string) string {
	msg, _, _ = strings.Cut(msg, "\n")
	msg = place.ReplaceAllString(msg, "")
	msg = quoted.ReplaceAllString(msg, "…")
	msg = named.ReplaceAllString(msg, "$1$2$3")
	msg = strings.ReplaceAll(number.ReplaceAllString(msg, "N"), "|", "/")
	if r := []rune(msg); len(r) > longestReason {
		msg = string(r[:longestReason]) + "…"
	}
	return msg
}
