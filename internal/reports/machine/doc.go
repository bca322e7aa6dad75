// Package machine words the times of a machine, as a document of package reports.
package machine
