package netlist

import (
	"slices"
	"strings"
)

// A control is the .control block at hand.
type control struct {
	line    int32    // of .control, or 0 when no block is open
	ignored []string // names of the commands that are, each once
	more    int      // and how many further names
	flow    []string // the loops and conditions that are open
}

// maxIgnored bounds the commands that a warning names.
const maxIgnored = 12

// A command is one of a .control block that runs an analysis, or may change one.
type command struct {
	name string
	card card
	flow string // the loop or condition that it is in, "" for none
}

// command takes one line of a .control block, or its end.
//
// A line may have several commands, separated by semicolons.
func (l *lines) command(s string) error {
	s = strings.TrimSpace(s)
	switch {
	case s == "" || s[0] == '*' || s[0] == '#':
		return nil
	case s[0] == '+':
		if l.open {
			return l.extend(s[1:])
		}
		return nil
	}
	if err := l.flush(); err != nil {
		return err
	}
	if strings.EqualFold(strings.TrimSpace(stripComment(s)), ".endc") {
		l.endControl()
		return nil
	}
	l.open, l.pending = true, card{file: l.file, line: l.line, raw: s}
	return nil
}

// endControl closes the block and says what was ignored.
func (l *lines) endControl() {
	k := &l.control
	if len(k.ignored) > 0 {
		l.p.warn(l.file, k.line, "commands of .control that are not supported are ignored: %s%s",
			strings.Join(k.ignored, ", "), map[bool]string{true: " and others"}[k.more > 0])
	}
	*k = control{}
}

// commands takes the commands of a line of the block.
func (l *lines) commands(c *card) error {
	for raw := range strings.SplitSeq(c.raw, ";") {
		s := strings.TrimSpace(stripCommand(raw))
		if s == "" {
			continue
		}
		if err := l.one(&card{file: c.file, line: c.line, raw: s, text: lower(s)}); err != nil {
			return err
		}
	}
	return nil
}

// maxCommands bounds the commands that count.
const maxCommands = 100_000

// one takes one command.
func (l *lines) one(c *card) error {
	k := &l.control
	name := strings.TrimPrefix(firstWord(c.text), ".")
	switch {
	case slices.Contains(branching, name):
		k.flow = append(k.flow, name)
	case name == "end" && len(k.flow) > 0:
		k.flow = k.flow[:len(k.flow)-1]
	case slices.Contains(counting, name):
		if len(l.p.commands) == maxCommands {
			return l.errorf(c.line, "more than %d commands of .control", maxCommands)
		}
		one := command{name: name, card: *c}
		if len(k.flow) > 0 {
			one.flow = k.flow[0]
		}
		l.p.commands = append(l.p.commands, one)
	case l.p.ask(name, c.file, c.line):
	case !slices.Contains(looking, name):
		k.ignore(shorten(name))
	}
	return nil
}

// ignore remembers the name of a command that is not run.
func (k *control) ignore(name string) {
	switch {
	case slices.Contains(k.ignored, name):
	case len(k.ignored) < maxIgnored:
		k.ignored = append(k.ignored, name)
	default:
		k.more++
	}
}

// branching are the commands that open a loop or a condition.
var branching = []string{"if", "while", "dowhile", "repeat", "foreach"}

// counting are the commands that run an analysis or may change one.
var counting = []string{"op", "tran", "run", "dc", "set", "let", "unset", "unlet", "option", "alter",
	"altermod", "alterparam", "reset", "source", "mc_source", "circbyline", "setcirc", "remcirc", "stop", "step", "goto",
	"optran", "use", "pre_osdi", "osdi", "codemodel", "pre_codemodel"}

// looking are the commands that look at results, or say how they are printed.
var looking = []string{"print", "plot", "write", "wrdata", "wrs2p", "meas", "measure", "echo", "quit", "exit", "bye", "gnuplot",
	"hardcopy", "asciiplot", "iplot", "fourier", "fft", "psd", "spec", "linearize", "listing", "display", "show", "showmod",
	"settype", "setplot", "setscale", "setcs", "load", "rusage", "status", "version", "where", "destroy", "define", "undefine",
	"shell", "trace", "save", "delete", "cd", "getcwd", "deriv", "diff", "edit", "history", "alias", "unalias", "strcmp",
	"compose", "cross", "reshape", "transpose", "sysinfo", "help", "inventory", "mrdump", "mdump", "state", "wrnodev",
	"else", "end", "break", "continue", "label", "eprint", "cutout", "unixset", "esave", "resume"}

// stripCommand returns a command without its comment. A $ that starts the name of
// a variable starts no comment.
func stripCommand(s string) string {
	for i := range len(s) {
		switch s[i] {
		case '$', '/':
			if s[i] == '/' && (i+1 == len(s) || s[i+1] != '/') || s[i] == '$' && i+1 < len(s) && s[i+1] != ' ' && s[i+1] != '\t' {
				continue
			}
			if i == 0 || s[i-1] == ' ' || s[i-1] == '\t' || s[i-1] == ',' {
				return s[:i]
			}
		}
	}
	return s
}
