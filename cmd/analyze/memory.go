package main

// idle is memory that the program holds and never touches, so that the system
// never provides it. The garbage collector counts it: it begins its work when as
// much again has been allocated, and not whenever a small heap has doubled, which
// takes a third of the time of a portfolio of a small matrix.
const idle = 64 << 20

// hold returns idle memory, to be kept alive while the program works.
func hold() []byte { return make([]byte, idle) }
