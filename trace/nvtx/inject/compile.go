package inject

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/nrkit/nrkit/runkey"
)

//go:embed shim
var source embed.FS

// ErrNoCompiler is the error of [Install] if the library is not embedded and no C
// compiler is found.
var ErrNoCompiler = errors.New("no C compiler: want $CC, cc, gcc or clang")

// trailer ends a cached library, after SHA-256 of all before it and the key it
// was made for. The dynamic linker does not look behind the sections.
const trailer = "NRnvtx library 2"

// flags are those of the compiler; none depends on the machine it runs on.
func flags() []string {
	return []string{"-std=c11", "-O2", "-fPIC", "-shared", "-pthread", "-fvisibility=hidden", "-fno-plt", "-Wl,-z,nodelete"}
}

// compiled returns the library that the C compiler makes for this machine. It is
// kept in the user's cache; where that cannot be used, it is made each time, and
// the warning says why.
func compiled(ctx context.Context) (text []byte, warning string, err error) {
	cache, err := os.UserCacheDir()
	if err == nil {
		var path string
		if path, err = cached(ctx, cache); err == nil {
			text, err = os.ReadFile(path)
			return text, "", err
		}
	}
	if errors.As(err, new(*compileError)) || errors.Is(err, ErrNoCompiler) || ctx.Err() != nil {
		return nil, "", err
	}
	warning = fmt.Sprintf("the library is compiled for this run only, because it cannot be cached: %v", err)
	cc, err := findCompiler(ctx)
	if err != nil {
		return nil, "", err
	}
	dir, err := os.MkdirTemp("", "nrprof-library-*")
	if err != nil {
		return nil, "", err
	}
	defer os.RemoveAll(dir) // a failure leaves a temporary file, and is no reason to record nothing
	path := filepath.Join(dir, libraryName)
	key, err := cc.key()
	if err == nil {
		err = cc.build(ctx, path, key)
	}
	if err == nil {
		text, err = os.ReadFile(path)
	}
	return text, warning, err
}

// cached returns the path of the library in the folder nrkit of cache, under a
// name made of all it depends on: source, flags, compiler and its version, target
// and instruction set. Where it is not there, is damaged or may have been written
// by another user, the C compiler makes it. Several processes may do so at once.
// It is an error when others may replace the folder.
func cached(ctx context.Context, cache string) (string, error) {
	cc, err := findCompiler(ctx)
	if err != nil {
		return "", err
	}
	key, err := cc.key()
	if err != nil {
		return "", err
	}
	dir, err := ownFolder(cache, os.Geteuid())
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "nvtx-"+key.Hash()+".so")
	if ok, err := whole(path, key, os.Geteuid()); ok || err != nil {
		return path, err
	}
	return path, cc.build(ctx, path, key)
}

// A compiler is a C compiler that was found.
type compiler struct {
	command []string // path and arguments
	program string   // what its path stands for, behind links
	version string   // what it says of itself
	target  string
	macros  string // that it defines, among them those of its instruction set
}

func findCompiler(ctx context.Context) (*compiler, error) {
	names := [][]string{{"cc"}, {"gcc"}, {"clang"}}
	if cc := strings.Fields(os.Getenv("CC")); len(cc) > 0 {
		names = [][]string{cc}
	}
	for _, name := range names {
		path, err := exec.LookPath(name[0])
		if err != nil {
			if os.Getenv("CC") != "" {
				return nil, fmt.Errorf("$CC is %s: %w", name[0], errors.Join(errors.Unwrap(err), ErrNoCompiler))
			}
			continue
		}
		if path, err = filepath.Abs(path); err != nil {
			return nil, err
		}
		// It is run under its own name, by which programs such as ccache know
		// what they stand for.
		c := &compiler{command: append([]string{path}, name[1:]...)}
		if c.program, err = filepath.EvalSymlinks(path); err != nil {
			return nil, err
		}
		for _, ask := range []struct {
			answer *string
			args   []string
		}{{&c.version, []string{"--version"}}, {&c.target, []string{"-dumpmachine"}}, {&c.macros, []string{"-dM", "-E", "-xc", os.DevNull}}} {
			if *ask.answer, err = c.run(ctx, "", ask.args...); err != nil {
				return nil, err
			}
		}
		return c, nil
	}
	return nil, ErrNoCompiler
}

// A compileError says that the compiler failed.
type compileError struct {
	command string
	err     error
	said    []string // lines that it printed
}

func (e *compileError) Error() string {
	return fmt.Sprintf("compiling with %s: %v", e.command, e.err)
}

func (e *compileError) Unwrap() error { return e.err }

// Details returns what the compiler printed, to be shown below the message.
func (e *compileError) Details() []string { return e.said }

// run runs the compiler in a folder, without what in the environment could
// change its output, and returns what it printed.
func (c *compiler) run(ctx context.Context, dir string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, c.command[0], append(c.command[1:len(c.command):len(c.command)], args...)...)
	cmd.Dir = dir
	cmd.Env = []string{"LC_ALL=C"}
	for _, name := range []string{"PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH"} {
		if v, ok := os.LookupEnv(name); ok {
			cmd.Env = append(cmd.Env, name+"="+v)
		}
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		text := strings.TrimSpace(string(out))
		return "", &compileError{strings.Join(c.command, " "), err, strings.Split(text[:min(len(text), 2000)], "\n")}
	}
	return string(out), nil
}

// key returns what the library that c makes of the source depends on.
func (c *compiler) key() (*runkey.Key, error) {
	all := sha256.New()
	err := eachSource(func(name string, text []byte) error {
		fmt.Fprintf(all, "%d:%s%d:%s", len(name), name, len(text), text)
		return nil
	})
	if err != nil {
		return nil, err
	}
	matters := []runkey.Purpose{runkey.Code}
	return runkey.New([]string{"library"},
		runkey.Part{Name: "library.format", Value: runkey.Text(trailer), Matters: matters},
		runkey.Part{Name: "library.source", Value: runkey.Digest("sha256:" + hex.EncodeToString(all.Sum(nil))), Matters: matters},
		runkey.Part{Name: "library.flags", Value: runkey.List(flags()), Matters: matters},
		runkey.Part{Name: "library.arch", Value: runkey.Text(runtime.GOARCH), Matters: matters},
		runkey.Part{Name: "library.cc.command", Value: runkey.DigestOf([]byte(strings.Join(c.command, "\x00"))), Matters: matters},
		runkey.Part{Name: "library.cc.program", Value: runkey.DigestOf([]byte(c.program)), Matters: matters},
		runkey.Part{Name: "library.cc.version", Value: runkey.DigestOf([]byte(c.version)), Matters: matters},
		runkey.Part{Name: "library.cc.target", Value: runkey.DigestOf([]byte(c.target)), Matters: matters},
		runkey.Part{Name: "library.cc.macros", Value: runkey.DigestOf([]byte(c.macros)), Matters: matters},
	)
}

// sealed returns the bytes that stand for a key in the sum of a library, which
// under the name of another key is none.
func sealed(key *runkey.Key) []byte {
	text, err := key.MarshalJSON()
	if err != nil {
		panic("inject: a key that is no JSON") // New takes none
	}
	return text
}

func eachSource(take func(name string, text []byte) error) error {
	return fs.WalkDir(source, "shim", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := source.ReadFile(path)
		if err != nil {
			return err
		}
		return take(d.Name(), text)
	})
}

// build makes the library path in a folder of ours; it appears whole or not at
// all.
func (c *compiler) build(ctx context.Context, path string, key *runkey.Key) (err error) {
	dir, err := os.MkdirTemp(filepath.Dir(path), ".build-")
	if err != nil {
		return err
	}
	defer func() {
		if rerr := os.RemoveAll(dir); err == nil {
			err = rerr
		}
	}()
	err = eachSource(func(name string, text []byte) error {
		return os.WriteFile(filepath.Join(dir, name), text, 0o666)
	})
	if err != nil {
		return err
	}
	if _, err := c.run(ctx, dir, append(flags(), "-o", "inject.so", "inject.c")...); err != nil {
		return err
	}
	made := filepath.Join(dir, "inject.so")
	if err := seal(made, key); err != nil {
		return err
	}
	if err := os.Chmod(made, 0o755); err != nil { // whatever the umask is
		return err
	}
	return os.Rename(made, path)
}

// seal appends the sum and the trailer to a file.
func seal(path string, key *runkey.Key) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	h := sha256.New()
	if _, err = io.Copy(h, f); err == nil {
		h.Write(sealed(key))
		_, err = f.Write(append(h.Sum(nil), trailer...))
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}
