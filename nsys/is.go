package nsys

import "bytes"

// headBytes is how much of a file says whether it is one of Nsight Systems.
const headBytes = 64

// IsExport says whether a file that begins like this is an SQLite database, as
// exports are. A file of zeros is an export that was never finished.
func IsExport(head []byte) bool {
	head = head[:min(len(head), headBytes)]
	return bytes.HasPrefix(head, []byte("SQLite format 3\x00")) || len(head) > 0 && len(bytes.Trim(head, "\x00")) == 0
}

// IsReport says whether a file that begins like this is a report, .nsys-rep or
// .qdrep.
func IsReport(head []byte) bool {
	return bytes.HasPrefix(head, []byte("NVIDIA Tegra Profiler Report"))
}

// IsStream says whether a file that begins like this is what nsys recorded and did
// not import yet, .qdstrm.
func IsStream(head []byte) bool {
	return bytes.Contains(head[:min(len(head), headBytes)], []byte("NVIDIA Nsight Systems Stream"))
}
