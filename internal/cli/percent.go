package cli

import (
	"math"
	"strconv"
	"strings"
)

// Percent reads the value of a flag that is a percentage, 5%, 5 or 0.5%, and
// returns it as a share; 0 for "".
func Percent(flag, s string) (float64, error) {
	if s == "" {
		return 0, nil
	}
	x, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(s, "%")), 64)
	if err != nil || !(x >= 0) || math.IsInf(x, 0) {
		return 0, Usagef("%s: want a percentage such as 5%%, got %q", flag, s)
	}
	return x / 100, nil
}

// Fraction returns the mistake of a flag whose value is not between 0 and 1.
func Fraction(flag string, value float64) error {
	if value > 0 && value < 1 {
		return nil
	}
	return Usagef("%s: want a number between 0 and 1, got %g", flag, value)
}
