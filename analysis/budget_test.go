package analysis

import (
	"testing"
	"time"
)

func TestParseBudget(t *testing.T) {
	for s, want := range map[string]Budget{
		"0":               {Off: true},
		"off":             {Off: true},
		"unlimited":       {Unlimited: true},
		"10s":             {Time: 10 * time.Second},
		"1m30s":           {Time: 90 * time.Second},
		"500ms":           {Time: 500 * time.Millisecond},
		"512MiB":          {Bytes: 512 << 20},
		"512 MiB":         {Bytes: 512 << 20},
		"2GB":             {Bytes: 2e9},
		"1.5kib":          {Bytes: 1536},
		"100B":            {Bytes: 100},
		"2e9flops":        {Flops: 2e9},
		"2E+9flop":        {Flops: 2e9},
		"500Mflop":        {Flops: 5e8},
		"3 Tflops":        {Flops: 3e12},
		"2e9flops,512MiB": {Flops: 2e9, Bytes: 512 << 20},
	} {
		got, err := ParseBudget(s)
		if err != nil || got != want {
			t.Errorf("%q: want %+v, got %+v, %v", s, want, got, err)
		}
		again, err := ParseBudget(got.String())
		if err != nil || again != got {
			t.Errorf("%q: printed as %q, which reads as %+v, %v", s, got.String(), again, err)
		}
	}
}

// The zero value is the default, and limits are lifted by saying so.
func TestBudgetZero(t *testing.T) {
	if b := (Budget{}).filled(); b != DefaultBudget() || b.String() != (Budget{}).String() {
		t.Errorf("zero: got %+v", b)
	}
	for _, b := range []Budget{{Unlimited: true}, {Off: true}, {Time: time.Second}} {
		if got := b.filled(); got != b {
			t.Errorf("%+v became %+v", b, got)
		}
	}
}

func TestParseBudgetErrors(t *testing.T) {
	for _, s := range []string{"", "x", "10", "-1s", "0s", "-2e9flops", "1e999flops", "5iB", "5ib",
		"2xflops", "nanflops", "1,2", "10s,", "infMiB", "1e5", "0.1B", "1s,2s", "1MiB,2MiB", "1flops,2flops"} {
		if b, err := ParseBudget(s); err == nil {
			t.Errorf("%q: want an error, got %+v", s, b)
		}
	}
}

func FuzzParseBudget(f *testing.F) {
	f.Add("2e9flops,512MiB,10s")
	f.Fuzz(func(t *testing.T, s string) {
		b, err := ParseBudget(s)
		if err != nil {
			return
		}
		again, err := ParseBudget(b.String())
		if err != nil {
			t.Fatalf("%q: printed as %q: %v", s, b.String(), err)
		}
		if again.Off != b.Off || again.Time != b.Time || again.Bytes != b.Bytes {
			t.Errorf("%q: %+v, printed as %q: %+v", s, b, b.String(), again)
		}
	})
}
