// Fit fits the coefficients of package prediction to measured times, and says how well
// the model predicts the times of families that it was not fitted to.
//
// usage: fit [-coefficients FILE] [-table FILE] [-plot FILE] [-points FILE] [-regret FILE] [-phases REGEXP] DATASET…
//
// DATASET is a file x.jsonl that measure wrote on one computer. Beside it lies x.json, the
// file machine/v1 of this computer. Fit writes the coefficients as package
// prediction embeds them, the table in Markdown, and the plot as SVG.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"

	"github.com/nrkit/nrkit/prediction"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "fit: error:", err)
		os.Exit(1)
	}
}

func run() error {
	coefficients := flag.String("coefficients", "", "file for the coefficients")
	table := flag.String("table", "", "file for the table in Markdown; - is standard output")
	points := flag.String("points", "", "file for each measured time beside its prediction, as CSV")
	regret := flag.String("regret", "", "file for the table in Markdown of what the choice by prediction loses; - is standard output")
	plot := flag.String("plot", "", "file for the plot as SVG")
	phases := flag.String("phases", "", "regular expression of phases to fit")
	flag.Parse()
	computers, err := readComputers(flag.Args())
	if err != nil {
		return err
	}
	wanted, err := regexp.Compile(*phases)
	if err != nil {
		return err
	}
	specs := slices.DeleteFunc(specs(), func(s spec) bool { return !wanted.MatchString(s.name) })
	results, wide := fitAll(computers, "", specs)
	var all []carried
	if *coefficients != "" || *table != "" {
		all = carryAll(computers, specs, results)
	}
	if *coefficients != "" {
		if err := writeModel(*coefficients, computers, results, wide, all); err != nil {
			return err
		}
	}
	if *plot != "" {
		if err := writePlot(*plot, results); err != nil {
			return err
		}
	}
	if *points != "" {
		if err := writePoints(*points, results); err != nil {
			return err
		}
	}
	if err := saveRegret(*regret, computers, results); err != nil {
		return err
	}
	var out bytes.Buffer
	if *table != "" {
		writeTables(&out, computers, results, all)
	}
	if *table == "-" {
		_, err = os.Stdout.Write(out.Bytes())
		return err
	}
	if *table != "" {
		return os.WriteFile(*table, out.Bytes(), 0o644)
	}
	return nil
}

// writeModel writes the coefficients of all phases that were fitted.
func writeModel(path string, computers []*computer, results []*result, wide float64, all []carried) error {
	m := &prediction.Model{Phases: map[string]prediction.Fit{}, Orderings: map[string]prediction.Fit{}, Kernels: computers[0].machine.Kernels,
		Spilled: wide, Extrapolated: extrapolated, Limits: limits(results)}
	m.Elsewhere, m.Uncalibrated = widening(all)
	for _, c := range computers {
		m.FittedOn = append(m.FittedOn, c.machine.Microarchitecture)
	}
	for _, r := range results {
		if name, is := r.ordering(); is {
			m.Orderings[name] = r.fit
		} else {
			m.Phases[r.name] = r.fit
		}
	}
	b, err := json.MarshalIndent(m, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(b, '\n'), 0o644)
}

// writePoints writes each measured time beside the prediction of a model that was fitted
// without the family of the matrix.
func writePoints(path string, results []*result) error {
	var b bytes.Buffer
	fmt.Fprintln(&b, "computer,phase,matrix,family,ordering,measured_seconds,predicted_seconds,low_seconds,high_seconds")
	for _, r := range results {
		for _, p := range r.points {
			fmt.Fprintf(&b, "%s,%s,%s,%s,%s,%.4g,%.4g,%.4g,%.4g\n", p.on.name, r.name, p.row.Matrix, p.row.Family, p.row.Ordering, p.measured, p.predicted, p.low, p.high)
		}
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}
