// Package protowire writes messages of Protocol Buffers, for the exporters whose
// formats are such messages.
//
// Format: the wire format of https://protobuf.dev/programming-guides/encoding.
// There are no schemas: who writes knows the numbers of the fields. Fields stand
// in the order in which they are written, and a value of 0 is written like any
// other.
package protowire
