package xplane

import (
	"strconv"
	"strings"
)

// A known is a stat that is read.
type known uint8

const (
	unknownStat known = iota
	statName          // path of the operation, without the prefix of its module where that is given
	statTFOp          // the same with a type behind a colon, in older files
	statPrefix
	statHLOOp
	statModule
	statProgram // program_id
	statCorrelation
	statDevice
	statKernel // kernel_details
	statMemcpy
	statMemset
	statGraph // cuda_graph_exec_id, of whole graphs alone
	statStep
	statStart // profile_start_time
	statStop
)

// knownStat returns what a stat of that name is.
func knownStat(name string) known {
	switch name {
	case "name":
		return statName
	case "tf_op":
		return statTFOp
	case "prefix":
		return statPrefix
	case "hlo_op":
		return statHLOOp
	case "hlo_module":
		return statModule
	case "program_id":
		return statProgram
	case "correlation_id":
		return statCorrelation
	case "device_id":
		return statDevice
	case "kernel_details":
		return statKernel
	case "memcpy_details":
		return statMemcpy
	case "memset_details", "Memset_details":
		return statMemset
	case "cuda_graph_exec_id":
		return statGraph
	case "step_num", "iter_num", "iteration":
		return statStep
	case "profile_start_time":
		return statStart
	case "profile_stop_time":
		return statStop
	}
	return unknownStat
}

// Attrs are what the stats of an event say.
type attrs struct {
	has    uint32 // bit by known
	number [statStop + 1]int64
	text   [statStop + 1]string
}

func (a *attrs) hasStat(k known) bool { return a.has&(1<<k) != 0 }

// read adds the stats of a plane; those that are there stay.
func (a *attrs) read(p *plane, stats []message) error {
	for _, m := range stats {
		if err := a.stat(p, m); err != nil {
			return err
		}
	}
	return nil
}

// stat adds an XStat.
func (a *attrs) stat(p *plane, m message) error {
	var what known
	var number int64
	var text []byte
	var ref string
	for {
		f, ok, err := m.next()
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		switch f.number {
		case 1:
			err = f.want(varint, "XStat.metadata_id")
			what = p.keys[int64(f.n)].what
		case 3, 4:
			err = f.want(varint, "XStat.value")
			number = int64(f.n)
		case 5:
			err = f.want(lengthy, "XStat.str_value")
			text = f.body.data
		case 7:
			err = f.want(varint, "XStat.ref_value")
			ref = p.keys[int64(f.n)].name
		}
		if err != nil {
			return err
		}
	}
	if what == unknownStat || a.hasStat(what) {
		return nil
	}
	a.has |= 1 << what
	a.number[what] = number
	if a.text[what] = ref; text != nil {
		a.text[what] = string(text)
		if n, err := strconv.ParseInt(string(text), 10, 64); err == nil {
			a.number[what] = n
		}
	}
	return nil
}

// path returns the path of the operation, "" when it is not known.
func (a *attrs) path() string {
	name, prefix := a.text[statName], a.text[statPrefix]
	if name == "" {
		op, _, _ := strings.Cut(a.text[statTFOp], ":")
		if !strings.Contains(op, "/") {
			return ""
		}
		name = op
	}
	if prefix == "" || name == prefix || strings.HasPrefix(name, prefix+"/") {
		return name
	}
	return prefix + "/" + name
}

// pathOf returns the path of the operation, or else that which the program of the
// profile has for its module and instruction; "" when neither is known.
func (r *reader) pathOf(a *attrs) string {
	if path := a.path(); path != "" || !a.hasStat(statHLOOp) {
		return path
	}
	return r.programs.path(a.number[statProgram], a.hasStat(statProgram), a.text[statModule], a.text[statHLOOp])
}

// label says which operation it is: its path, or module and instruction, or "".
func (r *reader) label(a *attrs) string {
	if path := r.pathOf(a); path != "" {
		return path
	}
	if op := a.text[statHLOOp]; op != "" {
		return strings.TrimPrefix(a.text[statModule]+":"+op, ":")
	}
	return ""
}

// detail returns the number after key: in details such as
// "kind_src:device kind_dst:pinned size:8 dest:0 async:1".
func detail(text, key string) (n int64, ok bool) {
	for word := range strings.FieldsSeq(text) {
		if rest, found := strings.CutPrefix(word, key+":"); found {
			n, err := strconv.ParseInt(rest, 10, 64)
			return n, err == nil
		}
	}
	return 0, false
}
