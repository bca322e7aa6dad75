// Package hlo words what is in programs of XLA: [Report] makes the report of the
// modules that package xla/hlo read, as a document of package reports.
package hlo
