// Package collection finds the real matrices that tests read, and the results of
// established tools for these matrices. The environment variable NRKIT_ORACLE names
// a folder with matrices in mtx/ and results in oracle/, one JSON document per
// matrix. Only tests and benchmarks import the package.
package collection
