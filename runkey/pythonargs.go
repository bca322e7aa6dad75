package runkey

import (
	"os"
	"path/filepath"
	"strings"
)

// pythonOptions is what the words behind Python say.
type pythonOptions struct {
	module   string   // of -m
	code     bool     // -c: the text of the program is on the command line
	isolated bool     // -I, -E: variables of the environment are ignored
	noUser   bool     // -I, -s: packages of the user are ignored
	here     bool     // modules of this folder are found
	rest     []string // from the script on; behind the module or the text of -c
}

// readPythonOptions reads the options of Python.
func readPythonOptions(words []string) pythonOptions {
	o := pythonOptions{here: true}
	for len(words) > 0 {
		w := words[0]
		if len(w) < 2 || w[0] != '-' {
			break
		}
		words = words[1:]
		if w == "--" {
			break
		}
		if w[1] == '-' {
			if w == "--check-hash-based-pycs" && len(words) > 0 {
				words = words[1:]
			}
			continue
		}
		end := false
		words, end = o.cluster(w[1:], words)
		if end {
			break
		}
	}
	o.rest = words
	return o
}

// cluster reads the letters of an option, and the word behind where one of them
// has it. It ends the options where a letter says what is run.
func (o *pythonOptions) cluster(letters string, words []string) (rest []string, end bool) {
	for i, letter := range letters {
		switch letter {
		case 'I', 'E':
			o.isolated = true
			o.here = o.here && letter != 'I'
			o.noUser = o.noUser || letter == 'I'
		case 's':
			o.noUser = true
		case 'P':
			o.here = false
		case 'c', 'm', 'W', 'X', 'Q':
			value := letters[i+1:]
			if value == "" && len(words) > 0 {
				value, words = words[0], words[1:]
			}
			switch letter {
			case 'm':
				o.module = value
			case 'c':
				o.code = true
			}
			return words, letter == 'c' || letter == 'm'
		}
	}
	return words, false
}

// mainModule is what Python runs of a folder.
const mainModule = "__main__.py"

// pythonScript takes the word that Python takes for a script: a file, or a folder
// with a main module.
func (c Command) pythonScript(p *Program, w string) {
	switch {
	case w == "-":
	case c.takes(w):
		p.addScript(Script{w, filepath.Base(w)})
	case c.takes(filepath.Join(w, mainModule)):
		if path, err := filepath.Abs(w); err == nil { // . has a name, too
			p.addScript(Script{w, filepath.Base(path)})
		}
	}
}

// module takes the module that -m names, where it is in this folder or in one of
// PYTHONPATH: a file, or the folder of a package. Others are installed.
func (c Command) module(p *Program, o *pythonOptions) {
	var dirs []string
	if o.here && c.getenv("PYTHONSAFEPATH") == "" {
		dirs = append(dirs, ".")
	}
	if !o.isolated {
		dirs = append(dirs, filepath.SplitList(c.getenv("PYTHONPATH"))...)
	}
	path := filepath.Join(strings.Split(o.module, ".")...)
	for _, dir := range dirs {
		folder := filepath.Join(dir, path)
		if info, err := os.Stat(folder); err == nil && info.IsDir() && c.takes(filepath.Join(folder, mainModule)) {
			p.addScript(Script{folder, o.module})
			return
		}
		if c.takes(folder + ".py") {
			p.addScript(Script{folder + ".py", o.module})
			return
		}
	}
}
