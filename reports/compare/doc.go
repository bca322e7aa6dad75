// Package compare words the differences between the runs of two sides, as documents
// of package reports. [Report] is the whole report. For a pull request, [Brief] has
// the changes and [Details] has the rest.
package compare
