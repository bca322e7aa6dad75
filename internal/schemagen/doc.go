// Package schemagen writes the JSON Schemas (draft 2020-12) of documents. Keys and
// types come from Go types. Descriptions come from the pages that describe the keys,
// and otherwise from the comments of the fields.
//
// If a page lists every key, its rows come from the types too: a new key gets a row
// with the comment of its field.
//
// A schema lists the keys that documents of this version have. The schema is open,
// since a later version may add keys. Package schematest closes it, so that tests
// find keys that the schema does not list. Tests of the programs call schemagen; the
// programs do not link it.
package schemagen
