package run

import (
	"slices"

	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/trace"
)

// BelowTime adds a block below the table of times.
func BelowTime(r *reports.Document, b reports.Block) {
	at := slices.Index(r.Blocks, reports.Block(reports.Heading("Time"))) + 2
	r.Blocks = slices.Insert(r.Blocks, min(at, len(r.Blocks)), b)
}

// WithoutTime removes the table of times.
func WithoutTime(r *reports.Document) {
	if at := slices.Index(r.Blocks, reports.Block(reports.Heading("Time"))); at >= 0 {
		r.Blocks = slices.Delete(r.Blocks, at, min(at+2, len(r.Blocks)))
	}
}

// StatsReports returns the reports of nrprof stats that say more of the work.
func StatsReports(w *trace.WorkSummary) []string {
	has := map[string]bool{}
	for _, x := range w.Operations {
		has[x.Sort] = true
	}
	var list []string
	if has[trace.SortKernel] {
		list = append(list, "cuda_gpu_kern_sum")
	}
	if has[trace.SortMemcpy] || has[trace.SortMemset] {
		list = append(list, "cuda_gpu_mem_time_sum")
	}
	return append(list, "cuda_api_sum")
}

// AboveWarnings adds a block at the end, or, if there are warnings, above the
// warnings.
func AboveWarnings(r *reports.Document, b reports.Block) {
	at := slices.Index(r.Blocks, reports.Block(reports.Heading("Warnings")))
	if at < 0 {
		at = len(r.Blocks)
	}
	r.Blocks = slices.Insert(r.Blocks, at, b)
}
