// Package fetchtest tests scripts/fetch-data and the list of what it gets.
package fetchtest
