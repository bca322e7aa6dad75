// Package slurm divides the work on many files into tasks that processes on many
// machines do, and hands the tasks to Slurm.
//
// A job is a folder. [Create] writes the list of files into it, once. So all tasks
// agree on the list, although files may appear later. Each task works on its share of
// the list, and leaves a part. The merge joins the parts. Both steps are commands of
// the program, which any scheduler can start; [Job.Submit] starts them with sbatch.
//
// The folder has:
//
//	plan.json    what the job is: see [Plan]
//	job.sh       does the task whose number it is given, or $SLURM_ARRAY_TASK_ID
//	merge.sh     joins the parts
//	jobs.jsonl   what was submitted: see [Submission]
//	parts/       a part for each task, with a record beside it: see [Part]
//	tries/       what tasks were at when they ended early: see [Try]
//	logs/        what tasks printed
//	merged.json  digest of the parts that the results were made of
//
// The format of parts and of results is the program's.
package slurm
