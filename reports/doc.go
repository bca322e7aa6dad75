// Package reports turns results into something to read or to look at.
//
// A [Document] is what a report says: headings, paragraphs, lists, tables,
// figures. It is built once from a result and rendered by [Text], [Markdown]
// or [HTML]; the three say the same in the same words and figures. [Analysis]
// and [Comparison] build documents.
//
// Plots are drawn with gonum/plot and come as SVG or PNG. The same input gives
// the same bytes: no dates, no host names, no random identifiers.
package reports
