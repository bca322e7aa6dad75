package units

import (
	"math"
	"testing"
)

func TestUnits(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Integer(0), "0"}, {Integer(-999), "-999"}, {Integer(1000), "1,000"},
		{Integer(int64(1234567)), "1,234,567"}, {Integer(-123456), "-123,456"},
		{Plural(1, "level"), "1 level"}, {Plural(0, "level"), "0 levels"}, {Plural(5123, "level"), "5,123 levels"},
		{Plural(1, "entry"), "1 entry"}, {Plural(2, "entry"), "2 entries"},
		{Significant(0), "0"}, {Significant(0.00171), "0.00171"}, {Significant(1), "1.00"},
		{Significant(0.99951), "1.00"}, {Significant(9.996), "10.0"}, {Significant(33.62), "33.6"},
		{Significant(99.96), "100"}, {Significant(999.6), "1,000"}, {Significant(8125.4), "8,125"},
		{Significant(1e6), "1,000,000"}, {Significant(1e15), "1e+15"}, {Significant(1e-9), "1e-09"}, {Significant(-2.5), "-2.50"},
		{Number(0), "0"}, {Number(10000), "10,000"}, {Number(48.5), "48.5"}, {Number(-1234.25), "-1,234.25"}, {Number(-0.5), "-0.5"},
		{Number(1e15), "1e+15"}, {Number(math.NaN()), "NaN"}, {Number(0.1), "0.1"},
		{Flops(0), "0 flop"}, {Flops(12), "12 flop"}, {Flops(0.5), "0.5 flop"}, {Flops(978e3), "978 kflop"},
		{Flops(999.6e3), "1.00 Mflop"}, {Flops(5.993e11), "599 Gflop"}, {Flops(9.53e14), "953 Tflop"},
		{Size(0), "0 B"}, {Size(1023), "1023 B"}, {Size(1024), "1.00 KiB"}, {Size(1.5 * (1 << 30)), "1.50 GiB"},
		{Ratio(1.79), "1.79×"},
		{Percent(1, 0), "0 %"}, {Percent(1, 2), "50 %"}, {Percent(1, 3), "33.3 %"},
		{Share(1), "100 %"}, {Share(0.99999), "99.9 %"}, {Share(0.0017), "0.17 %"},
		{Share(1e-9), "< 0.001 %"}, {Share(0), "0 %"},
		{Change(0), "0 %"}, {Change(0.052), "+5.2 %"}, {Change(-0.25), "−25 %"}, {Change(-0.9999), "−99.9 %"}, {Change(8.99), "+899 %"},
		{Change(9), "10.0×"}, {Change(499), "500×"},
		{Count(1, "range has", "ranges have"), "1 range has"}, {Count(1200, "range has", "ranges have"), "1,200 ranges have"},
		{Duration(-777777777), "−778 ms"}, {Duration(0), "0 µs"}, {Duration(math.MinInt64), "−9,223,372,037 s"},
		{Duration(1500), "1.50 µs"}, {Duration(2e6), "2.00 ms"}, {Duration(3.5e9), "3.50 s"},
	} {
		if c.got != c.want {
			t.Errorf("want %q, got %q", c.want, c.got)
		}
	}
}
