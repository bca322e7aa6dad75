// Package protowire writes messages of Protocol Buffers, for exporters of formats
// that consist of such messages.
//
// Format: the wire format of https://protobuf.dev/programming-guides/encoding. There
// are no schemas: the caller knows the numbers of the fields. Fields stand in the
// order in which they are written, and a value of 0 is written like any other value.
package protowire
