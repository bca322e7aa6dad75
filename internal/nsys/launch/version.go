package launch

import (
	"context"
	"errors"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A Version is the version of a program of Nsight Systems, such as 2022.4.2.1: its
// numbers and its text.
type Version struct {
	Parts []int
	Text  string
}

// String returns the version as the program writes it, "unknown" for the zero
// value.
func (v Version) String() string {
	if v.Text == "" {
		return "unknown"
	}
	return v.Text
}

// Compare returns a negative number when v is older than w, 0 when both are
// equal. Unknown versions are the oldest.
func (v Version) Compare(w Version) int { return slices.Compare(v.Parts, w.Parts) }

// versionText is how programs of Nsight Systems state it. 2022.4 is "NVIDIA
// Nsight Systems version 2022.4.2.1-df9881f", its importer leaves out
// "version".
var versionText = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`Nsight Systems (?:version )?((\d{1,6}(?:\.\d{1,6})+)\S*)`)
})

// ParseVersion reads what nsys --version printed. It fails if text names no version
// of Nsight Systems.
func ParseVersion(text string) (Version, error) {
	m := versionText().FindStringSubmatch(text)
	if m == nil {
		return Version{}, errors.New("got no version of Nsight Systems")
	}
	v := Version{Text: m[1]}
	for _, part := range strings.Split(m[2], ".") {
		n, err := strconv.Atoi(part)
		if err != nil {
			return Version{}, err
		}
		v.Parts = append(v.Parts, n)
	}
	return v, nil
}

// askTime bounds how long a program may take to say something about itself.
const askTime = 20 * time.Second

// askVersion runs a program for its version.
func askVersion(path string, args ...string) (Version, error) {
	ctx, cancel := context.WithTimeout(context.Background(), askTime)
	defer cancel()
	out, err := exec.CommandContext(ctx, path, args...).CombinedOutput()
	if v, perr := ParseVersion(string(out)); perr == nil {
		return v, nil
	}
	if err == nil {
		err = errors.New("got no version of Nsight Systems")
	}
	return Version{}, err
}
