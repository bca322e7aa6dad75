// Package golden compares what a test got with a file under testdata, and
// rewrites the file when the test runs with -update.
//
// Golden files hold no paths, hosts, dates or durations.
package golden
