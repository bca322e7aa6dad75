// Package hlo words what there is in programs of XLA: [Modules] is the report of
// those that package xla/hlo read, as a document of package reports.
package hlo
