// Package keyfile reads the key of a run from any file that has one: a document of
// nrkit or a trace.
package keyfile
