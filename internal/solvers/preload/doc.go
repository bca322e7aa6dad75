// Package preload has programs say which functions of solver libraries they call.
//
// Two libraries are loaded into the program. The dynamic linker tells the first one,
// an audit library, which libraries are opened. It changes the addresses of the
// functions that a table lists, to the addresses of trampolines. The second one has the
// trampolines. It writes each call as a range of NVTX with a payload, so that package
// [github.com/nrkit/nrkit/trace/nvtx/inject] captures the calls. [Install] writes both
// libraries and the table, and [Hindrance] says why a program would not load them.
//
// Calls are seen however they are bound: by name, by a pointer in data, by dlsym. Calls
// within the library that defines a function are seen only if they can be interposed:
// not with -Bsymbolic, and not to a static function. Functions that the library chooses
// when it is loaded (IFUNC), and libraries in other namespaces (dlmopen), are not seen.
//
// Arguments in vector registers are kept up to 16 bytes each: a function that takes
// wider vectors by value must not be watched. At least 8 words of arguments on the stack
// are handed on, or as many as the table says. A call that longjmp or an exception
// leaves ends when its thread makes the next call, or ends. A program that changes
// stacks itself (coroutines) within calls may have calls end early in this way.
package preload
