// Package sqltables answers SQL queries about Parquet tables, read-only and in memory.
//
// The engine is SQLite, translated to Go. [Open] lists tables; a query loads the tables
// whose names its text contains into a database in memory, and runs there. Nothing of
// SQLite touches a file: an authorizer refuses every action but reading, no database
// can be attached, and extensions cannot be loaded.
//
// Columns are integers, numbers, truth values (0 and 1 in SQL) or texts, and may be
// NULL. A file with other columns, such as lists, is refused.
//
// Cost: loading takes some microseconds for each row. Memory: the rows of the tables
// of a query, up to [MostCells] values.
package sqltables
