// Package stats computes the reports of `nsys stats` from an export, without
// Nsight Systems: the same columns, the same figures, under the names of 2022
// and of 2023 and later.
//
// A report under a name of 2022, such as gpukernsum, is as Nsight Systems
// 2022.4 prints it; under a newer name, such as cuda_gpu_kern_sum, as 2023.4
// does. Where NVIDIA's figures are wrong the right ones are given; docs/nsys.md
// lists them.
package stats
