package parquet_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	pq "github.com/parquet-go/parquet-go"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/analysis/parquet"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// An ordering and an iteration have these columns, among others.
type ordering struct {
	Matrix      string  `parquet:"matrix"`
	SHA256      string  `parquet:"sha256,optional"`
	Method      string  `parquet:"method"`
	NNZTotal    int64   `parquet:"nnz_total"`
	Flops       float64 `parquet:"flops"`
	Height      int64   `parquet:"height"`
	Recommended bool    `parquet:"is_recommended"`
	Diagonal    *int64  `parquet:"diagonal_nnz_total,optional"`
	Exact       *int64  `parquet:"exact_nnz_total,optional"`
}

type iteration struct {
	Matrix string `parquet:"matrix"`
	Place  int64  `parquet:"place"`
	File   string `parquet:"file"`
	NNZ    int64  `parquet:"nnz"`
	Added  *int64 `parquet:"added,optional"`
	Why    string `parquet:"new_pivots,optional"`
}

// analyzed returns the document of files.
func analyzed(t *testing.T, paths ...string) *analysis.Document {
	t.Helper()
	var sources []analysis.Source
	for _, path := range paths {
		sources = append(sources, func() (*sparseio.File, error) { return sparseio.Open(path, sparseio.Options{}) })
	}
	doc, err := analysis.Run(context.Background(), sources, analysis.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// Every ordering and every file of a series has a row with the figures of its document,
// also in one file for several documents.
func TestFigures(t *testing.T) {
	docs := []*analysis.Document{analyzed(t, "../../testdata/mul4_it1.mtx", "../../testdata/mul4_it2.mtx", "../../testdata/mul4_it3.mtx"), analyzed(t, "../../testdata/bridge.mtx")}
	for _, f := range parquet.Files(docs...) {
		var b bytes.Buffer
		if err := f.Write(&b); err != nil {
			t.Fatal(err)
		}
		switch strings.TrimSuffix(f.Name, ".parquet") {
		case "orderings":
			rows, err := pq.Read[ordering](bytes.NewReader(b.Bytes()), int64(b.Len()))
			if err != nil {
				t.Fatal(err)
			}
			checkOrderings(t, docs, rows)
		case "iterations":
			rows, err := pq.Read[iteration](bytes.NewReader(b.Bytes()), int64(b.Len()))
			if err != nil {
				t.Fatal(err)
			}
			checkIterations(t, docs, rows)
		default:
			t.Errorf("got a file %s", f.Name)
		}
	}
}

func checkOrderings(t *testing.T, docs []*analysis.Document, rows []ordering) {
	t.Helper()
	exact, bounds := 0, 0
	for _, d := range docs {
		for _, o := range d.Orderings {
			if len(rows) == 0 {
				t.Fatalf("%s: no row of %s", d.Input.Name, o.Method)
			}
			r := rows[0]
			rows = rows[1:]
			if r.Matrix != d.Input.Name || r.SHA256 != d.Input.SHA256 || r.Method != o.Method || r.NNZTotal != o.NNZTotal || r.Flops != o.Flops || r.Height != int64(o.Height) ||
				r.Recommended != (d.Winners.Recommended == o.Method) || (r.Diagonal != nil) != (o.NoPivoting != nil) {
				t.Errorf("got %+v, want %+v", r, o)
			}
			if r.Diagonal != nil {
				bounds++
			}
			for _, e := range d.Exact {
				if e.Method == o.Method {
					exact++
					if r.Exact == nil || *r.Exact != e.NNZTotal {
						t.Errorf("got %+v, want %d exact entries", r, e.NNZTotal)
					}
				}
			}
		}
	}
	if len(rows) > 0 || exact == 0 || bounds == 0 {
		t.Errorf("got %d rows more, %d exact, %d bounds", len(rows), exact, bounds)
	}
}

func checkIterations(t *testing.T, docs []*analysis.Document, rows []iteration) {
	t.Helper()
	files := docs[0].Series.Files
	if len(rows) != len(files)+1 {
		t.Fatalf("got %d rows, want %d", len(rows), len(files)+1)
	}
	for k, f := range files {
		r := rows[k]
		if r.Matrix != docs[0].Input.Name || r.File != f.Name || r.Place != int64(k)+1 || r.NNZ != int64(f.NNZ) || (r.Added != nil) != (k > 0) || r.Why != docs[0].Pivots.Iterations[k].Why {
			t.Errorf("got %+v, want %+v", r, f)
		}
	}
	if r := rows[len(files)]; r.Matrix != docs[1].Input.Name || r.File != r.Matrix || r.NNZ != int64(docs[1].Structure.NNZ) {
		t.Errorf("got %+v", r)
	}
}

// Rows that were kept as JSON, of documents that were JSON before, make the same files.
func TestRows(t *testing.T) {
	docs := []*analysis.Document{analyzed(t, "../../testdata/mul4_it1.mtx", "../../testdata/mul4_it2.mtx", "../../testdata/mul4_it3.mtx"), analyzed(t, "../../testdata/bridge.mtx")}
	var rows []parquet.Row
	for _, d := range docs {
		var text bytes.Buffer
		if err := analysis.WriteJSON(&text, d); err != nil {
			t.Fatal(err)
		}
		read, err := analysis.ReadJSON(text.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		more, err := parquet.Rows(read)
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, more...)
	}
	stored := parquet.FilesOf(rows)
	for k, f := range parquet.Files(docs...) {
		var want, got bytes.Buffer
		if err := f.Write(&want); err != nil {
			t.Fatal(err)
		}
		if err := stored[k].Write(&got); err != nil {
			t.Fatal(err)
		}
		if stored[k].Name != f.Name || !bytes.Equal(got.Bytes(), want.Bytes()) {
			t.Errorf("%s: got another file %s of %d bytes, want %d", f.Name, stored[k].Name, got.Len(), want.Len())
		}
	}
	rows[0].Values = []byte(`{"matrix":"a"}`)
	if err := parquet.FilesOf(rows)[0].Write(&bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), "a row of analyze.orderings/v1: column sha256: want VARCHAR") {
		t.Errorf("got %v, want an error about the row", err)
	}
}
