package trace

import "strings"

// CallName returns the name of a call of the CUDA API without what Nsight
// Systems and the headers of CUDA add for versions and streams: cudaMalloc_v3020
// is cudaMalloc, cuMemAlloc_v2 is cuMemAlloc, cudaLaunchKernel_ptsz_v7000 is
// cudaLaunchKernel.
func CallName(name string) string {
	for {
		head, tail, found := cutLast(name, "_")
		if !found {
			return name
		}
		switch {
		case tail == "ptsz" || tail == "ptds":
		case len(tail) > 1 && tail[0] == 'v' && strings.Trim(tail[1:], "0123456789") == "":
		default:
			return name
		}
		name = head
	}
}

// cutLast cuts s around the last sep.
func cutLast(s, sep string) (head, tail string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}
