package project

import "strings"

// IsWait says whether a function of the CUDA runtime or driver API waits for
// devices: a synchronisation, or a copy from or to the host that is not
// asynchronous. Only names say so: the type of CUPTI's synchronisations is
// wrong before 2025.3. The version of a function, _v and digits, and the
// suffixes _ptds and _ptsz make no difference.
//
// Not counted are functions that may wait as a side effect, such as cudaFree or
// an asynchronous copy of memory that is not page-locked.
func IsWait(name string) bool {
	name = bare(name)
	rest, ok := strings.CutPrefix(name, "cuda")
	if !ok {
		if rest, ok = strings.CutPrefix(name, "cu"); !ok {
			return false
		}
	}
	if strings.HasSuffix(rest, "Synchronize") {
		return true
	}
	copied, ok := strings.CutPrefix(rest, "Memcpy")
	if !ok || strings.Contains(copied, "Async") || strings.Contains(copied, "Peer") {
		return false
	}
	switch copied {
	case "DtoD", "DtoA", "AtoD", "AtoA": // on the device
		return false
	}
	return true
}

// bare returns the name of a function without its version and suffix.
func bare(name string) string {
	if i := strings.LastIndex(name, "_v"); i >= 0 && strings.Trim(name[i+2:], "0123456789") == "" {
		name = name[:i]
	}
	name = strings.TrimSuffix(name, "_ptds")
	return strings.TrimSuffix(name, "_ptsz")
}
