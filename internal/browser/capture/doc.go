// Package capture answers requests of the page of docs/site about captures, as the
// commands diagnose and phases of nrprof do: JSON is the same byte for byte.
package capture
