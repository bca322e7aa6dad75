// Package inject captures the NVTX ranges of any program.
//
// NVTX loads a tool into the program, which has to be a shared library with a C
// interface. Its source is in this package, and with it the library that gen.go
// makes of it for amd64 and arm64; [Install] puts it where programs can load it. It
// writes into memory-mapped files, one for each thread, so that nothing is lost
// however the program ends; [Prepare] makes the folder they go into, and [Open]
// turns them into a [trace.Trace].
//
// Libraries that speak NVTX 3 (headers only), libnvToolsExt (NVTX 2), and what
// is made of them (Python, CUDA libraries, XLA) are captured alike. The format of
// the files is docs/formats-nvtxraw.md.
package inject
