// Package format has the flags that say in what form a command prints its document:
// text, Markdown or JSON.
package format
