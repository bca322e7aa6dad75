# shellcheck shell=bash disable=SC2154
# Checks of analyze slurm, for oracles/slurm/run.
equalMatrices() { :; }
