package chrometest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
)

// decimal reads a number as Perfetto's StringToDouble does: the digits before the
// point and those after it as 64-bit integers, which wrap around.
func decimal(s []byte) (float64, error) {
	negative := bytes.HasPrefix(s, []byte("-"))
	s = bytes.TrimPrefix(s, []byte("-"))
	i := 0
	var whole int64
	for ; i < len(s) && digit(s[i]); i++ {
		whole = whole*10 + int64(s[i]-'0')
	}
	fraction := 0.0
	if i < len(s) && s[i] == '.' {
		var part int64
		divisor := uint64(1)
		for i++; i < len(s) && digit(s[i]); i++ {
			part = part*10 + int64(s[i]-'0')
			divisor *= 10
		}
		fraction = float64(part) / float64(divisor)
	}
	v := float64(whole) + fraction
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		n, err := strconv.Atoi(string(s[i+1:]))
		if err != nil {
			return 0, err
		}
		if n < 0 {
			v /= math.Pow(10, float64(-n))
		} else {
			v *= math.Pow(10, float64(n))
		}
	} else if i < len(s) {
		return 0, fmt.Errorf("%q is no number", s)
	}
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return 0, fmt.Errorf("%q is beyond a double", s)
	}
	if negative {
		v = -v
	}
	return v, nil
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

// micros returns the nanoseconds of a ts or dur.
func micros(s []byte) (int64, error) {
	if n, err := strconv.ParseInt(string(s), 10, 64); err == nil {
		return n * 1000, nil
	}
	v, err := decimal(s)
	if err != nil {
		return 0, err
	}
	if v == math.Trunc(v) {
		return int64(v) * 1000, nil
	}
	return int64(math.Round(v * 1000)), nil
}

// unsigned returns what is left of a pid or tid in 32 bits.
func unsigned(s []byte) uint32 {
	n, err := strconv.ParseInt(string(s), 10, 64)
	if err != nil || n < 0 || n > math.MaxUint32 {
		return 0
	}
	return uint32(n)
}

// A Value is that of an argument.
type Value struct {
	Integer bool
	Real    float64 // of an integer too
	Text    string  // of a string
}

func valueOf(raw json.RawMessage) (Value, error) {
	if len(raw) > 0 && raw[0] == '"' {
		var v Value
		err := json.Unmarshal(raw, &v.Text)
		return v, err
	}
	if n, err := strconv.ParseInt(string(raw), 10, 64); err == nil {
		return Value{Integer: true, Real: float64(n)}, nil
	}
	v, err := decimal(raw)
	return Value{Real: v}, err
}
