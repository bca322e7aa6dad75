// Package keys has the identity of runs under Nsight Systems. [OfExport] returns the
// key of the machine and the program of an SQLite export. Neither a report nor an
// export has room for the keys of a run. [Write] therefore leaves the keys beside
// the report, as a document nsys-keys/v1, and [Add] adds the keys to the trace of an
// export.
package keys
