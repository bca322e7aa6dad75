// Package schema has the JSON Schemas (draft 2020-12) of the documents that analyze
// and nrprof write. NAME.schema.json is the schema of NAME/v1. The programs print a
// schema with --json-schema.
//
// Tests of both programs make the files from the types of the documents and from the
// pages that describe them. The tests fail if a file is not current.
package schema

//go:generate go test . -run ^TestWarnings$ -update
// Both programs write docs/formats.md, one after the other.
//
//go:generate go test -p 1 ../../cmd/analyze ../../cmd/nrprof -run ^TestSchemas$ -update
