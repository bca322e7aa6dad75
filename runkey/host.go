package runkey

import (
	"math/bits"
	"strconv"
	"strings"
)

// cpuList returns the numbers of the bits that are set, as the kernel writes such
// lists: "0-3,8". First is the lowest, 0 when none is set.
func cpuList[W ~uint32 | ~uint64 | ~uint | ~uintptr](words []W) (list string, first int) {
	b := make([]byte, 0, 32)
	width := bits.OnesCount64(uint64(^W(0)))
	n := width * len(words)
	in := func(k int) bool { return words[k/width]>>(k%width)&1 != 0 }
	for k := 0; k < n; k++ {
		if k%width == 0 && words[k/width] == 0 {
			k += width - 1
			continue
		}
		if !in(k) {
			continue
		}
		from := k
		for k+1 < n && in(k+1) {
			k++
		}
		if len(b) > 0 {
			b = append(b, ',')
		} else {
			first = from
		}
		b = strconv.AppendInt(b, int64(from), 10)
		if k > from {
			b = strconv.AppendInt(append(b, '-'), int64(k), 10)
		}
	}
	return string(b), first
}

// prettyName returns PRETTY_NAME of a file os-release.
func prettyName(text string) string {
	for line := range strings.Lines(text) {
		if v, ok := strings.CutPrefix(line, "PRETTY_NAME="); ok {
			return clean([]byte(strings.Trim(strings.TrimSpace(v), `"'`)))
		}
	}
	return ""
}
