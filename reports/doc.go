// Package reports turns results into something to read.
//
// A [Document] is what a report says: headings, paragraphs, lists, tables,
// figures. It is built once from a result and rendered by [Text], [Markdown]
// or [HTML]; the three say the same in the same words and figures. The
// packages below build documents, each of the results of the package that it is
// called by: reports/analysis of analysis, reports/compare of compare, and so on;
// reports/run words simulations and phases of traces. reports/plot makes
// drawings.
//
// The same input gives the same bytes: no dates, no host names, no random
// identifiers.
package reports
