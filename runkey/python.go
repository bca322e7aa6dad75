package runkey

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// A Python is the list of packages that are installed where an interpreter looks for
// modules.
type Python struct {
	Version  string    // such as 3.11
	Packages []Package // of which a key has the versions, by name
}

// A Package is one that is installed.
type Package struct{ Name, Version string }

// findPython returns the packages of an interpreter: those that its folders
// *.dist-info and *.egg-info name. The interpreter is not run. It is nil where the
// folder of its modules is not found.
//
// Folders are those of Python's module site, in its order: PYTHONPATH; in a
// virtual environment, which a pyvenv.cfg makes one, its own; unless it leaves them
// out, that of the user and those beside the program behind its links, which
// Debian calls dist-packages. What
// *.pth files add is not looked at.
func findPython(path string, o *pythonOptions, getenv func(string) string) *Python {
	if o.isolated {
		home := getenv("HOME")
		getenv = func(name string) string {
			if name == "HOME" {
				return home
			}
			return ""
		}
	}
	v := findVenv(path)
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		real = path
	}
	base := filepath.Dir(filepath.Dir(real))
	if home := getenv("PYTHONHOME"); home != "" {
		base, _, _ = strings.Cut(home, string(filepath.ListSeparator))
	}
	prefix := base
	if v.prefix != "" {
		prefix = v.prefix
	}
	p := &Python{Version: pythonVersion(real, v.version, prefix)}
	sites := sitesOf(prefix, p.Version)
	if len(sites) == 0 {
		return nil
	}
	dirs := filepath.SplitList(getenv("PYTHONPATH"))
	if v.prefix != "" {
		dirs = append(dirs, sites...)
	}
	if v.prefix == "" || v.system {
		if !o.noUser && getenv("PYTHONNOUSERSITE") == "" {
			dirs = append(dirs, userSite(p.Version, getenv))
		}
		dirs = append(dirs, sitesOf(base, p.Version)...)
	}
	p.Packages = installed(dirs)
	return p
}

// A venv is a virtual environment.
type venv struct {
	prefix  string // "" for none
	version string // of Python, as its file has it
	system  bool   // it has the packages of the system, too
}

// findVenv reads the pyvenv.cfg in the folder of an interpreter or around it.
func findVenv(path string) venv {
	dir := filepath.Dir(path)
	for _, prefix := range []string{dir, filepath.Dir(dir)} {
		text, err := readSmall(filepath.Join(prefix, "pyvenv.cfg"))
		if err != nil {
			continue
		}
		v := venv{prefix: prefix}
		for line := range strings.Lines(text) {
			key, value, _ := strings.Cut(line, "=")
			value = strings.TrimSpace(value)
			switch strings.ToLower(strings.TrimSpace(key)) {
			case "version", "version_info":
				v.version = value
			case "include-system-site-packages":
				v.system = strings.EqualFold(value, "true")
			}
		}
		return v
	}
	return venv{}
}

// maxSmall is how large a file of settings is at most.
const maxSmall = 64 << 10

func readSmall(path string) (string, error) {
	f, err := openRegular(path)
	if err != nil {
		return "", err
	}
	defer f.Close() // was only read
	text := make([]byte, maxSmall)
	n, _ := f.Read(text) // an empty file has nothing
	return string(text[:n]), nil
}

// pythonVersion returns the version up to its second number: of the name of the
// program, of its environment, or of the one folder of modules.
func pythonVersion(real, cfg, prefix string) string {
	for _, s := range []string{strings.TrimLeft(filepath.Base(real), "abcdefghijklmnopqrstuvwxyz"), cfg} {
		numbers := strings.SplitN(strings.TrimRight(s, "abcdefghijklmnopqrstuvwxyz"), ".", 3)
		if len(numbers) >= 2 && isNumber(numbers[0]) && isNumber(numbers[1]) {
			return numbers[0] + "." + numbers[1]
		}
	}
	found, err := filepath.Glob(filepath.Join(prefix, "lib", "python3.*"))
	if err != nil || len(found) != 1 {
		return ""
	}
	return strings.TrimPrefix(filepath.Base(found[0]), "python")
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// sitesOf returns the folders of packages below a prefix that are there.
func sitesOf(prefix, version string) []string {
	var dirs []string
	for _, name := range []string{"lib/python" + version + "/site-packages", "lib64/python" + version + "/site-packages",
		"lib/pypy" + version + "/site-packages", "local/lib/python" + version + "/dist-packages", "lib/python3/dist-packages"} {
		dirs = append(dirs, filepath.Join(prefix, filepath.FromSlash(name)))
	}
	if runtime.GOOS == "windows" {
		dirs = []string{filepath.Join(prefix, "Lib", "site-packages")}
	} else if version == "" {
		return nil
	}
	return slices.DeleteFunc(dirs, func(dir string) bool {
		info, err := os.Stat(dir)
		return err != nil || !info.IsDir()
	})
}

// userSite returns the folder of the packages of the user.
func userSite(version string, getenv func(string) string) string {
	base := getenv("PYTHONUSERBASE")
	if base == "" {
		home := getenv("HOME")
		if home == "" {
			return ""
		}
		base = filepath.Join(home, ".local")
	}
	return filepath.Join(base, "lib", "python"+version, "site-packages")
}

// installed returns the packages that the folders have, of which the first that
// has one counts; only those that a key has.
func installed(dirs []string) []Package {
	var list []Package
	for _, dir := range dirs {
		if dir == "" {
			continue
		}
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue // it need not be there
		}
		var here []Package
		for _, e := range entries {
			if p, ok := packageOf(e.Name()); ok && !slices.ContainsFunc(list, func(q Package) bool { return q.Name == p.Name }) {
				here = append(here, p)
			}
		}
		list = append(list, here...)
	}
	slices.SortFunc(list, func(a, b Package) int { return strings.Compare(a.Name+"\x00"+a.Version, b.Name+"\x00"+b.Version) })
	return slices.CompactFunc(list, func(a, b Package) bool { return a.Name == b.Name }) // left-overs of an upgrade in one folder
}

// packageOf reads the name of a folder NAME-VERSION.dist-info, or of what older
// tools write, NAME-VERSION-pyN.egg-info. It is false for a package that no key has.
func packageOf(entry string) (p Package, ok bool) {
	name, found := strings.CutSuffix(entry, ".dist-info")
	if !found {
		if name, found = strings.CutSuffix(entry, ".egg-info"); !found {
			return p, false
		}
		if k := strings.LastIndex(name, "-py"); k >= 0 && strings.Trim(name[k+3:], ".0123456789") == "" {
			name = name[:k]
		}
	}
	k := strings.LastIndexByte(name, '-')
	if k <= 0 {
		return p, false
	}
	p.Name = strings.Join(strings.FieldsFunc(strings.ToLower(name[:k]), func(r rune) bool { return strings.ContainsRune("-_.", r) }), "-")
	p.Version = clean([]byte(name[k+1:]))
	return p, p.Version != "" && visible(p.Name) == p.Name && (slices.Contains(packages(), p.Name) || slices.ContainsFunc(packagePrefixes(), func(s string) bool {
		return strings.HasPrefix(p.Name, s)
	}))
}

// packages are those whose versions a key has: what compiles, and what computes.
func packages() []string {
	return []string{"jax", "jaxlib", "ml-dtypes", "numpy", "scipy", "torch", "triton", "pytorch-triton", "tensorflow", "numba", "llvmlite", "mkl", "mkl-service",
		"cython", "pandas", "mpi4py", "petsc4py", "libtpu", "intel-openmp", "nvtx", "warp-lang", "equinox", "diffrax", "lineax", "optimistix", "jaxopt", "scikit-umfpack", "klujax"}
}

// packagePrefixes begin the names of others: wheels of CUDA and of ROCm, plugins.
func packagePrefixes() []string {
	return []string{"nvidia-", "cuda-", "jax-cuda", "jax-rocm", "jax-metal", "cupy", "libtpu-", "tensorflow-", "rocm-", "nvmath-"}
}
