package profile

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ParseSample reads which time steps are timed: auto, off, 1 for all, or 1/N.
func ParseSample(s string) (int, error) {
	switch s {
	case "auto":
		return SampleAuto, nil
	case "off":
		return SampleOff, nil
	}
	n, err := strconv.Atoi(strings.TrimPrefix(s, "1/"))
	if err != nil || n < 1 || n > math.MaxInt32 {
		return 0, fmt.Errorf("want auto, off, 1, or 1/N with a whole number N, got %q", s)
	}
	return n, nil
}
