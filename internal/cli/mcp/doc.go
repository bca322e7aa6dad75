// Package mcp is the command mcp of both programs, which serves their analyses to
// assistants.
package mcp
