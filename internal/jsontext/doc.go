// Package jsontext writes the JSON documents of the programs, indented, with short
// values on one line. It also locates the errors in a document that a program reads.
package jsontext
