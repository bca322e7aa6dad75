//go:build linux || darwin

package atomicfile

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// Variables that make the program of the test a writer of files, which never ends.
const (
	writesFile  = "ATOMICFILE_TEST_FILE"
	writesBatch = "ATOMICFILE_TEST_BATCH"
)

func TestMain(m *testing.M) {
	stuck := func(w io.Writer) error {
		io.WriteString(w, "half")
		os.Stdout.WriteString("writing\n")
		io.Copy(io.Discard, os.Stdin) // until it is killed
		return nil
	}
	if name := os.Getenv(writesFile); name != "" {
		WriteFile(name, stuck)
	}
	if dir := os.Getenv(writesBatch); dir != "" {
		if b, err := NewBatch(dir); err == nil {
			b.Write("x", text("whole"))
			b.Write("y", stuck)
		}
	}
	os.Exit(m.Run())
}

// writer starts a process that writes what the variable says, and waits until it
// has begun. The function returned kills it.
func writer(t *testing.T, variable, value string) (kill func()) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), variable+"="+value)
	if _, err := cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill = sync.OnceFunc(func() {
		if err := cmd.Process.Kill(); err != nil {
			t.Error(err)
		}
		cmd.Wait()
	})
	t.Cleanup(kill)
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "writing\n" {
		t.Fatalf("the writer says %q, %v", line, err)
	}
	return kill
}

func temp(base, k string) string { return "." + base + ".nrkit-" + k + ".tmp" }

// What a killed writer left is removed by the next writer of the name; what one
// that lives has is not.
func TestStale(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "f")
	first, second, third := writer(t, writesFile, name), writer(t, writesFile, name), writer(t, writesFile, name)
	wantFiles(t, dir, map[string]string{temp("f", "0"): "", temp("f", "1"): "", temp("f", "2"): ""})
	second()
	if err := WriteFile(name, text("one")); err != nil {
		t.Fatal(err)
	}
	wantFiles(t, dir, map[string]string{"f": "one", temp("f", "0"): "", temp("f", "2"): ""})
	first()
	third()
	wantFiles(t, dir, map[string]string{"f": "one", temp("f", "0"): "", temp("f", "2"): ""}) // nobody was there to remove them
	if err := WriteFile(filepath.Join(dir, "g"), text("g")); err != nil {
		t.Fatal(err)
	}
	wantFiles(t, dir, map[string]string{"f": "one", "g": "g", temp("f", "0"): "", temp("f", "2"): ""})
	if err := WriteFile(name, broken); err == nil {
		t.Fatal("want an error")
	}
	wantFiles(t, dir, map[string]string{"f": "one", "g": "g"})
}

// The same behind a link: the temporary file is beside what the link leads to.
func TestStaleLink(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	symlink(t, filepath.Join(other, "real"), dir, "f")
	writer(t, writesFile, filepath.Join(dir, "f"))()
	wantFiles(t, other, map[string]string{temp("real", "0"): ""})
	if err := WriteFile(filepath.Join(other, "real"), text("one")); err != nil {
		t.Fatal(err)
	}
	wantFiles(t, other, map[string]string{"real": "one"})
}

func TestStaleBatch(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "d")
	writer(t, writesBatch, dir)()
	wantFiles(t, dir, map[string]string{temp("x", "0"): "whole", temp("y", "0"): ""})
	b, err := NewBatch(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"x", "y"} {
		if err := b.Write(name, text(name)); err != nil {
			t.Fatal(err)
		}
	}
	// Whole files of a batch are locked until they have their names.
	alive := writer(t, writesBatch, dir)
	if err := WriteFile(filepath.Join(dir, "x"), text("between")); err != nil {
		t.Fatal(err)
	}
	wantFiles(t, dir, map[string]string{"x": "between", temp("x", "0"): "x", temp("y", "0"): "y", temp("x", "1"): "whole", temp("y", "1"): ""})
	if err := b.Commit(); err != nil {
		t.Fatal(err)
	}
	alive()
	if err := WriteFile(filepath.Join(dir, "x"), text("x")); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(filepath.Join(dir, "y"), text("y")); err != nil {
		t.Fatal(err)
	}
	wantFiles(t, dir, map[string]string{"x": "x", "y": "y"})
}

// A link or a folder under the name of a temporary file is nobody's left-over.
func TestStaleForeign(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "mine"), []byte("precious"), 0o666); err != nil {
		t.Fatal(err)
	}
	symlink(t, "mine", dir, temp("f", "0"))
	if err := os.Mkdir(filepath.Join(dir, temp("f", "1")), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(filepath.Join(dir, "f"), text("one")); err != nil {
		t.Fatal(err)
	}
	wantFiles(t, dir, map[string]string{"f": "one", "mine": "precious", temp("f", "0"): "precious", temp("f", "1"): "(dir)"})
}

// Many writers of one name at a time: each succeeds, the file is of one of them,
// and nothing is left. A writer whose file another one took would fail.
func TestStaleRace(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "f")
	var writers sync.WaitGroup
	for range 8 {
		writers.Go(func() {
			for range 200 {
				if err := WriteFile(name, text("whole")); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	writers.Wait()
	wantFiles(t, dir, map[string]string{"f": "whole"})
}

// Discard takes a file away while it is written, and the writer finds out.
func TestDiscardDuringFill(t *testing.T) {
	dir := t.TempDir()
	f, err := Create(filepath.Join(dir, "f"))
	if err != nil {
		t.Fatal(err)
	}
	began, ended := make(chan bool), make(chan error)
	go func() {
		ended <- f.Fill(func(w io.Writer) error {
			began <- true
			<-began
			_, err := w.Write(make([]byte, 1<<20))
			return err
		})
	}()
	<-began
	f.Discard()
	wantFiles(t, dir, nil)
	began <- true
	if err := <-ended; err == nil {
		t.Error("want an error of the writer")
	}
	if err := f.Commit(); err == nil {
		t.Error("want an error of Commit")
	}
	wantFiles(t, dir, nil)
}
