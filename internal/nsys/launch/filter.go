package launch

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"sync"
)

// A log remembers what nsys said about itself among the output of the target.
type log struct {
	mu        sync.Mutex
	began     bool     // a capture range
	generated []string // files that nsys says it wrote
	said      []string // what is like an error of nsys, the last ones
	other     bool     // there were lines that are not of an error of nsys
}

const (
	maxLine = 1 << 10 // of a line, that is looked at
	maxSaid = 16
)

// complaints are how lines start with which nsys says what went wrong.
var complaints = []string{
	"FATAL ERROR", "Connection to the Agent lost", "Failed to ", "std::exception::what", "[QuadDCommon::tag_", "[boost::errinfo_",
	"unrecognised option", "option '", "Illegal ", "No such file or directory", "Unable to ", "The --", "Error", "ERROR",
	"the argument", "Importer error", "Unrecognized", "unrecognized", "Cannot ", "Agent ", "Failed",
}

// line takes note of a line of output and reports whether it is one of those
// that only speak of files under temporary names. listing says whether the
// lines before it in the same stream began a list of files.
func (l *log) line(text string, listing *bool, mine func(string) bool) (drop bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	listed, isListed := strings.CutPrefix(text, "    ")
	switch {
	case text == "Generated:":
		*listing = true
		return true
	case *listing && isListed:
		l.generated = append(l.generated, listed)
		return mine(listed)
	case strings.HasPrefix(text, "Capture range started"):
		l.began = true
	}
	*listing = false
	switch {
	case slices.ContainsFunc(complaints, func(c string) bool { return strings.HasPrefix(text, c) }):
		l.said = append(l.said, text)
		l.said = l.said[max(0, len(l.said)-maxSaid):]
	case text != "" && !slices.ContainsFunc(ofException, func(part string) bool { return strings.Contains(text, part) }):
		l.other = true
	}
	return strings.HasPrefix(text, "Importer error status: The importer binary") ||
		strings.HasPrefix(text, "Unable to retrieve the importer version") ||
		(strings.HasPrefix(text, "Generating '") || strings.HasPrefix(text, "[")) && mine(text)
}

// held are how lines start that may have to be dropped.
var held = []string{"Generated:", "Generating '", "    /", "[", "Importer error status: ", "Unable to retrieve the importer"}

// A filter passes output on, without lines in which nsys speaks of files under
// temporary names. A line that cannot be one of them is passed on byte by byte
// as it comes.
type filter struct {
	w       io.Writer
	log     *log
	mine    func(string) bool // whether a text names a temporary file
	line    []byte            // the start of the line
	passing bool              // line is passed on as it comes
	listing bool              // the lines before are of a list of files
	closed  bool              // who reads has gone
}

// Write implements io.Writer. It takes every byte, also when nobody reads what
// is passed on any more: nsys would wait for ever for a target whose output is
// not read to its end.
func (f *filter) Write(p []byte) (int, error) {
	n := len(p)
	var out []byte
	for len(p) > 0 {
		end := bytes.IndexAny(p, "\r\n")
		part := p
		if end >= 0 {
			part = p[:end]
		}
		out = f.part(out, part)
		if end >= 0 {
			out = f.end(out, p[end])
			p = p[end+1:]
		} else {
			p = nil
		}
	}
	if len(out) > 0 && !f.closed {
		_, err := f.w.Write(out)
		f.closed = err != nil
	}
	return n, nil
}

// part takes more of the line and appends to out what can be passed on.
func (f *filter) part(out, p []byte) []byte {
	if len(p) == 0 {
		return out
	}
	before := len(f.line)
	if room := maxLine - before; room > 0 {
		f.line = append(f.line, p[:min(room, len(p))]...)
	}
	if f.passing {
		return append(out, p...)
	}
	if len(f.line) < maxLine && mayBeHeld(string(f.line)) {
		return out
	}
	f.passing = true
	return append(append(out, f.line[:before]...), p...)
}

// mayBeHeld reports whether a line that starts so may have to be dropped.
func mayBeHeld(start string) bool {
	for _, h := range held {
		if strings.HasPrefix(start, h) || strings.HasPrefix(h, start) {
			return true
		}
	}
	return false
}

// end ends the line and appends what can be passed on.
func (f *filter) end(out []byte, eol byte) []byte {
	drop := f.log.line(string(f.line), &f.listing, f.mine)
	switch {
	case f.passing:
		out = append(out, eol)
	case !drop:
		out = append(append(out, f.line...), eol)
	}
	f.line, f.passing = f.line[:0], false
	return out
}

// Close passes on what is left of the last line.
func (f *filter) Close() error {
	if len(f.line) == 0 {
		return nil
	}
	var err error
	if drop := f.log.line(string(f.line), &f.listing, f.mine); !f.passing && !drop && !f.closed {
		_, err = f.w.Write(f.line)
	}
	f.line, f.passing = nil, false
	return err
}
