package analysis

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// A Budget limits the numeric LU. The zero value is DefaultBudget; if any field is
// set, a field that is 0 sets no limit. Flops and Bytes are counts, so they end a
// factorisation at the same place on every machine; Time does not.
type Budget struct {
	Off       bool          // no numeric LU at all
	Unlimited bool          // no limit but the other fields
	Flops     float64       // floating-point operations of one factorisation
	Bytes     int64         // memory for the factors
	Time      time.Duration // wall-clock time of one factorisation
}

// DefaultBudget is the default budget: 5e8 flops and 1 GiB.
func DefaultBudget() Budget { return Budget{Flops: 5e8, Bytes: 1 << 30} }

// ParseBudget reads a budget as a person writes it: a duration (10s, 1m30s), a
// size (512MiB, 2GB) or a number of operations (2e9flops, 500Mflop), or
// several of them with commas. "0" or "off" turns the numeric LU off, and
// "unlimited" removes every limit.
func ParseBudget(s string) (Budget, error) {
	switch strings.TrimSpace(s) {
	case "0", "off", "none":
		return Budget{Off: true}, nil
	case "unlimited":
		return Budget{Unlimited: true}, nil
	}
	var b Budget
	for _, part := range strings.Split(s, ",") {
		before := b
		if err := b.parsePart(strings.TrimSpace(part)); err != nil {
			return Budget{}, err
		}
		if before.Flops != 0 && before.Flops != b.Flops || before.Bytes != 0 && before.Bytes != b.Bytes || before.Time != 0 && before.Time != b.Time {
			return Budget{}, fmt.Errorf("want one limit of each kind, got %q", s)
		}
	}
	return b, nil
}

// parsePart sets the limit that s is.
func (b *Budget) parsePart(s string) error {
	number, unit := splitNumber(s)
	x, err := strconv.ParseFloat(number, 64)
	if err != nil || x <= 0 || math.IsInf(x, 0) {
		return badBudget(s)
	}
	lower := strings.ToLower(unit)
	if prefix, ok := cutAny(lower, "flops", "flop"); ok {
		scale, ok := decimal(prefix)
		if !ok {
			return badBudget(s)
		}
		b.Flops = x * scale
		return nil
	}
	if scale, ok := byteScale(lower); ok {
		if x*scale < 1 {
			return badBudget(s)
		}
		b.Bytes = int64(math.Min(x*scale, math.MaxInt64/2))
		return nil
	}
	d, err := time.ParseDuration(s)
	if err != nil || d <= 0 {
		return badBudget(s)
	}
	b.Time = d
	return nil
}

// badBudget is the error for a budget that cannot be read.
func badBudget(s string) error {
	return fmt.Errorf("want a budget such as 2e9flops, 512MiB, 10s or 0, got %q", s)
}

// splitNumber divides s before the first character that belongs to no number.
func splitNumber(s string) (number, unit string) {
	for k := range len(s) {
		c := s[k]
		exponent := (c == 'e' || c == 'E') && k+1 < len(s) && strings.IndexByte("0123456789+-", s[k+1]) >= 0
		sign := (c == '+' || c == '-') && (k == 0 || s[k-1] == 'e' || s[k-1] == 'E')
		if c != '.' && (c < '0' || c > '9') && !exponent && !sign {
			return s[:k], strings.TrimSpace(s[k:])
		}
	}
	return s, ""
}

// cutAny removes the first of the suffixes that s has.
func cutAny(s string, suffixes ...string) (string, bool) {
	for _, suffix := range suffixes {
		if rest, ok := strings.CutSuffix(s, suffix); ok {
			return rest, true
		}
	}
	return s, false
}

// decimal returns the factor of a lower-case decimal prefix.
func decimal(prefix string) (float64, bool) {
	switch prefix {
	case "":
		return 1, true
	case "k":
		return 1e3, true
	case "m":
		return 1e6, true
	case "g":
		return 1e9, true
	case "t":
		return 1e12, true
	}
	return 0, false
}

// byteScale returns the number of bytes of a lower-case unit.
func byteScale(unit string) (float64, bool) {
	prefix, ok := strings.CutSuffix(unit, "b")
	if !ok {
		return 0, false
	}
	if p, ok := strings.CutSuffix(prefix, "i"); ok && p != "" {
		scale, ok := decimal(p)
		return math.Pow(1024, math.Round(math.Log10(scale)/3)), ok
	}
	return decimal(prefix)
}

// filled returns b, or DefaultBudget for the zero value.
func (b Budget) filled() Budget {
	if b == (Budget{}) {
		return DefaultBudget()
	}
	return b
}

// String returns b as ParseBudget reads it.
func (b Budget) String() string {
	b = b.filled()
	if b.Off {
		return "0"
	}
	var parts []string
	if b.Flops > 0 {
		parts = append(parts, strconv.FormatFloat(b.Flops, 'g', -1, 64)+"flops")
	}
	if b.Bytes > 0 {
		parts = append(parts, byteString(b.Bytes))
	}
	if b.Time > 0 {
		parts = append(parts, b.Time.String())
	}
	if len(parts) == 0 {
		return "unlimited"
	}
	return strings.Join(parts, ",")
}

// byteString writes n with the largest binary unit that divides it.
func byteString(n int64) string {
	units := []string{"B", "KiB", "MiB", "GiB", "TiB"}
	k := 0
	for n%1024 == 0 && k < len(units)-1 {
		n /= 1024
		k++
	}
	return strconv.FormatInt(n, 10) + units[k]
}
