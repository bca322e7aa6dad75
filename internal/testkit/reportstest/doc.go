// Package reportstest has a check for the tests of all reports: a page stands alone
// and loads nothing from outside.
package reportstest
