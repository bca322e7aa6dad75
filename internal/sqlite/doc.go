// Package sqlite reads the tables of an SQLite 3 database file, row by row in the
// order of the rowid. It reads no index, runs no SQL, writes nothing and needs only
// the file. A process that only wants rows starts faster, and reads the rows faster,
// than with a whole SQL engine.
//
// What is read: databases of the file format 3 [1] whose text is UTF-8, tables with
// a rowid, overflow pages, any page size. What is refused with a message: a
// write-ahead log or a rollback journal beside the file (its rows may not be in the
// file yet), UTF-16, tables WITHOUT ROWID, virtual tables. A column that ALTER TABLE
// added is NULL in older rows, whatever its default.
//
// Nothing in a file is trusted. Page numbers, cell offsets, lengths and depths are
// checked, each page is visited once, and damage is an *Error that names the page.
//
// [1] SQLite, "Database File Format", sections 1.3, 1.6, 2.1 and 2.6.
package sqlite
