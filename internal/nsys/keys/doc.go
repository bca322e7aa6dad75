// Package keys has the identity of runs under Nsight Systems: [OfExport] is the key
// of the machine and the program that an SQLite export is of. [Write] leaves the
// keys of a run beside its report, since neither the report nor the export has room
// for them, as a document nsys-keys/v1; [Add] gives them to the trace of an export.
package keys
