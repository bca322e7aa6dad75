// Package supernode groups the columns of a factor into supernodes: runs of columns
// that share their structure below a dense triangle and can be factorised as one
// dense panel.
//
// [Fundamental] and [Maximal] put no zero into a panel. [Relaxed] merges further,
// under a budget of explicit zeros, because panels that are too narrow cost more
// time than zeros do. The supernodes form a tree, the assembly tree, whose nodes are
// the tasks of a parallel factorization.
//
// All functions take a postordered tree and the column counts of the factor in the
// same numbering; package etree makes both. Supernodes are numbered in the order of
// their columns, so a parent has a larger number than its children.
//
// Terms follow Liu, Ng and Peyton, SIAM J. Matrix Anal. Appl. 14(1):242–252, 1993.
package supernode
