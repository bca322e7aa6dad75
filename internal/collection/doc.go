// Package collection finds the real matrices that tests read, and what established
// tools said of them: the folder that the environment variable NRKIT_ORACLE
// names has matrices in mtx/ and results in oracle/, a JSON document for each
// matrix. Nothing but tests and benchmarks imports it.
package collection
