// Package stats computes the reports of `nsys stats` from an export, without Nsight
// Systems: the same columns and the same figures, under the report names of 2022 and
// under the names of 2023 and later.
//
// A report under a name of 2022, such as gpukernsum, follows Nsight Systems 2022.4.
// A report under a newer name, such as cuda_gpu_kern_sum, follows 2023.4. If a
// figure of NVIDIA is wrong, the report has the right figure. docs/nsys.md lists
// these figures.
package stats
