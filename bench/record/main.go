// Record measures what capturing NVTX costs a program. A C program pushes and pops
// ranges without a tool, under nrprof record, and under the installed nsys, one
// after the other in each round.
//
//	go run ./bench/record -nrprof PATH -compiling PATH -pairs PATH [-nsys PATH] [-rounds 9]
//
// It prints the median cost of a pair, push and pop, in ns of wall time and of the
// thread's own CPU time, and the ratios to nsys. Then it prints the time from start
// to end of a program that does nothing. scripts/bench-record builds the programs.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
)

// A tool is a way to run the program.
type tool struct {
	name  string
	pairs int // on each thread
	run   func(dir string, args ...string) *exec.Cmd
	wall  []float64 // ns a pair, by round
	cpu   []float64
}

func main() {
	log.SetFlags(0)
	nrprof := flag.String("nrprof", "nrprof", "the nrprof to measure")
	compiling := flag.String("compiling", "", "an nrprof that compiles its library: with the build tag nvtxcompile")
	program := flag.String("pairs", "", "the program made of bench/record/pairs/pairs.c")
	nsys := flag.String("nsys", "nsys", "the nsys to compare with")
	rounds := flag.Int("rounds", 9, "rounds")
	flag.Parse()
	dir, err := os.MkdirTemp("", "record")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	fmt.Println("| threads | tool | wall ns | CPU ns | of nsys, wall | of nsys, CPU |")
	fmt.Println("| --- | --- | --- | --- | --- | --- |")
	for _, threads := range []int{1, 2} {
		tools := []*tool{
			{name: "none", pairs: 4_000_000, run: func(_ string, args ...string) *exec.Cmd { return exec.Command(*program, args...) }},
			{name: "nrprof record", pairs: 1_000_000, run: func(dir string, args ...string) *exec.Cmd {
				return exec.Command(*nrprof, append([]string{"record", "-f", "-o", filepath.Join(dir, "out.nrt"), "--", *program}, args...)...)
			}},
			{name: "nsys", pairs: 200_000, run: func(dir string, args ...string) *exec.Cmd {
				return exec.Command(*nsys, append([]string{"profile", "-t", "nvtx", "-s", "none", "--cpuctxsw=none", "-f", "true", "-o", filepath.Join(dir, "out"), *program}, args...)...)
			}},
		}
		if err := measure(dir, tools, threads, *rounds); err != nil {
			os.RemoveAll(dir)
			log.Fatal(err)
		}
	}
	if err := starts(dir, *nrprof, *compiling, 5**rounds); err != nil {
		os.RemoveAll(dir)
		log.Fatal(err)
	}
}

// measure runs all tools in each round and prints a row for each.
func measure(dir string, tools []*tool, threads, rounds int) error {
	for range rounds {
		for _, t := range tools {
			wall, cpu, err := t.once(dir, threads)
			for again := 0; err != nil && again < 3; again++ {
				log.Printf("again: %v", err) // nsys does not always start on a machine that is busy
				wall, cpu, err = t.once(dir, threads)
			}
			if err != nil {
				return err
			}
			t.wall, t.cpu = append(t.wall, wall), append(t.cpu, cpu)
		}
	}
	last := tools[len(tools)-1]
	for _, t := range tools {
		wall, cpu := median(t.wall), median(t.cpu)
		fmt.Printf("| %d | %s | %.1f | %.1f | %.4f | %.4f |\n", threads, t.name, wall, cpu, wall/median(last.wall), cpu/median(last.cpu))
	}
	return nil
}

// once runs the program and returns what it says a pair cost.
func (t *tool) once(dir string, threads int) (wall, cpu float64, err error) {
	cmd := t.run(dir, strconv.Itoa(t.pairs), strconv.Itoa(threads))
	var out, text bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &text
	err = cmd.Run() // nsys fails to import where its importer is in another package; the program ran
	for line := range bytes.Lines(out.Bytes()) {
		if n, serr := fmt.Sscanf(string(line), "pair %g %g", &wall, &cpu); serr == nil && n == 2 {
			return wall, cpu, nil
		}
	}
	return 0, 0, fmt.Errorf("%s: no figures (%v): %s%s", t.name, err, out.Bytes(), text.Bytes())
}

func median(list []float64) float64 {
	list = slices.Sorted(slices.Values(list))
	return list[len(list)/2]
}
