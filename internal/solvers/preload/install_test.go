package preload_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"debug/elf"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/solvers/preload"
)

func TestInstall(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "solvers")
	if !preload.Supported() {
		if env, err := preload.Install(context.Background(), dir, nil); err == nil {
			t.Errorf("got %v", env)
		}
		return
	}
	t.Setenv("LD_PRELOAD", "/other.so")
	t.Setenv("LD_AUDIT", "")
	for range 2 { // the second time over the files of the first
		env, err := preload.Install(context.Background(), dir, []byte("the table"))
		if err != nil {
			t.Fatal(err)
		}
		want := []string{"LD_PRELOAD=" + dir + "/watch.so:/other.so", "LD_AUDIT=" + dir + "/route.so", "NRPROF_SOLVERS=" + dir}
		if !slices.Equal(env, want) {
			t.Errorf("got %q, want %q", env, want)
		}
	}
	for name, start := range map[string]string{"watch.so": "\x7fELF", "route.so": "\x7fELF", "table.bin": "the table"} {
		if b, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !bytes.HasPrefix(b, []byte(start)) {
			t.Errorf("%s: %.20q, %v", name, b, err)
		}
	}
	for _, name := range []string{"a b", "a:b", "a;b"} {
		bad := filepath.Join(t.TempDir(), name)
		if _, err := preload.Install(context.Background(), bad, nil); err == nil || !strings.Contains(err.Error(), "blanks") {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Stat(bad); err == nil {
			t.Errorf("%s was made", name)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := preload.Install(ctx, dir, nil); err == nil {
		t.Error("it went on after the end of its context")
	}
}

// The embedded libraries are of the present sources: whoever changes one makes them
// again. That the compiler gives these bytes is for gen.go -check.
func TestEmbeddedIsOfSource(t *testing.T) {
	names, err := filepath.Glob("shim/*")
	if err != nil {
		t.Fatal(err)
	}
	names = append(names, "../../../trace/nvtx/inject/shim/abi.h", "gen.go", "library/watch_linux_amd64.so", "library/route_linux_amd64.so",
		"library/watch_linux_arm64.so", "library/route_linux_arm64.so")
	var now bytes.Buffer
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&now, "%x  %s\n", sha256.Sum256(text), filepath.ToSlash(name))
	}
	sums, err := os.ReadFile("library/SHA256SUMS")
	if err != nil || !bytes.Equal(sums, now.Bytes()) {
		t.Errorf("library/SHA256SUMS is not of the present files (%v): go generate ./internal/solvers/preload", err)
	}
}

// What the libraries ask of the C library: route.so nothing. watch.so loads beside any
// glibc from 2.17 on and beside musl, where it does nothing. No function is a
// cancellation point.
const (
	asked = `__errno_location clock_gettime getenv getpid madvise memcmp memcpy memmove memset mmap munmap sigaddset sigaltstack sigemptyset
		sigfillset sigismember sigpending sigprocmask strcmp strcpy strlen strncmp strnlen syscall sysconf`
	askedWeakly = `__register_atfork dladdr dlerror dlopen dlsym pthread_key_create pthread_setspecific`
)

func TestEmbeddedNeeds(t *testing.T) {
	for _, name := range []string{"watch_linux_amd64", "watch_linux_arm64", "route_linux_amd64", "route_linux_arm64"} {
		f, err := elf.Open("library/" + name + ".so")
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		symbols, err := f.DynamicSymbols()
		if err != nil {
			t.Fatal(err)
		}
		var offered []string
		for _, s := range symbols {
			list := strings.Fields(asked)
			if elf.ST_BIND(s.Info) == elf.STB_WEAK {
				list = strings.Fields(askedWeakly)
			}
			switch {
			case elf.ST_TYPE(s.Info) == elf.STT_SECTION:
			case s.Section != elf.SHN_UNDEF:
				offered = append(offered, s.Name)
			case !slices.Contains(list, s.Name) || strings.HasPrefix(name, "route"):
				t.Errorf("%s asks for %s, %v", name, s.Name, elf.ST_BIND(s.Info))
			case s.Version != "":
				t.Errorf("%s asks for %s@%s", name, s.Name, s.Version)
			}
		}
		slices.Sort(offered)
		want := "nrsolvers_call nrsolvers_pool1 nrsolvers_stubs1"
		if strings.HasPrefix(name, "route") {
			want = "la_objclose la_objopen la_version"
		}
		if got := strings.Join(offered, " "); got != want {
			t.Errorf("%s offers %s", name, got)
		}
		for _, p := range f.Progs {
			if p.Flags&(elf.PF_W|elf.PF_X) == elf.PF_W|elf.PF_X {
				t.Errorf("%s: a segment %v that is written and executed", name, p.Type)
			}
		}
	}
}
