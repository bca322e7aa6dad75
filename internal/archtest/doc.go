// Package archtest keeps the import directions of the module: each package
// may import the packages of the module, and the third-party modules, that the
// table names, and nothing else. The same table stands in ARCHITECTURE.md; a
// test compares the two.
package archtest
