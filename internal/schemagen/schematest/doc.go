// Package schematest validates documents in tests against the schemas of
// docs/schema, with a library that shares no code with the package that makes the
// schemas. A key that a schema does not list is an error here, though the schemas
// permit it.
package schematest
