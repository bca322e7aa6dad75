//go:build linux

package preload

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nrkit/nrkit/internal/solvers/matrices"
)

// Nothing that a table, registers and memory may be crashes the program; nor where the
// kernel does not know MADV_POPULATE_READ, as before Linux 5.14.
func TestDataNeverCrashes(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "matrices"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, advice := range []string{"22", "99"} {
		cmd := exec.Command(driver(t, "testdata/data_fuzz.c", "-DMEMORY_ADVICE="+advice), "1000")
		cmd.Env = append(os.Environ(), "NRPROF_SOLVERS="+filepath.Join(dir, "solvers"))
		said, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
		var calls, patterns, right, saved int
		if _, err := fmt.Sscanf(string(said), "%d calls, %d patterns, %d right-hand sides, %d saved", &calls, &patterns, &right, &saved); err != nil || patterns < 1000 || right < 1000 || saved < 1000 {
			t.Errorf("advice %s: got %q, want 1000 and more of each", advice, said)
		}
	}
}

// An array may be freed while a structure still points to it.
func TestDataMemoryThatIsGone(t *testing.T) {
	for _, advice := range []string{"22", "99"} {
		if said, err := exec.Command(driver(t, "testdata/data_memory.c", "-DMEMORY_ADVICE="+advice)).CombinedOutput(); err != nil {
			t.Errorf("advice %s: %v\n%s", advice, err, said)
		}
	}
}

// What a wrong list says of a matrix is not believed: nothing is hashed or saved.
func dataInsane(t *testing.T, program string) {
	m := &image{}
	ap, ai, ax := m.put(indices(i32, 0, []int{0, 1, 3})), m.put(indices(i32, 0, []int{0, 0, 1})), m.words(1, 2, 3)
	falling, late, outside := m.put(indices(i32, 0, []int{0, 2, 1})), m.put(indices(i32, 0, []int{1, 1, 3})), m.put(indices(i32, 0, []int{0, 2, 1}))
	huge := m.put(indices(i32, 0, []int{0, 1, 1 << 30}))
	compressed := row{phase: phaseFactor, layout: layoutCompressed, index: i32, value: f64, fields: map[int]*expr{fN: arg(0), fAp: arg(1), fAi: arg(2), fAx: arg(3)}}
	wrongIndex := compressed
	wrongIndex.index = 0
	tab := table{policy: policyAll, rows: []row{compressed, wrongIndex}}
	cases := []struct {
		name   string
		row    uint64
		args   []uint64
		hashed bool
	}{
		{"sane", 0, []uint64{2, ap, ai, ax}, true},
		{"columns that end before they begin", 0, []uint64{2, falling, ai, ax}, false},
		{"a first column that begins late", 0, []uint64{2, late, ai, ax}, false},
		{"entries beyond the memory", 0, []uint64{2, huge, ai, ax}, false},
		{"columns beyond the memory", 0, []uint64{1 << 20, ap, ai, ax}, false},
		{"no such memory", 0, []uint64{2, 0xdead0000, ai, ax}, false},
		{"a small number as array", 0, []uint64{2, 77, ai, ax}, false},
		{"an address of the kernel", 0, []uint64{2, ap, ^uint64(4095), ax}, false},
		{"no columns", 0, []uint64{2, 0, ai, ax}, false},
		{"a negative size", 0, []uint64{^uint64(0), ap, ai, ax}, false},
		{"a size that is an address", 0, []uint64{ap, ap, ai, ax}, false},
		{"no type of indices", 1, []uint64{2, ap, ai, ax}, false},
		{"an index outside", 0, []uint64{2, ap, outside, ax}, true}, // but not saved
	}
	var calls []call
	for k, c := range cases {
		calls = append(calls, call{number: uint64(k + 1), row: c.row, args: c.args})
	}
	got := drive(t, program, tab, m, calls...)
	for k, p := range got.payloads {
		if (p[wordPattern] != 0) != cases[k].hashed || (p[wordValues] != 0) != cases[k].hashed {
			t.Errorf("%s: got %x", cases[k].name, p)
		}
	}
	if files := got.files(t); len(files) != 1 || files["1-A"] == nil {
		t.Errorf("%d files, want one of the first call", len(files))
	}
	if flags := got.payloads[len(cases)-1].flags(); flags != callSavingFailed {
		t.Errorf("an index outside: flags %d", flags)
	}
}

// bigMatrices are calls that factor dense matrices, each another one.
func bigMatrices(count, n int) (table, *image, []call) {
	m := &image{}
	all := make([]byte, 8*(n*n+count))
	for k := range n*n + count {
		le.PutUint64(all[8*k:], uint64(k)<<20)
	}
	at := m.put(all)
	var calls []call
	for k := range count {
		calls = append(calls, call{number: uint64(k + 1), args: []uint64{uint64(n), at + 8*uint64(k)}})
	}
	return table{policy: policyAll, rows: []row{{phase: phaseFactor, layout: layoutDense, value: f64, fields: map[int]*expr{fN: arg(0), fAx: arg(1)}}}}, m, calls
}

// stage writes what the driver reads, and returns the command, which runs it.
func stage(t *testing.T, program string, tab table, m *image, calls []call) (*exec.Cmd, run) {
	t.Helper()
	dir := t.TempDir()
	r := run{dir: filepath.Join(dir, "out.raw")}
	r.stage(t, tab, m, calls)
	cmd := exec.Command(program, filepath.Join(dir, "table"), filepath.Join(dir, "image"), filepath.Join(dir, "calls"))
	cmd.Env = append(os.Environ(), "NRPROF_SOLVERS="+filepath.Join(r.dir, "solvers"))
	return cmd, r
}

// A limit on the size of files costs the files, and not the program.
func dataFileLimit(t *testing.T, program string) {
	tab, m, calls := bigMatrices(3, 40)
	cmd, r := stage(t, program, tab, m, calls)
	limited := exec.Command("sh", append([]string{"-c", `ulimit -f 8; exec "$@"`, "sh"}, cmd.Args...)...)
	limited.Env = cmd.Env
	checkNothingSaved(t, r, limited, len(calls))
}

// A full disk costs the files, and not the program, which keeps 16 MiB of the disk.
func dataFullDisk(t *testing.T, program string) {
	tab, m, calls := bigMatrices(10, 100) // with 80 kB each
	for _, disk := range []struct {
		size  string
		saved bool // some are
	}{{"64k", false}, {"16600k", true}} {
		cmd, r := stage(t, program, tab, m, calls)
		folder := filepath.Join(r.dir, "matrices")
		small := exec.Command("sh", append([]string{"-c", `mount -t tmpfs -o size=$1 none "$0" && shift && "$@" && echo && echo files: && ls -A "$0"`, folder, disk.size}, cmd.Args...)...)
		small.Env = cmd.Env
		small.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS | syscall.CLONE_NEWUSER,
			UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}}, GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}}}
		out, err := small.Output()
		if err != nil {
			t.Skipf("no small disk can be mounted here: %v", err)
		}
		said, listed, _ := strings.Cut(string(out), "\nfiles:\n")
		if len(said) != 28*8*len(calls) || strings.Contains(listed, "tmp") {
			t.Fatalf("%d bytes of payloads, files %q", len(said), listed)
		}
		saved, failed := 0, 0
		for k := range calls {
			switch le.Uint32([]byte(said)[28*8*k+4:]) {
			case callSavedMatrix:
				saved++
			case callSavingFailed:
				failed++
			}
		}
		if files := strings.Count(listed, "\n"); files != saved || saved+failed != len(calls) || failed == 0 || (saved > 0) != disk.saved {
			t.Errorf("disk of %s: %d files, %d saved, %d failed", disk.size, files, saved, failed)
		}
	}
}

func checkNothingSaved(t *testing.T, r run, cmd *exec.Cmd, calls int) {
	t.Helper()
	out, err := cmd.Output()
	if err != nil || len(out) != 28*8*calls {
		t.Fatalf("%v: %d bytes", err, len(out))
	}
	for k := range calls {
		if flags := le.Uint32(out[28*8*k+4:]); flags != callSavingFailed {
			t.Errorf("call %d: flags %d", k, flags)
		}
	}
	if left, err := os.ReadDir(filepath.Join(r.dir, "matrices")); err != nil || len(left) != 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// Whenever a program is killed, each file under its name is whole.
func dataKilled(t *testing.T, program string) {
	kills := 200
	if testing.Short() {
		kills = 20
	}
	rng := rand.New(rand.NewPCG(7, 8))
	tab, m, calls := bigMatrices(3000, 50)
	cmd, r := stage(t, program, tab, m, calls)
	folder := filepath.Join(r.dir, "matrices")
	whole, half, all := 0, 0, 0
	for range kills {
		again := exec.Command(cmd.Path, cmd.Args[1:]...)
		again.Env = cmd.Env
		if err := again.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(1000+rng.IntN(8000)) * time.Microsecond)
		if err := again.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		if err := again.Wait(); err == nil {
			all++
		}
		w, h := checkWhole(t, folder)
		whole, half = whole+w, half+h
	}
	t.Logf("%d kills: %d whole files, %d under temporary names; %d runs ended before", kills, whole, half, all)
	if half == 0 || whole == 0 || all > kills/2 {
		t.Errorf("no kill was within the saving of a matrix: %d whole, %d temporary, %d runs ended", whole, half, all)
	}
}

// checkWhole checks the files, removes them, and counts those that are whole and those
// under temporary names.
func checkWhole(t *testing.T, folder string) (whole, half int) {
	t.Helper()
	list, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		name := filepath.Join(folder, f.Name())
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, ".tmp") {
			half++
			continue
		}
		raw := parseRaw(t, text)
		if hash, _ := matrices.ValuesHash(0, raw.sections[3]); hash != raw.words[17] || len(raw.sections[3]) != 8*50*50 {
			t.Errorf("%s: %d bytes of values, hash %x, want %x", f.Name(), len(raw.sections[3]), hash, raw.words[17])
		}
		whole++
	}
	return whole, half
}

// Threads save each matrix once between them. The child of a fork saves its own.
func TestDataProcesses(t *testing.T) {
	program := driver(t, "testdata/data_processes.c", "-pthread")
	tab, m, calls := bigMatrices(0, 0)
	tab.policy = policyChanged
	cmd, r := stage(t, program, tab, m, calls)
	out, err := exec.Command("env", append([]string{cmd.Env[len(cmd.Env)-1], program}, cmd.Args[1])...).Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var parent, saved, child, childFlags, parentFlags int
	if _, err := fmt.Sscan(string(out), &parent, &saved, &child, &childFlags, &parentFlags); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if saved != 50 || childFlags != callSavedMatrix || parentFlags != 0 {
		t.Errorf("got %s, want 50 saved, then by the child %d, by the parent 0", out, callSavedMatrix)
	}
	list, err := os.ReadDir(filepath.Join(r.dir, "matrices"))
	if err != nil {
		t.Fatal(err)
	}
	count, images := map[string]int{}, map[string]bool{}
	for _, f := range list {
		parts := strings.Split(f.Name(), "-")
		count[parts[0]]++
		images[parts[0]+parts[1]] = true
	}
	if count[fmt.Sprint(parent)] != 50 || count[fmt.Sprint(child)] != 1 || len(images) != 2 {
		t.Errorf("got files of %v, with images %v", count, images)
	}
}
