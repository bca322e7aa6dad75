package jsontext

import (
	"encoding/json"
	"testing"
)

func TestPlace(t *testing.T) {
	for _, c := range []struct {
		text      string
		line, col int
		msg       string
	}{
		{"{\n  \"a\": x\n}", 2, 8, "invalid character 'x' looking for beginning of value"},
		{"{\n \"a\": \"b\"\n}", 2, 9, "a: got string, want int"},
		{"[1]", 1, 1, "got array, want an object"},
		{"{\"a\": 1", 1, 8, "unexpected end of JSON input"},
		{"", 1, 1, "unexpected end of JSON input"},
	} {
		var v struct {
			A int `json:"a"`
		}
		line, col, msg := Place([]byte(c.text), json.Unmarshal([]byte(c.text), &v))
		if line != c.line || col != c.col || msg != c.msg {
			t.Errorf("%q: got %d:%d: %s, want %d:%d: %s", c.text, line, col, msg, c.line, c.col, c.msg)
		}
	}
}
