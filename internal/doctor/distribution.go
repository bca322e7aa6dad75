package doctor

import (
	"os"
	"path/filepath"
	"strings"
)

// A distribution says how packages are installed.
type distribution struct {
	name   string   // for people
	family []string // its id, then those it is like
	// nonFree says that packages outside main can be installed on Debian.
	nonFree bool
}

// distribution reads /etc/os-release.
func (d *system) distribution() distribution {
	var dist distribution
	b, err := os.ReadFile(d.root + "/etc/os-release")
	if err != nil {
		if b, err = os.ReadFile(d.root + "/usr/lib/os-release"); err != nil {
			return dist
		}
	}
	values := map[string]string{}
	for line := range strings.Lines(string(b)) {
		if key, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok {
			values[key] = strings.Trim(value, `"'`)
		}
	}
	dist.name = values["PRETTY_NAME"]
	dist.family = append([]string{values["ID"]}, strings.Fields(values["ID_LIKE"])...)
	dist.nonFree = dist.is("debian") && d.hasNonFree()
	return dist
}

// is reports whether the distribution is one, or is like it.
func (dist distribution) is(id string) bool {
	for _, f := range dist.family {
		if f == id {
			return true
		}
	}
	return false
}

// hasNonFree reports whether apt looks at contrib and non-free, both of which
// nsys needs.
func (d *system) hasNonFree() bool {
	lists, _ := filepath.Glob(d.root + "/etc/apt/sources.list.d/*") // the pattern is good
	contrib, nonFree := false, false
	for _, list := range append(lists, d.root+"/etc/apt/sources.list") {
		b, err := os.ReadFile(list)
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(b)) {
			if strings.HasPrefix(strings.TrimSpace(line), "#") {
				continue
			}
			for _, word := range strings.Fields(line) {
				contrib = contrib || word == "contrib"
				nonFree = nonFree || word == "non-free"
			}
		}
	}
	return contrib && nonFree
}

// Commands and places to install from.
const (
	aptNsys    = "apt-get install nsight-systems"
	aptNonFree = `sed -i 's/^Components: main.*/Components: main contrib non-free/' /etc/apt/sources.list.d/*.sources && apt-get update && ` + aptNsys
	nvidiaNsys = "from developer.nvidia.com/nsight-systems, or the package nsight-systems of NVIDIA's CUDA repository"
)

// nsys says how to install nsys and what comes with it.
func (dist distribution) nsys() string {
	switch {
	case dist.is("ubuntu"):
		return "Install: " + aptNsys + ", with multiverse enabled, or nsight-systems-cli of NVIDIA's CUDA repository"
	case dist.is("debian") && dist.nonFree:
		return "Install: " + aptNsys
	case dist.is("debian"):
		return "Install, contrib and non-free enabled: " + aptNonFree
	case dist.is("fedora"), dist.is("rhel"), dist.is("centos"):
		return "Install: dnf install nsight-systems, with NVIDIA's CUDA repository enabled"
	case dist.is("suse"), dist.is("opensuse"):
		return "Install: zypper install nsight-systems, with NVIDIA's CUDA repository enabled"
	case dist.is("arch"):
		return "Install: pacman -S nsight-systems"
	}
	return "Install: " + nvidiaNsys
}

// compiler says how to install a C compiler.
func (dist distribution) compiler() string {
	switch {
	case dist.is("debian"), dist.is("ubuntu"):
		return "Install: apt-get install gcc libc6-dev"
	case dist.is("fedora"), dist.is("rhel"), dist.is("centos"):
		return "Install: dnf install gcc glibc-devel"
	case dist.is("suse"), dist.is("opensuse"):
		return "Install: zypper install gcc glibc-devel"
	case dist.is("arch"):
		return "Install: pacman -S gcc"
	case dist.is("alpine"):
		return "Install: apk add gcc musl-dev"
	}
	return "Install gcc or clang, and the headers of the C library"
}

// driver says how to install the driver of the GPU.
func (dist distribution) driver() string {
	const when = "If the machine has an NVIDIA GPU: "
	switch {
	case dist.is("ubuntu"):
		return when + "ubuntu-drivers install"
	case dist.is("debian") && dist.nonFree:
		return when + "apt-get install nvidia-driver"
	case dist.is("debian"):
		return when + "apt-get install nvidia-driver, with contrib and non-free enabled"
	case dist.is("arch"):
		return when + "pacman -S nvidia"
	}
	return when + "NVIDIA's driver; in a container it comes from the host (--gpus all)"
}
