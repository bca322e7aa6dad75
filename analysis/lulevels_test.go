package analysis

import (
	"bytes"
	"testing"
)

// Levels come for each ordering that is asked for, for the recommended one of a
// portfolio, and are of the same counts as the tree where the pattern is
// symmetric.
func TestLULevels(t *testing.T) {
	for name, m := range few() {
		opt := Options{Orderings: []string{"amd", "btf+amd"}, LULevels: true, Exact: []string{"none"}, Workers: 1}
		d := analyzed(t, m, opt)
		checkDocument(t, Schema, text(t, d))
		for _, o := range d.Orderings {
			x := o.LULevels
			if x == nil || x.NotComputed != "" {
				t.Errorf("%s, %s: no levels: %+v", name, o.Method, x)
				continue
			}
			if x.NNZL > o.NNZL || x.NNZU > o.NNZU || x.Flops > o.Flops || x.UGraph.Levels > o.Height {
				t.Errorf("%s, %s: more than the tree bounds: %+v", name, o.Method, x)
			}
			if d.Structure.Symmetry.Pattern == 1 && o.Blocks == 1 && (x.NNZL != o.NNZL || x.UGraph.Levels != o.Height || x.Path < o.CriticalPathFlops/2) {
				t.Errorf("%s, %s: want what the tree says, got %+v", name, o.Method, x)
			}
		}
		opt.Workers = 8
		if !bytes.Equal(text(t, d), text(t, analyzed(t, m, opt))) {
			t.Errorf("%s: the document depends on the number of workers", name)
		}
	}
	d := analyzed(t, zoo()["grid"], Options{Orderings: []string{BestOf}})
	for _, o := range d.Orderings {
		if (o.LULevels != nil) != (o.Method == d.Winners.Recommended) {
			t.Errorf("%s: levels %v, recommended %s", o.Method, o.LULevels != nil, d.Winners.Recommended)
		}
	}
	if d = analyzed(t, zoo()["grid"], Options{}); d.Ordering("amd").LULevels != nil {
		t.Error("levels that nobody asked for")
	}
}
