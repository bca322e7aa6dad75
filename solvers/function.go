package solvers

// A Function is one row of a table: a symbol that is watched in some libraries.
type Function struct {
	Symbol  string // as the dynamic linker knows it; mangled for C++
	Library string // name of the library in output
	Soname  string // file name of the library
	Phase   Phase
}
