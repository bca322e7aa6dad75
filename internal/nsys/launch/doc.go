// Package launch runs programs under Nsight Systems: it finds nsys and the importer
// that belongs to it, chooses the flags of a capture, runs both, and turns the
// output of nsys into a report and its SQLite export.
//
// The exit code of nsys says little. It is the exit code of the target, even if
// there is no report. It is 0 even if nsys wrote the report to another place because
// a file was in the way. This package therefore counts a run as successful only if a
// report exists and can be exported. Everything is made in a directory beside the
// output and gets its name when it is whole.
//
// Every process that nsys starts carries an environment variable, by which this
// package finds the process after nsys has ended. No helper of nsys outlives [Run].
// No target outlives Run either, if the run was interrupted or nsys was killed.
//
// Runs need Linux. Tried with nsys 2022.4.2 of Debian, whose own search for its
// importer fails.
package launch
