//go:build linux

// Best compares orderings by their entries. For each square matrix of a folder it
// takes the fewest entries that `analyze --ordering best` finds and the entries of
// other programs' orderings, whose figures are in the folder. It writes a table into
// a file of results.
//
// usage: best -data DIR [-only REGEXP] [-o FILE]
//
// DIR holds mtx/ and oracle/. Best replaces the section of FILE with the table, or
// adds the section at the end. The rest of FILE stays.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/nrkit/nrkit/internal/collection"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "best: error:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	fs := flag.NewFlagSet("best", flag.ContinueOnError)
	data := fs.String("data", "", "folder of matrices and of results of other programs")
	out := fs.String("o", "bench/RESULTS-orderings.md", "file to write the table into")
	only := fs.String("only", "", "regular expression of matrix names")
	if err := fs.Parse(args); err != nil {
		return err
	}
	if *data == "" {
		return fmt.Errorf("want -data, the folder of the matrices")
	}
	names, err := regexp.Compile(*only)
	if err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(*data, "oracle", "*.json"))
	if err != nil {
		return err
	}
	load := loadAverage()
	var rows []row
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		if strings.HasSuffix(name, ".quiet") || !names.MatchString(name) {
			continue
		}
		r, err := measure(*data, name, file)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if r != nil {
			fmt.Fprintf(os.Stderr, "%s: %.4f of %s\n", name, r.lnz/r.least.LNZ, r.least.Name)
			rows = append(rows, *r)
		}
	}
	if len(rows) == 0 {
		return fmt.Errorf("no square matrix matches")
	}
	text, err := os.ReadFile(*out)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	return os.WriteFile(*out, replaceSection(text, table(rows, load)), 0o644)
}

// peersOf reads the results of other programs.
func peersOf(file string) (*collection.Peers, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var p collection.Peers
	return &p, json.Unmarshal(text, &p)
}

// loadAverage returns how busy the machine is, as Linux says.
func loadAverage() string {
	text, err := os.ReadFile("/proc/loadavg")
	fields := strings.Fields(string(text))
	if err != nil || len(fields) < 3 {
		return "unknown"
	}
	return strings.Join(fields[:3], " ")
}

// heading starts the section with the table.
const heading = "\n## The best of all peers, matrix by matrix\n"

// replaceSection returns text with section, which starts with the heading, in the
// place of the section that it has, or at the end.
func replaceSection(text []byte, section string) []byte {
	at := bytes.Index(text, []byte(heading))
	if at < 0 {
		return append(bytes.TrimRight(text, "\n"), []byte("\n"+section)...)
	}
	end := len(text)
	if next := bytes.Index(text[at+len(heading):], []byte("\n## ")); next >= 0 {
		end = at + len(heading) + next
	}
	return bytes.Join([][]byte{text[:at], text[end:]}, []byte(section))
}
