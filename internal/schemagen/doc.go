// Package schemagen writes the JSON Schemas (draft 2020-12) of documents: keys
// and types from Go types, descriptions from the pages that describe the keys,
// and where a page has none from the comments of the fields.
//
// Pages that list every key have their rows from the types too: a new key gets one
// with the comment of its field.
//
// A schema lists what the documents of this version have. It is open, since a
// later version may add keys: package schematest closes it, so that tests find
// keys that it does not list. Tests of the programs call it; the programs do
// not link it.
package schemagen
