package logline

import (
	"fmt"
	"testing"
	"time"
)

func TestParsePrefix(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"2026-03-11 02:59:55.123456: I xla/runtime/while_thunk.cc:99] a: b] c",
			"tsl I 2026-03-11T02:59:55.123456 -1 xla/runtime/while_thunk.cc 99 false|a: b] c"},
		{"2019-10-03 17:23:56.419040: I   27891 torch_xla/csrc/tensor.cpp:1104]", "tsl I 2019-10-03T17:23:56.41904 27891 torch_xla/csrc/tensor.cpp 1104 false|"},
		{"2026-03-11 02:59:55.123456: I[ 1234] xla/while_thunk.cc:99] [0] m", "tsl I 2026-03-11T02:59:55.123456 1234 xla/while_thunk.cc 99 false|[0] m"},
		{"2026-03-11 02:59:55.123456: I[1234] a.cc:1] m", "tsl I 2026-03-11T02:59:55.123456 1234 a.cc 1 false|m"},
		{"2026-03-11 02:59:55.123456: E x.cc:1] ", "tsl E 2026-03-11T02:59:55.123456 -1 x.cc 1 false|"},
		{"I0311 02:59:55.123456    1234 while_thunk.cc:99] m", "absl I --03-11T02:59:55.123456 1234 while_thunk.cc 99 false|m"},
		{"W0229 02:59:55.123456 140175 dispatch.py:205] m", "absl W --02-29T02:59:55.123456 140175 dispatch.py 205 false|m"},
		{"W0610 23:50:26.240696 pxla.py:703] m", "absl W --06-10T23:50:26.240696 -1 pxla.py 703 false|m"},
		{"I0000 00:00:1773197995.123456    1234 while_thunk.cc:99] m", "absl I 2026-03-11T02:59:55.123456Z 1234 while_thunk.cc 99 false|m"},
		{" 10%|#  | 1/10 [00:01<00:09]2026-03-11 02:59:55.123456: I a.cc:1] m", "tsl I 2026-03-11T02:59:55.123456 -1 a.cc 1 true|m"},
		{"run.log:12:2026-03-11 02:59:55.123456: I a.cc:1] m", "tsl I 2026-03-11T02:59:55.123456 -1 a.cc 1 true|m"},

		{"", ""},
		{"hello", ""},
		{"2026-03-11 02:59:55.123456: I a.cc:1", ""},
		{"2026-03-11 02:59:55.123456: D a.cc:1] m", ""},
		{"2026-03-11 02:59:55.123456: I a.cc] m", ""},
		{"2026-03-11 02:59:55.123456: I a.cc:x] m", ""},
		{"2026-03-11 02:59:55.123456: I x a.cc:1] m", ""},
		{"2026-03-11 02:59:55.123456: I[x] a.cc:1] m", ""},
		{"2026-03-11 02:59:55.123456: I[12 a.cc:1] m", ""},
		{"2026-03-11 02:59:55.123456: I[12]a.cc:1] m", ""},
		{"2026-03-11 02:59:55.123456: I[1] 2 a.cc:1] m", ""},
		{"2026-13-11 02:59:55.123456: I a.cc:1] m", ""},
		{"2026-02-30 02:59:55.123456: I a.cc:1] m", ""},
		{"12026-03-11 02:59:55.123456: I a.cc:1] m", ""},
		{"I1311 02:59:55.123456    1234 a.cc:99] m", ""},
		{"I0311 02:59:55.123    1234 a.cc:99] m", ""},
		{"I0311 02:59:55.123456 -1 a.cc:99] m", ""},
		{"I0000 00:00:999999999999999.123456 1 a.cc:99] m", ""},
		{"INFO 02:59:55.123456    1234 a.cc:99] m", ""},
		{`echo "2026-03-11 02:59:55.123456: I 'a.cc:1] m`, ""},
	} {
		p, message, ok := ParsePrefix(c.in)
		got := ""
		if ok {
			got = fmt.Sprintf("%s %c %s %d %s %d %t|%s", p.Style, p.Severity, p.Time, p.Thread, p.File, p.Source, p.Glued, message)
		}
		if got != c.want {
			t.Errorf("%q:\ngot  %s\nwant %s", c.in, got, c.want)
		}
	}
}

func TestBase(t *testing.T) {
	for file, want := range map[string]string{"a/b/c.cc": "c.cc", "c.cc": "c.cc", "a/": ""} {
		if got := (&Prefix{File: file}).Base(); got != want {
			t.Errorf("%s: got %q, want %q", file, got, want)
		}
	}
}

func TestStamp(t *testing.T) {
	at := time.Date(2024, 2, 29, 1, 2, 3, 4000, time.UTC)
	year2000 := time.Date(2000, 2, 29, 1, 2, 3, 4000, time.UTC)
	for _, s := range []Stamp{{Wall: at}, {Wall: year2000, NoYear: true}, {Wall: at, Absolute: true}} {
		text, err := s.MarshalText()
		var back Stamp
		if err != nil || back.UnmarshalText(text) != nil || back != s {
			t.Errorf("%v became %s, then %v", s, text, back)
		}
	}
	for _, text := range []string{"", "x", "2026-03-11", "--02-30T00:00:00", "2026-03-11T02:59:55+01:00"} {
		if err := new(Stamp).UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is taken for a time", text)
		}
	}
	a, b := Stamp{Wall: at}, Stamp{Wall: at.Add(time.Second)}
	if d, ok := b.Sub(a); d != time.Second || !ok {
		t.Errorf("got %v %v", d, ok)
	}
	if _, ok := b.Sub(Stamp{Wall: at, Absolute: true}); ok {
		t.Error("times of different clocks have a difference")
	}
	zone := time.FixedZone("", 3600)
	if got, ok := a.In(zone); !ok || !got.Equal(at.Add(-time.Hour)) {
		t.Errorf("got %v %v", got, ok)
	}
	if got, ok := (Stamp{Wall: at, Absolute: true}).In(zone); !ok || !got.Equal(at) {
		t.Errorf("got %v %v", got, ok)
	}
	if _, ok := (Stamp{Wall: year2000, NoYear: true}).In(zone); ok {
		t.Error("a time without a year is an instant")
	}
}

func FuzzParsePrefix(f *testing.F) {
	f.Add("2026-03-11 02:59:55.123456: I    1 xla/a.cc:99] m")
	f.Add("I0311 02:59:55.123456    1234 a.cc:99] m")
	f.Add("I0000 00:00:1773197995.123456 1234 a.cc:99] m")
	f.Add("x [0]2026-03-11 02:59:55.123456: I a.cc:1] m")
	f.Fuzz(func(t *testing.T, in string) {
		p, message, ok := ParsePrefix(in)
		if !ok {
			return
		}
		if len(message) >= len(in) || p.Thread < NoThread || p.Source < 0 || p.File == "" {
			t.Errorf("%q: %+v, %q", in, p, message)
		}
		text, err := p.Time.MarshalText()
		var back Stamp
		if err != nil || back.UnmarshalText(text) != nil || back != p.Time {
			t.Errorf("%q: time %v became %s, then %v", in, p.Time, text, back)
		}
	})
}
