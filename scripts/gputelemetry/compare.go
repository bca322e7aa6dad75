package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"sort"
	"strconv"
	"strings"

	"github.com/nrkit/nrkit/internal/telemetry"
)

// query is what nvidia-smi is asked for: the identity, then the figures in the
// order of telemetry.Fields, then the memory that the driver reserves.
const query = "uuid,utilization.gpu,utilization.memory,clocks.sm,clocks.mem,power.draw,temperature.gpu,memory.used,clocks_throttle_reasons.active,memory.reserved"

// allowed is how far means may be apart: a share of the larger one, or so much.
var allowed = map[telemetry.Field]struct{ share, absolute float64 }{
	telemetry.GPUUtil: {0, 10}, telemetry.MemUtil: {0, 10}, telemetry.SMClock: {0.05, 30}, telemetry.MemClock: {0.05, 30},
	telemetry.Power: {0.1, 5}, telemetry.Temperature: {0, 2}, telemetry.MemoryUsed: {0.02, 64 << 20},
}

// A mean is the average of a figure.
type mean struct {
	sum   float64
	count int
}

func (m mean) value() float64 { return m.sum / float64(m.count) }

// Figures are the means of a device, and how often each reason for low clocks
// occurred.
type figures struct {
	means   map[telemetry.Field]mean
	reasons map[uint64]mean
}

func newFigures() *figures {
	return &figures{map[telemetry.Field]mean{}, map[uint64]mean{}}
}

// add adds one value.
func (g *figures) add(f telemetry.Field, v float64) {
	if f != telemetry.Throttle {
		m := g.means[f]
		g.means[f] = mean{m.sum + v, m.count + 1}
		return
	}
	for bit := uint64(1); bit <= 256; bit <<= 1 {
		m := g.reasons[bit]
		m.count++
		if uint64(v)&bit != 0 {
			m.sum++
		}
		g.reasons[bit] = m
	}
}

// tally returns the figures of whole devices by UUID.
func tally(r *telemetry.Result) map[string]*figures {
	list := map[string]*figures{}
	for _, d := range r.Devices {
		if d.Instance >= 0 {
			continue // nvidia-smi does not list parts
		}
		g := newFigures()
		for _, s := range d.Samples {
			for _, f := range telemetry.Fields() {
				if s.Has.Has(f) {
					g.add(f, s.Values[f])
				}
			}
		}
		list[d.UUID] = g
	}
	return list
}

// parseSMI reads what nvidia-smi printed. Memory becomes bytes, with what the
// driver reserves, as telemetry counts it. A last line that is cut is left out.
func parseSMI(r io.Reader) (map[string]*figures, error) {
	in := csv.NewReader(r)
	in.TrimLeadingSpace = true
	in.FieldsPerRecord = -1
	want := len(strings.Split(query, ","))
	list := map[string]*figures{}
	for line := 1; ; line++ {
		row, err := in.Read()
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			return nil, fmt.Errorf("nvidia-smi: %w", err)
		}
		if len(row) != want {
			if _, next := in.Read(); errors.Is(next, io.EOF) {
				return list, nil
			}
			return nil, fmt.Errorf("nvidia-smi: line %d: want %d values, got %d", line, want, len(row))
		}
		g := list[row[0]]
		if g == nil {
			g = newFigures()
			list[row[0]] = g
		}
		if err := g.addRow(row); err != nil {
			return nil, fmt.Errorf("nvidia-smi: line %d: %w", line, err)
		}
	}
}

// addRow adds a row of nvidia-smi.
func (g *figures) addRow(row []string) error {
	for k, f := range telemetry.Fields() {
		text := row[k+1]
		if strings.HasPrefix(text, "[") || text == "N/A" { // not supported
			continue
		}
		v, err := number(text)
		if err != nil {
			return fmt.Errorf("%v: %w", f, err)
		}
		if f == telemetry.MemoryUsed {
			reserved, err := number(row[len(row)-1])
			if err != nil {
				reserved = 0 // drivers that do not tell count it as used
			}
			v = (v + reserved) * (1 << 20)
		}
		g.add(f, v)
	}
	return nil
}

// number reads a decimal number, or a hexadecimal one after 0x.
func number(s string) (float64, error) {
	if hex, ok := strings.CutPrefix(s, "0x"); ok {
		bits, err := strconv.ParseUint(hex, 16, 64)
		return float64(bits), err
	}
	return strconv.ParseFloat(s, 64)
}

// compare prints both and returns what differs.
func compare(w io.Writer, ours, theirs map[string]*figures) error {
	var bad []error
	say := func(format string, args ...any) { bad = append(bad, fmt.Errorf(format, args...)) }
	if len(ours) == 0 {
		say("no GPU was sampled")
	}
	var uuids []string
	for uuid := range theirs {
		uuids = append(uuids, uuid)
		if ours[uuid] == nil {
			say("%s: nvidia-smi alone has it", uuid)
		}
	}
	for uuid := range ours {
		if theirs[uuid] == nil {
			say("%s: telemetry alone has it", uuid)
		}
	}
	sort.Strings(uuids)
	for _, uuid := range uuids {
		if a := ours[uuid]; a != nil {
			bad = append(bad, a.compare(w, uuid, theirs[uuid])...)
		}
	}
	return errors.Join(bad...)
}

// mostApart is how far the shares of samples with a reason may be apart.
const mostApart = 0.2

// compare prints the figures of one device and returns what differs.
func (g *figures) compare(w io.Writer, uuid string, theirs *figures) []error {
	var bad []error
	fmt.Fprintf(w, "%s\n  %-20s %14s %14s %s\n", uuid, "figure", "telemetry", "nvidia-smi", "samples")
	for _, f := range telemetry.Fields()[:telemetry.Throttle] {
		a, b := g.means[f], theirs.means[f]
		if a.count == 0 && b.count == 0 {
			continue
		}
		if a.count == 0 || b.count == 0 {
			bad = append(bad, fmt.Errorf("%s: %v: %d samples of telemetry, %d of nvidia-smi", uuid, f, a.count, b.count))
			continue
		}
		fmt.Fprintf(w, "  %-20s %14.1f %14.1f %d, %d\n", f, a.value(), b.value(), a.count, b.count)
		limit := math.Max(allowed[f].absolute, allowed[f].share*math.Max(a.value(), b.value()))
		if d := math.Abs(a.value() - b.value()); d > limit {
			bad = append(bad, fmt.Errorf("%s: %v differs by %.1f, want at most %.1f", uuid, f, d, limit))
		}
	}
	for bit := uint64(1); bit <= 256; bit <<= 1 {
		a, b := g.reasons[bit], theirs.reasons[bit]
		if a.count == 0 && b.count == 0 {
			continue
		}
		if a.count == 0 || b.count == 0 || math.Abs(a.value()-b.value()) > mostApart {
			bad = append(bad, fmt.Errorf("%s: throttle reason %#x in %g of %d samples of telemetry, %g of %d of nvidia-smi", uuid, bit, a.sum, a.count, b.sum, b.count))
		}
	}
	return bad
}
