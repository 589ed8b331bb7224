# SPDX-License-Identifier: MIT
# Sourced by scripts that run OpenCL programs in the virtual machine. hw/sim/vm/run.sh gets
# "${opencl_vm[@]}"; $opencl_guest stands in the guest's commands in front of the first program.
# clang comes from the host's /usr and takes long there, so what was compiled before on the host
# comes along: the cache is the folder $opencl_cache.
u=build/userspace
mkdir -p "$opencl_cache"
opencl_vm=(--add $u/libsmgpu-opencl.so:/usr/local/lib/libsmgpu-opencl.so \
	--add $u/cc/smcc-data:/usr/local/share/smcc
	--add $u/opencl/smgpu.icd:/etc/OpenCL/vendors/smgpu.icd \
		--add "$opencl_cache:/data/opencl-cache" --share /usr --memory 1024)
opencl_guest='
	mkdir /tmp/host && mount -t 9p share /tmp/host \
		-o trans=virtio,version=9p2000.L,ro,cache=loose,msize=262144
	cp -r /data/opencl-cache /tmp/cache && chmod -R 777 /tmp/cache
	export LD_LIBRARY_PATH=$LD_LIBRARY_PATH:/usr/local/lib:/tmp/host/lib/x86_64-linux-gnu
	export XDG_CACHE_HOME=/tmp/cache SMCC_CLANG=/tmp/host/bin/clang-19
	export SMCC_LLD=/tmp/host/bin/ld.lld-19 SMCC_SPIRV=/tmp/host/bin/llvm-spirv-15
'
