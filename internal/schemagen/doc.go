// Package schemagen writes the JSON Schemas (draft 2020-12) of documents: keys
// and types come from Go types, descriptions from the comments of the fields. If
// another page describes the keys, the descriptions come from that page, and from the
// comments only for keys that the page does not list.
//
// It also writes the tables of the pages that list every key. A row is a field: its key,
// its type and, as meaning, the first paragraph of its comment. Further paragraphs of
// a comment are for readers of Go.
//
// A schema lists what the documents of this version have. It is open, since a
// later version may add keys: package schematest closes it, so that tests find
// keys that it does not list. Tests of the programs call it; the programs do
// not link it.
package schemagen
