// Package symbols finds the symbols that a name in C++ stands for, and the name that a
// symbol stands for. It reads the dynamic symbol tables of a program and of the
// libraries that the program is linked with.
package symbols
