// Package analysis words the results of the package analysis at the top of the
// module: [Report] and [Comparison] build documents of package reports.
package analysis
