package perfetto

import _ "embed" // the module

// Module is PerfettoSQL that makes tables of Newton-Raphson phases of the traces
// that [Write] writes. It documents its tables and columns.
//
// Language: PerfettoSQL of trace_processor v58.2; nothing of its standard library
// beyond the prelude is used.
//
//go:embed module.sql
var Module string
