//go:build linux

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
)

// arm64 returns a command that runs a client for arm64 with the library for
// arm64, on a processor that QEMU imitates.
func (o *oracle) arm64(client string, args ...string) []string {
	const script = `NVTX_INJECTION64_PATH=$1; export NVTX_INJECTION64_PATH; shift; exec qemu-aarch64-static -L /usr/aarch64-linux-gnu "$@"`
	return append([]string{"sh", "-c", script, "sh", filepath.Join(o.libraries, "linux_arm64.so"), o.client(client)}, args...)
}

// oldLibc: a C library that lacks what the library can do without, as glibc
// before 2.34 does for a program of one thread.
func (o *oracle) oldLibc() {
	if runtime.GOARCH != "amd64" {
		fmt.Printf("%s: not tested on %s\n", o.name, runtime.GOARCH)
		return
	}
	text, err := os.ReadFile(filepath.Join(o.libraries, "linux_amd64.so"))
	if err != nil {
		o.wrong("%v", err)
		return
	}
	for _, name := range []string{"pthread_key_create", "pthread_setspecific", "__register_atfork"} {
		if !bytes.Contains(text, []byte(name)) {
			o.wrong("the library asks for no %s", name)
		}
		text = bytes.ReplaceAll(text, []byte(name), bytes.ToUpper([]byte(name)))
	}
	path := filepath.Join(o.dir, "oldlibc.so")
	if err := os.WriteFile(path, text, 0o755); err != nil {
		o.wrong("%v", err)
	}
	for _, args := range [][]string{{"threads", "1000", "100"}, {"forks", "1000", "20"}, {"everything"}} {
		list := append([]string{"sh", "-c", `NVTX_INJECTION64_PATH=$1; export NVTX_INJECTION64_PATH; shift; exec "$@"`, "sh", path, o.client("v3")}, args...)
		o.compare(scenario{args: list})
	}
}

// mount mounts a file system in a folder of ours; what it returns unmounts it.
// Where this user may not, it returns "".
func (o *oracle) mount(kind string, flags uintptr, options string) (dir string, unmount func()) {
	dir, err := os.MkdirTemp(o.dir, "mount")
	if err == nil {
		err = os.Chmod(dir, 0o755)
	}
	if err != nil {
		o.wrong("%v", err)
		return "", func() {}
	}
	if err := syscall.Mount(kind, dir, kind, flags, options); err != nil {
		fmt.Printf("%s: not tested, cannot mount: %v\n", o.name, err)
		return "", func() {}
	}
	return dir, func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			o.wrong("%v", err)
		}
	}
}

// clean returns nrprof record in an environment with nothing but a path.
func (o *oracle) clean(out string, args ...string) *exec.Cmd {
	cmd := exec.Command(o.nrprof, append([]string{"record", "-f", "-o", out, "--"}, args...)...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH")}
	return cmd
}

// tenRanges says whether a record was right and said nothing else.
func (o *oracle) tenRanges(cmd *exec.Cmd) (stdout string) {
	stdout, stderr, code := o.finish(cmd)
	if code != 0 || !strings.Contains(stderr, ": 10 ranges of 1 thread") || strings.Contains(stderr, "warning") {
		o.wrong("exit %d: %s", code, stderr)
	}
	return stdout
}

// slimRoot: a root with the two programs and the libraries that they name, no
// compiler, no shell, no /tmp, no /proc, and an empty environment.
func (o *oracle) slimRoot() {
	root, unmount := o.mount("tmpfs", 0, "")
	if root == "" {
		return
	}
	defer unmount()
	list := []string{o.nrprof, o.client("v3")}
	for _, program := range list[:2] {
		text, err := exec.Command("ldd", program).Output()
		if err != nil {
			o.wrong("ldd %s: %v", program, err)
		}
		for _, m := range regexp.MustCompile(`/\S+`).FindAllString(string(text), -1) {
			list = append(list, strings.TrimSuffix(m, ":"))
		}
	}
	for _, path := range list {
		to := filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			o.wrong("%v", err)
		}
		text, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(to, text, 0o755)
		}
		if err != nil {
			o.wrong("%v", err)
		}
	}
	if err := os.Mkdir(filepath.Join(root, "empty"), 0o755); err != nil {
		o.wrong("%v", err)
	}
	cmd := &exec.Cmd{
		Path: o.nrprof, Args: []string{"nrprof", "record", "-o", "out.nrt", "--", o.client("v3"), "threads", "10", "1"},
		Env: []string{}, Dir: "/empty", SysProcAttr: &syscall.SysProcAttr{Chroot: root},
	}
	nowhere := *cmd
	o.tenRanges(cmd)
	o.nowhere(&nowhere, root)
	if left, err := os.ReadDir(filepath.Join(root, "empty")); err != nil || len(left) != 1 || left[0].Name() != "out.nrt" {
		o.wrong("left: %v, %v", left, err)
	}
}

// nowhere: the output and the temporary files are on a disk that is mounted
// noexec, and there is no /proc by which programs find what is in memory.
func (o *oracle) nowhere(cmd *exec.Cmd, root string) {
	dir := filepath.Join(root, "noexec")
	err := os.Mkdir(dir, 0o755)
	if err == nil {
		err = syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_NOEXEC, "mode=755")
	}
	if err != nil {
		o.wrong("%v", err)
		return
	}
	cmd.Dir, cmd.Env = "/noexec", []string{"TMPDIR=/noexec"}
	stdout, stderr, code := o.finish(cmd)
	want := `nrprof: error: found no folder from which programs can load the library
  /noexec/out.nrt.raw: is mounted noexec
  /noexec: is mounted noexec
  memory: no such file or directory
hint: set TMPDIR to a folder that belongs to you and is not mounted noexec
`
	if code != 1 || stdout != "" || stderr != want {
		o.wrong("exit %d: %s%s", code, stdout, stderr)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		o.wrong("left: %v, %v", left, err)
	}
	if err := syscall.Unmount(dir, 0); err != nil {
		o.wrong("%v", err)
	}
}

// readOnlyHome: neither the home nor the cache can be written into, and nothing
// in the path but the programs.
func (o *oracle) readOnlyHome() {
	home, unmount := o.mount("tmpfs", syscall.MS_RDONLY, "")
	if home == "" {
		return
	}
	defer unmount()
	for _, env := range [][]string{{"HOME=" + home}, {"HOME=" + home, "XDG_CACHE_HOME=" + home + "/cache"}, {"HOME=/none"}, {}} {
		cmd := o.clean(o.out(), o.client("v3"), "threads", "10", "1")
		cmd.Env = append([]string{"PATH=/none"}, env...)
		o.tenRanges(cmd)
	}
	out := filepath.Join(home, "x.nrt")
	if stdout, stderr, code := o.finish(o.clean(out, o.client("v3"), "threads", "10", "1")); code != 1 || stdout != "" ||
		!strings.Contains(stderr, "read-only file system\nhint: -o names an output in another folder") {
		o.wrong("an output that cannot be written: exit %d: %s", code, stderr)
	}
}

// noexec: the library goes where programs can load it from, and stays there as
// long as they run.
func (o *oracle) noexec() {
	work, unmount := o.mount("tmpfs", syscall.MS_NOEXEC, "")
	if work == "" {
		return
	}
	defer unmount()
	const script = `echo "$NVTX_INJECTION64_PATH"; "$0" threads 10 1 >&2`
	for tmp, want := range map[string]string{o.dir: o.dir + "/nrprof-library-", work: "/proc/"} {
		cmd := o.clean(filepath.Join(work, "x.nrt"), "sh", "-c", script, o.client("v3"))
		cmd.Env = append(cmd.Env, "TMPDIR="+tmp)
		if path := o.tenRanges(cmd); !strings.HasPrefix(path, want) {
			o.wrong("the library is %s, want %s", path, want)
		}
	}
	if left, err := filepath.Glob(filepath.Join(o.dir, "nrprof*")); err != nil || len(left) > 0 {
		o.wrong("left over: %q", left)
	}
}

// noFallocate: a file system that reserves no room, with the C library that has
// no other way of its own.
func (o *oracle) noFallocate() {
	dir, unmount := o.mount("ramfs", 0, "")
	if dir == "" {
		return
	}
	defer unmount()
	for _, client := range []string{"v3", "v3-musl"} {
		o.tenRanges(o.clean(filepath.Join(dir, "x.nrt"), o.client(client), "threads", "10", "1"))
	}
}

// otherUsers: a program that becomes root is captured; one that becomes somebody
// else cannot write, which is said where it has NVTX in it. A folder of another
// user is no place for the library.
func (o *oracle) otherUsers() {
	if os.Geteuid() != 0 {
		fmt.Printf("%s: not tested: not root\n", o.name)
		return
	}
	const nobody, somebody = 65534, 1234
	dir, unmount := o.mount("tmpfs", 0, "")
	if dir == "" {
		return
	}
	defer unmount()
	program, out := filepath.Join(dir, "client"), filepath.Join(dir, "nobody", "x.nrt")
	text, err := os.ReadFile(o.client("v3"))
	if err == nil {
		err = os.Mkdir(filepath.Dir(out), 0o755)
	}
	if err == nil {
		err = os.Chown(filepath.Dir(out), nobody, nobody)
	}
	for _, path := range []string{o.dir, filepath.Dir(o.nrprof), filepath.Dir(o.client("v3"))} {
		if err == nil {
			err = os.Chmod(path, 0o755)
		}
	}
	if err != nil {
		o.wrong("%v", err)
		return
	}
	as := func(uid uint32, owner int, text []byte) *exec.Cmd {
		err := os.WriteFile(program, text, 0o755)
		if err == nil {
			err = os.Chown(program, owner, -1)
		}
		if err == nil {
			err = os.Chmod(program, 0o755|os.ModeSetuid) // chown takes the bit away
		}
		if err != nil {
			o.wrong("%v", err)
		}
		cmd := o.clean(out, program, "threads", "10", "1")
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uid, Gid: uid}}
		return cmd
	}
	o.tenRanges(as(nobody, 0, text))
	if err := os.Remove(out); err != nil {
		o.wrong("%v", err)
	}
	if _, stderr, code := o.finish(as(nobody, somebody, text)); code != 0 ||
		!strings.Contains(stderr, "emitted no NVTX that nrprof could record") || !strings.Contains(stderr, "runs as user 1234 (setuid)") {
		o.wrong("exit %d: %s", code, stderr)
	}
	without := bytes.ReplaceAll(text, []byte("NVTX_INJ"), []byte("NVTX_XXX"))
	if _, stderr, code := o.finish(as(nobody, somebody, without)); code != 0 || strings.Contains(stderr, "setuid") || !strings.Contains(stderr, "emitted no NVTX: no capture") {
		o.wrong("without NVTX: exit %d: %s", code, stderr)
	}
	// Root beside the files of nobody, who could replace the library there.
	cmd := o.clean(out, "sh", "-c", `echo "$NVTX_INJECTION64_PATH"; "$0" threads 10 1 >&2`, o.client("v3"))
	if path := o.tenRanges(cmd); strings.HasPrefix(path, dir) {
		o.wrong("the library is %s, which another user may replace", path)
	}
}

// static: a program that cannot load a library says so only if it has NVTX in
// it; one with its own dynamic linker can.
func (o *oracle) static() {
	for client, want := range map[string]string{"v3-static": "contains NVTX, but it is linked statically", "nothing": "emitted no NVTX: no capture is written\n"} {
		_, stderr, code := o.finish(o.clean(o.out(), o.client(client), "threads", "10", "1"))
		if code != 0 || !strings.Contains(stderr, want) || strings.Contains(stderr, "statically") != (client == "v3-static") {
			o.wrong("%s: exit %d: %s", client, code, stderr)
		}
	}
	o.tenRanges(o.clean(o.out(), o.client("v3-static-glibc"), "threads", "10", "1"))
	if err := os.Remove(o.out()); err != nil {
		o.wrong("%v", err)
	}
}
