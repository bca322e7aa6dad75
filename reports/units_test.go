package reports

import (
	"math"
	"testing"
)

func TestUnits(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{integer(0), "0"}, {integer(-999), "-999"}, {integer(1000), "1,000"},
		{integer(int64(1234567)), "1,234,567"}, {integer(-123456), "-123,456"},
		{plural(1, "level"), "1 level"}, {plural(0, "level"), "0 levels"}, {plural(5123, "level"), "5,123 levels"},
		{significant(0), "0"}, {significant(0.00171), "0.00171"}, {significant(1), "1.00"},
		{significant(0.99951), "1.00"}, {significant(9.996), "10.0"}, {significant(33.62), "33.6"},
		{significant(99.96), "100"}, {significant(999.6), "1,000"}, {significant(8125.4), "8,125"},
		{significant(1e6), "1e+06"}, {significant(1e-9), "1e-09"}, {significant(-2.5), "-2.50"},
		{flops(0), "0 flop"}, {flops(12), "12.0 flop"}, {flops(978e3), "978 kflop"},
		{flops(999.6e3), "1.00 Mflop"}, {flops(5.993e11), "599 Gflop"}, {flops(9.53e14), "953 Tflop"},
		{size(0), "0 B"}, {size(1023), "1023 B"}, {size(1024), "1.00 KiB"}, {size(1.5 * (1 << 30)), "1.50 GiB"},
		{ratio(1.79), "1.79×"},
		{percent(1, 0), "0 %"}, {percent(1, 2), "50 %"}, {percent(1, 3), "33.3 %"},
		{share(1), "100 %"}, {share(0.99999), "99.9 %"}, {share(0.0017), "0.17 %"},
		{share(1e-9), "< 0.001 %"}, {share(0), "0 %"},
		{duration(1500), "1.50 µs"}, {duration(2e6), "2.00 ms"}, {duration(3.5e9), "3.50 s"},
		{shortNumber(1024), "1024"}, {shortNumber(25000), "25k"}, {shortNumber(2.5e6), "2.5M"},
		{shortNumber(0.5), "0.5"}, {shortNumber(math.Pow(2, 40)), "1.1T"},
	} {
		if c.got != c.want {
			t.Errorf("want %q, got %q", c.want, c.got)
		}
	}
}
