package stats

// deviceReports returns the reports about kernels and memory operations.
func deviceReports() []Report { return nil }
