package decimal

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// numberForm is the grammar of Parse, written down a second time.
var numberForm = regexp.MustCompile(`^(?i:([+-]?)(?:(\d+\.?\d*|\.\d+)(?:[ed]([+-]?\d+)|([+-]\d+))?|(infinity|inf|nan)))`)

// oracle is Parse by way of the grammar and strconv.
func oracle(s string) (float64, int) {
	m := numberForm.FindStringSubmatch(s)
	if m == nil {
		return 0, 0
	}
	if strings.EqualFold(m[5], "nan") {
		return math.NaN(), len(m[0])
	}
	text := m[1] + m[2] + m[5]
	if e := m[3] + m[4]; e != "" {
		text += "e" + e
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil && !math.IsInf(v, 0) {
		panic(err)
	}
	return v, len(m[0])
}

// check compares Parse and the oracle on s, with and without bytes behind it.
func check(t *testing.T, s string) {
	t.Helper()
	want, wantN := oracle(s)
	for _, tail := range []string{"", "\n", " 1234567890", "\n\n\n\n\n\n\n\n\n", strings.Repeat(" ", window), strings.Repeat("\n123456789", window/10)} {
		got, n := Parse([]byte(s + tail))
		if n != wantN || math.Float64bits(got) != math.Float64bits(want) && (got == got || want == want) {
			t.Fatalf("%q: got %v (%d bytes), want %v (%d bytes)", s+tail, got, n, want, wantN)
		}
	}
}

func TestForms(t *testing.T) {
	for _, s := range []string{
		"", "+", "-", ".", "+.", "e", "e5", ".e5", "1", "-1", "+1", "1.", ".5", "-.5", "1.5", "0", "-0", "+0.0",
		"1e5", "1E5", "1d5", "1D+05", "1.5D-300", "1e", "1e+", "1d-", "1.e5", ".5e-5", "1+5", "1-5", "1.5-300", "1.5+", "1e5.5",
		"1..5", "1.5.5", "--1", "+-1", "1e--5", "0x10", "1_000", "1,5", "1f", "1e1000000000000000000000", "1e-1000000000000000000000",
		"0e1000000000000", "1e18446744073709551617", "1e-18446744073709551617", "inf", "-Inf", "+INFINITY", "infinit", "nan", "-NaN", "nanx", "in", "n",
		"12345678", "123456789", "1234567812345678", "12345678.12345678", "1234567.1234567", "12345678901234567890",
		"9999999999999999999", "18446744073709551615", "18446744073709551616", "99999999999999999999",
		"0.000000000000000000000000000000000000001", "0000000000000000000000000000000000000001", "0.00000000000000000000000000000000000000e5",
		"1" + strings.Repeat("0", 400), "0." + strings.Repeat("0", 400) + "1", "1" + strings.Repeat("0", 400) + "e-400",
		strings.Repeat("9", 800), strings.Repeat("9", 400) + "." + strings.Repeat("9", 400) + "e-400",
	} {
		check(t, s)
	}
}

// TestEnds checks that every byte that is no digit ends a run of digits,
// wherever it is.
func TestEnds(t *testing.T) {
	for c := range 256 {
		for at := range 20 {
			text := []byte("12345678901234567890")
			text[at] = byte(c)
			check(t, string(text))
			check(t, "."+string(text))
		}
	}
}

// TestPublished has the numbers on which conversion is known to go wrong.
func TestPublished(t *testing.T) {
	for _, s := range []string{
		// Largest, smallest normal and subnormal, and half of the smallest.
		"1.7976931348623157e308", "1.7976931348623158e308", "1.7976931348623159e308", "1.8e308",
		"2.2250738585072014e-308", "2.2250738585072011e-308", "2.2250738585072012e-308", "4.9e-324", "2.4703282292062327e-324",
		"2.4703282292062328e-324", "2.4703282292062327208299692e-324",
		// Paxson, A program for testing IEEE decimal-binary conversion, 1991, tables 3 and 4.
		"5e125", "69e267", "999e-026", "7861e-034", "75569e-254", "928609e-261", "9210917e080", "84863171e114",
		"653777767e273", "5232604057e-298", "27235667517e-109", "653532977297e-123", "3142213164987e-294",
		"46202199371337e-072", "231010996856685e-073", "9324754620109615e212", "78459735791271921e049",
		"272104041512242479e200", "6802601037806061975e198", "20505426358836677347e-221", "836168422905420598437e-234",
		"4891559871276714924261e222",
		// Half-way between two neighbours, and just beside.
		"9007199254740993", "9007199254740992.99999999999", "9007199254740993.00000000001", "9007199254740995",
		"4503599627370497.5", "4503599627370496.5", "4503599627370498.5", "2251799813685249.25", "1125899906842624.125",
		"1.00000000000000011102230246251565404236316680908203125",
		"1.00000000000000011102230246251565404236316680908203124",
		"1.00000000000000011102230246251565404236316680908203126",
		"1.00000000000000033306690738754696212708950042724609375",
		"1090544144181609348671888949248", "1090544144181609348835077142190",
	} {
		check(t, s)
		check(t, "-"+s)
	}
}

// TestHalfway checks decimal texts of exact midpoints of neighbours, where
// every bit counts, and of their next decimals on both sides.
func TestHalfway(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		x := math.Float64frombits(rng.Uint64() &^ (1 << 63))
		if math.IsInf(x, 0) || math.IsNaN(x) || math.IsInf(math.Nextafter(x, math.Inf(1)), 0) {
			continue
		}
		mid := new(big.Float).SetPrec(2000).SetFloat64(x)
		mid.Add(mid, new(big.Float).SetFloat64(math.Nextafter(x, math.Inf(1))))
		mid.Quo(mid, big.NewFloat(2))
		check(t, mid.Text('e', 800))
		for _, digits := range []int{14, 15, 16, 17, 18, 19, 20, 25} {
			check(t, mid.Text('e', digits))
		}
	}
}

// TestShortTies checks the exponents at which 64 bits times a power of five
// can lie exactly between two numbers.
func TestShortTies(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for q := -30; q <= 30; q++ {
		for range 1000 {
			m := rng.Uint64()>>rng.IntN(64) | 1
			check(t, fmt.Sprintf("%de%d", m, q))
		}
	}
}

// TestPrinted checks what programs print: shortest, 17 digits, fixed point.
func TestPrinted(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 60000 {
		x := math.Float64frombits(rng.Uint64())
		if math.IsNaN(x) {
			continue
		}
		for _, f := range []string{"%v", "%.17g", "%.16e", "%.5e", "%.19e"} {
			check(t, fmt.Sprintf(f, x))
		}
		y := rng.NormFloat64() * math.Pow(10, float64(rng.IntN(12)-6))
		check(t, strconv.FormatFloat(y, 'f', rng.IntN(25), 64))
	}
}

func FuzzDecimal(f *testing.F) {
	for _, s := range []string{"1", "-1.5e10", "1.5D-300", "1.5-300", "inf", ".", "1e", "12345678901234567890123.5e-10", "0.1+1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		want, wantN := oracle(s)
		for _, tail := range []string{"", strings.Repeat("\x00", window)} {
			got, n := Parse([]byte(s + tail))
			if n != wantN || math.Float64bits(got) != math.Float64bits(want) && (got == got || want == want) {
				t.Fatalf("%q: got %v (%d bytes), want %v (%d bytes)", s, got, n, want, wantN)
			}
		}
	})
}

// BenchmarkParse parses many different numbers of one style, one to a line, beside
// strconv, which is given where each ends.
func BenchmarkParse(b *testing.B) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, style := range []struct{ name, format string }{
		{"six", "%.6g"}, {"shortest", "%v"}, {"e13", "%.13e"}, {"g17", "%.17g"}, {"one", "%.0f"},
	} {
		var text []byte
		var starts []int
		for range 20000 {
			x := rng.NormFloat64() * math.Pow(10, float64(rng.IntN(5)-3))
			if style.name == "one" {
				x = float64(rng.IntN(3) - 1)
			}
			starts = append(starts, len(text))
			text = fmt.Appendf(text, style.format+"\n", x)
		}
		size := int64(len(text))
		text = append(text, make([]byte, window)...)
		numbers := strings.Fields(string(text[:size]))
		for _, by := range []struct {
			name  string
			parse func()
		}{
			{"decimal", func() {
				for _, at := range starts {
					Parse(text[at:])
				}
			}},
			{"strconv", func() {
				for _, number := range numbers {
					_, _ = strconv.ParseFloat(number, 64) // is a number
				}
			}},
		} {
			b.Run("style="+style.name+"/by="+by.name, func(b *testing.B) {
				b.SetBytes(size)
				for b.Loop() {
					by.parse()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(starts)), "ns/number")
			})
		}
	}
}
