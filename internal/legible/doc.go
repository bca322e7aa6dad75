// Package legible makes text from outside safe to show: names of ranges, threads,
// programs, files and members of archives, and messages that contain such names.
//
// A character that cannot be printed is written as an escape of Go: \x1b, \n, \t,
// \u009b, \u202e, and \xff for a byte that is not UTF-8. These are the characters
// for which strconv.IsPrint is false: control characters (C0, DEL, C1), line and
// paragraph separators, spaces other than U+0020, characters that change the
// direction of text or have no width, private and unassigned characters. So a name
// cannot send a sequence to a terminal, begin a line of its own, or hide a part of
// itself.
//
// A backslash stays as it is: paths of Windows and messages that quote already
// contain backslashes. A name that contains \n as two characters therefore looks
// like a name with a line feed. Reports are for reading; JSON, CSV and the trace
// formats have names exactly. [Cut] keeps a name within a number of columns.
package legible
