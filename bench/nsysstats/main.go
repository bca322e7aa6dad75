// Nsysstats measures the time of nrprof stats beside the installed nsys stats: the
// same report of the same database as CSV, as programs, one after the other in each
// round.
//
//	go run ./bench/nsysstats -nrprof PATH -databases DIR [-nsys PATH] [-rounds 5]
//
// nsys is ended after 20 s; its time and the ratio are then at least the printed
// values. Nsysstats prints the medians of wall time in ms and their ratio for each
// report of each database for which nsys prints something, the geometric mean of the
// ratios, and the least ratio. A report that takes nsys longer than 5 s runs once.
// scripts/bench-nsys builds nrprof.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/nrkit/nrkit/nsys/stats"
)

// From slow on a report of nsys is run once; after limit it is ended.
const (
	slow  = 5 * time.Second
	limit = 20 * time.Second
)

// A result is a report of a database.
type result struct {
	database, report string
	nsys, nrprof     time.Duration
}

func (r *result) ratio() float64 { return float64(r.nsys) / float64(r.nrprof) }

func main() {
	log.SetFlags(0)
	nrprof := flag.String("nrprof", "nrprof", "the nrprof to measure")
	nsys := flag.String("nsys", "nsys", "the nsys to compare with")
	databases := flag.String("databases", "", "folder of *.sqlite")
	rounds := flag.Int("rounds", 5, "rounds")
	flag.Parse()
	if err := run(*nrprof, *nsys, *databases, *rounds); err != nil {
		log.Fatal(err)
	}
}

func run(nrprof, nsys, databases string, rounds int) error {
	paths, err := filepath.Glob(filepath.Join(databases, "*.sqlite"))
	if err != nil || len(paths) == 0 {
		return fmt.Errorf("no databases in %q", databases)
	}
	dir, err := os.MkdirTemp("", "nsysstats") // nsys wants to write beside a database
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var results []result
	for _, path := range paths {
		copied := filepath.Join(dir, filepath.Base(path))
		if err := copyFile(copied, path); err != nil {
			return err
		}
		for _, r := range stats.Reports() {
			if r.Old == "" || strings.Contains(r.Old, "-") { // rules are of nsys analyze
				continue
			}
			theirs := []string{nsys, "stats", "-q", "-r", r.Old, "-f", "csv", copied}
			ours := []string{nrprof, "stats", copied, "--report", r.Old, "--format", "csv"}
			res, printed, err := measure(theirs, ours, rounds)
			if err != nil {
				return err
			}
			if printed {
				res.database, res.report = strings.TrimSuffix(filepath.Base(path), ".sqlite"), r.Old
				results = append(results, res)
			}
		}
	}
	print(results)
	return nil
}

// measure runs two programs side by side; printed is false when the first
// prints nothing.
func measure(theirs, ours []string, rounds int) (r result, printed bool, err error) {
	var a, b []time.Duration
	for range rounds {
		took, bytes, err := once(theirs)
		if err != nil || bytes <= 1 && took < limit {
			return r, false, err
		}
		a = append(a, took)
		if took, bytes, err = once(ours); err != nil || bytes == 0 {
			return r, false, fmt.Errorf("%s: %d bytes, %w", strings.Join(ours, " "), bytes, err)
		}
		b = append(b, took)
		if a[0] > slow {
			break
		}
	}
	return result{nsys: median(a), nrprof: median(b)}, true, nil
}

// once runs a program and returns how long it took and how much it printed. It
// may end with status 1, as nsys does where there is no data.
func once(args []string) (time.Duration, int, error) {
	var out bytes.Buffer
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Stdout = &out
	start := time.Now()
	err := cmd.Run()
	took := time.Since(start)
	if ctx.Err() != nil {
		return took, out.Len(), nil
	}
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() == 1 {
		err = nil
	}
	return took, out.Len(), err
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}

// print prints the results as Markdown.
func print(results []result) {
	fmt.Println("| database | report | nsys ms | nrprof ms | times as fast |")
	fmt.Println("| --- | --- | --- | --- | --- |")
	logs, least := 0.0, 0
	for i := range results {
		r := &results[i]
		fmt.Printf("| %s | %s | %.1f | %.1f | %.1f |\n", r.database, r.report, r.nsys.Seconds()*1e3, r.nrprof.Seconds()*1e3, r.ratio())
		logs += math.Log(r.ratio())
		if r.ratio() < results[least].ratio() {
			least = i
		}
	}
	fmt.Printf("\n%d reports: geometric mean %.1f, least %.1f (%s of %s).\n",
		len(results), math.Exp(logs/float64(len(results))), results[least].ratio(), results[least].report, results[least].database)
}

// copyFile copies a file.
func copyFile(to, from string) error {
	b, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, b, 0o666)
}
