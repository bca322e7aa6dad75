package launch

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Names of the programs that come with nsys, in a directory for the host.
const (
	Importer    = "QdstrmImporter" // makes a report of what nsys recorded
	ImportNvtxt = "ImportNvtxt"    // puts ranges from text into a report
)

// hostPlaces are where packages put the programs for the host.
var hostPlaces = []string{
	"/usr/lib/nsight-systems/host-linux-*",
	"/opt/nvidia/nsight-systems*/*/host-linux-*",
}

// Companion returns the path of a program that belongs to nsys, or "" if it was not
// found, and the directories that were searched.
//
// Nsys itself looks beside the directory that its binary is in. Companion looks
// there first. If a package splits the directories, as Debian's package does,
// Companion also looks beside the directory of the symbolic link, and where packages
// put the programs for the host. If it finds several programs there, a program whose
// path names the version of nsys comes first, then newer programs.
func (f Finder) Companion(name string, nsys Program) (path string, searched []string) {
	var dirs []string
	for _, p := range []string{nsys.Real, nsys.Path} {
		if p != "" {
			dirs = append(dirs, beside(p)...)
		}
	}
	dirs = append(dirs, f.hosts(nsys.Version)...)
	for _, dir := range dirs {
		if !slices.Contains(searched, dir) {
			searched = append(searched, dir)
		}
	}
	for _, dir := range searched {
		if p := filepath.Join(dir, name); executable(p) {
			return p, searched
		}
	}
	return "", searched
}

// beside returns the directories for the host next to the one of a binary.
func beside(binary string) []string {
	up := filepath.Dir(filepath.Dir(binary))
	dirs, _ := filepath.Glob(filepath.Join(escapeGlob(up), "host-linux-*")) // the pattern is good
	if len(dirs) == 0 {
		return []string{filepath.Join(up, "host-linux-x64")}
	}
	return dirs
}

// hosts returns the directories for the host that packages made, those of the
// version first.
func (f Finder) hosts(v Version) []string {
	var same, other []string
	for _, place := range hostPlaces {
		for _, dir := range f.glob(place) {
			if named(dir, v) {
				same = append(same, dir)
			} else {
				other = append(other, dir)
			}
		}
	}
	return append(same, other...)
}

// named reports whether a part of path is the release of v, as in
// nsight-systems/2024.5.1/host-linux-x64.
func named(path string, v Version) bool {
	release, _, _ := strings.Cut(v.Text, "-")
	for _, part := range strings.Split(path, string(filepath.Separator)) {
		if part != "" && (part == release || strings.HasPrefix(release, part+".")) {
			return true
		}
	}
	return false
}

// Environment returns the environment in which a companion finds its shared
// libraries, which some packages put beside it without saying so in it.
func Environment(companion string) []string {
	dir := filepath.Dir(companion)
	if old := os.Getenv("LD_LIBRARY_PATH"); old != "" {
		dir += string(filepath.ListSeparator) + old
	}
	return append(os.Environ(), "LD_LIBRARY_PATH="+dir)
}
