package diagnose

import (
	"encoding/json"
	"fmt"
)

// An Analysis is the part of analyze/v1 that rules look at. Absent parts are
// nil or empty.
type Analysis struct {
	Schema    string `json:"schema"`
	Input     Matrix `json:"input"`
	Structure struct {
		Rows int64 `json:"rows"`
	} `json:"structure"`
	Orderings []Ordering `json:"orderings"`
	Best      struct {
		Flops       string `json:"flops"`
		Recommended string `json:"recommended"`
	} `json:"best"`
	Series   *Series   `json:"series"`
	Assembly *Assembly `json:"assembly"`

	Source string `json:"-"` // name of the file, for evidence
}

// A Matrix is what was analysed.
type Matrix struct {
	Name string `json:"name"`
}

// An Ordering is the analysis under one method.
type Ordering struct {
	Method          string  `json:"method"`
	Flops           float64 `json:"flops"`
	CriticalPath    float64 `json:"critical_path_flops"`
	ParallelismWork float64 `json:"parallelism_work"` // T1/T∞ by columns
	TaskModels      Models  `json:"task_models"`
	NoPivoting      *Bounds `json:"no_pivoting"`
}

// Models are the task models of a factorisation; empty in older documents.
type Models map[string]struct {
	Parallelism float64 `json:"parallelism"` // T1/T∞
}

// Bounds are the figures for pivots from the diagonal.
type Bounds struct {
	Flops           float64 `json:"flops"`
	CriticalPath    float64 `json:"critical_path_flops"`
	ParallelismWork float64 `json:"parallelism_work"`
	TaskModels      Models  `json:"task_models"`
}

// A Series says how the matrices of one run differ.
type Series struct {
	Files []struct {
		Name string `json:"name"`
	} `json:"files"`
	Pattern struct {
		Fixed *bool `json:"fixed"` // nil with fewer than two files
		First *struct {
			From int    `json:"from"`
			To   int    `json:"to"`
			Text string `json:"text"`
		} `json:"first_difference"`
		Steps []struct {
			Added   int64 `json:"added"`
			Removed int64 `json:"removed"`
			Shape   bool  `json:"shape_changed"`
		} `json:"steps"`
		Union  int64 `json:"union_nnz"`
		Common int64 `json:"common_nnz"`
	} `json:"pattern"`
	Symbolic string `json:"symbolic_analysis"`
}

// An Assembly says where devices add to the Jacobian.
type Assembly struct {
	Name           string          `json:"name"`
	Devices        int64           `json:"devices"`
	All            Scatter         `json:"all"`
	WithoutRails   *Scatter        `json:"without_rails"`
	Specialisation *Specialisation `json:"specialisation"`
	Models         []DeviceModel   `json:"models"`
}

// A Scatter is how the additions of devices meet.
type Scatter struct {
	Slots     int64 `json:"slots"`
	Positions int64 `json:"positions"`
	Adds      struct {
		Max  int64 `json:"max"`
		P999 int64 `json:"p999"`
	} `json:"adds"`
	Hottest []struct {
		Row     int64  `json:"row"`
		Col     int64  `json:"col"`
		RowName string `json:"row_name"`
		ColName string `json:"col_name"`
		Writers int64  `json:"writers"`
		Adds    int64  `json:"adds"`
	} `json:"hottest"`
	HottestShare float64 `json:"hottest_share"`
	Colouring    struct {
		Colours int64 `json:"colours"`
	} `json:"colouring"`
}

// Specialisation is how few versions of the code of devices suffice.
type Specialisation struct {
	Devices          int64   `json:"devices"`
	Variants         int64   `json:"variants"`
	DiscreteVariants int64   `json:"discrete_variants"`
	WarpEfficiency   float64 `json:"warp_efficiency"`
}

// A DeviceModel is one kind of devices.
type DeviceModel struct {
	Name           string `json:"name"`
	Devices        int64  `json:"devices"`
	Configurations *int64 `json:"configurations"`
	Discrete       *int64 `json:"discrete_configurations"`
	StaticNumber   int64  `json:"static_parameters"`
}

// Static says whether the model has static parameters.
func (m *DeviceModel) Static() bool { return m.StaticNumber > 0 }

// ReadAnalysis reads a document of analyze --json. name is its file.
//
// Errors: *SyntaxError.
func ReadAnalysis(text []byte, name string) (*Analysis, error) {
	a := &Analysis{}
	if err := readDocument(text, name, "analyze/v1", a, func() string { return a.Schema }); err != nil {
		return nil, err
	}
	a.Source = name
	return a, nil
}

// A RunCounts is the part of run/v1 that rules look at.
type RunCounts struct {
	Schema  string `json:"schema"`
	Circuit struct {
		Unknowns int64 `json:"unknowns"`
	} `json:"circuit"`
	Stop    string `json:"stop"`
	Failure *struct {
		Time    float64 `json:"time_s"`
		Unknown string  `json:"unknown"`
		Text    string  `json:"text"`
	} `json:"failure"`
	Counts struct {
		Accepted    int64 `json:"accepted"`
		RejectedLTE int64 `json:"rejected_lte"`
		RejectedNR  int64 `json:"rejected_nr"`
		Iterations  int64 `json:"nr_iterations"`
		WastedNR    int64 `json:"wasted_iterations_nr"`
		GminSteps   int64 `json:"gmin_steps"`
		SourceSteps int64 `json:"source_steps"`
	} `json:"counts"`
	PerStep []int64 `json:"iterations_per_step"`
	Blocked []struct {
		Unknown string `json:"unknown"`
		Count   int64  `json:"count"`
	} `json:"blocked"`
	Elapsed int64 `json:"elapsed_ns"`

	Source string `json:"-"` // name of the file, for evidence
}

// ReadRun reads a document of nrprof run --json. name is its file.
//
// Errors: *SyntaxError.
func ReadRun(text []byte, name string) (*RunCounts, error) {
	r := &RunCounts{}
	if err := readDocument(text, name, "run/v1", r, func() string { return r.Schema }); err != nil {
		return nil, err
	}
	r.Source = name
	return r, nil
}

// readDocument decodes a document whose schema must be the one wanted.
func readDocument(text []byte, name, want string, into any, schema func() string) error {
	if err := json.Unmarshal(text, into); err != nil {
		return newSyntaxError(name, text, err)
	}
	if got := schema(); got != want {
		return &SyntaxError{File: name, Line: 1, Col: 1, Msg: fmt.Sprintf("document of schema %q, want %q", got, want)}
	}
	return nil
}
