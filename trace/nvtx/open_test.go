//go:build linux && (amd64 || arm64) && !nonvtx

package nvtx

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ebitengine/purego"
)

// A library that is missing, that is none, or that is no tool gives one warning
// and no client.
func TestOpen(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text.so")
	if err := os.WriteFile(text, []byte("not a library, but long enough for the header of one: "+strings.Repeat("x", 100)), 0o777); err != nil {
		t.Fatal(err)
	}
	missing := filepath.Join(dir, "missing.so")
	for _, c := range []struct{ library, want string }{
		{missing, "NVTX_INJECTION64_PATH: cannot load the tool: " + missing},
		{text, "NVTX_INJECTION64_PATH: cannot load the tool: " + text},
		{"libc.so.6", "NVTX_INJECTION64_PATH: libc.so.6 is not an NVTX tool: "},
	} {
		client, err := open(c.library)
		if client != nil || err == nil || !strings.HasPrefix(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("want no client and %q, got %v, %v", c.want, client, err)
		}
	}
	if c, err := open(""); c != nil || err != nil {
		t.Errorf("want neither client nor error without a tool, got %v, %v", c, err)
	}
}

// harmless returns a client whose tool is libc's labs in every slot: it has no
// effect, and costs nothing.
func harmless(tb testing.TB) *Client {
	labs, err := purego.Dlsym(purego.RTLD_DEFAULT, "labs")
	if err != nil {
		tb.Fatal(err)
	}
	in, _ := newInstance()
	for m := range in.slots {
		for f := range in.slots[m] {
			in.slots[m][f] = labs
		}
	}
	return &Client{in: in, domains: map[string]*Domain{}}
}

// With a tool, ranges and marks allocate nothing.
func TestNoAllocation(t *testing.T) {
	d := harmless(t).Domain("solver")
	th, n := d.Thread(), d.Register("x")
	defer th.Close()
	k := int64(0)
	for name, f := range map[string]func(){
		"push":  func() { th.Push(n); th.Pop() },
		"value": func() { k++; th.PushValue(n, Int64(k)); th.Pop() },
		"mark":  func() { d.MarkValue(n, Float64(1)) },
		"start": func() { d.StartValue(n, Uint64(1)).End() },
	} {
		if n := testing.AllocsPerRun(1000, f); n != 0 {
			t.Errorf("%s: want no allocation, got %v", name, n)
		}
	}
}

// BenchmarkPair is a push and a pop: without a tool, with one whose functions
// cost nothing, and the same by purego.SyscallN.
func BenchmarkPair(b *testing.B) {
	b.Run("tool=none", func(b *testing.B) {
		var c *Client
		th, n := c.Domain("").Thread(), c.Domain("").Register("x")
		for b.Loop() {
			th.Push(n)
			th.Pop()
		}
	})
	b.Run("tool=labs", func(b *testing.B) {
		d := harmless(b).Domain("")
		th, n := d.Thread(), d.Register("x")
		defer th.Close()
		for b.Loop() {
			th.Push(n)
			th.Pop()
		}
	})
	b.Run("tool=labs/payload", func(b *testing.B) {
		d := harmless(b).Domain("")
		th, n := d.Thread(), d.Register("x")
		defer th.Close()
		for b.Loop() {
			th.PushValue(n, Int64(7))
			th.Pop()
		}
	})
	b.Run("tool=labs/startend", func(b *testing.B) {
		d := harmless(b).Domain("")
		n := d.Register("x")
		for b.Loop() {
			d.Start(n).End()
		}
	})
	b.Run("tool=labs/purego", func(b *testing.B) {
		fn := harmless(b).in.slot(moduleCore2, domainRangePushEx)
		for b.Loop() {
			purego.SyscallN(fn, 1, 2)
			purego.SyscallN(fn, 1)
		}
	})
}
