package symbols

import (
	"slices"
	"testing"

	"github.com/ianlancetaylor/demangle"
)

func TestLegible(t *testing.T) {
	for symbol, want := range map[string]string{
		"_ZN3SIM15evaluate_modelsEv": "SIM::evaluate_models",
		"_Z13SuiteSparseQRISt7complexIdEEP20cholmod_dense_structP21cholmod_sparse_structS3_P21cholmod_common_struct": "SuiteSparseQR<std::complex<double> >",
		"klu_factor": "klu_factor",
		"_Zero":      "_Zero",
		"":           "",
	} {
		if got := Legible(symbol); got != want {
			t.Errorf("%s: got %s, want %s", symbol, got, want)
		}
	}
}

// What is mangled here is the name again after pprof's demangler.
func TestMangled(t *testing.T) {
	for name, want := range map[string][]string{
		"SIM::evaluate_models()":  {"_ZN3SIM15evaluate_modelsEv", "_ZNK3SIM15evaluate_modelsEv"},
		"a::b2::_c ( )":           {"_ZN1a2b22_cEv", "_ZNK1a2b22_cEv"},
		"f()":                     {"_Z1fv"},
		"SIM::load(int)":          nil,
		"SIM::load":               nil,
		"SIM::SIM()":              nil,
		"SIM::~SIM()":             nil,
		"std::terminate()":        nil,
		"SIM::operator()()":       nil,
		"vector<int>::size()":     nil,
		"operator()":              nil,
		"2f()":                    nil,
		"()":                      nil,
		"(anonymous namespace)::": nil,
	} {
		got := Mangled(name)
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
		for k, symbol := range got {
			back := squeeze(name) + []string{"", "const"}[k]
			if text, err := demangle.ToString(symbol); err != nil || squeeze(text) != back {
				t.Errorf("%s: %s is %s, %v", name, symbol, text, err)
			}
		}
	}
}
