// Package hlo words the contents of programs of XLA: [Report] makes a document of
// package reports from the modules that package xla/hlo read.
package hlo
