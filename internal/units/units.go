package units

import (
	"math"
	"strconv"
	"strings"
)

// Integer writes n with a comma between groups of three digits: 45,254.
func Integer[T int | int32 | int64](n T) string {
	s := strconv.FormatInt(int64(n), 10)
	sign := ""
	if s[0] == '-' {
		sign, s = "-", s[1:]
	}
	var b strings.Builder
	b.WriteString(sign)
	for k := range len(s) {
		if k > 0 && (len(s)-k)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteByte(s[k])
	}
	return b.String()
}

// Plural writes a number of things: 1 level, 126 levels, 2 entries.
func Plural[T int | int32 | int64](n T, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if stem, ok := strings.CutSuffix(noun, "y"); ok {
		return Integer(n) + " " + stem + "ies"
	}
	return Integer(n) + " " + noun + "s"
}

// Count writes a number of things in words for one and for others, which may be
// more than a noun: 1 range has, 2 ranges have.
func Count[T int | int32 | int64](n T, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Integer(n) + " " + many
}

// Significant writes x with three significant digits, without an exponent for
// what a person still reads at a glance: 0.00171, 1.05, 33.6, 8,125.
func Significant(x float64) string {
	switch a := math.Abs(x); {
	case x == 0:
		return "0"
	case a >= 1e15 || a < 1e-4:
		return strconv.FormatFloat(x, 'g', 3, 64)
	case a >= 999.5:
		return Integer(int64(math.Round(x)))
	case a >= 99.95:
		return strconv.FormatFloat(x, 'f', 0, 64)
	case a >= 9.995:
		return strconv.FormatFloat(x, 'f', 1, 64)
	case a >= 0.9995:
		return strconv.FormatFloat(x, 'f', 2, 64)
	}
	return strconv.FormatFloat(x, 'g', 3, 64)
}

// Number writes x in full, with a comma between groups of three digits: 10,000,
// 48.5.
func Number(x float64) string {
	if math.Abs(x) >= 1e15 || math.IsNaN(x) {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	whole := math.Trunc(x)
	text := Integer(int64(whole))
	if x == whole {
		return text
	}
	_, fraction, _ := strings.Cut(strconv.FormatFloat(math.Abs(x), 'f', -1, 64), ".")
	if x < 0 && whole == 0 {
		text = "-0"
	}
	return text + "." + fraction
}

// Scaled writes x in thousands, millions, … of a unit: 978 kflop.
func Scaled(x float64, unit string) string {
	prefixes := []string{"", "k", "M", "G", "T", "P", "E"}
	k := 0
	for math.Abs(x) >= 999.5 && k < len(prefixes)-1 {
		x /= 1000
		k++
	}
	if k == 0 && x == math.Trunc(x) {
		return strconv.FormatFloat(x, 'f', 0, 64) + " " + unit
	}
	return Significant(x) + " " + prefixes[k] + unit
}

// Flops writes a number of floating-point operations.
func Flops(x float64) string { return Scaled(x, "flop") }

// Size writes a number of bytes in powers of 1024.
func Size(bytes float64) string {
	units := []string{"B", "KiB", "MiB", "GiB", "TiB", "PiB"}
	k := 0
	for bytes >= 1023.5 && k < len(units)-1 {
		bytes /= 1024
		k++
	}
	if k == 0 {
		return strconv.FormatFloat(bytes, 'f', 0, 64) + " B"
	}
	return Significant(bytes) + " " + units[k]
}

// Rate writes bytes per second in powers of 1000, as the rates of memories and
// links are given: 27.7 GB/s.
func Rate(bytes float64) string { return Scaled(bytes, "B/s") }

// Ratio writes a factor: 1.66×.
func Ratio(x float64) string { return Significant(x) + "×" }

// Percent writes part as a share of whole.
func Percent(part, whole float64) string {
	if whole == 0 {
		return "0 %"
	}
	return Share(part / whole)
}

// Share writes a share from 0 to 1 in per cent. What is not quite all or
// nothing is not rounded to it.
func Share(x float64) string {
	p := 100 * x
	switch {
	case p > 99.95 && x < 1:
		return "99.9 %"
	case p == math.Trunc(p):
		return strconv.FormatFloat(p, 'f', 0, 64) + " %"
	case p < 0.001:
		return "< 0.001 %"
	case p < 1:
		return strconv.FormatFloat(p, 'g', 2, 64) + " %"
	}
	return strconv.FormatFloat(p, 'f', 1, 64) + " %"
}

// Change writes a relative change: +5.2 %, −3.1 %, and from tenfold on a ratio.
func Change(x float64) string {
	switch {
	case x >= 9:
		return Ratio(1 + x)
	case x < 0:
		return "−" + Share(-x)
	case x == 0:
		return "0 %"
	}
	return "+" + Share(x)
}

// Duration writes nanoseconds.
func Duration(ns int64) string {
	x := float64(ns)
	if x < 0 {
		return "−" + duration(-x)
	}
	return duration(x)
}

// Seconds writes a time, in nanoseconds below a microsecond.
func Seconds(s float64) string {
	if x := math.Abs(s) * 1e9; 0 < x && x < 999.5 {
		return Significant(s*1e9) + " ns"
	}
	if s < 0 {
		return "−" + duration(-1e9*s)
	}
	return duration(1e9 * s)
}

func duration(x float64) string {
	switch {
	case x >= 1e9:
		return Significant(x/1e9) + " s"
	case x >= 1e6:
		return Significant(x/1e6) + " ms"
	}
	return Significant(x/1e3) + " µs"
}
