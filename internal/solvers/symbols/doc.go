// Package symbols finds the symbols that a name in C++ stands for. It reads the
// dynamic symbol tables of a program and of the libraries that the program is
// linked with.
package symbols
