package runkey

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// look returns the path of a program as the command's PATH has it, "" without one.
func (c Command) look(name string) string { return c.lookBut(name, "") }

// lookBut is look, without a folder of PATH.
func (c Command) lookBut(name, without string) string {
	if strings.ContainsRune(name, '/') || strings.ContainsRune(name, filepath.Separator) {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
		return ""
	}
	for _, dir := range filepath.SplitList(c.getenv("PATH")) {
		if dir == "" || without != "" && filepath.Clean(dir) == without {
			continue
		}
		if path, err := exec.LookPath(dir + string(filepath.Separator) + name); err == nil {
			return path
		}
	}
	return ""
}

// starter reports whether a program starts the one that is named behind its
// options, and how many words of its own stand before those.
func starter(name string) (words int, ok bool) {
	switch name {
	case "env", "sudo", "nice", "nohup", "time", "timeout", "stdbuf", "setsid", "ionice", "chrt", "taskset", "numactl", "setarch", "linux64", "x86_64", "i386",
		"catchsegv", "xvfb-run", "strace", "ltrace", "valgrind", "mpirun", "mpiexec", "orterun", "prterun", "srun", "aprun", "jsrun",
		"ncu", "rocprof", "rocprofv3", "compute-sanitizer":
		return 0, true
	case "perf", "nsys", "flux", "conda", "mamba", "micromamba", "uv", "poetry", "pipenv":
		return 1, true
	}
	return 0, false
}

// changesEnvironment reports whether a starter chooses the program in an
// environment of its own.
func changesEnvironment(name string) bool {
	words, ok := starter(filepath.Base(name))
	return ok && words == 1 && !slices.Contains([]string{"perf", "nsys", "flux"}, filepath.Base(name))
}

// assignments returns the variables NAME=value that env sets for the program of
// which rest is the command line; nil for another starter.
func assignments(args, rest []string) []string {
	if filepath.Base(args[0]) != "env" {
		return nil
	}
	var list []string
	for _, w := range args[1 : len(args)-len(rest)] {
		if strings.Contains(w, "=") && !strings.HasPrefix(w, "-") {
			list = append(list, w)
		}
	}
	return list
}

// started returns the words from the program on that a starter starts, nil where
// the first word is none. That is the first word that is a program, which the
// values of options rarely are, or what follows a -- before it. Of nrprof it is
// what follows --.
func (c Command) started(args []string, path string) []string {
	name := filepath.Base(args[0])
	skip, ok := starter(name)
	if !ok && name != "nrprof" {
		return nil
	}
	for i, w := range args[1:] {
		switch {
		case w == "--":
			return args[i+2:]
		case !ok || i < skip || strings.HasPrefix(w, "-") || strings.Contains(w, "="):
		case c.look(w) != "" && !sameProgram(c.look(w), path):
			return args[i+1:]
		}
	}
	return nil
}

func sameProgram(a, b string) bool {
	x, xerr := os.Stat(a)
	y, yerr := os.Stat(b)
	return xerr == nil && yerr == nil && os.SameFile(x, y)
}

// Kinds of interpreters.
const (
	python = "python"
	shell  = "shell"
	other  = "other"
)

// versioned reports whether a text may follow the name of an interpreter: 3.11,
// -9.2, -cli, 3t.
func versioned(s string) bool {
	s = strings.TrimSuffix(strings.TrimSuffix(s, "-cli"), "t")
	return strings.Trim(s, "-.0123456789") == ""
}

// interpreterOf returns the kind of interpreter that a program is by its name, ""
// for none.
func interpreterOf(path string) string {
	name := strings.TrimSuffix(strings.ToLower(filepath.Base(path)), ".exe")
	for _, x := range [...]struct {
		kind  string
		names []string
	}{
		{python, []string{"python", "pythonw", "pypy", "ipython"}},
		{shell, []string{"sh", "bash", "dash", "zsh", "ksh", "ash", "busybox"}},
		{other, []string{"julia", "octave", "matlab", "rscript", "perl", "ruby", "node", "deno", "bun", "lua", "luajit", "tclsh",
			"wish", "guile", "gnuplot", "scilab", "java", "php", "maxima", "gp", "sage", "fish", "csh", "tcsh", "wine", "mono"}},
	} {
		for _, n := range x.names {
			if rest, ok := strings.CutPrefix(name, n); ok && versioned(rest) {
				return x.kind
			}
		}
	}
	return ""
}

// isSource reports whether the ending of a file is that of a programming
// language.
func isSource(path string) bool {
	return slices.Contains([]string{".py", ".pyw", ".pyz", ".jl", ".m", ".r", ".sh", ".bash", ".zsh", ".pl", ".rb", ".js", ".mjs", ".ts", ".lua", ".tcl",
		".scm", ".sce", ".php", ".jar", ".ipynb", ".gp", ".cu", ".cl", ".ptx", ".c", ".cc", ".cpp", ".f90", ".go", ".va"}, strings.ToLower(filepath.Ext(path)))
}

// isExecutable reports whether a file is a program: it may be executed, and begins
// as one of Linux, of macOS, or a script.
func isExecutable(path string) bool {
	info, err := os.Stat(path)
	if err != nil || info.Mode()&0o111 == 0 {
		return false
	}
	head := firstLine(path)
	return slices.ContainsFunc([]string{"\x7fELF", "\xcf\xfa\xed\xfe", "#!"}, func(magic string) bool { return strings.HasPrefix(head, magic) })
}

// maxLine is how much of a file is read for its first line.
const maxLine = 512

// shebang returns the words of the first line of a script that names its
// interpreter, nil without one: the interpreter, and at most one argument, or
// what env -S has.
func shebang(path string) []string {
	f, err := openRegular(path)
	if err != nil {
		return nil
	}
	defer f.Close() // was only read
	head := make([]byte, maxLine)
	n, _ := f.Read(head) // an empty file is none
	line, ok := strings.CutPrefix(string(head[:n]), "#!")
	if !ok {
		return nil
	}
	line, _, _ = strings.Cut(line, "\n")
	name, argument, _ := strings.Cut(strings.TrimSpace(line), " ")
	argument = strings.TrimSpace(argument)
	switch text, split := strings.CutPrefix(argument, "-S"); {
	case name == "":
		return nil
	case argument == "":
		return []string{name}
	case split && filepath.Base(name) == "env":
		return append([]string{name}, strings.Fields(text)...)
	}
	return []string{name, argument}
}

// shellText returns what a shell's option -c has, and the words behind.
func shellText(words []string) (text string, rest []string, ok bool) {
	value := false // the word before has this one
	for i, w := range words {
		if value {
			value = false
			continue
		}
		if len(w) < 2 || w[0] != '-' && w[0] != '+' {
			return "", nil, false
		}
		switch {
		case w[1] == 'o' || w[1] == 'O': // -o pipefail
			value = len(w) == 2
		case w[0] == '-' && w[1] != '-' && strings.ContainsRune(w, 'c') && i+1 < len(words):
			return words[i+1], words[i+2:], true
		}
	}
	return "", nil, false
}
