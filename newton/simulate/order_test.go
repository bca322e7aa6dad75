package simulate_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/simulate"
	"github.com/nrkit/nrkit/ordering/named"
	"github.com/nrkit/nrkit/sparsity"
)

// TestOrderings runs every built-in circuit with every ordering. Rows are
// matched to columns: no entry of the diagonal is missing, and the circuits are
// solved alike. Orderings that let c6288 fill up are tried on a small multiplier
// of the same kind.
func TestOrderings(t *testing.T) {
	slow := []string{"natural", "rcm", "btf+natural", "btf+rcm"}
	for _, name := range []string{"rc", "graetz", "mul", "ring", "mul4", "c6288"} {
		c, err := simulate.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		checkDefault(t, name, c.System.Pattern())
		var want []string
		for _, ordering := range append([]string{newton.DefaultOrdering}, named.Names()...) {
			if name == "c6288" && (slices.Contains(slow, ordering) || testing.Short()) {
				continue
			}
			checkPlan(t, name, ordering, c.System.Pattern())
			var wave strings.Builder
			rep, err := simulate.Run(t.Context(), c, simulate.Config{Steps: 20, Ordering: ordering, Waveform: &wave})
			if err != nil || rep.Stop != simulate.StopSteps {
				t.Fatalf("%s, %s: got %v", name, ordering, err)
			}
			if rep.Linear.OffDiagonal > 5 { // ring and graetz have some that their values ask for
				t.Errorf("%s, %s: got %d pivots that are not matched entries", name, ordering, rep.Linear.OffDiagonal)
			}
			times := firstColumn(wave.String())
			if want == nil {
				want = times
			}
			if !slices.Equal(times, want) {
				t.Errorf("%s, %s: got time points %v, want %v", name, ordering, times, want)
			}
		}
	}
}

// checkPlan checks that the entries a plan puts on the diagonal are there.
func checkPlan(t *testing.T, name, ordering string, a *sparsity.Pattern) {
	t.Helper()
	order, err := newton.OrderByName(ordering)
	if err != nil {
		t.Fatal(err)
	}
	p := order(a)
	for k, j := range p.Col {
		row := p.Col
		if p.Row != nil {
			row = p.Row
		}
		if _, ok := slices.BinarySearch(a.Col(int(j)), row[k]); !ok {
			t.Fatalf("%s, %s: got no entry at (%d, %d) on the diagonal", name, ordering, row[k], j)
		}
	}
}

// firstColumn returns the first fields of a CSV, rounded as times are printed.
func firstColumn(csv string) []string {
	var list []string
	for line := range strings.Lines(csv) {
		field, _, _ := strings.Cut(line, ",")
		list = append(list, field[:min(len(field), 9)])
	}
	return list
}

func TestOrderNamesUnknown(t *testing.T) {
	for _, name := range []string{"", "btf", "btf+", "AMD", "amd+btf"} {
		if _, err := newton.OrderByName(name); err == nil || !strings.Contains(err.Error(), "btf+colamd") {
			t.Errorf("%q: got %v, want an error with the names there are", name, err)
		}
	}
}

// checkDefault: the default ordering has one plan by its name and by its function.
func checkDefault(t *testing.T, name string, p *sparsity.Pattern) {
	t.Helper()
	order, err := newton.OrderByName(newton.DefaultOrdering)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := order(p), newton.DefaultOrder(p); !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %s and DefaultOrder differ", name, newton.DefaultOrdering)
	}
}
