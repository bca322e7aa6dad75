package inject

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

func runChild(args ...string) (Exit, string, error) {
	var out bytes.Buffer
	c := Command{Args: append([]string{os.Args[0], "-child"}, args...), Library: "/lib.so", Folder: "/folder", Stdout: &out, Stderr: io.Discard}
	exit, err := c.Run()
	return exit, out.String(), err
}

func TestExitCodes(t *testing.T) {
	for _, code := range []int{0, 1, 3, 255} {
		exit, _, err := runChild("exit", strconv.Itoa(code))
		if err != nil || exit.Code != code || exit.Signal != nil || exit.PID == 0 {
			t.Errorf("exit %d: %+v, %v", code, exit, err)
		}
	}
	if exit, _, err := runChild("kill"); err != nil || exit.Code != 137 || exit.Signal != syscall.SIGKILL {
		t.Errorf("%+v, %v", exit, err)
	}
}

func TestEnvironment(t *testing.T) {
	t.Setenv(EnvLibrary, "/other.so")
	if _, out, err := runChild("env"); err != nil || out != "/lib.so /folder" {
		t.Errorf("got %q, %v", out, err)
	}
}

func TestNotStarted(t *testing.T) {
	text := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(text, []byte("no program"), 0o666); err != nil {
		t.Fatal(err)
	}
	broken := filepath.Join(t.TempDir(), "broken")
	if err := os.WriteFile(broken, []byte("no program"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		code int
		want string
	}{
		{"/no/such/program", 127, "no such file"}, {"nosuchprogram", 127, "no such program in $PATH"},
		{text, 126, "permission denied"}, {t.TempDir(), 126, ""}, {broken, 126, "exec format error"},
	} {
		exit, err := (&Command{Args: []string{c.name}}).Run()
		if err == nil || exit.Code != c.code || exit.PID != 0 || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %+v, %v", c.name, exit, err)
		}
	}
}

// Signals that we get reach the program.
func TestSignals(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGUSR1, syscall.SIGUSR2} {
		heed(s)
		r, w := io.Pipe()
		c := Command{Args: []string{os.Args[0], "-child", "wait"}, Stdout: w}
		go func() {
			if _, err := bufio.NewReader(r).ReadString('\n'); err == nil {
				_ = syscall.Kill(os.Getpid(), s)
			}
		}()
		exit, err := c.Run()
		if err != nil || exit.Code != int(s) {
			t.Errorf("%v: %+v, %v", s, exit, err)
		}
	}
}

// heed has signals no longer count as ignored, as nohup or a test left them:
// Reset alone does not undo Ignore.
func heed(list ...os.Signal) {
	signal.Notify(make(chan os.Signal, 1), list...)
	signal.Reset(list...)
}

// Signals that we were started to ignore the program ignores too.
func TestIgnoredSignals(t *testing.T) {
	list := []os.Signal{syscall.SIGHUP, syscall.SIGINT}
	signal.Ignore(list...)
	t.Cleanup(func() { heed(list...) })
	if exit, out, err := runChild("ignored"); err != nil || exit.Code != 0 || out != "true true false" {
		t.Errorf("got %q, %+v, %v", out, exit, err)
	}
}

func TestFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "raw")
	if _, err := Open(dir); !os.IsNotExist(err) {
		t.Errorf("got %v", err)
	}
	if err := Prepare(dir); err != nil {
		t.Fatal(err)
	}
	if err := Prepare(dir); !os.IsExist(err) {
		t.Errorf("got %v", err)
	}
	if err := Ended(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "1-1-1.nvtx"), sample(), 0o666); err != nil {
		t.Fatal(err)
	}
	c, err := Open(dir)
	if err != nil || c.Stats.Ranges != 5 {
		t.Fatalf("%v, %+v", err, c)
	}
	sound(t, c)
	other := filepath.Join(dir, "mine")
	if err := os.WriteFile(other, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := Remove(dir); err == nil {
		t.Error("removed a folder with a foreign file")
	}
	if _, err := os.Stat(other); err != nil {
		t.Error(err)
	}
	for want, text := range map[string]string{"has another format": "x", "has no file status": ""} {
		bad := t.TempDir()
		if text != "" {
			if err := os.WriteFile(filepath.Join(bad, statusName), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := Open(bad); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// A folder that there is no room for is not left behind: nothing could be made
// of it, and it would be in the way of the next.
func TestFolderWithoutRoom(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "x.raw")
	// Another process, since what go test writes meanwhile needs room.
	out, err := exec.Command(os.Args[0], "-child", "prepare", dir).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "file too large") {
		t.Errorf("a status of 4096 bytes went into 1024: %v, %s", err, out)
	}
	if _, serr := os.Lstat(dir); !os.IsNotExist(serr) {
		t.Errorf("the folder is left: %v", serr)
	}
}

// prepareWithoutRoom prepares a folder with room for 1024 bytes in each file
// and prints the error.
func prepareWithoutRoom(dir string) {
	limit := syscall.Rlimit{Cur: 1024, Max: 1024}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		fmt.Print(err)
		os.Exit(1)
	}
	fmt.Print(Prepare(dir))
	os.Exit(0)
}

// A folder has one holder, until it lets go of it.
func TestHold(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "raw")
	if _, err := Hold(dir); !os.IsNotExist(err) {
		t.Errorf("got %v", err)
	}
	if err := Prepare(dir); err != nil {
		t.Fatal(err)
	}
	release, err := Hold(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Hold(dir); !errors.Is(err, ErrInUse) {
		t.Errorf("got %v", err)
	}
	if exit, _, err := runChild("exit", "0"); err != nil || exit.Code != 0 {
		t.Errorf("%+v, %v", exit, err)
	}
	if _, err := Hold(dir); !errors.Is(err, ErrInUse) {
		t.Errorf("after a program has ended: got %v", err)
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}
	if release, err = Hold(dir); err != nil {
		t.Fatal(err)
	}
	if err := release(); err != nil {
		t.Error(err)
	}
}
