package calibrate_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/prediction/calibrate"
)

// A machine/v1 that is accepted gives finite times in order, and reads back as it is.
func FuzzReadFile(f *testing.F) {
	for _, name := range []string{"zen4", "zen3"} {
		m, _ := prediction.Shipped(name)
		text, err := json.Marshal(m)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	features := &prediction.Features{Rows: 100, Entries: 500, L: 400, U: 400, Updates: 300, Flops: 2000, Blocks: 1, LargestBlock: 100}
	f.Fuzz(func(t *testing.T, text []byte) {
		path := filepath.Join(t.TempDir(), "m.json")
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
		m, err := calibrate.ReadFile(path)
		if err != nil {
			return
		}
		for _, s := range prediction.Solvers() {
			for _, p := range prediction.Phases() {
				x, ok := prediction.Default().Time(s, p, features, m)
				if ok && !(0 <= x.Low && x.Low <= x.Seconds && x.Seconds <= x.High && x.High < math.Inf(1)) {
					t.Fatalf("%s %s: %+v", s, p, x)
				}
			}
		}
		again, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, again, 0o666); err != nil {
			t.Fatal(err)
		}
		if n, err := calibrate.ReadFile(path); err != nil || !reflect.DeepEqual(n, m) {
			t.Fatalf("read back: %+v, %v; want %+v", n, err, m)
		}
	})
}
