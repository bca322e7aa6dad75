package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/nrkit/nrkit/internal/sqlite/sqlitetest"
)

// The scenarios run against programs that stand for nsys and its importer:
// this test binary under their names. $FAKE says what the run of nsys comes to.

const fakeVersion = "NVIDIA Nsight Systems version 2022.4.2.1-fake"

// fakeHelp is the help of nsys profile as far as it is read.
const fakeHelp = `usage: nsys profile [<args>] [application] [<application args>]
	-c, --capture-range=
	   Possible values are none, cudaProfilerApi, nvtx, hotkey.
	--capture-range-end=
	--cpuctxsw=
	-e, --env-var=
	-f, --force-overwrite=
	-o, --output=
	-p, --nvtx-capture=
	-s, --sample=
	--session-new=
	-t, --trace=
	   Possible values are 'cuda', 'nvtx', 'osrt' or 'none'.
`

// fakeNsys stands for nsys.
func fakeNsys() {
	args := os.Args[1:]
	switch {
	case len(args) == 0:
		os.Exit(1)
	case args[0] == "--version":
		fmt.Println(fakeVersion)
	case args[0] == "--start-agent":
		fakeAgent()
	case args[0] == "export":
		fakeExport(args)
	case args[0] == "profile" && len(args) > 1 && args[1] == "--help":
		fmt.Print(fakeHelp)
		if os.Getenv("FAKE_GRAPHS") != "" {
			fmt.Print("\t--cuda-graph-trace=\n")
		}
	case args[0] == "profile":
		os.Exit(fakeProfile(args[1:]))
	}
}

// fakeProfile stands for nsys profile and returns its exit code.
func fakeProfile(args []string) int {
	must(os.WriteFile(filepath.Join(os.Getenv("WORK"), "args"), []byte(strings.Join(args, "\n")+"\n"), 0o666))
	var out string
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		if s, ok := strings.CutPrefix(args[0], "--output="); ok {
			out = strings.ReplaceAll(s, "%%", "%")
		}
		if args[0] == "-e" {
			args = args[1:] // its value is the next
		}
		args = args[1:]
	}
	how := os.Getenv("FAKE")
	if how == "refuses" {
		fmt.Fprintln(os.Stderr, "unrecognised option '--bogus'")
		return 1
	}
	if how == "fails" || how == "fails once" && firstTime() || how == "fails late" {
		if how == "fails late" {
			fmt.Println("the program ran")
		}
		fmt.Fprint(os.Stderr, "ProcessWaiterImpl.cpp(166): Throw in function\nstd::exception::what: SystemException\n"+
			"[QuadDCommon::tag_errno_text*] = No such file or directory\n[boost::errinfo_errno_*] = 2, \"No such file or directory\"\n"+
			"[boost::errinfo_api_function_*] = sem_open\n")
		return 1
	}
	if strings.Contains(how, "agent") {
		agent := exec.Command(os.Args[0], "--start-agent", fmt.Sprintf("--session-name=profile-x-%d", os.Getpid()))
		agent.SysProcAttr = ownSession()
		must(agent.Start())
		waitFile("agent.pid")
	}
	signals := make(chan os.Signal, 4)
	if how == "hangs" || how == "deaf" || strings.HasPrefix(how, "stuck") {
		signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	}
	target := exec.Command(args[0], args[1:]...)
	target.Stdin, target.Stdout, target.Stderr = os.Stdin, os.Stdout, os.Stderr
	target.SysProcAttr = ownSession()
	must(target.Start())
	switch how {
	case "hangs":
		must(os.WriteFile(filepath.Join(os.Getenv("WORK"), "nrprof.pid"), []byte(strconv.Itoa(os.Getppid())), 0o666))
		<-signals
		target.Process.Signal(syscall.SIGTERM)
	case "deaf": // until the target is gone
	case "killed":
		waitFile("target.pid")
		must(syscall.Kill(os.Getpid(), syscall.SIGKILL))
		select {}
	}
	err := target.Wait()
	code := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		code = exit.ExitCode()
		if ws := exit.Sys().(syscall.WaitStatus); ws.Signaled() {
			code = 128 + int(ws.Signal())
		}
	}
	if s := os.Getenv("FAKE_STATUS"); s != "" {
		code, _ = strconv.Atoi(s)
	}
	switch how {
	case "stuck":
		<-signals
	case "stuck for good":
		select {}
	}
	fakeReport(how, out)
	return code
}

// firstTime reports whether it is called for the first time in a scenario.
func firstTime() bool {
	f, err := os.OpenFile(filepath.Join(os.Getenv("WORK"), "failed"), os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return false
	}
	must(f.Close())
	return true
}

// fakeReport leaves what the scenario asks for.
func fakeReport(how, out string) {
	scratch := filepath.Join(os.Getenv("TMPDIR"), "nsys-report-1.qdstrm")
	fmt.Printf("Generating '%s'\n", scratch)
	const noImporter = "Importer error status: The importer binary and its dependencies were not found.\n"
	var made string
	switch {
	case how == "nothing":
	case how == "lost":
		fmt.Fprint(os.Stderr, "FATAL ERROR: FileStream.cpp(313)\n[QuadDCommon::tag_message*] = Invalid truncate size.\n\nConnection to the Agent lost.\n")
		must(os.WriteFile(scratch, []byte("half"), 0o666))
		return
	case how == "elsewhere":
		fmt.Fprint(os.Stderr, noImporter, "Failed to create '"+out+".qdstrm': No space left on device.\n")
		made = scratch
	case strings.HasPrefix(how, "stream"):
		fmt.Fprint(os.Stderr, noImporter)
		made = out + ".qdstrm"
	case how == "two":
		made = out + ".2.nsys-rep"
		must(os.WriteFile(out+".1.nsys-rep", []byte("report 1"), 0o666))
	default:
		made = out + ".nsys-rep"
	}
	fmt.Println("Generated:")
	if made == "" {
		return
	}
	text := "whole"
	if how == "stream-cut" {
		text = "half"
	}
	must(os.WriteFile(made, []byte(text), 0o666))
	fmt.Println("    " + made)
}

// fakeExport stands for nsys export: an export with three ranges in it.
func fakeExport(args []string) {
	var out string
	for _, a := range args {
		if s, ok := strings.CutPrefix(a, "--output="); ok {
			out = s
		}
	}
	in := args[len(args)-1]
	if _, err := os.Stat(in); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	tables := []sqlitetest.Table{
		{Name: "META_DATA_EXPORT", SQL: "CREATE TABLE META_DATA_EXPORT (name TEXT, value TEXT)", Rows: sqlitetest.Rows(
			[]any{"EXPORT_SCHEMA_VERSION", "3.13.2"}, []any{"EXPORT_PRODUCT_VERSION", "2024.5"})},
		{Name: "TARGET_INFO_SESSION_START_TIME", SQL: "CREATE TABLE TARGET_INFO_SESSION_START_TIME (utcEpochNs INTEGER)", Rows: sqlitetest.Rows([]any{int64(1_700_000_000_000_000_000)})},
		{Name: "StringIds", SQL: "CREATE TABLE StringIds (id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL)", Rows: sqlitetest.Rows([]any{1, "transient"})},
		{
			Name: "NVTX_EVENTS", SQL: "CREATE TABLE NVTX_EVENTS (start INTEGER NOT NULL, end INTEGER, eventType INTEGER NOT NULL, text TEXT, globalTid INTEGER, endGlobalTid INTEGER, textId INTEGER, domainId INTEGER)",
			Rows: sqlitetest.Rows([]any{10, 110, 59, "transient", 1 << 24, nil, nil, 0}, []any{20, 40, 59, "timestep", 1 << 24, nil, nil, 0}, []any{50, 90, 59, "timestep", 1 << 24, nil, nil, 0}),
		},
	}
	if os.Getenv("FAKE") == "open" { // as 2022.4 writes a range that was not closed
		tables = append(tables, sqlitetest.Table{Name: "ANALYSIS_DETAILS", SQL: "CREATE TABLE ANALYSIS_DETAILS (globalVid INTEGER NOT NULL, duration INTEGER NOT NULL, startTime INTEGER NOT NULL, stopTime INTEGER NOT NULL)",
			Rows: sqlitetest.Rows([]any{1, 110, 5, 115})})
	}
	if os.Getenv("FAKE_ONCE") == "export" && firstTime() {
		fmt.Fprintln(os.Stderr, "Export failed for no reason")
		os.Exit(1)
	}
	if os.Getenv("FAKE_SLOW") == "export" {
		fakeHang(out)
	}
	must(sqlitetest.Create(out, tables...))
	if os.Getenv("FAKE") == "cut-export" {
		must(os.Truncate(out, 4096+100))
	}
}

// fakeImporter stands for QdstrmImporter -i STREAM -o REPORT -f.
func fakeImporter() {
	if len(os.Args) == 2 {
		fmt.Println("NVIDIA Nsight Systems 2022.4.2.1-fake")
		return
	}
	b, err := os.ReadFile(os.Args[2])
	must(err)
	if string(b) != "whole" {
		fmt.Fprintln(os.Stderr, "Qdstrm file is incomplete or invalid. Please ensure that the CLI ran to completion and provide a valid qdstrm file.")
		return // with status 0, as the real one
	}
	if os.Getenv("FAKE_ONCE") == "import" && firstTime() {
		fmt.Fprintln(os.Stderr, "Import failed for no reason")
		os.Exit(1)
	}
	if os.Getenv("FAKE_SLOW") == "import" {
		fakeHang(os.Args[4])
	}
	fmt.Print("Processing [===100%]\nSaved report file\n")
	must(os.WriteFile(os.Args[4], []byte("report"), 0o666))
}

// fakeHang is a program that has written half a file, and goes on for ever.
func fakeHang(out string) {
	must(os.WriteFile(out, []byte("half"), 0o666))
	signal.Ignore(syscall.SIGTERM, os.Interrupt, syscall.SIGHUP)
	writePID("tool.pid")
	time.Sleep(time.Minute)
}

// fakeAgent stands for the agent of nsys when it spins for ever.
func fakeAgent() {
	signal.Ignore(syscall.SIGTERM, os.Interrupt, syscall.SIGHUP)
	writePID("agent.pid")
	time.Sleep(time.Minute)
}

// fakeTool is what scenarios use besides.
func fakeTool() {
	switch os.Args[1] {
	case "install": // DIRECTORY NAME...: programs
		for _, name := range os.Args[3:] {
			must(os.MkdirAll(os.Args[2], 0o777))
			self, err := os.Executable()
			must(err)
			must(os.Symlink(self, filepath.Join(os.Args[2], name)))
		}
	case "replace": // FILE OLD NEW
		text, err := os.ReadFile(os.Args[2])
		must(err)
		must(os.WriteFile(os.Args[2], []byte(strings.ReplaceAll(string(text), os.Args[3], os.Args[4])), 0o666))
	case "target": // TEXT STATUS
		fmt.Println(os.Args[2])
		code, err := strconv.Atoi(os.Args[3])
		must(err)
		os.Exit(code)
	case "sleep": // until somebody ends it
		if len(os.Args) > 2 {
			signal.Ignore(syscall.SIGTERM, os.Interrupt, syscall.SIGHUP)
		}
		writePID("target.pid")
		time.Sleep(time.Minute)
	case "status": // COMMAND...: gets our signals, and its exit code is printed
		fakeStatus(os.Args[2:])
	case "await": // FILE
		waitFile(os.Args[2])
	case "hangup": // FILE with the number of a process
		b, err := os.ReadFile(os.Args[2])
		must(err)
		pid, err := strconv.Atoi(string(b))
		must(err)
		must(syscall.Kill(pid, syscall.SIGHUP))
	case "gone": // FILE with the number of a process
		b, err := os.ReadFile(os.Args[2])
		must(err)
		stat, err := os.ReadFile("/proc/" + string(b) + "/stat")
		if err == nil && !strings.Contains(string(stat), ") Z ") {
			fmt.Fprintf(os.Stderr, "process %s is there\n", b)
			os.Exit(1)
		}
	case "empty": // DIRECTORY: no temporary files of nrprof in it; .tmp is of testscript
		entries, err := os.ReadDir(os.Args[2])
		must(err)
		for _, e := range entries {
			if strings.HasSuffix(e.Name(), ".tmp") && e.Name() != ".tmp" || strings.HasPrefix(e.Name(), "nrprof-nsys") {
				fmt.Fprintln(os.Stderr, e.Name()+" is there")
				os.Exit(1)
			}
		}
	}
}

// fakeStatus runs a command, passes signals on to it and prints its exit code.
func fakeStatus(args []string) {
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	must(cmd.Start())
	go func() {
		for s := range signals {
			cmd.Process.Signal(s)
		}
	}()
	if err := cmd.Wait(); err != nil && !errors.As(err, new(*exec.ExitError)) {
		must(err)
	}
	fmt.Println("status", cmd.ProcessState.ExitCode())
}

// writePID writes the number of this process, under a temporary name first.
func writePID(name string) {
	name = filepath.Join(os.Getenv("WORK"), name)
	must(os.WriteFile(name+".new", []byte(strconv.Itoa(os.Getpid())), 0o666))
	must(os.Rename(name+".new", name))
}

// waitFile waits until a file of the scenario is there.
func waitFile(name string) {
	for range 3000 {
		if _, err := os.Stat(filepath.Join(os.Getenv("WORK"), name)); !errors.Is(err, fs.ErrNotExist) {
			must(err)
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	must(errors.New(name + " did not appear"))
}

// must ends a fake that cannot play its part.
func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "fake:", err)
		os.Exit(99)
	}
}

// ownSession starts a process that leaves the process group.
func ownSession() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// fakes are the programs that scenarios run besides nrprof.
func fakes() map[string]func() {
	return map[string]func(){"nsys": fakeNsys, "QdstrmImporter": fakeImporter, "fake": fakeTool}
}
