# shellcheck shell=bash
# A Slurm cluster of eight nodes on this host, for the script that sources this file:
# clusterUp DIR starts it below DIR, clusterDown DIR ends it. Everything is on loopback
# addresses, with a key, a socket and ports of its own. Wants root, and Debian's
# slurm-wlm and munge.

# freePorts N prints N neighbouring ports that nothing listens on: the first of them.
freePorts() {
	local first port busy
	for ((first = 20000 + RANDOM % 20000; ; first = 20000 + RANDOM % 20000)); do
		busy=0
		for ((port = first; port < first + $1; port++)); do
			if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then busy=1; fi
		done
		[ $busy -eq 1 ] || { echo "$first"; return; }
	done
}

# pidOf FILE prints the number of the process that wrote FILE.
pidOf() { tr -d '[:space:]' <"$1"; }

clusterUp() {
	local dir=$1 host first k
	host=$(hostname -s)
	first=$(freePorts 9)
	mkdir -p "$dir"/{munge,state,spool,log}
	chmod 755 "$dir"
	chmod 700 "$dir/munge"
	head -c 128 /dev/urandom >"$dir/munge/key"
	chmod 400 "$dir/munge/key"
	munged --force --socket="$dir/munge/sock" --key-file="$dir/munge/key" --pid-file="$dir/munge/pid" \
		--log-file="$dir/munge/log" --seed-file="$dir/munge/seed"
	cat >"$dir/slurm.conf" <<-CONF
		ClusterName=oracle
		SlurmctldHost=$host(127.0.0.1)
		AuthType=auth/munge
		AuthInfo=socket=$dir/munge/sock,cred_expire=5
		SlurmUser=root
		SlurmctldPort=$first
		StateSaveLocation=$dir/state
		SlurmdSpoolDir=$dir/spool/%n
		SlurmctldPidFile=$dir/slurmctld.pid
		SlurmdPidFile=$dir/slurmd-%n.pid
		SlurmctldLogFile=$dir/log/slurmctld
		SlurmdLogFile=$dir/log/%n
		ProctrackType=proctrack/pgid
		TaskPlugin=task/none
		SelectType=select/cons_tres
		SelectTypeParameters=CR_Core
		SchedulerParameters=batch_sched_delay=1,sched_interval=2,sched_min_interval=100000
		MpiDefault=none
		ReturnToService=2
		SlurmdTimeout=10
		BatchStartTimeout=1
		MessageTimeout=2
		MinJobAge=300
		NodeName=n[1-8] NodeHostname=$host NodeAddr=127.0.0.1 Port=[$((first + 1))-$((first + 8))] CPUs=2 RealMemory=1000
		PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP OverSubscribe=NO
	CONF
	export SLURM_CONF=$dir/slurm.conf
	slurmctld
	for k in 1 2 3 4 5 6 7 8; do slurmd -N "n$k"; done
	for ((k = 0; k < 100; k++)); do
		[ "$(sinfo --noheader --Node --states=idle 2>/dev/null | wc -l)" -ne 8 ] || return 0
		sleep 0.2
	done
	echo 'the nodes of the cluster do not come up:' >&2
	sinfo --Node >&2
	tail -n 5 "$dir"/log/* >&2
	return 1
}

# clusterDown DIR ends the jobs and the daemons. It ends no process but theirs.
clusterDown() {
	local dir=$1 f k
	[ -e "$dir/slurm.conf" ] || return 0
	export SLURM_CONF=$dir/slurm.conf
	timeout 5 scancel --full --signal=KILL --user="$(id -un)" 2>/dev/null || true # a task may wait for a pipe
	timeout 5 scancel --user="$(id -un)" 2>/dev/null || true
	for ((k = 0; k < 25; k++)); do
		[ -n "$(timeout 5 squeue --noheader 2>/dev/null)" ] || break
		sleep 0.2
	done
	local pids=()
	for f in "$dir/slurmctld.pid" "$dir"/slurmd-*.pid "$dir/munge/pid"; do
		[ ! -e "$f" ] || pids+=("$(pidOf "$f")")
	done
	kill "${pids[@]}" 2>/dev/null || true
	for ((k = 0; k < 10; k++)); do
		kill -0 "${pids[@]}" 2>/dev/null || break # one of them has ended
		sleep 0.2
	done
	sleep 0.5
	kill -KILL "${pids[@]}" 2>/dev/null || true
}
