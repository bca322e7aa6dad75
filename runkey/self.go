package runkey

import (
	"os"
	"runtime"
	"runtime/debug"
)

// Self returns the parts of the running program, for programs that measure
// themselves: the Go release that compiled it, the instructions for which it was
// compiled, the number of threads that run Go code, and its binary.
//
// Cost: reading the file if d has not read it: some 20 ms for 25 MB.
func Self(d *Digests) (Group, error) {
	l := partList{{"go.version", Text(runtime.Version()), toAll.list()}}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch s.Key {
			case "GOAMD64", "GOARM64":
				l.text("go."+s.Key, s.Value, toAll)
			case "vcs.revision":
				l.text("go.revision", s.Value, told)
			}
		}
	}
	l.number("go.maxprocs", runtime.GOMAXPROCS(0), toTiming)
	exe, err := os.Executable()
	if err != nil {
		return Group{}, err
	}
	binary, err := d.binary(exe)
	if err != nil {
		return Group{}, err
	}
	return Group{Parts: append(l, binary.Parts...)}, nil
}
