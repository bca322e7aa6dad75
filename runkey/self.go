package runkey

import (
	"os"
	"runtime"
	"runtime/debug"
)

// Self returns the parts of the running program, where it is what is measured:
// the Go release that compiled it and for which instructions, how many threads
// run Go code, and its binary.
//
// Cost: that of reading the file where d has not: some 20 ms for one of 25 MB.
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
