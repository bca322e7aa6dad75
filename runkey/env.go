package runkey

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// A Variable is an entry of the list of variables of the environment that a key
// has.
type Variable struct {
	Pattern string    // a name, or the start of names and *
	Matters []Purpose // the purposes for which a difference matters
	Why     string
}

// variables is the list, in which the first entry that fits a name counts.
var variables = [...]struct {
	pattern string
	matters mask
	why     string
}{
	{"XLA_FLAGS", toAll, "options of XLA's compiler and runtime"},
	{"LIBTPU_INIT_ARGS", toAll, "options of XLA on TPUs"},
	{"JAX_COMPILATION_CACHE_DIR", told, "folder of compiled code; its place has no effect on the code"},
	{"JAX_COORDINATOR_*", told, "where the coordinator of a job listens"},
	{"JAX_TRACEBACK_*", told, "text of error messages"},
	{"JAX_LOG_*", toTiming, "logging"},
	{"JAX_*", toAll, "configuration of JAX: precision, platforms, compilation"},
	{"ENABLE_PJRT_COMPATIBILITY", toAll, "how XLA calls plugins"},
	{"TF_CPP_*", toTiming, "logging of XLA, which takes time"},
	{"TF_XLA_FLAGS", toAll, "options of XLA under TensorFlow"},
	{"TF_GPU_*", toTiming | toResults, "allocation and threads of GPU devices"},
	{"TF_FORCE_*", toTiming | toResults, "allocation of GPU memory"},
	{"TF_DETERMINISTIC_OPS", toTiming | toResults, "order of sums"},
	{"TF_CUDNN_*", toTiming | toResults, "choice of algorithms"},
	{"XLA_PYTHON_CLIENT_*", toTiming, "allocation of GPU memory"},
	{"CUDA_VISIBLE_DEVICES", toTiming | toResults, "which GPUs are used, and their order"},
	{"CUDA_DEVICE_ORDER", toTiming | toResults, "order in which GPUs are numbered"},
	{"CUDA_CACHE_*", toTiming, "the driver's cache of compiled code"},
	{"CUDA_FORCE_PTX_JIT", toAll, "the driver compiles the code"},
	{"CUDA_DISABLE_PTX_JIT", toAll, "the driver does not compile code"},
	{"CUDA_HOME", toCode, "which toolkit compiles the code"},
	{"CUDA_PATH", toCode, "which toolkit compiles the code"},
	{"CUDA_INJECTION64_PATH", toTiming, "a profiling tool is loaded"},
	{"CUDA_*", toTiming | toResults, "how the CUDA driver runs work: blocking launches, lazy loading, MPS"},
	{"CUDNN_*", toTiming | toResults, "choice of algorithms"},
	{"CUBLAS_*", toTiming | toResults, "workspace, and with it the order of sums"},
	{"NVIDIA_TF32_OVERRIDE", toTiming | toResults, "precision of products"},
	{"NVIDIA_VISIBLE_DEVICES", toTiming | toResults, "which GPUs the container has"},
	{"NVIDIA_*", told, "information and settings of NVIDIA containers"},
	{"NCCL_*", toTiming | toResults, "communication between devices: order of sums"},
	{"NVTX_INJECTION64_PATH", toTiming, "a profiling tool is loaded"},
	{"HIP_VISIBLE_DEVICES", toTiming | toResults, "which GPUs are used"},
	{"ROCR_VISIBLE_DEVICES", toTiming | toResults, "which GPUs are used"},
	{"HSA_OVERRIDE_GFX_VERSION", toAll, "GPU for which code is compiled"},
	{"HIP_PLATFORM", toAll, "whether HIP compiles for GPUs of AMD or NVIDIA"},
	{"ROCM_PATH", toCode, "which toolkit compiles the code"},
	{"OMP_*", toTiming | toResults, "threads of OpenMP: their number changes the order of sums"},
	{"GOMP_*", toTiming, "where threads of OpenMP run"},
	{"KMP_*", toTiming, "where threads of OpenMP run"},
	{"MKL_*", toTiming | toResults, "threads and instructions of MKL"},
	{"OPENBLAS_*", toTiming | toResults, "threads and kernels of OpenBLAS"},
	{"BLIS_*", toTiming | toResults, "threads and kernels of BLIS"},
	{"VECLIB_MAXIMUM_THREADS", toTiming | toResults, "threads of Accelerate"},
	{"NUMEXPR_*", toTiming | toResults, "threads of numexpr"},
	{"NPY_*", toTiming | toResults, "instructions that NumPy uses"},
	{"ONEDNN_*", toTiming | toResults, "instructions that oneDNN uses"},
	{"DNNL_*", toTiming | toResults, "instructions that oneDNN uses"},
	{"TBB_*", toTiming, "threads"},
	{"JULIA_CPU_TARGET", toAll, "CPU for which Julia compiles"},
	{"JULIA_NUM_THREADS", toTiming | toResults, "threads of Julia"},
	{"PYTHONPATH", toTiming | toResults, "which modules are loaded"},
	{"PYTHONHOME", toTiming | toResults, "which modules are loaded"},
	{"VIRTUAL_ENV", told, "folder of the environment; the parts python.* describe its contents"},
	{"CONDA_PREFIX", told, "folder of the environment; the parts python.* describe its contents"},
	{"PYTHONHASHSEED", toResults, "order of sets, and of results computed from sets"},
	{"PYTHONOPTIMIZE", toTiming, "whether Python checks assertions"},
	{"MALLOC_*", toTiming, "how memory is allocated"},
	{"GLIBC_TUNABLES", toTiming | toResults, "instructions that the C library uses, and how memory is allocated"},
	{"LD_PRELOAD", toTiming | toResults, "functions that replace functions of libraries"},
	{"LD_LIBRARY_PATH", toTiming | toResults, "which libraries are loaded"},
	{"LD_BIND_NOW", toTiming, "when the loader resolves functions"},
	{"DYLD_INSERT_LIBRARIES", toTiming | toResults, "functions that replace functions of libraries"},
	{"DYLD_LIBRARY_PATH", toTiming | toResults, "which libraries are loaded"},
	{"CC", toCode, "which compiler runs"},
	{"CXX", toCode, "which compiler runs"},
	{"CFLAGS", toCode, "options of compilers"},
	{"CXXFLAGS", toCode, "options of compilers"},
	{"NVCC_*", toCode, "options of nvcc"},
	{"TRITON_*", toAll, "configuration of Triton's compiler"},
	{"GOAMD64", toCode, "CPU for which Go compiles"},
	{"GOARM64", toCode, "CPU for which Go compiles"},
	{"GOMAXPROCS", toTiming, "threads that run Go code"},
	{"GODEBUG", toTiming | toResults, "switches of the Go runtime, among them instructions that it uses"},
	{"GOGC", toTiming, "how often Go collects garbage"},
	{"GOMEMLIMIT", toTiming, "how often Go collects garbage"},
	{"GOEXPERIMENT", toCode, "switches of the Go compiler"},
	{"NVPL_*", toTiming | toResults, "instructions and threads of NVIDIA's CPU libraries"},
}

// Variables returns the list, in which the first entry that fits a name counts.
// docs/key.md prints it.
func Variables() []Variable {
	var list []Variable
	for _, v := range variables {
		list = append(list, Variable{v.pattern, v.matters.list(), v.why})
	}
	return list
}

// Environment returns the parts of an environment of entries NAME=value, in which
// the first entry of a name counts.
func Environment(entries []string) Group { return Group{Parts: envParts(entries), All: "env"} }

// envParts returns a part for each variable of the list that is set.
func envParts(entries []string) []Part {
	var parts []Part
	for _, e := range entries {
		name, value, ok := strings.Cut(e, "=")
		if !ok || !mayMatter(name) {
			continue
		}
		i := variable(name)
		if i < 0 || secret(name) || !validName("env."+name) ||
			slices.ContainsFunc(parts, func(p Part) bool { return p.Name[len("env."):] == name }) {
			continue
		}
		parts = append(parts, Part{"env." + name, envValue(value), variables[i].matters.list()})
	}
	return parts
}

// mayMatter sorts out quickly most names that are not in the list: those of it
// have two characters at least, and no lower-case letters.
func mayMatter(name string) bool {
	for i := range len(name) {
		if c := name[i]; 'a' <= c && c <= 'z' {
			return false
		}
	}
	return len(name) >= 2
}

// variable returns the place of the first entry that fits a name, -1 without one.
func variable(name string) int {
	for i := range variables {
		if p := variables[i].pattern; p[0] == name[0] && p[1] == name[1] && fits(p, name) {
			return i
		}
	}
	return -1
}

func fits(pattern, name string) bool {
	if start, ok := strings.CutSuffix(pattern, "*"); ok {
		return len(name) > len(start) && strings.HasPrefix(name, start)
	}
	return name == pattern
}

// envValue returns the value of a variable; one that is not text is its digest.
func envValue(s string) Value {
	if !utf8.ValidString(s) {
		return DigestOf([]byte(s))
	}
	return Text(withoutLogin(s))
}

// secret says whether the name of a variable is one of a secret, which no key
// has, whatever the list says.
func secret(name string) bool {
	for _, part := range [...]string{"TOKEN", "SECRET", "PASSW", "PASSPHRASE", "CREDENTIAL", "APIKEY", "COOKIE"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	words := strings.Split(name, "_")
	for i, w := range words {
		switch w {
		case "AUTH", "PRIVATE":
			return true
		case "KEY":
			if i > 0 && (words[i-1] == "API" || words[i-1] == "ACCESS" || words[i-1] == "LICENSE" || words[i-1] == "SSH") {
				return true
			}
		}
	}
	return false
}

// withoutLogin returns a text with an ellipsis in the place of user and
// password of the addresses in it.
func withoutLogin(s string) string {
	const mark = "://"
	from := 0
	for {
		i := strings.Index(s[from:], mark)
		if i < 0 {
			return s
		}
		from += i + len(mark)
		rest := s[from:]
		if end := strings.IndexAny(rest, "/ ,;'\"?#"); end >= 0 {
			rest = rest[:end]
		}
		if at := strings.LastIndexByte(rest, '@'); at > 0 && rest[:at] != "…" {
			s = s[:from] + "…" + s[from+at:]
		}
	}
}
