package launch

import (
	"fmt"
	"strings"
)

// A Capture says what part of a run is recorded: the whole run, the first range of a
// name, or what the program brackets with cudaProfilerStart and Stop.
type Capture struct {
	Kind   CaptureKind
	Range  string // name of the range, as it is
	Domain string // name of its domain; "*" any, "" the default domain
}

// A CaptureKind is one of the ways to choose the part.
type CaptureKind int

// The kinds of captures.
const (
	CaptureAll CaptureKind = iota
	CaptureRange
	CaptureProfilerAPI
)

// ParseCapture reads none, cuda-profiler-api, or nvtx=RANGE[@DOMAIN]. Without
// @DOMAIN the domain may be any; an empty text after the @ means the default domain.
// An @ in a name is written \@.
func ParseCapture(s string) (Capture, error) {
	want := fmt.Errorf("want none, nvtx=RANGE[@DOMAIN] or cuda-profiler-api, got %q", s)
	switch s {
	case "", "none":
		return Capture{}, nil
	case "cuda-profiler-api":
		return Capture{Kind: CaptureProfilerAPI}, nil
	}
	text, ok := strings.CutPrefix(s, "nvtx=")
	if !ok {
		return Capture{}, want
	}
	name, domain, given := cutAt(text)
	if !given {
		domain = "*"
	}
	if name == "" {
		return Capture{}, want
	}
	return Capture{Kind: CaptureRange, Range: name, Domain: domain}, nil
}

// cutAt cuts s at the first @ that has no backslash before it, and takes the
// backslashes away.
func cutAt(s string) (before, after string, found bool) {
	at := -1
	for k := range len(s) {
		if s[k] == '@' && (k == 0 || s[k-1] != '\\') {
			at = k
			break
		}
	}
	plain := func(s string) string { return strings.ReplaceAll(s, `\@`, "@") }
	if at < 0 {
		return plain(s), "", false
	}
	return plain(s[:at]), plain(s[at+1:]), true
}

// nvtx returns the value of --nvtx-capture.
func (c Capture) nvtx() string {
	escape := func(s string) string { return strings.ReplaceAll(s, "@", `\@`) }
	if c.Domain == "" {
		return escape(c.Range)
	}
	return escape(c.Range) + "@" + escape(c.Domain)
}

// String returns what ParseCapture reads.
func (c Capture) String() string {
	switch c.Kind {
	case CaptureRange:
		escape := func(s string) string { return strings.ReplaceAll(s, "@", `\@`) }
		if c.Domain == "*" {
			return "nvtx=" + escape(c.Range)
		}
		return "nvtx=" + escape(c.Range) + "@" + escape(c.Domain)
	case CaptureProfilerAPI:
		return "cuda-profiler-api"
	}
	return "none"
}
