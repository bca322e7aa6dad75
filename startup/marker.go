package startup

import (
	"slices"
	"strconv"
	"strings"

	"github.com/nrkit/nrkit/internal/units"
)

// maxName is the length in bytes up to which the name of a marker is one.
const maxName = 256

// An action is what a marker says.
type action uint8

const (
	begin action = iota // a range begins within those that are open
	end                 // the innermost open range ends, or that of the name with all in it
	stage               // a stage begins, and the one before ends where there is one; without a name that alone
	steps               // the innermost open range took so many time steps
)

// A marker is a line of a program that says what it does.
type marker struct {
	action action
	name   string // "" only of end, stage and steps
	counted
}

// parseMarker reads a line. Markers are
//
//	nrprof: begin NAME
//	nrprof: end [NAME]
//	nrprof: steps N [M]
//	@nrprof NAME
//	@nrprof
//
// with nothing before them but spaces; spaces around NAME do not count, those in
// it do. All other lines are none.
func parseMarker(line string) (m marker, ok bool) {
	line = strings.TrimSpace(line)
	if rest, found := strings.CutPrefix(line, "@nrprof"); found {
		m = marker{action: stage, name: strings.TrimSpace(rest)}
		return m, (rest == "" || isSpace(rest[0])) && len(m.name) <= maxName
	}
	rest, found := strings.CutPrefix(line, "nrprof:")
	if !found {
		return marker{}, false
	}
	word, name := strings.TrimSpace(rest), ""
	if k := strings.IndexFunc(word, func(c rune) bool { return c == ' ' || c == '\t' }); k >= 0 {
		word, name = word[:k], strings.TrimSpace(word[k:])
	}
	switch {
	case len(name) > maxName:
		return marker{}, false
	case word == "begin" && name != "":
		return marker{action: begin, name: name}, true
	case word == "end":
		return marker{action: end, name: name}, true
	case word == "steps":
		return parseSteps(name)
	}
	return marker{}, false
}

// parseSteps reads the numbers of time steps and of iterations.
func parseSteps(text string) (m marker, ok bool) {
	m = marker{action: steps, counted: counted{stated: true}}
	words := strings.Fields(text)
	for k, into := range []*int64{&m.steps, &m.iterations} {
		if k < len(words) {
			n, err := strconv.ParseInt(words[k], 10, 64)
			if err != nil || n < 0 || n > mostSteps {
				return marker{}, false
			}
			*into = n
		}
	}
	return m, len(words) == 1 || len(words) == 2
}

// mostSteps is the largest number that a program may say.
const mostSteps = 1e15

func isSpace(c byte) bool { return c == ' ' || c == '\t' }

// An openMarker is a range that has no end yet.
type openMarker struct {
	name  string
	start int64
	order int
	stage bool

	counted
}

// markers makes ranges of markers, which it takes in the order of their arrival.
type markers struct {
	open  []openMarker
	out   reducer
	runs  *Runs
	count int
	begun int // ranges
	stray int // ends of nothing
	lost  int // numbers of steps of no range
	cut   int // ranges that had no end of their own when one around them ended
}

// take takes a marker that arrived at a time, in ns since the start.
func (s *markers) take(m marker, at int64) {
	s.count++
	switch m.action {
	case begin:
		s.push(openMarker{name: m.name, start: at})
	case end:
		k := s.find(func(o openMarker) bool { return m.name == "" || o.name == m.name })
		if k < 0 {
			s.stray++
			return
		}
		s.close(k, at)
	case steps:
		if len(s.open) == 0 {
			s.lost++
			return
		}
		s.open[len(s.open)-1].counted = m.counted
	case stage:
		if k := s.find(func(o openMarker) bool { return o.stage }); k >= 0 {
			s.close(k, at)
		}
		if m.name != "" {
			s.push(openMarker{name: m.name, start: at, stage: true})
		}
	}
}

// push opens a range.
func (s *markers) push(o openMarker) {
	s.begun++
	o.order = s.begun
	s.open = append(s.open, o)
}

// find returns the innermost open range that is asked for, -1 for none.
func (s *markers) find(is func(openMarker) bool) int {
	for k := len(s.open) - 1; k >= 0; k-- {
		if is(s.open[k]) {
			return k
		}
	}
	return -1
}

// close ends the k-th open range and all that are in it.
func (s *markers) close(k int, at int64) {
	for len(s.open) > k {
		o := s.open[len(s.open)-1]
		s.open = s.open[:len(s.open)-1]
		if len(s.open) > k && !o.stage {
			s.cut++
		}
		if len(s.open) > 0 {
			s.open[len(s.open)-1].hold(o.name, o.counted, s.runs)
		}
		s.out.close(Span{Name: o.name, StartNS: o.start, EndNS: at, order: o.order, counted: o.counted})
	}
}

// finish ends the process: what is open lasts to its end.
func (s *markers) finish(wall int64) []string {
	var open []Span
	for _, o := range slices.Backward(s.open) {
		open = append(open, Span{Name: o.name, StartNS: o.start, EndNS: wall, Open: true, order: o.order})
	}
	s.out.finish(slices.Values(open))
	var list []string
	if s.stray > 0 {
		list = append(list, units.Count(s.stray, "marker ends a range", "markers end ranges")+" that had not begun")
	}
	if s.lost > 0 {
		list = append(list, units.Count(s.lost, "marker says", "markers say")+" how many steps a range took, while no range was open")
	}
	if s.cut > 0 {
		list = append(list, units.Plural(s.cut, "range")+" had no end marker when the enclosing range ended")
	}
	return list
}
