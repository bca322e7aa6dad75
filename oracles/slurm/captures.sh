# shellcheck shell=bash disable=SC2154
# Checks of nrprof slurm, for oracles/slurm/run.

# makeCaptures makes captures in folders whose names need quotes, two of them damaged.
makeCaptures() {
	mkdir -p "captures/it's \"so\"" whole
	for ((k = 1; k <= 30; k++)); do
		"$tmp/nrprof" run graetz --steps $((20 + k)) -o "captures/run$k.nrt" >/dev/null
	done
	for ((k = 1; k <= 4; k++)); do
		"$tmp/nrprof" run rc --steps $((60 + k)) -o "captures/it's \"so\"/\$k $k.nrt" >/dev/null
	done
	cp -r captures/* whole # what can be read
	head -c 3000 /dev/urandom >captures/garbage.nrt
	head -c 2000 captures/run1.nrt >captures/cut.nrt
}

# results OUT compares the results of OUT with those of one process.
results() {
	for name in all.nrs report.json report.txt; do
		same "$1/$name" "one/$name"
	done
}

equalCaptures() {
	"$tmp/nrprof" slurm --captures captures --out one --tasks 1 >/dev/null
	"$tmp/nrprof" slurm --captures captures --out "eight $((4 + 4))'" --tasks 8 --sbatch=--time=5 >said
	grep -q "submitted 8 tasks of 8 in job" said || fail "it says $(cat said)"
	"$tmp/nrprof" slurm --out "eight 8'" >said # at once
	grep -q 'nothing submitted: the last submission has not ended' said || fail "a second call says $(cat said)"
	settled one "$tmp/nrprof"
	settled "eight 8'" "$tmp/nrprof"
	results "eight 8'"
	step "8 tasks and 1 task give the same bytes, on $(sacctOf "eight 8'") nodes"

	"$tmp/nrprof" summarize --skip-bad "$PWD/captures" "$PWD/captures/it's \"so\"" -o alone.nrs 2>/dev/null
	same alone.nrs one/all.nrs
	"$tmp/nrprof" phases one/all.nrs --json >alone.json
	same alone.json one/report.json

	for name in garbage.nrt cut.nrt; do
		grep -q "^left out .*$name" "$tmp/status" || fail "$name is not named: $(cat "$tmp/status")"
		grep -q "\"name\".*$name" one/report.json || fail "the report does not name $name"
	done
	"$tmp/nrprof" summarize "$PWD/whole" "$PWD/whole/it's \"so\"" -o whole.nrs
	[ "$(figures whole.nrs)" = "$(figures one/all.nrs)" ] || fail 'the captures that can be read are not all in the report'
	step 'the captures that cannot be read are named, the others are added up'

	lines=$(wc -l <"eight 8'/jobs.jsonl")
	"$tmp/nrprof" slurm --captures captures --out "eight 8'" >said
	grep -q 'nothing submitted: 8 tasks done' said || fail "a call for a finished job says $(cat said)"
	[ "$(wc -l <"eight 8'/jobs.jsonl")" -eq "$lines" ] || fail 'a second call submits jobs'
	cp captures/run2.nrt captures/late.nrt
	"$tmp/nrprof" slurm --captures captures --out "eight 8'" 2>&1 >/dev/null | grep -q '1 file appeared since' || fail 'a new file is not reported'
	rm captures/late.nrt
	shellcheck --exclude=SC2016 "eight 8'/job.sh" "eight 8'/merge.sh"
	step 'a second call submits nothing'
}

# figures FILE prints what the ranges of a summary add up to.
figures() { "$tmp/nrprof" phases "$1" --json | grep -E '^      "(name|count|total_ns)"'; }

# sacctOf OUT prints on how many nodes the tasks ran.
sacctOf() {
	squeue --noheader --array --states=all --jobs="$(tail -n 1 "$1/jobs.jsonl" | sed 's/.*"array":"\([0-9]*\)".*/\1/')" --format=%N | sort -u | wc -l
}

# killedNode kills the node of a task, with everything that it started, while the task
# waits for a capture: a pipe, which becomes a file afterwards.
killedNode() {
	mv captures/run15.nrt run15.nrt
	mkfifo captures/run15.nrt
	"$tmp/nrprof" slurm --captures captures --out killed --tasks 4 >/dev/null
	local file task k array node pid stepd
	file=$(python3 -c 'import json; print(json.load(open("killed/plan.json"))["files"].index("run15.nrt"))')
	task=$((file % 4 + 1))
	for ((k = 0; k < 100; k++)); do
		[ "$(tail -qn 1 killed/tries/$task.*.jsonl 2>/dev/null)" != "{\"file\":$file}" ] || break
		sleep 0.1
	done
	[ $k -lt 100 ] || fail 'no task waits for the pipe'
	array=$(sed 's/.*"array":"\([0-9]*\)".*/\1/' killed/jobs.jsonl)
	node=$(squeue --noheader --array --jobs="${array}_$task" --format=%N)
	pid=$(pgrep -f -- "--out $PWD/killed --part $task\$")
	stepd=$(ps -o ppid= -p "$pid" | tr -d ' ')
	[ "$(ps -o comm= -p "$stepd")" = slurmstepd ] || fail "task $task is no child of slurmstepd"
	kill -KILL "$(pidOf "$tmp/cluster/slurmd-$node.pid")" "$stepd" "$pid"
	[ ! -e "killed/parts/$task.json" ] || fail 'the killed task left a part'
	rm captures/run15.nrt
	mv run15.nrt captures/run15.nrt
	sleep 5 # longer than BatchStartTimeout + MessageTimeout: then the loss of the task is noticed at once
	slurmd -N "$node"
	settled killed "$tmp/nrprof"
	results killed
	[ "$(wc -l <killed/jobs.jsonl)" -eq 1 ] || fail 'the killed task was not requeued, but submitted again'
	step "task $task was killed with node $node at run15.nrt, and nothing is lost"
}

# failedTasks makes one task fail twice, and then always.
failedTasks() {
	cat >prologue <<-'LINES'
		if [ "${SLURM_ARRAY_TASK_ID:-}" = 2 ]; then
			echo x >>"$PWD/count"
			[ "$(wc -l <"$PWD/count")" -ge 3 ] || exit 9
		fi
	LINES
	"$tmp/nrprof" slurm --captures captures --out retried --tasks 3 --retries 2 --prologue prologue --sbatch=--comment='a "b" c' >/dev/null
	settled retried "$tmp/nrprof"
	[ "$(wc -l <retried/count)" -eq 3 ] || fail "task 2 ran $(wc -l <retried/count) times, want 3"
	grep -q '"tasks":"2","try":3' retried/jobs.jsonl || fail "other tasks were submitted again: $(cat retried/jobs.jsonl)"
	results retried
	step 'a task that failed twice is tried again, alone'

	"$tmp/nrprof" slurm --captures captures --out failed --tasks 3 --retries 0 --prologue prologue >/dev/null
	settled failed "$tmp/nrprof"
	grep -q '^no part   task 2: ' "$tmp/status" || fail "the failed task is not named: $(cat "$tmp/status")"
	[ "$(grep -c '^no part' "$tmp/status")" -eq 1 ] || fail "the status is $(cat "$tmp/status")"
	[ ! -e failed/all.nrs ] || fail 'parts are merged although one is missing'
	echo 'exit 0 # too early' >prologue
	"$tmp/nrprof" slurm --out failed --retries 0 --prologue /dev/null >said
	grep -q 'submitted 1 task of 3' said || fail "it says $(cat said)"
	settled failed "$tmp/nrprof"
	results failed
	step 'a task that failed is named, and the next call submits it alone'
}

# otherSchedulers runs the scripts under other schedulers.
otherSchedulers() {
	"$tmp/nrprof" slurm --captures captures --out parallel --tasks 5 --dry-run >/dev/null
	parallel --will-cite -j 2 parallel/job.sh ::: 1 2 3 4 5 >/dev/null 2>&1
	parallel/merge.sh >/dev/null 2>&1
	results parallel
	step 'GNU parallel gives the same bytes'

	sed -n '/^```python$/,/^```$/{/^```/d;p};/^## Spark/q' "$here/docs/scale.md" >parts.py
	"$tmp/nrprof" slurm --captures captures --out dask --tasks 5 --dry-run >/dev/null
	timeout 60 /usr/bin/python3 parts.py dask >said 2>&1 || fail "Dask: $(cat said)"
	results dask
	step 'the script for Dask in docs/scale.md gives the same bytes'
}

# ranks records ranks that srun and mpirun start, with one command.
ranks() {
	local launcher rank
	for launcher in 'srun --quiet --ntasks=4' 'mpirun --allow-run-as-root --oversubscribe -n 4'; do
		rm -rf ranks
		mkdir ranks
		# shellcheck disable=SC2086
		$launcher "$tmp/nrprof" record -o 'ranks/{rank}-{host}.nrt' -- "$tmp/nrprof" run rc --steps 20 --nvtx >/dev/null 2>said || fail "$launcher: $(cat said)"
		for rank in 0 1 2 3; do
			"$tmp/nrprof" phases ranks/$rank-*.nrt --json | grep -q "\"labels\": {\"rank\": \"$rank\"}" || fail "rank $rank of $launcher has no label"
		done
		[ "$(find ranks -type f | wc -l)" -eq 4 ] || fail "the ranks of $launcher left $(ls ranks)"
	done
	step 'record names the ranks of srun and of mpirun'
}
