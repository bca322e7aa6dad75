package merge

import "testing"

func TestParse(t *testing.T) {
	for text, want := range map[string]Options{
		"auto": {Align: Auto}, "wall": {Align: Wall}, "start": {Align: Start},
		"end:MPI_Barrier": {Align: End, Range: "MPI_Barrier"}, "begin:a:b": {Align: Begin, Range: "a:b"},
	} {
		if got, ok := Parse(text); !ok || got != want {
			t.Errorf("%s: got %+v, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "walls", "end", "end:", "wall:x", ":x"} {
		if got, ok := Parse(text); ok || got != (Options{}) {
			t.Errorf("%q: got %+v, %v", text, got, ok)
		}
	}
}
