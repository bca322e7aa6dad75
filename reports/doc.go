// Package reports turns results into documents for people to read.
//
// A [Document] is what a report says: headings, paragraphs, lists, tables, figures.
// It is built once from a result and rendered by [Text], [Markdown] or [HTML]. The
// three have the same words and figures. The packages below build documents, and
// each has a function Report: reports/analysis words the results of package
// analysis, reports/compare the results of compare, and so on. reports/run words
// simulations and traces. reports/plot makes drawings.
//
// The same input gives the same bytes: no dates, no host names, no random
// identifiers.
package reports
