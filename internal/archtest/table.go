package archtest

// module is the path of the module whose packages the table names.
const module = "github.com/nrkit/nrkit"

// A rule is one line of the import table.
type rule struct {
	pkg     string   // path below the module
	imports []string // packages below the module, and third-party import paths
	why     string
}

// table lists every package with what its non-test files may import, besides
// the standard library. An entry that ends in /... allows what lies below it.
var table = []rule{
	{"sparsity", []string{}, "the data everything is said about; standard library only"},
	{"sparsity/mtx", []string{"sparsity"}, "writes Matrix Market, without what reads other formats"},
	{"sparsity/sparseio", []string{"sparsity", "sparsity/mtx", "internal/decimal", "github.com/klauspost/compress/..."},
		"files in, files out; nothing else parses"},
	{"sparsity/interop", []string{"sparsity", "gonum.org/v1/gonum/mat", "github.com/james-bowman/sparse"},
		"keeps gonum out of the kernels"},
	{"sparsity/structure", []string{"sparsity", "ordering/btf"}, "structural rank and blocks need the matching"},
	{"etree", []string{"sparsity"}, "takes a pattern that is already permuted; knows no ordering"},
	{"supernode", []string{"sparsity", "etree"}, "partitions of a postordered tree"},
	{"ordering/btf", []string{"sparsity"}, "matching and strong components need no tree"},
	{"ordering", []string{"sparsity", "etree", "ordering/btf"}, "postorders its result; orders inside blocks"},
	{"symbolic", []string{"sparsity", "etree", "ordering", "ordering/btf", "supernode", "internal/invariant"}, "the pipeline for one ordering"},
	{"newton/lu", []string{"sparsity"}, "numeric, and independent of how the ordering was found"},
	{"trace", []string{}, "ranges, recorder, capture file, summary; standard library only"},
	{"trace/walk", []string{"trace"}, "events to closed ranges, for exporters"},
	{"trace/walk/walktest", []string{"trace"}, "random traces for the tests of exporters"},
	{"trace/perfetto", []string{"trace", "github.com/klauspost/compress/zlib"}, "Perfetto protobuf; batches are deflated"},
	{"trace/pprof", []string{"trace", "github.com/google/pprof/profile"}, "pprof's profile.proto"},
	{"trace/chrome", []string{"trace"}, "Trace Event JSON, written and read"},
	{"trace/csv", []string{"trace", "trace/walk"}, "a row for each range"},
	{"trace/benchfmt", []string{"trace", "trace/walk"}, "Go benchmark lines, for benchstat"},
	{"trace/export", []string{"trace", "trace/...", "github.com/klauspost/compress/gzip"}, "which format a file name means"},
	{"newton", []string{"newton/lu", "ordering", "ordering/btf", "sparsity", "trace"}, "the engine; here numbers and clocks meet"},
	{"newton/netlist", []string{}, "text to elements; knows no equations"},
	{"newton/builtin", []string{}, "netlists as text, so that other simulators run them too"},
	{"newton/circuit", []string{"newton", "newton/netlist", "assembly", "sparsity"}, "devices as a newton.System, and as stamps"},
	{"newton/simulate", []string{"newton", "newton/builtin", "newton/circuit", "newton/netlist", "sparsity", "sparsity/mtx", "trace", "internal/atomicfile"},
		"from a circuit's name to the run/v1 report"},
	{"series", []string{"sparsity", "internal/units"}, "compares matrices; orders nothing"},
	{"assembly", []string{"sparsity"}, "where devices write; knows no simulator"},
	{"analysis", []string{"sparsity", "sparsity/sparseio", "sparsity/structure", "ordering", "ordering/btf", "etree", "supernode", "symbolic", "newton/lu", "series", "assembly", "internal/jsontext", "internal/units"},
		"runs every part and words the verdict; the analyze/v1 document"},
	{"reports", []string{"github.com/clipperhouse/displaywidth"}, "documents as text, Markdown, HTML; only programs import it and what is below it"},
	{"reports/matrix", []string{"reports", "reports/plot", "analysis", "assembly", "symbolic", "series", "sparsity/structure", "supernode", "internal/units"},
		"words what analyze found"},
	{"reports/nr", []string{"reports", "newton/simulate", "trace", "internal/units"}, "words runs and phases; links no fonts, so that nrprof starts fast"},
	{"reports/plot", []string{"analysis", "sparsity", "internal/units", "gonum.org/v1/plot/..."}, "drawings"},
	{"reports/tables", []string{"reports", "github.com/olekukonko/tablewriter/..."}, "tables laid out by the library, which nrprof does not link: it takes 0.7 ms to start"},
	{"reports/reportstest", []string{}, "for the tests of reports"},
	{"internal/archtest", []string{}, "this test"},
	{"internal/atomicfile", []string{}, "output files appear whole or not at all"},
	{"internal/cli", []string{"internal/atomicfile", "internal/progress", "internal/units", "github.com/spf13/cobra", "github.com/spf13/pflag", "golang.org/x/term"},
		"what the programs have in common: errors, terminal, output"},
	{"internal/pty", []string{"golang.org/x/sys/unix"}, "pseudo-terminals, for tests"},
	{"internal/transcript", []string{"internal/golden"}, "runs the transcripts of documents"},
	{"internal/decimal", []string{}, "decimal text to float64, exactly"},
	{"internal/golden", []string{}, "golden files of tests"},
	{"internal/invariant", []string{}, "checks behind a build tag"},
	{"internal/jsontext", []string{}, "JSON documents as the programs print them"},
	{"internal/matgen", []string{"sparsity"}, "matrices for tests and benchmarks"},
	{"internal/oracle", []string{"sparsity"}, "slow, obvious versions for tests"},
	{"internal/progress", []string{}, "progress on a terminal's standard error"},
	{"internal/units", []string{}, "numbers as a person reads them"},
	{"cmd/...", []string{"..."}, "programs; may import anything, nothing imports them"},
	{"bench/...", []string{"..."}, "measurements side by side with other programs"},
	{"testdata/...", []string{"..."}, "makes the example matrices"},
	{"scripts/...", []string{"..."}, "checks against other programs"},
}
