// Package diskcache keeps results of computations in files of a folder, for programs
// that can compute the results again.
//
// An entry is found by its key: bytes that hold everything on which the result
// depends. The file holds the key, the result, and a checksum of both. A file that
// is truncated, damaged, of another key or of another version of the format counts
// as absent. A file or a folder that other users can write into counts as absent,
// too. A checksum finds accidents but not attacks, so the folder must belong to the
// user.
//
// Entries appear whole or not at all, and several processes may use one folder. If
// the entries together exceed a limit, the least recently used entries are removed.
package diskcache
