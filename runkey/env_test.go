package runkey

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestEnvironment(t *testing.T) {
	got := map[string]Value{}
	for _, p := range Environment([]string{
		"XLA_FLAGS=--a=b", "XLA_FLAGS=second", "HOME=/root", "jax_lower=1", "JAX_=nothing", "JAX_PLATFORMS=", "NVIDIA_API_KEY=s3cret", "JAX_AUTH_TOKEN=s3cret",
		"JAX_TOKENS=s3cret", "TRITON_APITOKEN=s3cret", "CUDA_PASSWORDS=s3cret", "NCCL_SECRETS=s3cret", "JAX_PRIVATE_KEY=s3cret",
		"CUDA_X_PASSWORD=s3cret", "JAX_COMPILATION_CACHE_INCLUDE_METADATA_IN_KEY=1", "JAX_REMOTE=gs://me:s3cret@host/a,http://x/@y https://t@u",
		"GODEBUG=\xff", "OMP_NUM_THREADS=4", "noequals", "=C:=C:\\", "TF_CPP_MIN_LOG_LEVEL=0", "JAX_A B=1",
	}).Parts {
		got[strings.TrimPrefix(p.Name, "env.")] = p.Value
	}
	want := map[string]Value{
		"XLA_FLAGS": Text("--a=b"), "JAX_PLATFORMS": Text(""), "JAX_COMPILATION_CACHE_INCLUDE_METADATA_IN_KEY": Text("1"),
		"JAX_REMOTE": Text("gs://…@host/a,http://x/@y https://…@u"), "GODEBUG": DigestOf([]byte("\xff")), "OMP_NUM_THREADS": Text("4"), "TF_CPP_MIN_LOG_LEVEL": Text("0"),
	}
	for name := range got {
		if got[name] != want[name] {
			t.Errorf("%s: got %q, want %v", name, got[name], want[name])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d variables, want %d", len(got), len(want))
	}
}

// Every entry of the list can be reached and says why it is there; docs/key.md
// has them all.
func TestVariables(t *testing.T) {
	doc, err := os.ReadFile("../docs/key.md")
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range Variables() {
		name := strings.ReplaceAll(v.Pattern, "*", "X")
		if got := variable(name); got != i || v.Why == "" || !mayMatter(name) || secret(name) {
			t.Errorf("%s: entry %d fits, or there is no reason", v.Pattern, got)
		}
		var matters []string
		for _, p := range v.Matters {
			matters = append(matters, p.String())
		}
		line := fmt.Sprintf("| `%s` | %s | %s |\n", v.Pattern, strings.Join(matters, ", "), v.Why)
		if !strings.Contains(string(doc), line) {
			t.Errorf("docs/key.md has no line\n%s", line)
		}
	}
}
