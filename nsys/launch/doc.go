// Package launch runs programs under Nsight Systems: it finds nsys and the
// importer that belongs to it, chooses the flags of a capture, runs both, and
// turns what nsys leaves into a report and its SQLite export.
//
// Nsys says little with its exit code: it is that of the target, also where
// there is no report, and 0 where the report went elsewhere because a file was
// in the way. So a report that exists and can be exported is the only proof of
// success here. Everything is made in a directory beside the output and gets
// its name when it is whole.
//
// What nsys starts carries a variable of the environment, by which it is found
// again when nsys is gone: no helper of nsys outlives [Run], and no target does
// whose run was interrupted or whose nsys was killed.
//
// Runs need Linux. Tried with nsys 2022.4.2 of Debian, whose own search for its
// importer fails.
package launch
