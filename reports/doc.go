// Package reports turns results into something to read.
//
// A [Document] is what a report says: headings, paragraphs, lists, tables,
// figures. It is built once from a result and rendered by [Text], [Markdown]
// or [HTML]; the three say the same in the same words and figures. The
// packages below build documents and figures: reports/analysis of analyses,
// reports/run of runs and traces, reports/plot drawings.
//
// The same input gives the same bytes: no dates, no host names, no random
// identifiers.
package reports
