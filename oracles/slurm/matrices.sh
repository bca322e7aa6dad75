# shellcheck shell=bash disable=SC2154
# Checks of analyze slurm, for oracles/slurm/run.

# sameResults OUT OUT
sameResults() {
	local name
	for name in all.jsonl orderings.parquet iterations.parquet; do same "$1/$name" "$2/$name"; done
}

# A job with one matrix writes the tables that analyze writes.
sameTables() {
	mkdir single
	cp "$here"/testdata/bridge.mtx single
	"$tmp/analyze" slurm --matrices single --out singlerows --tasks 1 --ordering amd,colamd,btf+amd >/dev/null
	settled singlerows "$tmp/analyze"
	"$tmp/analyze" single/bridge.mtx --ordering amd,colamd,btf+amd --machine generic -o single/alone --parquet
	same singlerows/orderings.parquet single/alone/orderings.parquet
	same singlerows/iterations.parquet single/alone/iterations.parquet
	step 'analyze slurm writes the tables of analyze --parquet'
}

equalMatrices() {
	mkdir -p 'matrices/more of them'
	cp "$here"/testdata/*.mtx matrices
	cp matrices/bridge.mtx "matrices/more of them/it's.mtx"
	echo nonsense >matrices/garbage.mtx
	"$tmp/analyze" slurm --matrices matrices --out rows8 --tasks 8 --ordering amd,colamd,btf+amd >/dev/null
	"$tmp/analyze" slurm --matrices matrices --out rows1 --tasks 1 --ordering amd,colamd,btf+amd >/dev/null
	settled rows8 "$tmp/analyze"
	grep -q '^left out .*garbage.mtx' "$tmp/status" || fail "garbage.mtx is not named: $(cat "$tmp/status")"
	settled rows1 "$tmp/analyze"
	sameResults rows8 rows1
	python3 "$here/oracles/slurm/rows.py" "$tmp/analyze" rows8/all.jsonl matrices --ordering amd,colamd,btf+amd --machine generic
	"$tmp/analyze" slurm --out rows8 >said
	grep -q 'nothing submitted' said || fail "a second call says $(cat said)"
	step 'analyze slurm with 8 tasks gives the rows of analyze alone'

	# A matrix that takes too long, and one at which the process is killed.
	mkdir stuck
	cp "$here"/testdata/mul4_it*.mtx stuck
	mkfifo stuck/killed.mtx stuck/slow.mtx
	"$tmp/analyze" slurm --matrices stuck --out stuckrows --tasks 2 --ordering amd --timeout 4s >/dev/null
	local k
	for ((k = 0; k < 100; k++)); do
		pid=$(pgrep -f -- "^$tmp/analyze $PWD/stuck/killed.mtx" || true)
		[ -z "$pid" ] || break
		sleep 0.1
	done
	kill -KILL "$pid"
	settled stuckrows "$tmp/analyze"
	grep -q '^left out  killed.mtx: the analysis was ended by signal: killed' "$tmp/status" || fail "killed.mtx is not named: $(cat "$tmp/status")"
	grep -q '^left out  slow.mtx: the analysis took longer than 4s' "$tmp/status" || fail "slow.mtx is not named: $(cat "$tmp/status")"
	rm stuck/*ed.mtx stuck/slow.mtx
	"$tmp/analyze" slurm --matrices stuck --out rest --tasks 1 --ordering amd --timeout 4s >/dev/null
	settled rest "$tmp/analyze"
	grep -v '"error"' stuckrows/all.jsonl >others || true
	same others rest/all.jsonl
	same stuckrows/orderings.parquet rest/orderings.parquet
	step 'a matrix at which the process is killed or that takes too long is named'

	cp matrices/ladder.mtx stuck/killed.mtx
	cp matrices/ladder.mtx stuck/slow.mtx
	"$tmp/analyze" slurm --out stuckrows --again >/dev/null
	settled stuckrows "$tmp/analyze"
	! grep -q '"error"' stuckrows/all.jsonl || fail 'matrices that were repaired still have errors'
	step '--again analyzes them again'
}
