#!/usr/bin/env bash
# Makes the storage files of the example: the published study's three workloads on two
# storages. Bounded: 64 MB files, ten seconds a run, ten runs. usage: make.sh DISK_DIR TMPFS_DIR OUT_DIR
set -euo pipefail
disk=$1 tmpfs=$2 out=$3
mkdir -p "$out"
common="--ioengine=psync --size=64M --runtime=10 --time_based --output-format=json --randrepeat=1"
for storage in disk tmpfs; do
	dir=${!storage}
	direct=1
	[ "$storage" = tmpfs ] && direct=0 # not every tmpfs takes O_DIRECT
	# 1000 IOPS of 4 KB by one job, and 3000 IOPS over eight
	fio --name=one --directory="$dir" $common --direct=$direct --rw=randwrite --bs=4k --rate_iops=1000 \
		--output="$out/$storage-iops1000-j1.json"
	fio --name=eight --directory="$dir" $common --direct=$direct --rw=randwrite --bs=4k --rate_iops=375 --numjobs=8 --group_reporting \
		--output="$out/$storage-iops3000-j8.json"
	# small synchronous log writes and small random reads beside large sequential writes of growing intensity
	for mb in 10 40 160; do
		fio $common --directory="$dir" --direct=$direct \
			--name=log --rw=write --bs=4k --fdatasync=1 --rate_iops=200 \
			--name=compaction --rw=write --bs=1M --rate="${mb}m" \
			--name=read --rw=randread --bs=4k --rate_iops=500 \
			--output="$out/$storage-mix-${mb}mb.json"
	done
done
