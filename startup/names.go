package startup

import (
	"slices"
	"strconv"
	"strings"
)

// Runs says which ranges are runs.
type Runs struct {
	Names   []string // the names; nil: the names that docs/startup.md lists
	Steps   []string // the ranges of these names are time steps; nil: ranges called timestep
	Domains []string // NVTX domains whose ranges count, under their names without it
}

// is reports whether a range of that name is a run.
func (r *Runs) is(name string) bool {
	if len(r.Names) > 0 {
		return slices.Contains(r.Names, name)
	}
	_, ok := runName(name)
	return ok
}

// runName reports whether a name is one that runs have by default, and the number
// in it, 0 for none.
func runName(name string) (n int, ok bool) {
	name = strings.Map(func(c rune) rune {
		if c == '-' || c == ' ' {
			return '_'
		}
		return c
	}, strings.ToLower(name))
	switch name {
	case "run", "transient", "run_transient":
		return 0, true
	}
	if word, found := strings.CutSuffix(name, "_run"); found {
		if n := ordinal(word); n > 0 {
			return n, true
		}
	}
	if digits, found := strings.CutPrefix(name, "run"); found {
		if digits != "" && (digits[0] == '_' || digits[0] == '#') {
			digits = digits[1:]
		}
		if n := number(digits); n > 0 {
			return n, true
		}
	}
	return 0, false
}

// ordinal returns the number of first to tenth, 1st, 2nd …; 0 of all else.
func ordinal(word string) int {
	words := [...]string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}
	if k := slices.Index(words[:], word); k >= 0 {
		return k + 1
	}
	if len(word) > 2 && slices.Contains([]string{"st", "nd", "rd", "th"}, word[len(word)-2:]) {
		return number(word[:len(word)-2])
	}
	return 0
}

// number returns a number of up to six digits, 0 where s is none.
func number(s string) int {
	if len(s) > 6 || strings.ContainsAny(s, "+-") {
		return 0
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}

// Nth returns the English name of the n-th run of a process.
func Nth(n int) string {
	words := [...]string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}
	if n >= 1 && n <= len(words) {
		return words[n-1]
	}
	suffix := "th"
	if n/10%10 != 1 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return strconv.Itoa(n) + suffix
}
