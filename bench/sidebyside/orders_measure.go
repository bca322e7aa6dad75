//go:build linux

package main

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"time"
)

// orderLimit is the CPU time that a program may take, and orderPatience the
// elapsed time, for a machine that has more to do.
const (
	orderLimit    = time.Minute
	orderPatience = 20 * time.Minute
)

// A contender is an ordering, or a decomposition, of nrkit or of a peer.
type contender struct {
	key     string // of its outcome
	label   string // in tables
	program string // in the folder of programs, or a script of bench/peers
	kernel  string // what its lines begin with
	ask     []string
	cores   int
	judged  bool // leaves its order in a file, whose figures nrkit counts
	brief   bool // takes so little on a small matrix that a few rounds say too little
}

// briefRounds is how often brief contenders run on a matrix of no more than
// briefEntries; the least of their times is what counts, since what disturbs them
// is as long as they are.
const (
	briefRounds  = 7
	briefEntries = 400_000
)

// contenders are run in this order, so that those that are compared follow
// each other.
var contenders = []contender{
	{key: "nd", label: "nested dissection", program: "kernels", kernel: "nd", ask: []string{"order:nd"}},
	{key: "metis", label: "METIS", program: "metis", kernel: "metis", judged: true},
	{key: "nd2", label: "nested dissection, two cores", program: "kernels", kernel: "nd", ask: []string{"order:nd"}, cores: 2},
	{key: "best", label: "portfolio, two cores", program: "kernels", kernel: "best", ask: []string{"best"}, cores: 2},
	{key: "report", label: "portfolio with the whole analysis, two cores", program: "kernels", kernel: "report", ask: []string{"report"}, cores: 2},
	{key: "cholmod", label: "CHOLMOD, best of 9", program: "cholmod9", kernel: "cholmod", judged: true},
	{key: "amd", label: "AMD", program: "kernels", kernel: "amd", ask: []string{"order:amd"}, brief: true},
	{key: "ssamd", label: "AMD of SuiteSparse", program: "amd", kernel: "amd_graph", judged: true, brief: true},
	{key: "amf", label: "AMF", program: "kernels", kernel: "amf", ask: []string{"order:amf"}},
	{key: "ammf", label: "AMMF", program: "kernels", kernel: "ammf", ask: []string{"order:ammf"}},
	{key: "amrf", label: "AMRF", program: "kernels", kernel: "amrf", ask: []string{"order:amrf"}},
	{key: "mmf", label: "MMF", program: "kernels", kernel: "mmf", ask: []string{"order:mmf"}},
	{key: "search", label: "search", program: "kernels", kernel: "search", ask: []string{"order:search"}},
	{key: "rcm", label: "RCM", program: "kernels", kernel: "rcm", ask: []string{"order:rcm"}},
	{key: "scipy", label: "RCM of SciPy", program: "rcm.py", kernel: "rcm", judged: true},
	{key: "bordered", label: "RCM with border", program: "kernels", kernel: "bordered", ask: []string{"order:bordered"}},
	{key: "colamd", label: "COLAMD", program: "kernels", kernel: "colamd", ask: []string{"colamd"}},
	{key: "sscolamd", label: "COLAMD of SuiteSparse", program: "colamd", kernel: "colamd"},
	{key: "btf", label: "block triangular form", program: "kernels", kernel: "btf", ask: []string{"btf"}, brief: true},
	{key: "ssbtf", label: "btf_order of SuiteSparse", program: "btf", kernel: "btf", brief: true},
	{key: "dmperm", label: "cs_dmperm of CXSparse", program: "dmperm", kernel: "dmperm"},
}

// An outcome is what a contender gave on a matrix.
type outcome struct {
	cpu, wall float64            // seconds, medians of the rounds
	lines     map[string]float64 // by what follows the name of the kernel: lnz, flops, …
	failed    string             // why there is nothing else
	stopped   bool               // because it took too long
}

// outcomes are those of all matrices, by matrix and contender.
type outcomes map[string]*outcome

func (o outcomes) of(in input, key string) *outcome { return o[in.name+" "+key] }

// measure runs all contenders on one matrix, in turn, for some rounds each.
func (o outcomes) measure(c *config, in input) error {
	cpu, wall := map[string][]float64{}, map[string][]float64{}
	most := 0
	for _, k := range contenders {
		most = max(most, c.roundsOf(k, in))
	}
	for round := range most {
		for _, k := range contenders {
			if round >= c.roundsOf(k, in) {
				continue
			}
			was := o.of(in, k.key)
			if was != nil && was.failed != "" {
				continue
			}
			now, err := k.run(c, in, round == 0)
			if err != nil {
				return fmt.Errorf("%s, %s: %w", in.name, k.key, err)
			}
			if was == nil {
				o[in.name+" "+k.key] = now
			}
			cpu[k.key], wall[k.key] = append(cpu[k.key], now.cpu), append(wall[k.key], now.wall)
		}
	}
	for _, k := range contenders {
		if len(cpu[k.key]) == 0 {
			continue
		}
		of := median
		if k.brief && in.nnz <= briefEntries {
			of = minOf
		}
		was := o.of(in, k.key)
		was.cpu, was.wall = of(cpu[k.key]), of(wall[k.key])
	}
	o.addLeast(in, "peers", "metis", "cholmod", "ssamd")
	o.addLeast(in, "amf_least", "amf", "ammf", "amrf", "mmf")
	return nil
}

// roundsOf returns how often a contender runs on a matrix.
func (c *config) roundsOf(k contender, in input) int {
	if k.brief && in.nnz <= briefEntries {
		return max(briefRounds, c.rounds)
	}
	return c.roundsFor(in)
}

// addLeast makes an outcome of the least that any of the contenders needs.
func (o outcomes) addLeast(in input, name string, keys ...string) {
	least := &outcome{cpu: math.NaN(), wall: math.NaN(), lines: map[string]float64{}}
	for _, figure := range []string{"lnz", "flops"} {
		for _, key := range keys {
			v, ok := least.lines[figure]
			if w := o.of(in, key).figure(figure); !math.IsNaN(w) && (!ok || w < v) {
				least.lines[figure] = w
			}
		}
	}
	o[in.name+" "+name] = least
}

// run runs a contender once; its order is judged when asked for. Why it did not
// finish is in the outcome.
func (k contender) run(c *config, in input, judge bool) (*outcome, error) {
	order := filepath.Join(c.work, "peer.order")
	s, err := runLimited(orderPatience, orderLimit, nil, false, k.argv(c, in, order)...)
	if err != nil {
		return &outcome{failed: err.Error(), stopped: errors.Is(err, errStopped)}, nil
	}
	out := &outcome{cpu: minOf(s.lines[k.kernel]), wall: math.Inf(1), lines: map[string]float64{}}
	if w := s.lines[k.kernel+".wall"]; len(w) > 0 {
		out.wall = minOf(w)
	}
	out.take(k.kernel, s)
	if k.judged && judge {
		s, err := runProgram(orderPatience, nil, false, filepath.Join(c.build, "kernels"), "-of", order, in.dump, k.kernel)
		if err != nil {
			return nil, err
		}
		out.take(k.kernel, s)
	}
	return out, nil
}

// argv returns the command that runs a contender.
func (k contender) argv(c *config, in input, order string) []string {
	count := min(5, 1+400_000/(in.nnz+1))
	if c.quick {
		count = min(count, 2)
	}
	reps := strconv.Itoa(count)
	program := filepath.Join(c.build, k.program)
	argv := []string{program}
	switch {
	case k.program == "kernels" && k.cores > 1:
		argv = []string{program, "-cores", strconv.Itoa(k.cores)}
	case filepath.Ext(k.program) == ".py":
		argv, reps = []string{"/usr/bin/python3", filepath.Join("bench/peers", k.program)}, "1"
	}
	argv = append(append(argv, in.dump, reps), k.ask...)
	if k.judged {
		argv = append(argv, order)
	}
	return argv
}

// take keeps what a sample says besides times.
func (o *outcome) take(kernel string, s *sample) {
	for name, v := range s.lines {
		if len(name) > len(kernel) && name[:len(kernel)] == kernel && name[len(kernel)] == '.' {
			o.lines[name[len(kernel)+1:]] = v[len(v)-1]
		}
	}
}

// figure returns a figure of an outcome, NaN where there is none.
func (o *outcome) figure(name string) float64 {
	if o == nil || o.failed != "" {
		return math.NaN()
	}
	switch name {
	case "cpu":
		return o.cpu
	case "wall":
		return o.wall
	}
	if v, ok := o.lines[name]; ok {
		return v
	}
	return math.NaN()
}
