package slurm

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/nrkit/nrkit/internal/atomicfile"
)

// A Script says what the scripts of a job run.
type Script struct {
	Program  string // path of the program
	Command  string // of the program: slurm
	Prologue []byte // lines for the shell before it, such as module load
}

// Quote returns text as one word for a POSIX shell.
func Quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// Join returns words as a line for a POSIX shell, with quotes where they are needed.
func Join(words []string) string {
	var list []string
	for _, w := range words {
		if w == "" || strings.Trim(w, safe) != "" {
			w = Quote(w)
		}
		list = append(list, w)
	}
	return strings.Join(list, " ")
}

// safe are characters that mean themselves in a shell.
const safe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%"

// WriteScripts writes job.sh and merge.sh.
func (j *Job) WriteScripts(s *Script) error {
	call := Quote(s.Program) + " " + s.Command + " --out " + Quote(j.Dir)
	for _, f := range []struct{ name, says, does string }{
		{"job.sh", fmt.Sprintf("# A task of the job array: task $SLURM_ARRAY_TASK_ID, or the task that is the argument.\n# Tasks are 1 to %d.", j.Plan.Tasks),
			"exec " + call + ` --part "${1:-${SLURM_ARRAY_TASK_ID:?the argument is the number of a task}}"`},
		{"merge.sh", "# The step that joins the parts of the tasks.", "exec " + call + " --merge"},
	} {
		text := "#!/bin/bash\n" + f.says + "\n\n"
		if len(s.Prologue) > 0 {
			text += strings.TrimRight(string(s.Prologue), "\n") + "\n\n"
		}
		text += f.does + "\n"
		name := j.name(f.name)
		if err := atomicfile.WriteFile(name, func(w io.Writer) error { _, err := io.WriteString(w, text); return err }); err != nil {
			return err
		}
		if err := executable(name); err != nil {
			return err
		}
	}
	return nil
}

// executable lets everybody who may read a file execute it.
func executable(name string) error {
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	mode := info.Mode().Perm()
	return os.Chmod(name, mode|mode&0o444>>2)
}
