package diagnose

import (
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/logline"
)

// CompiledFor is a message in the log of XLA: the compiled code was made for another
// CPU (xla/backends/cpu/runtime/cpu_aot_loader.cc):
//
//	Loading XLA:CPU AOT result. Target machine feature +avx512f is not supported
//	on the host machine. Machine type used for XLA:CPU compilation doesn't match
//	the machine type for execution. Compile machine features: [+64bit,+avx512f]
//	vs host machine features: [+64bit]. This could lead to execution errors such
//	as SIGILL.
//
// Versions before 2025 do not name the feature, but have both lists. The zero value,
// with a source, stands for a log without such messages.
type CompiledFor struct {
	Source   string
	Logged   int64    // messages of XLA and JAX of any sort that have a prefix
	Messages int64    // of them about code for another CPU
	First    int64    // line of the first one
	Missing  []string // features of the code that the host does not have, sorted, without the plus
}

// Most that is kept of a log.
const maxFeatures = 1000

// Line takes the next line of the log, whatever its text is.
func (c *CompiledFor) Line(l logline.Line) {
	if _, _, ok := logline.ParsePrefix(l.Text); ok {
		c.Logged++
	}
	const named, differs = "Target machine feature ", "Machine type used for XLA:CPU compilation doesn't match the machine type for execution"
	_, after, isNamed := strings.Cut(l.Text, named)
	if isNamed {
		feature, rest, _ := strings.Cut(after, " ")
		if !strings.HasPrefix(strings.TrimLeft(rest, " "), "is not") {
			return
		}
		c.missing(feature)
	} else if !strings.Contains(l.Text, differs) {
		return
	}
	if c.Messages++; c.First == 0 {
		c.First = l.Number
	}
	_, after, _ = strings.Cut(l.Text, "Compile machine features: [")
	code, after, ok := strings.Cut(after, "]")
	_, after, both := strings.Cut(after, "host machine features: [")
	host, _, whole := strings.Cut(after, "]")
	if !ok || !both || !whole {
		return
	}
	has := map[string]bool{}
	for _, feature := range strings.Split(host, ",") {
		has[strings.TrimSpace(feature)] = true
	}
	for _, feature := range strings.Split(code, ",") {
		if !has[strings.TrimSpace(feature)] {
			c.missing(feature)
		}
	}
}

// missing takes note of a feature that the code has; a minus says that it has
// not.
func (c *CompiledFor) missing(feature string) {
	name, has := strings.CutPrefix(strings.TrimSpace(feature), "+")
	if !has || name == "" || len(c.Missing) >= maxFeatures {
		return
	}
	if k, found := slices.BinarySearch(c.Missing, name); !found {
		c.Missing = slices.Insert(c.Missing, k, name)
	}
}

// isPreference says whether a feature, as LLVM calls it, is one that its
// compiler tunes code by, and none that a CPU may lack.
func isPreference(feature string) bool {
	for _, prefix := range [...]string{"prefer-", "fast-", "slow-", "false-deps-", "no-bypass-delay"} {
		if strings.HasPrefix(feature, prefix) {
			return true
		}
	}
	return false
}
