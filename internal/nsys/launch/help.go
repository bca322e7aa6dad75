package launch

import (
	"context"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// A Help is the options of the command profile of a version of nsys, from its help.
type Help struct {
	options map[string]bool     // long names
	long    map[string]string   // long name of each short one
	values  map[string][]string // quoted values in the text of an option
}

// optionLine starts the text of an option: "-t, --trace=" or
// "--nvtx-domain-[include|exclude]=".
var optionLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\s*(?:-(\w), )?--([a-z][a-z0-9-]*)(?:\[([a-z|]+)\])?`)
})

// quoted is a value in the text of an option.
var quoted = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("['`]([a-zA-Z0-9:,._-]+)'")
})

// ParseHelp reads what nsys profile --help printed. Lines that it does not
// understand are passed over.
func ParseHelp(text string) Help {
	h := Help{options: map[string]bool{}, long: map[string]string{}, values: map[string][]string{}}
	var current []string
	for line := range strings.Lines(text) {
		if m := optionLine().FindStringSubmatch(line); m != nil {
			current = alternatives(m[2], m[3])
			for _, name := range current {
				h.options[name] = true
				if m[1] != "" {
					h.long[m[1]] = name
				}
			}
			continue
		}
		for _, m := range quoted().FindAllStringSubmatch(line, -1) {
			for _, name := range current {
				h.values[name] = append(h.values[name], m[1])
			}
		}
	}
	return h
}

// alternatives returns the names that nvtx-domain-[include|exclude] stands for.
func alternatives(name, endings string) []string {
	if endings == "" {
		return []string{name}
	}
	var names []string
	for _, ending := range strings.Split(endings, "|") {
		names = append(names, name+ending)
	}
	return names
}

// askHelp runs nsys for its options.
func askHelp(nsys string) (Help, error) {
	ctx, cancel := context.WithTimeout(context.Background(), askTime)
	defer cancel()
	out, err := exec.CommandContext(ctx, nsys, "profile", "--help").CombinedOutput()
	h := ParseHelp(string(out))
	if len(h.options) > 0 {
		err = nil
	}
	return h, err
}

// Knows reports whether the version takes the option with the long name. A version
// without help counts as knowing all options.
func (h Help) Knows(option string) bool { return len(h.options) == 0 || h.options[option] }

// Takes reports whether an option takes the value, by the help of the option. It is
// true if the help lists no values.
func (h Help) Takes(option, value string) bool {
	values := h.values[option]
	return len(values) == 0 || slices.Contains(values, value)
}

// name returns the long name of the option that an argument sets, "" for an
// argument that sets none.
func (h Help) name(arg string) string {
	if long, ok := strings.CutPrefix(arg, "--"); ok {
		long, _, _ = strings.Cut(long, "=")
		return long
	}
	if len(arg) < 2 || arg[0] != '-' {
		return ""
	}
	if long := h.long[arg[1:2]]; long != "" {
		return long
	}
	return shortNames[arg[1]]
}

// shortNames are the short options that matter here, the same in all versions.
var shortNames = map[byte]string{
	'c': "capture-range", 'd': "duration", 'e': "env-var", 'f': "force-overwrite", 'o': "output", 'p': "nvtx-capture",
	's': "sample", 't': "trace", 'w': "show-output",
}
