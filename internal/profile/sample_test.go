package profile

import "testing"

func TestParseSample(t *testing.T) {
	for text, want := range map[string]int{"auto": SampleAuto, "off": SampleOff, "1": 1, "1/64": 64, "64": 64, "1/2147483647": 1<<31 - 1} {
		if got, err := ParseSample(text); err != nil || got != want {
			t.Errorf("%s: got %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "on", "0", "-1", "1/0", "1/x", "1/2147483648", "0.5"} {
		if n, err := ParseSample(text); err == nil {
			t.Errorf("%q: got %d", text, n)
		}
	}
}
