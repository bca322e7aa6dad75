package fetchtest

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"fmt"
	"io"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// An entry is a line of the list.
type entry struct {
	target string
	bytes  int64
	check  string
	url    string
}

// entries reads scripts/fetch-data.list.
func entries(t *testing.T) []entry {
	t.Helper()
	text, err := os.ReadFile("../fetch-data.list")
	if err != nil {
		t.Fatal(err)
	}
	var list []entry
	for k, line := range strings.Split(string(text), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		e, err := parse(line)
		if err != nil {
			t.Errorf("fetch-data.list:%d: %v", k+1, err)
			continue
		}
		list = append(list, e)
	}
	if len(list) == 0 {
		t.Fatal("the list is empty")
	}
	return list
}

var (
	targetForm = regexp.MustCompile(`^(mtx|cases-lu|nsys|nsys-cases|traces/(chrome|jax|kineto))/[A-Za-z0-9_.-]+$`)
	checkForm  = regexp.MustCompile(`^(sha256:[0-9a-f]{64}|size:[0-9]+x[0-9]+x[0-9]+)$`)
	pinnedForm = regexp.MustCompile(`^/[^/]+/[^/]+/[0-9a-f]{40}/.`)
)

// parse reads a line.
func parse(line string) (entry, error) {
	f := strings.Split(line, " ")
	if len(f) != 4 {
		return entry{}, fmt.Errorf("want 4 fields, got %d", len(f))
	}
	size, err := strconv.ParseInt(f[1], 10, 64)
	switch {
	case err != nil || size <= 0:
		return entry{}, fmt.Errorf("bytes %q", f[1])
	case !targetForm.MatchString(f[0]):
		return entry{}, fmt.Errorf("target %q", f[0])
	case !checkForm.MatchString(f[2]):
		return entry{}, fmt.Errorf("check %q", f[2])
	}
	u, err := url.Parse(f[3])
	switch {
	case err != nil:
		return entry{}, err
	case u.Scheme != "https":
		return entry{}, fmt.Errorf("%s: want https", u)
	}
	matrix := strings.TrimSuffix(strings.TrimSuffix(path.Base(f[0]), ".gz"), ".mtx")
	switch u.Host {
	case "sparse.tamu.edu":
		if !strings.HasPrefix(u.Path, "/MM/") || path.Base(u.Path) != matrix+".tar.gz" || !strings.HasPrefix(f[2], "size:") {
			return entry{}, fmt.Errorf("%s: want /MM/GROUP/%s.tar.gz and a size", u, matrix)
		}
	case "raw.githubusercontent.com":
		if !pinnedForm.MatchString(u.Path) || !strings.HasPrefix(f[2], "sha256:") {
			return entry{}, fmt.Errorf("%s: want OWNER/NAME/COMMIT/PATH and a sum", u)
		}
	default:
		return entry{}, fmt.Errorf("host %s", u.Host)
	}
	return entry{f[0], size, f[2], f[3]}, nil
}

func TestList(t *testing.T) {
	targets, urls := map[string]bool{}, map[string]bool{}
	for _, e := range entries(t) {
		if targets[e.target] || urls[e.url] {
			t.Errorf("%s or its source is listed twice", e.target)
		}
		targets[e.target], urls[e.url] = true, true
	}
}

func TestParseRefuses(t *testing.T) {
	const good = "mtx/a.mtx 10 size:1x1x1 https://sparse.tamu.edu/MM/G/a.tar.gz"
	if _, err := parse(good); err != nil {
		t.Fatal(err)
	}
	sum := "sha256:" + strings.Repeat("0", 64)
	for _, line := range []string{
		"mtx/a.mtx 10 size:1x1x1",
		strings.Replace(good, "10", "0", 1),
		strings.Replace(good, "10", "ten", 1),
		strings.Replace(good, "mtx/a", "../a", 1),
		strings.Replace(good, "size:1x1x1", "size:1x1", 1),
		strings.Replace(good, "size:1x1x1", sum, 1),
		strings.Replace(good, "https", "http", 1),
		strings.Replace(good, "a.tar", "b.tar", 1),
		strings.Replace(good, "sparse.tamu.edu", "example.org", 1),
		"mtx/a.mtx 10 " + sum + " https://raw.githubusercontent.com/o/r/main/a.mtx",
	} {
		if e, err := parse(line); err == nil {
			t.Errorf("%q is read as %+v", line, e)
		}
	}
}

// TestListAgainstFiles compares sums and sizes with files that came from the same
// sources, in the folder that NRKIT_ORACLE names.
func TestListAgainstFiles(t *testing.T) {
	folder := os.Getenv("NRKIT_ORACLE")
	if folder == "" {
		t.Skip("NRKIT_ORACLE does not name a folder of data")
	}
	for _, e := range entries(t) {
		sum, ok := strings.CutPrefix(e.check, "sha256:")
		if !ok {
			continue
		}
		got, size := sumOf(t, filepath.Join(folder, e.target), !strings.HasSuffix(e.url, ".gz"))
		if got != sum || size != e.bytes {
			t.Errorf("%s: sum %s of %d bytes, listed %s of %d", e.target, got, size, sum, e.bytes)
		}
	}
}

// sumOf returns the sum and the size of a file; unpack says whether a file in .gz
// is unpacked for that.
func sumOf(t *testing.T, name string, unpack bool) (string, int64) {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var r io.Reader = f
	if unpack && strings.HasSuffix(name, ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			t.Fatal(err)
		}
	}
	h := sha256.New()
	size, err := io.Copy(h, r)
	if err != nil {
		t.Fatal(err)
	}
	return hex.EncodeToString(h.Sum(nil)), size
}

// TestListAgainstIndex compares the sizes of matrices with the statistics that the
// Collection itself publishes.
func TestListAgainstIndex(t *testing.T) {
	folder := os.Getenv("NRKIT_ORACLE")
	if folder == "" {
		t.Skip("NRKIT_ORACLE does not name a folder of data")
	}
	sizes := index(t, filepath.Join(folder, "oracle", "suitesparse_index.csv"))
	for _, e := range entries(t) {
		size, ok := strings.CutPrefix(e.check, "size:")
		if !ok {
			continue
		}
		name := strings.TrimSuffix(strings.TrimPrefix(e.url, "https://sparse.tamu.edu/MM/"), ".tar.gz")
		if want := sizes[name]; size != want {
			t.Errorf("%s: listed as %s, the Collection has %q", name, size, want)
		}
	}
}

// index reads the size lines of the Collection's Matrix Market files out of its
// statistics, by GROUP/NAME.
func index(t *testing.T, name string) map[string]string {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := map[string]int{}
	for k, title := range rows[0] {
		column[title] = k
	}
	sizes := map[string]string{}
	for _, row := range rows[1:] {
		field := func(title string) string { return row[column[title]] }
		number := func(title string) int64 {
			v, err := strconv.ParseFloat(field(title), 64)
			if err != nil {
				t.Fatal(err)
			}
			return int64(v)
		}
		entries := number("nentries")
		if field("RBtype")[1] == 's' { // the lower triangle alone
			entries = (entries + number("nnzdiag")) / 2
		}
		sizes[field("Group")+"/"+field("Name")] = fmt.Sprintf("%dx%dx%d", number("nrows"), number("ncols"), entries)
	}
	return sizes
}
