package slurm

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/hint"
)

func TestList(t *testing.T) {
	for want, list := range map[string][]int{"": nil, "1": {1}, "1-2": {1, 2}, "1,3-5,9": {1, 3, 4, 5, 9}} {
		if got := List(list); got != want {
			t.Errorf("%v: got %s, want %s", list, got, want)
		}
	}
}

func TestCheckOption(t *testing.T) {
	for _, ok := range []string{"--partition=short", "-pshort", "-A", "--mem=4G", "--array-x"} {
		if err := CheckOption(ok); err != nil {
			t.Errorf("%s: %v", ok, err)
		}
	}
	for _, bad := range []string{"", "-", "--", "short", "--array=1-9", "-a1-9", "-a", "--wrap=x", "--dependency", "-Dx", "--parsable"} {
		if CheckOption(bad) == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

func TestStates(t *testing.T) {
	got := states("12 PENDING\n12 RUNNING\n12 PENDING\n13 PENDING\n120 RUNNING\n", []string{"12", "13"})
	if want := []string{"job 12: 2 pending", "job 12: 1 running", "job 13: 1 pending"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// program puts a shell script into a folder that is PATH from then on.
func program(t *testing.T, scripts map[string]string) (dir string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the stand-ins for Slurm are shell scripts")
	}
	dir = t.TempDir()
	for name, text := range scripts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir)
	return dir
}

// A submission is an array and a merge after it. Each has the options of the site, and
// the variables of the job that submits are not passed on.
func TestSubmit(t *testing.T) {
	dir := program(t, map[string]string{"sbatch": `
n=4
while IFS= read -r line; do n=$((n+1)); done <"$LOG"
printf '%s|' "$@" "job=$SLURM_JOB_ID" "conf=$SLURM_CONF" >>"$LOG"
echo >>"$LOG"
echo "$n;cluster"
`})
	log := filepath.Join(dir, "log")
	write(t, log, "")
	t.Setenv("LOG", log)
	t.Setenv("SLURM_JOB_ID", "99")
	t.Setenv("SLURM_CONF", "/conf")
	j := job(t, 3, "a", "b", "c")
	s := &Submission{Tasks: "1,3", Try: 1, Retries: 2, Options: []string{"--comment=it's"}}
	if err := j.Submit(context.Background(), s); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	common := "--parsable|--requeue|--open-mode=append|--chdir=" + j.Dir + "|--job-name=out [1]|--output=logs/"
	want := common + "%a.txt|--array=1,3|--comment=it's|" + j.Dir + "/job.sh|job=|conf=/conf|\n" +
		common + "merge.txt|--dependency=afterany:4|--comment=it's|" + j.Dir + "/merge.sh|job=|conf=/conf|\n"
	if string(text) != want {
		t.Errorf("got\n%swant\n%s", text, want)
	}
	last, err := j.Latest()
	if err != nil || last.Array != "4" || last.Merge != "5" || last.Tasks != "1,3" || last.Retries != 2 || !slices.Equal(last.Options, s.Options) {
		t.Errorf("got %+v, %v", last, err)
	}
}

// Errors of sbatch are its last line. A merge that is refused does not hide the array.
func TestSubmitErrors(t *testing.T) {
	j := job(t, 1, "a")
	program(t, map[string]string{"sbatch": "echo 'sbatch: error: more' >&2; echo 'sbatch: error: invalid partition' >&2; exit 1"})
	err := j.Submit(context.Background(), &Submission{Tasks: "1", Try: 1})
	if err == nil || err.Error() != "sbatch: error: invalid partition" {
		t.Errorf("got %v", err)
	}
	if last, err := j.Latest(); last != nil || err != nil {
		t.Errorf("got %+v, %v", last, err)
	}
	program(t, map[string]string{"sbatch": "echo hello"})
	if err = j.Submit(context.Background(), &Submission{Tasks: "1", Try: 1}); err == nil || err.Error() != `sbatch printed "hello\n", want the id of the job` {
		t.Errorf("got %v", err)
	}
	program(t, map[string]string{"sbatch": `case $* in *--dependency*) echo refused >&2; exit 1;; esac; echo 7`})
	err = j.Submit(context.Background(), &Submission{Tasks: "1", Try: 1})
	if err == nil || err.Error() != "the tasks are submitted as job 7, the merge is not: refused" {
		t.Errorf("got %v", err)
	}
	if last, err := j.Latest(); err != nil || last == nil || last.Array != "7" || last.Merge != "" {
		t.Errorf("got %+v, %v", last, err)
	}
	program(t, nil)
	if err = j.Submit(context.Background(), &Submission{Tasks: "1", Try: 1}); err == nil || hint.Of(err) == "" {
		t.Errorf("without sbatch: got %v", err)
	}
}

func TestActive(t *testing.T) {
	s := &Submission{Array: "12", Merge: "13"}
	program(t, map[string]string{"squeue": "echo '12 RUNNING'"})
	if got, err := Active(context.Background(), s); err != nil || !slices.Equal(got, []string{"job 12: 1 running"}) {
		t.Errorf("got %v, %v", got, err)
	}
	program(t, map[string]string{"squeue": "echo 'squeue: error: no controller' >&2; exit 1"})
	if _, err := Active(context.Background(), s); err == nil || err.Error() != "squeue: error: no controller" {
		t.Errorf("got %v", err)
	}
	program(t, nil)
	if got, err := Active(context.Background(), s); got != nil || err != nil {
		t.Errorf("without squeue: got %v, %v", got, err)
	}
}

// A shell reads the names in scripts and in printed commands as they are.
func TestScripts(t *testing.T) {
	sh, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash")
	}
	dir := filepath.Join(t.TempDir(), "it's \"$HOME\" `x` \\ \n *")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Skip(err)
	}
	print := filepath.Join(dir, "print words")
	if err := os.WriteFile(print, []byte("#!/bin/sh\nprintf '<%s>' \"$WHERE\" \"$@\""), 0o777); err != nil {
		t.Fatal(err)
	}
	p, err := NewPlan("captures", "/data", []string{"a", "b"}, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	j, _, err := Create(filepath.Join(dir, "out"), ".part", p, true)
	if err != nil {
		t.Fatal(err)
	}
	if err := j.WriteScripts(&Script{Program: print, Command: "slurm", Prologue: []byte("export WHERE='a node'")}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		env  string
		args []string
		want string
	}{
		{"SLURM_ARRAY_TASK_ID=2", []string{j.name("job.sh")}, "<a node><slurm><--out><" + j.Dir + "><--part><2>"},
		{"SLURM_ARRAY_TASK_ID=2", []string{j.name("job.sh"), "1"}, "<a node><slurm><--out><" + j.Dir + "><--part><1>"},
		{"X=", []string{j.name("merge.sh")}, "<a node><slurm><--out><" + j.Dir + "><--merge>"},
		{"X=", []string{"-c", "printf '<%s>' " + Join([]string{j.Dir, "", "plain-word=1,2", "a;b"})}, "<" + j.Dir + "><><plain-word=1,2><a;b>"},
	} {
		cmd := exec.Command(sh, c.args...)
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), c.env}
		out, err := cmd.CombinedOutput()
		if err != nil || string(out) != c.want {
			t.Errorf("%q: got %q, %v, want %q", c.args, out, err, c.want)
		}
	}
	var exit *exec.ExitError
	if out, err := exec.Command(j.name("job.sh")).CombinedOutput(); !errors.As(err, &exit) || !strings.Contains(string(out), "the argument is the number of a task") {
		t.Errorf("without a task: got %s, %v", out, err)
	}
	shellcheck, err := exec.LookPath("shellcheck")
	if err != nil {
		return // oracles/slurm/run has it
	}
	for _, name := range []string{"job.sh", "merge.sh"} {
		if out, err := exec.Command(shellcheck, "--exclude=SC2016", j.name(name)).CombinedOutput(); err != nil {
			t.Errorf("%s", out)
		}
	}
}
