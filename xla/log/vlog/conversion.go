package vlog

import (
	"slices"
	"strings"
)

// conversion reads a message of command_buffer_conversion_pass.cc.
func (e *Event) conversion(m string) bool {
	e.Level = 2
	if m, ok := strings.CutPrefix(m, "Module "); ok {
		return e.config(m)
	}
	if m, ok := strings.CutPrefix(m, "Removed command buffer support for "); ok {
		return e.removed(m)
	}
	if thunk, ok := strings.CutPrefix(m, "Unsupported thunk kind: "); ok {
		e.Kind, e.Thunk = Unsupported, thunk
		return isWord(thunk)
	}
	if m, ok := strings.CutPrefix(m, "Thunk kind "); ok {
		return e.kept(m)
	}
	if m, ok := strings.CutPrefix(m, "Collective thunk kind "); ok {
		e.Kind = Filtered
		e.Thunk, ok = strings.CutSuffix(m, " is not enabled by the collectives filter")
		return ok && isWord(e.Thunk)
	}
	if m, ok := strings.CutPrefix(m, "Creating command buffer thunk "); ok {
		return e.create(m)
	}
	return e.otherReason(m)
}

// config reads "M CommandBufferConfig: enabled_commands: [A, B],
// enabled_collectives: [C]"; older versions have no collectives.
func (e *Event) config(m string) bool {
	name, rest, ok := strings.Cut(m, " CommandBufferConfig: enabled_commands: [")
	if !ok || name == "" || len(name) > maxWord {
		return false
	}
	commands, rest, ok := strings.Cut(rest, "]")
	if !ok {
		return false
	}
	e.Kind, e.Level, e.Module = Config, 1, name
	if e.Commands, ok = sorted(commands); !ok {
		return false
	}
	if collectives, ok := strings.CutPrefix(rest, ", enabled_collectives: ["); ok {
		if collectives, ok = strings.CutSuffix(collectives, "]"); !ok {
			return false
		}
		e.Collectives, ok = sorted(collectives)
		return ok
	}
	return rest == ""
}

// sorted returns the words of a list in order: the set that XLA prints has none.
func sorted(list string) ([]string, bool) {
	words := split(strings.Clone(list))
	slices.Sort(words)
	return words, len(words) <= maxWords && !slices.ContainsFunc(words, func(w string) bool { return !isWord(w) })
}

// split returns the parts of a list with a comma and a space between, an empty
// list for "".
func split(list string) []string {
	if list == "" {
		return []string{}
	}
	return strings.Split(list, ", ")
}

// removed reads "A as it's not supported with gpu toolkit version V and driver
// version D. This might negatively impact peformance. …", also spelt right.
func (e *Event) removed(m string) bool {
	command, rest, ok := strings.Cut(m, " as it's not supported with gpu toolkit version ")
	if !ok || !isWord(command) {
		return false
	}
	toolkit, rest, ok := strings.Cut(rest, " and driver version ")
	if !ok {
		return false
	}
	driver, _, ok := strings.Cut(rest, ". This might negatively impact p") // performance, peformance
	if len(toolkit) > maxWord || len(driver) > maxWord {
		return false
	}
	e.Kind, e.Level, e.Command, e.Toolkit, e.Driver = Removed, 1, command, toolkit, driver
	return ok
}

// kept reads why a thunk stays out: "kX lowering is not enabled by the user for
// type T" or "kX is not lowered to command buffer because command size is less
// than the min graph size".
func (e *Event) kept(m string) bool {
	if thunk, command, ok := strings.Cut(m, " lowering is not enabled by the user for type "); ok {
		e.Kind, e.Thunk, e.Command = Disabled, thunk, command
		return isWord(thunk) && isWord(command)
	}
	thunk, ok := strings.CutSuffix(m, " is not lowered to command buffer because command size is less than the min graph size")
	e.Kind, e.Thunk = TooSmall, thunk
	return ok && isWord(thunk)
}

// create reads "[command_buffer_7 ]with the following thunks: a, b".
func (e *Event) create(m string) bool {
	name, list, ok := strings.Cut(m, "with the following thunks: ")
	if !ok {
		name, ok = strings.CutSuffix(m, "with the following thunks:") // all names are empty, and the line was trimmed
	}
	name, spaced := strings.CutSuffix(name, " ")
	if !ok || spaced != (name != "") || (name != "" && !isWord(name)) {
		return false
	}
	e.Kind, e.Name, e.Thunks = Create, name, split(list)
	return true
}

// otherReason reads the messages that tell of one kind of thunk.
func (e *Event) otherReason(m string) bool {
	if thunk, reason, ok := strings.Cut(m, " is not convertible to command buffers because "); ok && isWord(thunk) {
		e.Kind, e.Thunk, e.Reason = Inconvertible, "k"+strings.TrimSuffix(thunk, "Thunk"), reason
		return len(reason) <= maxWord
	}
	if reason, ok := strings.CutPrefix(m, "Skipping RaggedAllToAll Command Buffer conversion: "); ok {
		e.Kind, e.Thunk, e.Reason = Inconvertible, "kRaggedAllToAll", reason
		return len(reason) <= maxWord
	}
	if rest, ok := strings.CutPrefix(m, "Splitting command buffer at thunk '"); ok {
		name, reason, ok := strings.Cut(rest, "': ")
		e.Kind, e.Name, e.Reason = Split, name, reason
		return ok
	}
	if name, text, ok := strings.Cut(m, " graph: "); ok && strings.HasPrefix(name, "command_buffer") && isWord(name) {
		e.Kind, e.Name, e.Reason = Graph, name, text
		return true
	}
	return false
}

// isWord reports whether s is letters, digits and underscores, and not long.
func isWord(s string) bool {
	if len(s) > maxWord {
		return false
	}
	for k := range len(s) {
		c := s[k]
		if c != '_' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return s != ""
}
