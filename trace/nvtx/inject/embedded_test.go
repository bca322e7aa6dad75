package inject

import (
	"bytes"
	"crypto/sha256"
	"debug/elf"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What the embedded libraries ask of the C library. All of it is in libc itself,
// not in libpthread or librt, of glibc from 2.17 on and of musl; or it is weak,
// and the library does without. No function is a cancellation point.
const (
	asked = `__errno_location clock_gettime ftruncate getenv getpid getppid lseek madvise memcmp memcpy memset mmap munmap
		pthread_mutex_init pthread_mutex_lock pthread_mutex_unlock sigaddset sigemptyset sigfillset sigismember sigpending
		sigprocmask snprintf strcmp strlen strnlen syscall sysconf unlink`
	askedWeakly = `__register_atfork pthread_atfork pthread_key_create pthread_setspecific`
)

// The embedded libraries load beside any C library: they name no version of
// anything, take no static block for data of threads, and want no stack that
// can be executed.
func TestEmbeddedNeeds(t *testing.T) {
	for name, machine := range map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64} {
		f, err := elf.Open("library/linux_" + name + ".so")
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if f.Machine != machine || f.Type != elf.ET_DYN {
			t.Errorf("%s: %v of %v", name, f.Type, f.Machine)
		}
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
			case !slices.Contains(list, s.Name):
				t.Errorf("%s asks for %s, %v", name, s.Name, elf.ST_BIND(s.Info))
			case s.Version != "":
				t.Errorf("%s asks for %s@%s", name, s.Name, s.Version)
			}
		}
		slices.Sort(offered)
		if got := strings.Join(offered, " "); got != "InitializeInjectionNvtx InitializeInjectionNvtx2 InitializeInjectionNvtxExtension" {
			t.Errorf("%s offers %s", name, got)
		}
		dynamic(t, name, f)
		for _, p := range f.Progs {
			if p.Flags&(elf.PF_W|elf.PF_X) == elf.PF_W|elf.PF_X {
				t.Errorf("%s: a segment %v that is written and executed", name, p.Type)
			}
		}
	}
}

// dynamic looks at what the dynamic linker is told.
func dynamic(t *testing.T, name string, f *elf.File) {
	t.Helper()
	needed, err := f.ImportedLibraries()
	if err != nil || len(needed) != 1 || needed[0] != "libc.so.6" { // musl takes that name for its own
		t.Errorf("%s needs %v, %v", name, needed, err)
	}
	for _, tag := range []elf.DynTag{elf.DT_VERNEED, elf.DT_RPATH, elf.DT_RUNPATH, elf.DT_TEXTREL} {
		if v, err := f.DynValue(tag); err != nil || len(v) > 0 {
			t.Errorf("%s: %v %v, %v", name, tag, v, err)
		}
	}
	flags, err := f.DynValue(elf.DT_FLAGS)
	if err != nil || len(flags) != 1 || elf.DynFlag(flags[0]) != elf.DF_BIND_NOW {
		t.Errorf("%s: flags %v, %v", name, flags, err)
	}
	more, err := f.DynValue(elf.DT_FLAGS_1)
	if err != nil || len(more) != 1 || elf.DynFlag1(more[0])&elf.DF_1_NODELETE == 0 {
		t.Errorf("%s: flags %v, %v", name, more, err)
	}
}

// The embedded libraries are of the present sources: whoever changes one makes
// them again. That the compiler gives these bytes is for oracles/record-library/run.
func TestEmbeddedIsOfSource(t *testing.T) {
	names, err := filepath.Glob("shim/*")
	if err != nil {
		t.Fatal(err)
	}
	names = append(names, "gen.go", "library/linux_amd64.so", "library/linux_arm64.so")
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
		t.Errorf("library/SHA256SUMS is not of the present files (%v): go generate ./trace/nvtx/inject", err)
	}
	if Embedded() && !bytes.Contains(now.Bytes(), fmt.Appendf(nil, "%x", sha256.Sum256([]byte(embedded)))) {
		t.Error("what is embedded is another library")
	}
}
