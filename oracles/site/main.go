// Oraclesite compares the page of docs/site with the programs analyze and nrprof, and
// looks at the page in Chromium. oracles/site/run builds everything.
//
//	go run ./oracles/site -site FOLDER -programs FOLDER -data FOLDER -chromium PATH -node PATH
//
// It fails if something differs.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// limit bounds how long one file may take on the page.
const limit = 30 * time.Minute

// An oracle is a run of all checks.
type oracle struct {
	site, programs, data, shots string
	chromium, node              string
	smallest, largest           int64  // sizes between which files of the data are compared
	dir                         string // for files of its own
	cases                       []*testCase
}

func main() {
	o := &oracle{}
	flag.StringVar(&o.site, "site", "", "the `FOLDER` that scripts/site wrote")
	flag.StringVar(&o.programs, "programs", "", "the `FOLDER` with analyze and nrprof")
	flag.StringVar(&o.data, "data", "", "the `FOLDER` of real matrices and captures; without it, those of testdata are compared")
	flag.StringVar(&o.shots, "shots", "", "the `FOLDER` for pictures of the page")
	flag.StringVar(&o.chromium, "chromium", "", "the browser")
	flag.StringVar(&o.node, "node", "", "the other runtime")
	flag.Int64Var(&o.largest, "largest", 0, "compare the files of the data up to this size in `BYTES`")
	flag.Int64Var(&o.smallest, "smallest", 0, "compare the files of the data from this size in `BYTES` on")
	turns := flag.Int("turns", 0, "only measure the first verdict of c6288, in `N` turns with analyze")
	flag.Parse()
	var err error
	if o.dir, err = os.MkdirTemp("", "oraclesite"); err == nil {
		if *turns > 0 {
			err = o.measure(*turns)
		} else {
			err = o.check()
		}
		if rerr := os.RemoveAll(o.dir); err == nil && rerr != nil {
			fmt.Println(rerr) // Chromium may still write into its profile
		}
	}
	if err != nil {
		fmt.Printf("WRONG: %v\n", err)
		os.Exit(1)
	}
}

// whole is the size up to which the page promises the answers of the programs.
const whole = 20_000_000

// check goes through all checks.
func (o *oracle) check() error {
	if err := o.sizes(); err != nil {
		return err
	}
	var err error
	if o.cases, err = o.listCases(); err != nil {
		return err
	}
	for _, c := range o.cases {
		if err := o.expect(c); err != nil {
			return err
		}
	}
	if err := o.inNode(); err != nil {
		return fmt.Errorf("node: %w", err)
	}
	if o.largest < whole && o.smallest == 0 {
		o.cases = slices.DeleteFunc(o.cases, func(c *testCase) bool { return len(c.paths) > 0 && strings.HasPrefix(c.paths[0], o.data) })
		fmt.Println("Chromium: the files of testdata only")
	}
	if err := o.inChromium(); err != nil {
		return fmt.Errorf("chromium: %w", err)
	}
	return nil
}

// most is how many bytes the page may load for a file, all parts together, compressed
// as they are stored.
const most = 5_000_000

// sizes checks how much the page loads.
func (o *oracle) sizes() error {
	page := int64(0)
	for _, name := range []string{"index.html", "page.js", "site.css", "report.css", "worker.js"} {
		info, err := os.Stat(filepath.Join(o.site, name))
		if err != nil {
			return err
		}
		page += info.Size()
	}
	for _, name := range []string{"matrix.wasm.gz", "capture.wasm.gz"} {
		info, err := os.Stat(filepath.Join(o.site, name))
		if err != nil {
			return err
		}
		fmt.Printf("%s: %d bytes, with the page %d\n", name, info.Size(), info.Size()+page)
		if info.Size()+page > most {
			return fmt.Errorf("%s: the page loads %d bytes, want at most %d", name, info.Size()+page, most)
		}
	}
	return nil
}
