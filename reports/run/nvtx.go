package run

import (
	"cmp"
	"maps"
	"slices"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/newton/simulate"
	"github.com/nrkit/nrkit/reports"
)

// addNVTX adds how many ranges a tool was shown, most first; n is nil for none.
func addNVTX(r *reports.Document, n *simulate.NVTX) {
	if n == nil {
		return
	}
	t := &reports.Table{Columns: []reports.Column{{Name: "phase"}, {Name: "ranges", Right: true}}}
	names := slices.SortedFunc(maps.Keys(n.Ranges), func(a, b string) int {
		return cmp.Or(cmp.Compare(n.Ranges[b], n.Ranges[a]), cmp.Compare(a, b))
	})
	for _, name := range names {
		t.Append(name, units.Integer(n.Ranges[name]))
	}
	r.Add(reports.Heading("NVTX ranges"), reports.Paragraph(units.Plural(n.Total, "range")+" of domain "+n.Domain+"."), t)
}
