package main

import (
	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/internal/history"
)

// figures returns the figures of an analysis whose history is worth keeping, and warns
// of what is doubtful. They are the figures that analyze compare applies --fail-above
// to, and the number of entries of the matrix.
func (p *program) figures(doc *analysis.Document) []history.Figure {
	for _, w := range doc.Warnings {
		p.Warn(w.Message)
	}
	name := doc.Input.Name
	list := []history.Figure{{Benchmark: name + "/matrix", Measure: "nonzeros", Unit: "entries", Value: float64(doc.Structure.NNZ)}}
	if doc.Winners == nil {
		return list
	}
	w := doc.Winners
	about := map[string]string{"fill": w.Fill + ", predicted", "flops": w.Flops + ", predicted", "parallel": w.Parallel + ", predicted time on 64 workers"}
	if w.Criterion == analysis.CriterionExact {
		about["fill"], about["flops"] = w.Recommended+", numeric LU", w.Recommended+", numeric LU"
	}
	units := map[string]string{"fill": "entries", "flops": "flop", "parallel": "flop"}
	for _, c := range analysis.Compare(doc, doc).Winners {
		list = append(list, history.Figure{Benchmark: name + "/best", Measure: c.Key, Unit: units[c.Key], Value: c.B, Extra: about[c.Key]})
	}
	return list
}
