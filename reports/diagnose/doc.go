// Package diagnose words findings as documents of package reports: [Report] makes
// the report of a run that was diagnosed, [Rules] the list of the rules.
package diagnose
