package timeline

import (
	"github.com/nrkit/nrkit/internal/nsys/project"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/trace"
)

// ownDomain is the NVTX domain whose ranges are phases as a capture has them.
const ownDomain = "nrkit"

// A name is a text of a sort: a call may be called like a range.
type name struct{ text, sort string }

// A phrase is a text of an export of a sort, in a domain of a process.
type phrase struct {
	process nsys.Process
	domain  int64
	text    nsys.String
	sort    string
}

// names are the names of a trace.
type names struct {
	e       *nsys.Export
	list    []string
	sorts   []string
	index   map[name]int32
	phrases map[phrase]int32
	domains map[phrase]created
	copies  map[copied]int32
}

// A created is the name of a domain, by its process and number, and when it got
// it: of several creations in an export the first in time counts, as its rows
// come in any order.
type created struct {
	name string
	at   int64
}

func newNames(e *nsys.Export) *names {
	return &names{e: e, index: map[name]int32{}, phrases: map[phrase]int32{}, domains: map[phrase]created{}, copies: map[copied]int32{}}
}

// add returns the number of a name.
func (n *names) add(text, sort string) int32 {
	key := name{text, sort}
	i, ok := n.index[key]
	if !ok {
		i = int32(len(n.list))
		n.list, n.sorts = append(n.list, text), append(n.sorts, sort)
		n.index[key] = i
	}
	return i
}

// of returns the number of a text of the export.
func (n *names) of(text nsys.String, sort string) int32 {
	key := phrase{text: text, sort: sort}
	i, ok := n.phrases[key]
	if !ok {
		s := n.e.Text(text)
		if sort == trace.SortAPI && project.IsWait(s) {
			sort = trace.SortSync
		}
		i = n.add(s, sort)
		n.phrases[key] = i
	}
	return i
}

// domain takes note of the name of a domain.
func (n *names) domain(r *nsys.NVTXEvent) {
	key := phrase{process: r.Thread.Process(), domain: r.Domain}
	if d, known := n.domains[key]; !known || d.name == "" || r.Start < d.at {
		n.domains[key] = created{n.e.Text(r.Text), r.Start}
	}
}

// own says whether the range is of the domain of this project.
func (n *names) own(r *nsys.NVTXEvent) bool {
	return n.domains[phrase{process: r.Thread.Process(), domain: r.Domain}].name == ownDomain
}

// nvtx returns the number of the name of an NVTX event.
func (n *names) nvtx(r *nsys.NVTXEvent) int32 {
	key := phrase{process: r.Thread.Process(), domain: r.Domain, text: r.Text}
	i, ok := n.phrases[key]
	if !ok {
		s := n.e.Text(r.Text)
		if d := n.domains[phrase{process: key.process, domain: key.domain}].name; d != "" && d != ownDomain {
			s = d + ":" + s
		}
		i = n.add(s, "")
		n.phrases[key] = i
	}
	return i
}
