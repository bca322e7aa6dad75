// Package atomicfile writes output files so that they appear whole or not at all:
// under a temporary name in the same directory, renamed when everything has been
// written. A [Batch] does the same for several files at once.
//
// A symbolic link stays a link: the file that it leads to is replaced, or made if it
// does not exist. A device or a pipe is written to directly.
//
// The temporary files of NAME are called .NAME.nrkit-0.tmp, .NAME.nrkit-1.tmp … A
// writer holds a lock (flock) on its temporary file until the file has its name. The
// lock ends with the process, however the process ends. The next writer of the same
// name removes temporary files that nobody has locked. It leaves them on network
// file systems, and on systems other than Linux and macOS, because there not all
// writers may see a lock.
package atomicfile
