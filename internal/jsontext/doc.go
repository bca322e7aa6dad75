// Package jsontext writes the JSON documents of the programs: indented, with
// what is short on one line. It also says where a document that is read is wrong.
package jsontext
