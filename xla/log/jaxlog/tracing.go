package jaxlog

import (
	"slices"
	"strings"
)

// Tracing is what the log says about the tracing cache, which is in memory. After a
// miss, Python runs the function again.
type Tracing struct {
	Misses *int64         `json:"misses,omitempty"` // number of misses; absent if the log cannot show them
	Sites  []*TracingSite `json:"sites"`            // misses by place and function, most misses first
}

// A TracingSite is the misses of one function at one place of a program.
type TracingSite struct {
	Site     string         `json:"site"`               // place in the program: FILE:LINE:COL (enclosing function)
	Function string         `json:"function,omitempty"` // name of the function; absent if not in the log
	Misses   int64          `json:"misses"`             // number of misses
	CostNS   int64          `json:"cost_ns"`            // time of tracing; 0 if this version of JAX does not log it
	First    int64          `json:"first_line"`         // line of the first explanation, from 1
	Causes   []TracingCause `json:"causes"`             // causes of all misses, sorted
	Example  []string       `json:"example"`            // lines of the first explanation
}

// A TracingCause is a kind of reason that JAX gives.
type TracingCause string

// Causes.
const (
	NewFunction       TracingCause = "new_function"
	RedefinedFunction TracingCause = "redefined_function" // on the same line as one before
	InputTypes        TracingCause = "input_types"        // shapes or element types
	WeakType          TracingCause = "weak_type"          // a Python number in place of an array, or the reverse
	Structure         TracingCause = "structure"          // pytrees, number or names of arguments
	StaticArgument    TracingCause = "static_argument"
	Context           TracingCause = "context" // configuration, or a context manager
	OtherCause        TracingCause = "other"
)

// causeMarks are what the explanations of the causes have.
var causeMarks = [...]struct {
	mark  string
	cause TracingCause
}{
	{"never seen function", NewFunction},
	{"seen another function defined on the same line", RedefinedFunction},
	{"input type", InputTypes},
	{"weak_type", WeakType},
	{"pytree", Structure},
	{"positional arg", Structure},
	{"keyword arg", Structure},
	{"kwarg", Structure},
	{"static", StaticArgument},
	{"tracing context", Context},
	{"trace context", Context},
}

// A tracing is the miss whose explanation is being read.
type tracing struct {
	event *Event
	lines []string
}

// causes returns the kinds of reasons in an explanation, sorted.
func causes(lines []string) []TracingCause {
	var list []TracingCause
	for _, line := range lines {
		for _, c := range causeMarks {
			if strings.Contains(line, c.mark) && !slices.Contains(list, c.cause) {
				list = append(list, c.cause)
			}
		}
	}
	if list == nil {
		return []TracingCause{OtherCause}
	}
	slices.Sort(list)
	return list
}

// functionIn returns the function that an explanation is of, "" where it does
// not say: "for F defined at …", or "F id=N …" after "never seen function:".
func functionIn(lines []string) string {
	for k, line := range lines {
		if rest, ok := strings.CutPrefix(line, "for "); ok {
			name, _, _ := strings.Cut(rest, " defined at ")
			return strings.TrimSpace(name)
		}
		if line == "never seen function:" && k+1 < len(lines) {
			name, _, _ := strings.Cut(lines[k+1], " id=")
			name, _, _ = strings.Cut(name, " defined at ")
			return strings.TrimSpace(name)
		}
	}
	return ""
}

// explain takes the next line, which is part of the explanation where it is
// indented.
func (p *Parser) explain(text string) bool {
	if p.miss == nil || !strings.HasPrefix(text, "  ") {
		return false
	}
	if line := strings.TrimSpace(text); line != "" && len(p.miss.lines) < maxExample {
		p.miss.lines = append(p.miss.lines, strings.Clone(line[:min(len(line), maxName)]))
	}
	return true
}

// endMiss counts the miss whose explanation has ended.
func (p *Parser) endMiss() {
	m := p.miss
	if m == nil {
		return
	}
	p.miss = nil
	p.misses++
	function := functionIn(m.lines)
	key := m.event.Site + "\x00" + function
	s := p.sites[key]
	if s == nil {
		if len(p.sites) >= maxSites {
			p.log.Dropped.Sites++
			return
		}
		s = &TracingSite{Site: strings.Clone(m.event.Site), Function: function, First: m.event.Line, Example: m.lines, Causes: []TracingCause{}}
		if s.Example == nil {
			s.Example = []string{}
		}
		p.sites[key] = s
	}
	s.Misses++
	s.CostNS = min(s.CostNS+max(0, m.event.NS), maxTotal)
	for _, c := range causes(m.lines) {
		if k, found := slices.BinarySearch(s.Causes, c); !found {
			s.Causes = slices.Insert(s.Causes, k, c)
		}
	}
}

// maxTotal is where sums stay: 36 years.
const maxTotal = 1 << 60
