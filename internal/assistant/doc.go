// Package assistant serves the analyses of both programs to assistants, as tools of the
// Model Context Protocol.
//
// A tool answers with one JSON object, which is the structured content of the reply and,
// as the protocol recommends, also its text. Every object has the same members: a
// summary in sentences, facts, and rows. A reply has at most [ReplyBytes] bytes. If the
// rows do not fit, the reply has a cursor, and the same call with this cursor returns
// the next rows.
//
// A tool reads only regular files in the folders of [Options.Roots], after all symbolic
// links are followed, and writes nothing there. It starts no other program.
//
// Errors are replies too, with a hint in the line after the error.
package assistant
