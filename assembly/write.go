package assembly

import (
	"bufio"
	"encoding/json"
	"io"
	"math"
	"strconv"
)

// WriteDevices writes d as an nr-devices file of version 1, one line for each key,
// and one for each device in the tables. Indices count from 0, ground is -1. NaN is
// written as null, infinity as ±1e999: both are valid JSON, and [ReadDevices] reads
// them back. Warnings are not written.
//
// It panics if d is not valid. The error comes from w.
func WriteDevices(w io.Writer, d *Devices) error {
	if d.Check() != nil {
		panic(errDevices)
	}
	f := &writer{Writer: bufio.NewWriterSize(w, blockSize)}
	f.text(`{"format":"` + Format + `","version":`)
	f.integer(Version)
	f.text(",\n\"title\":")
	f.str(d.Title)
	f.text(",\n\"n_unknowns\":")
	f.integer(int64(d.Unknowns))
	f.text(",\"index_base\":0,\"ground\":-1")
	if d.Names != nil {
		f.names("unknown_names", d.Names)
	}
	if d.RailsStated {
		f.text(",\n\"rails\":")
		f.integers(d.Rails)
	}
	f.text(",\n\"groups\":[")
	for k := range d.Groups {
		if k > 0 {
			f.text(",")
		}
		f.group(&d.Groups[k])
	}
	f.text("]}\n")
	return f.Flush()
}

// A writer writes JSON. Errors of the file stick until Flush.
type writer struct {
	*bufio.Writer
	tmp []byte
}

// text writes s as it is.
func (f *writer) text(s string) { _, _ = f.WriteString(s) } // Flush returns the error

// str writes a string.
func (f *writer) str(s string) {
	text, _ := json.Marshal(s) // a string has a JSON form
	_, _ = f.Write(text)
}

// integer writes a number.
func (f *writer) integer(x int64) {
	f.tmp = strconv.AppendInt(f.tmp[:0], x, 10)
	_, _ = f.Write(f.tmp)
}

// float writes a number so that it reads back the same.
func (f *writer) float(x float64) {
	switch {
	case x != x:
		f.text("null")
	case math.IsInf(x, 0):
		f.text(map[bool]string{true: "1e999", false: "-1e999"}[x > 0])
	default:
		f.tmp = strconv.AppendFloat(f.tmp[:0], x, 'g', -1, 64)
		_, _ = f.Write(f.tmp)
	}
}

// list writes n elements in brackets.
func (f *writer) list(n int, between string, element func(k int)) {
	f.text("[")
	for k := range n {
		if k > 0 {
			f.text(between)
		}
		element(k)
	}
	f.text("]")
}

// names writes a member that is an array of strings.
func (f *writer) names(key string, list []string) {
	f.text(",\n\"" + key + "\":")
	f.list(len(list), ",", func(k int) { f.str(list[k]) })
}

// integers writes an array.
func (f *writer) integers(list []int32) {
	f.list(len(list), ",", func(k int) { f.integer(int64(list[k])) })
}

// table writes a member with one row of indices per device.
func (f *writer) table(key string, ptr, list []int32) {
	f.text(",\n\"" + key + "\":")
	f.list(len(ptr)-1, ",\n", func(d int) { f.integers(list[ptr[d]:ptr[d+1]]) })
}

// floats writes a member with one row of values per device.
func (f *writer) floats(key string, rows, cols int, list []float64) {
	f.text(",\n\"" + key + "\":")
	f.list(rows, ",\n", func(d int) {
		f.list(cols, ",", func(c int) { f.float(list[d*cols+c]) })
	})
}

// group writes a group.
func (f *writer) group(g *Group) {
	f.text("\n{\"model\":")
	f.str(g.Model)
	if g.Kind != "" {
		f.text(",\"kind\":")
		f.str(g.Kind)
	}
	f.text(",\"n_devices\":")
	f.integer(int64(g.Len))
	if g.DeviceNames != nil {
		f.names("device_names", g.DeviceNames)
	}
	f.names("param_names", g.ParamNames)
	f.text(",\n\"voltage_like\":")
	f.list(len(g.VoltageLike), ",", func(k int) { f.integer(int64(g.VoltageLike[k])) })
	f.text(",\"discrete\":")
	f.list(len(g.Discrete), ",", func(k int) { f.integer(int64(g.Discrete[k])) })
	f.text(",\n\"shared_params\":{")
	for k, p := range g.Shared {
		if k > 0 {
			f.text(",")
		}
		f.str(p.Name)
		f.text(":")
		f.float(p.Value)
	}
	f.text("}")
	f.table("jac_rows", g.JacPtr, g.JacRow)
	f.table("jac_cols", g.JacPtr, g.JacCol)
	f.table("res_rows", g.ResPtr, g.ResRow)
	if g.Params != nil {
		f.floats("params", g.Len, len(g.ParamNames), g.Params)
	}
	if g.Cache != nil {
		f.floats("cache", g.Len, g.CacheWidth, g.Cache)
	}
	if g.EvalNS != 0 {
		f.text(",\n\"eval_ns\":")
		f.float(g.EvalNS)
	}
	f.text("}")
}
