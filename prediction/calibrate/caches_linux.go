package calibrate

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/nrkit/nrkit/prediction"
)

// cacheSizes returns the bytes of the L1 data cache, L2 and L3 of the first CPU, as
// the kernel reports them; 0 for a level that it does not report.
func cacheSizes() []int64 { return cachesIn("/sys/devices/system/cpu/cpu0/cache") }

// cachesIn is cacheSizes for a folder of the kernel.
func cachesIn(dir string) []int64 {
	sizes := make([]int64, prediction.Memory)
	folders, _ := filepath.Glob(filepath.Join(dir, "index*"))
	for _, f := range folders {
		level, err := strconv.Atoi(word(f, "level"))
		if err != nil || level < 1 || level > len(sizes) || word(f, "type") == "Instruction" {
			continue
		}
		sizes[level-1] = max(sizes[level-1], parseSize(word(f, "size")))
	}
	return sizes
}

// word returns the content of a file of the kernel, "" if it cannot be read.
func word(dir, name string) string {
	text, _ := os.ReadFile(filepath.Join(dir, name))
	return strings.TrimSpace(string(text))
}

// parseSize returns the bytes of a size such as 32K, 0 for other words.
func parseSize(s string) int64 {
	unit := int64(1)
	switch {
	case strings.HasSuffix(s, "K"):
		unit = 1 << 10
	case strings.HasSuffix(s, "M"):
		unit = 1 << 20
	}
	n, err := strconv.ParseInt(strings.TrimRight(s, "KM"), 10, 64)
	if err != nil || n < 0 || n > 1<<40/unit {
		return 0
	}
	return n * unit
}
