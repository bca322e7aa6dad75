package jsontext

import (
	"bytes"
	"encoding/json"
	"testing"
)

func TestIndent(t *testing.T) {
	const src = `{"a":1,"b":[],"c":{},"d":[1,2.5,-3e9],"e":["x","y\"],{"],"f":[{"g":[true,null]},{"h":[[1,2],[3]]},{"i":1,"j":"}"}]}`
	const want = `{
  "a": 1,
  "b": [],
  "c": {},
  "d": [1, 2.5, -3e9],
  "e": [
    "x",
    "y\"],{"
  ],
  "f": [
    {
      "g": [true, null]
    },
    {
      "h": [
        [1, 2],
        [3]
      ]
    },
    {"i": 1, "j": "}"}
  ]
}
`
	got := indent([]byte(src))
	if string(got) != want {
		t.Errorf("want\n%s\ngot\n%s", want, got)
	}
	var b bytes.Buffer
	if err := json.Compact(&b, got); err != nil || b.String() != src {
		t.Errorf("compacting gives %v, %s", err, b.String())
	}
}

func FuzzIndent(f *testing.F) {
	f.Add([]byte(`{"a":[1,"\\",{"b":[]}]}`))
	f.Add([]byte(`[[[]],"x",1e3]`))
	f.Fuzz(func(t *testing.T, src []byte) {
		var compact bytes.Buffer
		if json.Compact(&compact, src) != nil {
			return
		}
		var again bytes.Buffer
		if err := json.Compact(&again, indent(compact.Bytes())); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(compact.Bytes(), again.Bytes()) {
			t.Errorf("%s became %s", compact.Bytes(), again.Bytes())
		}
	})
}
