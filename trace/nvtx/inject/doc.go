// Package inject captures the NVTX ranges of any program.
//
// NVTX loads a tool into the program. The tool has to be a shared library with a C
// interface. Its source is in this package, together with the libraries for amd64
// and arm64 that gen.go compiles from the source. [Install] puts the library where
// programs can load it. The tool writes into memory-mapped files, one for each
// thread, so that nothing is lost however the program ends. [Prepare] makes the
// folder of these files, and [Open] turns the files into a [trace.Trace].
//
// Libraries that speak NVTX 3 (headers only) and libnvToolsExt (NVTX 2) are captured
// alike, and so are the programs built on them (Python, CUDA libraries, XLA).
// docs/formats-nvtxraw.md describes the format of the files.
package inject
