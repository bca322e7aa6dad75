// Package compare words what the runs of two sides differ in, as documents
// of package reports: [Report] is all of it, [Brief] the changes and [Details] the
// rest, for a pull request.
package compare
