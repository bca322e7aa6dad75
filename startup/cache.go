package startup

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/trace/nvtx/inject"
)

// CacheVariables returns the variables that name folders in which programs keep
// compiled code. For each process they name folders of its session.
func CacheVariables() []string {
	return []string{
		"JAX_COMPILATION_CACHE_DIR", // JAX: executables
		"XDG_CACHE_HOME",            // whatever is below ~/.cache
		"CUDA_CACHE_PATH",           // NVIDIA's driver: machine code of PTX
		"CUPY_CACHE_DIR",            // kernels
		"NUMBA_CACHE_DIR",           // functions
		"TORCHINDUCTOR_CACHE_DIR",   // kernels
		"TRITON_CACHE_DIR",          // kernels
	}
}

// CacheWord stands for the folder of the caches in arguments of a command.
const CacheWord = "{cache}"

// A CacheSize is what caches hold.
type CacheSize struct {
	Files int   `json:"files"` // number of files in the caches
	Bytes int64 `json:"bytes"` // size of the files in the caches
}

// emptyCache makes the folder of the caches empty, but for one folder for each
// variable.
func (s *Session) emptyCache() error {
	if err := os.RemoveAll(s.cache); err != nil {
		return err
	}
	for _, name := range s.variables {
		if err := os.MkdirAll(filepath.Join(s.cache, name), 0o777); err != nil {
			return err
		}
	}
	if size, err := sizeOf(s.cache); err != nil || size.Files > 0 {
		return errors.Join(err, fmt.Errorf("%s: contains files after it was emptied: a process of an earlier run still writes there", s.cache))
	}
	return nil
}

// sizeOf counts the files below a folder. Those that go meanwhile do not count.
func sizeOf(dir string) (CacheSize, error) {
	var size CacheSize
	err := filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		info, err := d.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		size.Files++
		size.Bytes += info.Size()
		return nil
	})
	return size, err
}

// environ returns the environment of a process; raw is the folder for NVTX, "" for
// none.
func (s *Session) environ(raw string) []string {
	ours := map[string]string{}
	for _, name := range s.variables {
		ours[name] = filepath.Join(s.cache, name)
	}
	if raw != "" {
		ours[inject.EnvLibrary], ours[inject.EnvFolder] = s.o.Library, raw
	}
	var env []string
	for _, e := range s.o.Environ {
		name, _, _ := strings.Cut(e, "=")
		if _, ok := ours[name]; !ok {
			env = append(env, e)
		}
	}
	for name, value := range ours {
		env = append(env, name+"="+value)
	}
	slices.Sort(env)
	return env
}
