// Package fetchtest tests scripts/fetch-data and its list of sources.
package fetchtest
