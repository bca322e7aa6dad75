// Package archtest tests the structure of the module. Each package may import only
// the packages of the module, and the third-party modules, that the import table
// names; ARCHITECTURE.md has the same table. Other tests check the table of
// dependencies, the pictures of the data flow, the examples of public packages, the
// links in comments, and that users can name each type that public packages export.
package archtest
