// Package jsontext writes the JSON documents of the programs: indented, with
// what is short on one line.
package jsontext
