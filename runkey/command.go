package runkey

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A Command is a command line as a process gets it.
type Command struct {
	Args []string // name and arguments
	Env  []string // entries NAME=value; the last entry of a name counts

	// Skip reports whether a path is no part of the identity, such as one that the
	// caller makes; nil for none.
	Skip func(path string) bool
}

// A Program is what a command line runs, as far as the line and the files that it
// names show.
type Program struct {
	Path    string   // of the file that the operating system runs in the end; "" without such a file
	Scripts []Script // that an interpreter runs, in their order
	Inputs  []string // other regular files that are there
	Python  *Python  // nil for another program
	Env     []string // NAME=value that env sets on the command line; the last entry of a name counts
	More    int      // files that were not looked at, since there are too many

	outputs []string // of the inputs, those that were written
}

// A Script is text that an interpreter runs.
type Script struct {
	Path string // a file, or a folder of modules of Python
	Name string // for people: of the file or of the module
}

// maxFiles is how many files of a command line are looked at.
const maxFiles = 256

// maxLinks is how many programs may start one another on a command line.
const maxLinks = 8

// Program finds what the command line runs. It starts no process, opens nothing
// but regular files, and reads the first line of scripts and small files of
// Python's environments.
//
// A command that starts the program named after it, such as env, mpirun and numactl,
// is skipped. After conda and similar commands, which choose another program than
// PATH does, only scripts and inputs are known. A script that is run by its name,
// with #! and an interpreter in its first line, counts as that interpreter with the
// script. For a shell's -c the words of the argument are used.
//
// Scripts are the file that the interpreter takes as its script, further files with
// the ending of a programming language, and further programs. Other files that a
// word names, or that follow the = of a word, are inputs. Words are paths from the
// current folder.
func (c Command) Program() *Program {
	p := &Program{}
	args, elsewhere := c.Args, false
	for range maxLinks {
		if len(args) == 0 {
			return p
		}
		path := c.look(args[0])
		if path == "" {
			return p
		}
		if rest := c.started(args, path); rest != nil {
			p.Env = append(p.Env, assignments(args, rest)...)
			c.Env = slices.Concat(c.Env, assignments(args, rest))
			elsewhere = elsewhere || changesEnvironment(args[0])
			args = rest
			continue
		}
		if real := c.pyenvTarget(path); real != "" {
			args = append([]string{real}, args[1:]...)
			continue
		}
		if line := shebang(path); line != nil {
			args = slices.Concat(line, []string{path}, args[1:])
			continue
		}
		p.Path = path
		c.words(p, args)
		if elsewhere {
			p.Path, p.Python = "", nil
		}
		return p
	}
	return p
}

// words sorts the words of a command whose program is found.
func (c Command) words(p *Program, args []string) {
	kind := interpreterOf(args[0])
	if kind == "" {
		kind = interpreterOf(p.Path)
	}
	rest := args[1:]
	switch kind {
	case "":
	case python:
		options := readPythonOptions(rest)
		p.Python = findPython(p.Path, &options, c.getenv)
		rest = options.rest
		switch {
		case options.module != "":
			c.module(p, &options)
		case !options.code && len(rest) > 0:
			c.pythonScript(p, rest[0])
			rest = rest[1:]
		}
	case shell:
		if text, after, ok := shellText(rest); ok {
			c.shellWords(p, text)
			rest = after
			break
		}
		fallthrough
	default:
		rest = c.firstScript(p, rest)
	}
	for i, w := range rest {
		if i > 0 && strings.HasPrefix(rest[i-1], "-") && namesSecret(rest[i-1]) {
			continue // it is what the option has
		}
		c.word(p, w)
	}
}

// firstScript takes the first word that names a file for a script, and returns
// the other words.
func (c Command) firstScript(p *Program, words []string) []string {
	for i, w := range words {
		if !strings.HasPrefix(w, "-") && c.takes(w) {
			p.addScript(Script{w, filepath.Base(w)})
			return slices.Concat(words[:i], words[i+1:])
		}
	}
	return words
}

// word takes the file that a word of a command line names, or the part of it
// behind its first =.
func (c Command) word(p *Program, w string) {
	if namesSecret(w) {
		return
	}
	for _, path := range []string{w, after(w, "=")} {
		if path == "" || strings.HasPrefix(path, "-") || !c.takes(path) {
			continue
		}
		switch {
		case len(p.Inputs)+len(p.Scripts) >= maxFiles:
			p.More++
		case isSource(path) || isExecutable(path):
			p.addScript(Script{path, filepath.Base(path)})
		case !slices.Contains(p.Inputs, path):
			p.Inputs = append(p.Inputs, path)
		}
		return
	}
}

// namesSecret reports whether a word of a command line names a file with a secret,
// of which no key has even the digest: --token-file=t, /run/secrets/db, id_rsa.
func namesSecret(w string) bool {
	words := strings.FieldsFunc(strings.ToUpper(w), func(r rune) bool { return !('A' <= r && r <= 'Z' || '0' <= r && r <= '9') })
	return secret(strings.Join(slices.DeleteFunc(words, func(s string) bool { return strings.HasPrefix(s, "TOKENIZ") }), "_")) ||
		slices.ContainsFunc(words, func(s string) bool { return slices.Contains([]string{"RSA", "ED25519", "ECDSA", "NETRC", "PEM"}, s) })
}

func after(s, mark string) string {
	_, rest, _ := strings.Cut(s, mark)
	return rest
}

func (p *Program) addScript(s Script) {
	if !slices.Contains(p.Scripts, s) {
		p.Scripts = append(p.Scripts, s)
	}
}

// shellWords takes what the words of a shell's command name, without knowing its
// language: quotation marks and operators end words. What an interpreter is named
// before is a script.
func (c Command) shellWords(p *Program, text string) {
	const operators = " \t\r\n;|&<>()'\"`"
	kind := ""
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(operators, r) }) {
		if k := interpreterOf(w); k != "" {
			kind = k
			continue
		}
		switch {
		case strings.HasPrefix(w, "-") || !c.takes(w):
		case kind != "":
			p.addScript(Script{w, filepath.Base(w)})
			kind = ""
		default:
			c.word(p, w)
		}
	}
}

// takes reports whether a word names a regular file that may be read without
// waiting and is not to be left out.
func (c Command) takes(path string) bool {
	if c.Skip != nil && c.Skip(path) {
		return false
	}
	slashed := filepath.ToSlash(path)
	for _, system := range []string{"/dev/", "/proc/", "/sys/"} {
		if strings.HasPrefix(slashed, system) && !strings.HasPrefix(slashed, "/dev/shm/") {
			return false
		}
	}
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// getenv returns the value of a variable, "" without one.
func (c Command) getenv(name string) string {
	for _, e := range slices.Backward(c.Env) {
		if value, ok := strings.CutPrefix(e, name+"="); ok {
			return value
		}
	}
	return ""
}
