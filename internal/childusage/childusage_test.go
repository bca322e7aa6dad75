package childusage_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/nrkit/nrkit/internal/childusage"
	"github.com/nrkit/nrkit/internal/procgroup"
)

func TestMain(m *testing.M) {
	childusage.Main()
	os.Exit(m.Run())
}

// run runs a line of sh.
func run(t *testing.T, line string, env ...string) (childusage.Usage, string) {
	t.Helper()
	return program(t, "sh", []string{"my sh", "-c", line}, env)
}

// program runs a program that every Unix has.
func program(t *testing.T, name string, args, env []string) (childusage.Usage, string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("no sh on this system")
	}
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	c, err := childusage.Start(childusage.Command{Path: path, Args: args, Env: env, Output: f})
	if err != nil {
		t.Fatal(err)
	}
	u, err := c.Wait()
	if err != nil {
		t.Fatal(err)
	}
	out, err := os.ReadFile(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	return u, string(out)
}

// A small program has little memory, though we have much; its arguments, its
// variables and its ends are its own.
func TestUsage(t *testing.T) {
	ours := make([]byte, 200<<20)
	for k := 0; k < len(ours); k += 4096 {
		ours[k] = 1
	}
	u, out := run(t, `echo "$0 $A"; ulimit -n; exit 3`, "A=b\xff\n", "GODEBUG=gctrace=1")
	runtime.KeepAlive(ours)
	limit, err := exec.Command("sh", "-c", "ulimit -n").Output()
	if err != nil {
		t.Fatal(err)
	}
	if u.Exit != 3 || u.Signal != "" || out != "my sh b\xff\n\n"+string(limit) {
		t.Errorf("exit %d, signal %q, output %q", u.Exit, u.Signal, out)
	}
	if runtime.GOOS == "linux" && (u.MaxRSS < 100<<10 || u.MaxRSS > 20<<20) {
		t.Errorf("a shell had %d B", u.MaxRSS)
	}
	if u.Wall <= 0 || u.User+u.Sys <= 0 {
		t.Errorf("took %v, %v and %v of CPU time", u.Wall, u.User, u.Sys)
	}
	if u, _ := run(t, `kill -TERM $$; sleep 9`); u.Signal != "terminated" || u.Exit != -1 {
		t.Errorf("exit %d, signal %q, want terminated", u.Exit, u.Signal)
	}
}

// A variable that is there twice has its last value, as os/exec has it.
func TestEnv(t *testing.T) {
	if _, out := program(t, "env", []string{"env"}, []string{"A=a", "B=c", "A=b"}); strings.Count(out, "A=") != 1 || !strings.Contains(out, "A=b\n") {
		t.Errorf("got %q", out)
	}
}

// The time and memory of a program that is killed are known, too.
func TestKilled(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signals on this system")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	c, err := childusage.Start(childusage.Command{Path: "/bin/sleep", Args: []string{"sleep", "60"}})
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(50 * time.Millisecond)
	if err := procgroup.Kill(c.Process); err != nil {
		t.Fatal(err)
	}
	u, err := c.Wait()
	if err != nil || u.Signal != "killed" || u.Wall < 50*time.Millisecond || u.Wall > 30*time.Second {
		t.Errorf("got %+v, %v", u, err)
	}
}

// A program that does not start is an error that says why.
func TestStart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(path, []byte("neither\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := childusage.Start(childusage.Command{Path: path, Args: []string{path}}); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("got %v, want an error with the path", err)
	}
}
