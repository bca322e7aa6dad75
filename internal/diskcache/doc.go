// Package diskcache keeps results of computations in files of a folder, for
// programs that can compute them again.
//
// An entry is found by its key, any bytes that say all the result depends on.
// The file holds the key beside the result, and a checksum of both: what is
// truncated, damaged, of another key or of another version of the format is
// not there. Nor is what other users may have written: a file, or a folder,
// that they can write into. A checksum tells accidents, not intent, so the
// folder has to be the user's own.
//
// Entries appear whole or not at all, and several processes may use one folder.
// Of entries that together exceed a limit those used least recently are removed.
package diskcache
