package simulate

import (
	"bufio"
	"io"
	"strconv"
	"strings"
)

// waveform writes time points as CSV: a header, then the time or the values of a
// sweep, and the saved voltages and currents, with nine significant digits.
type waveform struct {
	w      *bufio.Writer
	probes []probe
	names  []string
	line   []byte
}

func newWaveform(w io.Writer, c *Circuit) *waveform {
	f := &waveform{w: bufio.NewWriterSize(w, 1<<16)}
	f.probes, f.names = c.saved()
	return f
}

func (f *waveform) header(first string) {
	f.w.WriteString(first)
	for _, name := range f.names {
		f.w.WriteByte(',')
		if strings.ContainsAny(name, `,"`) { // v(a,b)
			name = `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
		}
		f.w.WriteString(name)
	}
	f.w.WriteByte('\n')
}

// value returns the voltage or current at unknowns x.
func (p probe) value(x []float64) float64 {
	v := 0.0
	if p.plus >= 0 {
		v = x[p.plus]
	}
	if p.minus >= 0 {
		v -= x[p.minus]
	}
	return v
}

// row writes the unknowns x at a time, or at the values of a sweep.
func (f *waveform) row(x []float64, at ...float64) error {
	b := f.line[:0]
	for k, v := range at {
		if k > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendFloat(b, v, 'g', 15, 64)
	}
	for _, p := range f.probes {
		b = append(b, ',')
		b = strconv.AppendFloat(b, p.value(x), 'g', 9, 64)
	}
	f.line = append(b, '\n')
	_, err := f.w.Write(f.line)
	return err
}

func (f *waveform) flush() error { return f.w.Flush() }
