package logline

import (
	"strconv"
	"strings"
	"time"
)

// A Style is a kind of prefix.
type Style string

// The styles of prefixes.
const (
	TSL  Style = "tsl"
	Absl Style = "absl"
)

// NoThread is the thread of a prefix that names none.
const NoThread int64 = -1

// A Prefix is what stands before a message.
type Prefix struct {
	Style    Style
	Severity byte // I, W, E or F
	Time     Stamp
	Thread   int64  // NoThread where none is printed
	File     string // as printed, with or without folders
	Source   int    // line in File
	Glued    bool   // something else stood before it
}

// Base returns the name of the file without folders.
func (p *Prefix) Base() string { return p.File[strings.LastIndexByte(p.File, '/')+1:] }

// ParsePrefix takes the prefix off text. ok is false where there is none.
func ParsePrefix(text string) (p Prefix, message string, ok bool) {
	if text == "" {
		return Prefix{}, "", false
	}
	switch c := text[0]; {
	case isDigit(c):
		if p, message, ok = parseTSL(text); ok {
			return p, message, true
		}
	case isSeverity(c):
		if p, message, ok = parseAbsl(text); ok {
			return p, message, true
		}
	}
	return parseGlued(text)
}

// maxBefore is how much may stand before a prefix within a line: a progress bar,
// or the name that a tool puts before each line.
const maxBefore = 400

// parseGlued finds a prefix of TSL within text.
func parseGlued(text string) (p Prefix, message string, ok bool) {
	const mark = ": " // after the time
	for from := 1 + stampBytes; from < min(len(text), maxBefore); {
		at := strings.Index(text[from:min(len(text), maxBefore)], mark)
		if at < 0 {
			break
		}
		at += from
		if p, message, ok = parseTSL(text[at-stampBytes:]); ok && !isDigit(text[at-stampBytes-1]) {
			p.Glued = true
			return p, message, true
		}
		from = at + len(mark)
	}
	return Prefix{}, "", false
}

// stampBytes is the length of the time in a prefix of TSL.
const stampBytes = len("2026-03-11 02:59:55.123456")

// parseTSL reads a prefix of TSL.
func parseTSL(text string) (p Prefix, message string, ok bool) {
	if len(text) < stampBytes+4 || text[stampBytes:stampBytes+2] != ": " || !isSeverity(text[stampBytes+2]) {
		return Prefix{}, "", false
	}
	t, ok := ParseWall(text[:stampBytes])
	if !ok {
		return Prefix{}, "", false
	}
	p = Prefix{Style: TSL, Severity: text[stampBytes+2], Time: Stamp{Wall: t}}
	switch rest := text[stampBytes+3:]; rest[0] {
	case ' ':
		message, ok = p.parsePlace(rest[1:])
	case '[':
		message, ok = p.parseBracketed(rest[1:])
	default:
		ok = false
	}
	return p, message, ok
}

// parseBracketed reads a thread and its closing bracket, then what parsePlace
// reads, without another thread.
func (p *Prefix) parseBracketed(text string) (message string, ok bool) {
	number, rest, found := strings.Cut(text, "] ")
	if !found {
		return "", false
	}
	thread, ok := digits(strings.TrimLeft(number, " "))
	if !ok {
		return "", false
	}
	message, ok = p.parsePlace(rest)
	ok = ok && p.Thread == NoThread
	p.Thread = thread
	return message, ok
}

// ParseWall reads a time such as 2026-03-11 02:59:55.123456, with a comma
// before the fraction as Python writes it, or a T after the date.
func ParseWall(text string) (t time.Time, ok bool) {
	if len(text) < len("2026-03-11 02:59:55") || text[4] != '-' || text[7] != '-' || (text[10] != ' ' && text[10] != 'T') {
		return time.Time{}, false
	}
	for _, c := range []byte(text[:4]) {
		if !isDigit(c) { // quicker than to fail below
			return time.Time{}, false
		}
	}
	t, err := time.Parse("2006-01-02 15:04:05", text[:10]+" "+text[11:]) // with any fraction
	return t, err == nil
}

// parseAbsl reads a prefix of absl.
func parseAbsl(text string) (p Prefix, message string, ok bool) {
	day, rest, ok := strings.Cut(text[1:], " ")
	if !ok || len(day) != 4 || !allDigits(day) {
		return Prefix{}, "", false
	}
	clock, rest, ok := strings.Cut(rest, " ")
	if !ok {
		return Prefix{}, "", false
	}
	p = Prefix{Style: Absl, Severity: text[0]}
	if p.Time, ok = abslTime(day, clock); !ok {
		return Prefix{}, "", false
	}
	message, ok = p.parsePlace(rest)
	return p, message, ok
}

// abslTime reads the day and the time of a prefix of absl.
func abslTime(day, clock string) (Stamp, bool) {
	if seconds, ok := strings.CutPrefix(clock, "00:00:"); ok && day == "0000" {
		whole, fraction, ok := strings.Cut(seconds, ".")
		s, err := strconv.ParseInt(whole, 10, 64)
		if !ok || err != nil || s < 0 || s > maxUnix || len(fraction) != 6 || !allDigits(fraction) {
			return Stamp{}, false
		}
		us, _ := strconv.ParseInt(fraction, 10, 64) // six digits
		return Stamp{Wall: time.Unix(s, us*1000).UTC(), Absolute: true}, true
	}
	if len(clock) != len("02:59:55.123456") {
		return Stamp{}, false
	}
	t, err := time.Parse("20060102 15:04:05", "2000"+day+" "+clock)
	return Stamp{Wall: t, NoYear: true}, err == nil
}

// maxUnix is the end of the year 9999.
const maxUnix = 253402300799

// parsePlace reads thread, file and line up to "] " and returns the message.
func (p *Prefix) parsePlace(text string) (message string, ok bool) {
	place, message, ok := strings.Cut(text, "]")
	if !ok || len(place) > maxBefore {
		return "", false
	}
	message = strings.TrimPrefix(message, " ")
	p.Thread = NoThread
	place = strings.TrimLeft(place, " ")
	if thread, rest, found := strings.Cut(place, " "); found {
		if p.Thread, ok = digits(thread); !ok {
			return "", false
		}
		place = strings.TrimLeft(rest, " ")
	}
	colon := strings.LastIndexByte(place, ':')
	if colon <= 0 || strings.ContainsAny(place, " \t\"'") {
		return "", false
	}
	line, ok := digits(place[colon+1:])
	if !ok || line > 1<<30 {
		return "", false
	}
	p.File, p.Source = place[:colon], int(line)
	return message, true
}

// digits reads a number without a sign.
func digits(text string) (int64, bool) {
	if !allDigits(text) {
		return 0, false
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}

// allDigits reports whether text is digits, one at least.
func allDigits(text string) bool {
	for k := range len(text) {
		if !isDigit(text[k]) {
			return false
		}
	}
	return text != ""
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isSeverity(c byte) bool { return c == 'I' || c == 'W' || c == 'E' || c == 'F' }
