package runkey

import (
	"slices"
	"strconv"
	"strings"
)

// cpuinfo calls yield with the name and the value of each line of
// /proc/cpuinfo.
func cpuinfo(text string, yield func(name, value string)) {
	for line := range strings.Lines(text) {
		if name, value, ok := strings.Cut(line, ":"); ok {
			yield(strings.TrimSpace(name), strings.TrimSpace(value))
		}
	}
}

// armSignature returns implementer, part, variant and revision of the CPUs as
// /proc/cpuinfo has them, each sort once: a machine may have several.
func armSignature(text string) string {
	var list []string
	var now [3]string
	cpuinfo(text, func(name, value string) {
		switch name {
		case "CPU implementer":
			now[0] = value
		case "CPU variant":
			now[2] = "r" + strconv.FormatInt(hexOf(value), 10)
		case "CPU part":
			now[1] = value
		case "CPU revision": // the last of a CPU
			list = append(list, strings.TrimSpace(now[0]+" "+now[1]+" "+now[2])+"p"+value)
		}
	})
	slices.Sort(list)
	return clean([]byte(strings.Join(slices.Compact(list), ", ")))
}

// armModel returns the name that some kernels give the model.
func armModel(text string) string {
	model := ""
	cpuinfo(text, func(name, value string) {
		if name == "model name" || name == "Hardware" {
			model = value
		}
	})
	return clean([]byte(model))
}

func hexOf(s string) int64 {
	n, err := strconv.ParseInt(s, 0, 64)
	if err != nil {
		return -1
	}
	return n
}
