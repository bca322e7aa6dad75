// Oraclereport runs analyze to write pages and shows the pages in Chromium. It fails
// if a page scrolls sideways, has a table that scrolls at 1280 pixels, text of too
// little contrast, a drawing without alternative text, a curve below a label, or a
// table of contents with wrong links.
package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

//go:embed probe.html
var probe []byte

// widths are the widths of the displays, in pixels.
var widths = []int{1280, 390}

func main() {
	analyze := flag.String("analyze", "", "the `PROGRAM` that writes pages")
	chromium := flag.String("chromium", "", "the `PROGRAM` that shows them")
	flag.Parse()
	if err := run(*analyze, *chromium); err != nil {
		fmt.Fprintln(os.Stderr, "oraclereport:", err)
		os.Exit(1)
	}
}

func run(analyze, chromium string) error {
	dir, err := os.MkdirTemp("", "report")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	pages, err := write(analyze, dir)
	if err != nil {
		return err
	}
	failed := 0
	for _, dark := range []bool{false, true} {
		results, err := show(chromium, dir, pages, dark)
		if err != nil {
			return err
		}
		for _, r := range results {
			fmt.Printf("%-14s %4d pixels, dark %-5v: %2d tables, %d drawings, %5d points of curves\n", r.Name, r.Width, r.Dark, r.Boxes, r.Drawings, r.Points)
			for _, s := range r.Bad {
				failed++
				fmt.Printf("    %s\n", s)
			}
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d faults", failed)
	}
	return nil
}

// write has analyze write a page for each of some matrices, with the probe at its
// end, and returns their names.
func write(analyze, dir string) ([]string, error) {
	long := filepath.Join(dir, strings.Repeat("a_long_name_without_a_space", 6)+".mtx")
	text, err := os.ReadFile("testdata/bridge.mtx")
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(long, text, 0o666); err != nil {
		return nil, err
	}
	singular, wide := filepath.Join(dir, "singular.mtx"), filepath.Join(dir, "wide.mtx")
	const banner = "%%MatrixMarket matrix coordinate real general\n"
	for path, body := range map[string]string{singular: "3 3 2\n1 1 1\n2 1 1\n", wide: "2 4 4\n1 1 1\n2 2 1\n1 3 1\n2 4 1\n"} {
		if err := os.WriteFile(path, []byte(banner+body), 0o666); err != nil {
			return nil, err
		}
	}
	var names []string
	for name, args := range map[string][]string{
		"small.html":     {"testdata/bridge.mtx"},
		"long.html":      {long},
		"singular.html":  {singular},
		"wide.html":      {wide},
		"all.html":       {"testdata/mul4_it1.mtx", "--ordering", "all", "--exact", "all", "--levels", "lu"},
		"best.html":      {"testdata/mul4_it1.mtx", "--ordering", "best", "--timings"},
		"series.html":    {"testdata/mul4_it1.mtx", "testdata/mul4_it2.mtx", "testdata/mul4_it3.mtx"},
		"circuit.html":   {"--circuit", "c6288", "--iterations", "1-2"},
		"portfolio.html": {"--circuit", "c6288", "--iterations", "1", "--ordering", "best", "--levels", "lu"},
	} {
		out := filepath.Join(dir, strings.TrimSuffix(name, ".html"))
		if said, err := exec.Command(analyze, append(args, "-o", out)...).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("analyze %v: %w\n%s", args, err, said)
		}
		page, err := os.ReadFile(filepath.Join(out, "report.html"))
		if err != nil {
			return nil, err
		}
		page = bytes.Replace(page, []byte("</body>"), append(slices.Clone(probe), "</body>"...), 1)
		if err := os.WriteFile(filepath.Join(dir, name), page, 0o666); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	slices.Sort(names)
	return names, nil
}

// A result is what the probe measured in one page.
type result struct {
	Name     string   `json:"name"`
	Width    int      `json:"width"`
	Dark     bool     `json:"dark"`
	Boxes    int      `json:"boxes"`
	Drawings int      `json:"drawings"`
	Points   int      `json:"points"`
	Bad      []string `json:"bad"`
}

// show opens the pages in frames of each width, and returns what the probes found:
// one result for each page and width.
func show(chromium, dir string, pages []string, dark bool) ([]result, error) {
	var b bytes.Buffer
	b.WriteString("<!DOCTYPE html><meta charset=\"utf-8\"><pre></pre><script>const all = []; addEventListener('message', e => { all.push(e.data); document.querySelector('pre').textContent = JSON.stringify(all) })</script>\n")
	for _, page := range pages {
		for _, width := range widths {
			fmt.Fprintf(&b, "<iframe style=\"border:0;width:%dpx;height:900px\" src=\"%s\"></iframe>\n", width, page)
		}
	}
	outer := filepath.Join(dir, "outer.html")
	if err := os.WriteFile(outer, b.Bytes(), 0o666); err != nil {
		return nil, err
	}
	scheme := 1
	if dark {
		scheme = 0
	}
	cmd := exec.Command(chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--disable-background-networking",
		"--no-first-run", fmt.Sprintf("--blink-settings=preferredColorScheme=%d", scheme), "--user-data-dir="+filepath.Join(dir, "user"),
		"--virtual-time-budget=60000", "--timeout=120000", "--dump-dom", "file://"+outer)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	text, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("chromium: %w\n%s", err, stderr.Bytes())
	}
	found := regexp.MustCompile(`(?s)<pre>(.*?)</pre>`).FindSubmatch(text)
	if found == nil || len(found[1]) == 0 {
		return nil, fmt.Errorf("chromium shows nothing\n%s", stderr.Bytes())
	}
	var results []result
	entities := strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&", "&nbsp;", "\u00a0")
	if err := json.Unmarshal([]byte(entities.Replace(string(found[1]))), &results); err != nil {
		return nil, err
	}
	return results, complete(results, pages, dark)
}

// complete returns an error when a page was not measured at some width, or not as
// light or dark as it should be.
func complete(results []result, pages []string, dark bool) error {
	for _, page := range pages {
		for _, width := range widths {
			if !slices.ContainsFunc(results, func(r result) bool { return r.Name == page && r.Width == width && r.Dark == dark }) {
				return fmt.Errorf("%s was not measured at %d pixels, dark %v", page, width, dark)
			}
		}
	}
	return nil
}
