package startup

import (
	"github.com/nrkit/nrkit/internal/logline"
	"github.com/nrkit/nrkit/xla/log/jaxlog"
)

// Compiled is what JAX compiled in a part of a process, as its log says.
type Compiled struct {
	Cold          jaxlog.Sum `json:"cold"`          // first compilations of a function, without a cache hit
	CacheReload   jaxlog.Sum `json:"cache_reload"`  // executables loaded from the persistent cache
	Recompilation jaxlog.Sum `json:"recompilation"` // further compilations of a function, without a cache hit
}

// Count is how many executables were made or loaded.
func (c *Compiled) Count() int64 {
	if c == nil {
		return 0
	}
	return c.Cold.Count + c.CacheReload.Count + c.Recompilation.Count
}

// Made is how many of them were not in the persistent cache.
func (c *Compiled) Made() int64 {
	if c == nil {
		return 0
	}
	return c.Cold.Count + c.Recompilation.Count
}

// add adds a compilation.
func (c *Compiled) add(class jaxlog.Class, ns int64) {
	sum := &c.Cold
	switch class {
	case jaxlog.CacheReload:
		sum = &c.CacheReload
	case jaxlog.Recompilation:
		sum = &c.Recompilation
	}
	sum.Count++
	sum.NS += ns
}

// A compileLog follows the log of JAX among the lines of a program.
type compileLog struct {
	parser *jaxlog.Parser
	lines  int64
	at     map[int64]int64 // ns since the start, by line of JAX
}

func newCompileLog() *compileLog {
	return &compileLog{parser: jaxlog.NewParser(), at: map[int64]int64{}}
}

// take takes a line that arrived at a time.
func (c *compileLog) take(text string, at int64) {
	c.lines++
	if c.parser.Feed(logline.Line{Number: c.lines, Text: text}) {
		c.at[c.lines] = at
	}
}

// assign gives compilations to the runs of a process, and returns those that lie
// in none; nil, and nothing to the runs, where JAX has not logged compilations.
//
// A compilation is where its middle is: the line that ends it arrives a little
// after its end, when the run may be over.
func (c *compileLog) assign(s *Split) (outside *Compiled, fast int64) {
	log := c.parser.Finish()
	if log.Messages == 0 {
		return nil, 0
	}
	outside = &Compiled{}
	for k := range s.Runs {
		s.Runs[k].Compiled = &Compiled{}
	}
	for _, x := range log.Compilations {
		if x.EndLine == 0 {
			continue // did not end
		}
		ns := max(x.CompileNS, 0)
		middle := c.at[x.EndLine] - ns/2
		to := outside
		for k := range s.Runs {
			if r := &s.Runs[k]; r.StartNS <= middle && middle < r.StartNS+r.NS {
				to = r.Compiled
			}
		}
		to.add(x.Class, ns)
		if x.NotWritten == jaxlog.FastCompile {
			fast++
		}
	}
	return outside, fast
}
