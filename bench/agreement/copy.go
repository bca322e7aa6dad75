//go:build linux

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/newton/netlist"
)

// Commands of .control blocks that a copy keeps, and those that run an analysis.
var (
	keeps = []string{"alter", "altermod", "let", "unlet", "set", "unset", "option"}
	runs  = []string{"run", "tran", "dc", "op", "ac", "noise", "tf", "sens", "pz", "disto"}
	opens = []string{"while", "dowhile", "repeat", "foreach", "if"}
)

// Cards that a copy leaves out, because the program asks for the analysis itself and reads no printed
// results: ngspice ends at those that only Xyce has. Cards that may change the circuit stay.
var leaves = regexp.MustCompile(`(?i)^[ \t]*\.(tran|dc|op|ac|noise|tf|sens|pz|disto|hb|mpde|four|fft|lin|mor|print|plot|width|probe|meas|measure|` +
	`result|sampling|embeddedsampling|pce|preprocess)([ \t\r]|$)`)

// options is a card of options, and its first word.
var options = regexp.MustCompile(`(?i)^[ \t]*\.options?[ \t]+([a-z_-]+)`)

// ofPackage says whether a line has the options of a package of Xyce, in whose place ngspice gets
// what nrkit takes from them.
func ofPackage(line string) bool {
	m := options.FindStringSubmatch(line)
	return m != nil && netlist.XycePackage(strings.ToLower(m[1]))
}

// include is a card that names a file.
var include = regexp.MustCompile(`(?i)^([ \t]*\.(?:include|incl|inc|lib)[ \t]+)("[^"]*"|'[^']*'|[^ \t\r]+)(.*)$`)

// copyDeck writes a netlist for ngspice: see the package's documentation. A line of options ends
// the circuit, because the last value counts.
func copyDeck(to, from string, o *netlist.Options) error {
	b, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	title, rest, _ := strings.Cut(string(b), "\n")
	f := filter{dir: filepath.Dir(from)}
	out := []string{title}
	for line := range strings.SplitSeq(rest, "\n") {
		line, ok := f.line(strings.TrimSuffix(line, "\r"))
		if f.ended {
			break
		}
		if ok {
			out = append(out, line)
		}
	}
	out = append(out, optionsCard(o), ".end", "")
	return os.WriteFile(to, []byte(strings.Join(out, "\n")), 0o600)
}

// optionsCard is a card with the options that nrkit takes from Xyce's packages, and with the
// tolerance that the program sets.
func optionsCard(o *netlist.Options) string {
	card := "* no options"
	add := func(given bool, format string, value any) {
		if given {
			card = strings.Replace(card, "* no options", ".options", 1) + fmt.Sprintf(format, value)
		}
	}
	add(o.RelTol != 0, " reltol=%.17g", o.RelTol)
	add(o.Gmin != 0, " gmin=%.17g", o.Gmin)
	add(o.Method == "gear", " method=%s", o.Method)
	add(o.MaxOrd != 0, " maxord=%d", o.MaxOrd)
	add(o.HasTemp, " temp=%.17g", o.Temp)
	add(o.HasTNom, " tnom=%.17g", o.TNom)
	return card
}

// A filter changes a netlist line by line.
type filter struct {
	dir     string
	leave   bool // the card at hand is left out
	control bool
	depth   int  // of loops and conditions in .control
	done    bool // an analysis was run
	ended   bool // .end was read
}

// line returns a line of the copy, false for none.
func (f *filter) line(s string) (string, bool) {
	fields := strings.Fields(strings.ToLower(s))
	if len(fields) == 0 || fields[0][0] == '*' {
		return s, true
	}
	word := fields[0]
	if word[0] == '+' {
		return s, !f.leave
	}
	f.leave = false
	switch {
	case word == ".control":
		f.control = true
		return s, true
	case word == ".endc":
		f.control = false
		return s, true
	case f.control:
		f.leave = !f.keep(word)
		return s, !f.leave
	case word == ".end":
		f.ended = true
		return "", false
	case leaves.MatchString(s) || ofPackage(s):
		f.leave = true
		return "", false
	}
	m := include.FindStringSubmatch(s)
	if m == nil {
		return s, true
	}
	name := strings.Trim(m[2], `"'`)
	path := filepath.Join(f.dir, name)
	if _, err := os.Stat(path); err != nil || filepath.IsAbs(name) {
		return s, true // the section of a library, or a file that is not there
	}
	return m[1] + `"` + path + `"` + m[3], true
}

// keep says whether a command stays.
func (f *filter) keep(word string) bool {
	switch {
	case slices.Contains(opens, word):
		f.depth++
	case word == "end" && f.depth > 0:
		f.depth--
	case slices.Contains(runs, word):
		f.done = true
	case f.depth == 0 && !f.done:
		return slices.Contains(keeps, word)
	}
	return false
}
