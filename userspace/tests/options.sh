#!/bin/sh
# SPDX-License-Identifier: MIT
# smcc's command line: every option works, with right results on the fake card, or is refused with a
# sentence and exit code 1. With CHECK_SEED every third of the many like cases is tried, other ones
# for each seed; without it all are.
# usage: options.sh BUILD "PREFIX" [SMCC]
build=$1 prefix=$2 smcc=${3:-$1/cc/smcc}
dir=$build/tests/options
bad=0
suite=options
. "$(dirname "$0")/verdict.sh"
rm -rf "$dir"
mkdir -p "$dir"
cd "$dir" || exit 1

[ -z "$CHECK_SEED" ] || echo "# CHECK_SEED=$CHECK_SEED"
turn=0
mine() {	# true if this case is one of those to try
	turn=$((turn + 1))
	[ -z "$CHECK_SEED" ] || [ $(((turn + CHECK_SEED) % 3)) -eq 0 ]
}

compile() {
	rm -f out.elf
	"$smcc" -o out.elf "$@" >said.txt 2>&1
}

# smgpu-run's options and arguments behind the first buffer; the words of that buffer are the result
launch() {
	env $prefix "$build/smgpu-run" ./out.elf --kernel k "$@" >run.txt 2>&1
}

words() {
	od -An -td4 -v -w1024 out.bin 2>/dev/null | tr -s ' ' | sed 's/^ //'
}

# name, words that must come out, options and files of smcc; 4 threads, arguments: a buffer, 0.0, 3
gives() {
	name=$1 want=$2
	shift 2
	rm -f out.bin
	if ! compile "$@"; then
		verdict "$name" 1 "$(head -n 1 said.txt)"
	elif ! launch --cta 4 buf:16:out=out.bin f:0 i:3; then
		verdict "$name" 1 "$(head -n 1 run.txt)"
	else
		[ "$(words)" = "$want" ]
		verdict "$name" $? "gives $(words) instead of $want"
	fi
}

quiet() {	# nothing may have been said
	[ ! -s said.txt ]
	verdict "$1-quiet" $? "$(head -n 1 said.txt)"
}

# name, pattern of what must be said, options and files
refused() {
	name=$1 pattern=$2
	shift 2
	compile "$@"
	code=$?
	if [ $code -ne 1 ]; then
		verdict "$name" 1 "exit code $code"
	elif [ -e out.elf ]; then
		verdict "$name" 1 "there is an output file"
	else
		grep -Eq -- "$pattern" said.txt
		verdict "$name" $? "says '$(head -n 1 said.txt)', not $pattern"
	fi
}

# ---- OpenCL C: functions of the library and of the runtime, whose results no option may spoil ----
cat >k.cl <<'END_CL'
__kernel void k(__global int *result, float zero, int three)
{
	float half_three = three * 0.5f;
	int me = get_global_id(0);

	if (me == 0)
		result[0] = (int)rint((exp(zero) + sin(half_three) * 10 +
				       pow(half_three, 2.5f) * 100) * 100);
	if (me == 1)
		result[1] = (int)rint(half_three) * 1000 + (int)floor(-half_three) * 10 +
			    (int)round(half_three + 1);
	if (me == 2)
		result[2] = (int)rint((cbrt(half_three) + sinh(half_three) + erf(half_three) +
				       tan(half_three)) * 100);
	if (me == 3)
		result[3] = (int)((long)1000000007 * three / (three + 4)) +
			    (int)((double)three / 7 * 10000);
}
END_CL
right='28654 1983 1834 428575716'

gives cl "$right" k.cl
quiet cl
# alone: what may change results, or how the program is compiled
for option in -cl-single-precision-constant -cl-denorms-are-zero -cl-opt-disable \
	-cl-unsafe-math-optimizations -cl-finite-math-only \
	-cl-fast-relaxed-math -ffast-math -ffp-contract=off -Ofast -cl-std=CL -cl-std=CL1.0 \
		-cl-std=CL1.1 -cl-std=CL1.2 -cl-std=CL3.0 -Dn=10 -Da=2 \
	-g "-g -O0" "-g -O1" "-g -O3" "-g -Os" -O -O0 -O1 -Os -fno-inline -fno-builtin \
		"--regs 24" -fno-divergence -fall-divergent; do
	if mine; then gives "cl $option" "$right" $option k.cl; fi
done
# together: what should change nothing
gives cl-more-cl "$right" -cl-fp32-correctly-rounded-divide-sqrt -cl-mad-enable \
	-cl-no-signed-zeros -cl-strict-aliasing -cl-kernel-arg-info \
	-cl-uniform-work-group-size -cl-no-subgroup-ifp -cl-no-signed-zeroes k.cl
gives cl-warnings "$right" -Wall -Wextra -Werror -pedantic k.cl
gives cl-macros "$right" "-D n=10" -D m=1 -U m -DN -UN "-DTEXT=\"a b\"" "-DF(x)=x" -I. -I . \
	-isystem . -iquote . -idirafter . k.cl
gives cl-debug "$right" -g3 -gdwarf-4 -O2 k.cl
gives cl-debug-5 "$right" -ggdb -gdwarf-5 -O1 k.cl
gives cl-lines "$right" -gline-tables-only --report-divergence k.cl
gives cl-flags "$right" -fno-unroll-loops -fno-vectorize -fno-slp-vectorize -fsigned-char \
	-fno-common -fwrapv -ftrapping-math -fno-strict-aliasing \
	-fshort-enums -fno-omit-frame-pointer -fcolor-diagnostics -fno-exceptions -pipe \
		-fverbose-asm -fno-stack-protector -fno-lto -w -O3 k.cl
gives cl-flags-small "$right" -funsigned-char -funroll-loops -fomit-frame-pointer -g0 -Oz \
	-fno-yield -Ttext=0x02000000 -x cl k.cl
letters=$(for c in a b c d e f g h i j k l m n o p q r s t u v w x y z; do
	[ $c = k ] || echo "-D$c=2"; done)
gives cl-letters "$right" $letters k.cl
names=$(for c in name bits real scale INF NAN SIGN LEAD num result_ to from value type size vec T \
	OVL CSR PICK F1 F2 F3 ATOMIC; do echo "-D$c=zzz"; done)
gives cl-names "$right" $names k.cl
cp k.cl k.clsource
gives cl-x "$right" -x cl k.clsource

rm -f out.elf
"$smcc" -o out.elf -x cl - <k.cl >said.txt 2>&1 && launch --cta 4 buf:16:out=out.bin f:0 i:3
[ "$(words)" = "$right" ]
verdict stdin-cl $? "$(head -n 1 said.txt)"
printf '#error here\n' | "$smcc" -o out.elf -x cl - 2>said.txt
grep -q '^<stdin>:1:2: error: here' said.txt
verdict stdin-named $? "$(head -n 1 said.txt)"
"$smcc" k.cl -o - >out.elf 2>said.txt && launch --cta 4 buf:16:out=out.bin f:0 i:3
[ "$(words)" = "$right" ]
verdict elf-to-stdout $? "$(head -n 1 said.txt)"
"$smcc" -S -o - k.cl >k.s 2>said.txt && grep -q '^k:' k.s && [ ! -e ./- ]
verdict assembly-to-dash $? "no assembly on standard output"
rm -f ./-
"$smcc" -S k.cl >k.s 2>said.txt && grep -q '^k:' k.s
verdict assembly-to-stdout $? "$(head -n 1 said.txt)"
"$smcc" -E k.cl 2>&1 | grep -q 'int three'
verdict preprocess $? "no preprocessed source"
"$smcc" -fsyntax-only k.cl -o none.elf 2>said.txt && [ ! -e none.elf ]
verdict syntax-only $? "$(head -n 1 said.txt)"
echo '#define THREE 3' >three.h
cat >includes.cl <<'END_CL'
#include "three.h"
__kernel void k(__global int *o, float f, int n) { o[get_global_id(0)] = THREE; }
END_CL
gives included '3 3 3 3' includes.cl
gives include-option '3 3 3 3' -include three.h -DONCE includes.cl
gives depend '3 3 3 3' -MD includes.cl
tr -d '\\\n' <out.d 2>/dev/null | grep -q '^out.elf: includes.cl .*three.h'
verdict depend-file $? "out.d: $(head -n 1 out.d 2>/dev/null)"
"$smcc" -MM includes.cl 2>&1 | tr -d '\\\n' | grep -q 'includes.cl .*three.h'
verdict depend-only $? "no dependencies on standard output"
"$smcc" -x cl - <includes.cl -o out.elf >said.txt 2>&1
verdict stdin-includes $? "$(head -n 1 said.txt)"

# ---- C ----
cat >k.c <<'END_C'
#include "smgpu_kernel.h"
#include "smgpu_task.h"

float expf(float), sinf(float), powf(float, float), rintf(float), floorf(float), roundf(float);
float tanf(float);

SMGPU_KERNEL void k(int *result, float zero, int three)
{
	float half_three = three * 0.5f;
	unsigned int me = smgpu_global_id_x();

	if (me == 0)
		result[0] = (int)rintf((expf(zero) + sinf(half_three) * 10 +
					powf(half_three, 2.5f) * 100) * 100);
	if (me == 1)
		result[1] = (int)rintf(half_three) * 1000 + (int)floorf(-half_three) * 10 +
			    (int)roundf(half_three + 1);
	if (me == 2)
		result[2] = (int)rintf(tanf(half_three) * 1000);
	if (me == 3)
		result[3] = (int)((long long)1000000007 * three / (three + 4)) +
			    (int)((double)three / 7 * 10000);
}
END_C
right='28654 1983 14101 428575716'
gives c "$right" k.c
quiet c
for option in -ffast-math -Ofast -ffp-contract=off -Dn=10 -Da=2 -std=c99 -std=gnu17 "-g -O1" \
	"-g -O0" -fhosted \
	"-std=c11 -Oz -fno-math-errno -fstrict-aliasing -ffreestanding -fno-convergent-functions -cl-fast-relaxed-math -fno-function-sections" \
	"--regs 24"; do
	if mine; then gives "c $option" "$right" $option k.c; fi
done
gives c-letters "$right" $(for c in $letters; do case $c in -D[xyz]*) ;; *) echo $c; esac; done) k.c
gives c-names "$right" $(for c in $names; do echo $c; done) -Dold_=zzz -Dr_=zzz -Ditem=zzz \
	-Dring=zzz -Dentry=zzz k.c
"$smcc" -o out.elf -x c - <k.c >said.txt 2>&1 && launch --cta 4 buf:16:out=out.bin f:0 i:3
[ "$(words)" = "$right" ]
verdict stdin-c $? "$(head -n 1 said.txt)"
cat >two.cl <<'END_CL'
int other(int v);
__kernel void k(__global int *result, float zero, int three)
{
	result[get_global_id(0)] = other(three);
}
END_CL
echo 'int other(int v) { return v * 14; }' >other.c
gives c-and-cl '42 42 42 42' two.cl other.c

# ---- refused ----
for option in -c -shared -static -nostdlib -lm -L/usr/lib -Wl,-Map -Wa,-x -mcpu=rocket \
	-march=rv64gc --target=x86_64 -fPIC -fpie -flto -fsanitize=address \
	-fprofile-generate -finstrument-functions -fstack-protector-all -fsplit-stack -fopenmp \
		-fjump-tables -ffixed-x5 -pg -emit-llvm -create-library \
	-cl-std=CL2.0 -cl-std=CLC++ -cl-std=CL9 -cl-ext=+all -cl-nonsense "-Xclang -O3" \
		"-mllvm -x" -O7 -gsplit-dwarf -Y "--regs 20" "--regs x" "--regs"; do
	mine && refused "refuses $option" '^smcc: .*[a-z.].*' k.cl $option
done
refused next-language '^smcc: -cl-std=CL2.0: .*; -cl-std=CL3.0 has the rest' -cl-std=CL2.0 k.cl
refused unknown-language '^smcc: -x c\+\+: smcc compiles C \(-x c\) and OpenCL C \(-x cl\)' -x \
	c++ k.cl
refused unknown-name '^smcc: k.clsource: the language is not known' k.clsource
refused stdin-needs-x '^smcc: The language of standard input is not known' -
refused absent 'absent.cl' absent.cl
refused no-kernel '^smcc: no kernel' other.c
refused warning-error 'error: .*unused' -Wall -Werror -x cl three.h k.cl -DTHREE=1 -Wunused-macros

# ---- versions, pragmas, functions ----
cat >version.cl <<'END_CL'
#if !defined(__OPENCL_VERSION__) || !defined(__OPENCL_C_VERSION__) || \
	!defined(CL_VERSION_1_2) || !defined(__ENDIAN_LITTLE__)
#error a version is not defined
#endif
#if defined(cl_khr_int64_base_atomics) || !defined(__IMAGE_SUPPORT__)
#error something is offered that is not there, or is not offered
#endif
__kernel void k(__global int *o, float f, int n)
{
	o[get_global_id(0)] = __OPENCL_VERSION__ + __OPENCL_C_VERSION__;
}
END_CL
gives versions '420 420 420 420' version.cl
gives versions-1.1 '410 410 410 410' -cl-std=CL1.1 version.cl
cat >contract.cl <<'END_CL'
#pragma OPENCL FP_CONTRACT STATE
__kernel void k(__global int *o, float f, int n)
{
	/* a * a = 1 + 6 * 2^-23 + 9 * 2^-46 */
	float a = 1.0f + n * 0x1p-23f, p = -(1.0f + 6 * 0x1p-23f);

	o[get_global_id(0)] = (a * a + p) != 0.0f;
}
END_CL
sed 's/STATE/OFF/' contract.cl >contract-off.cl
sed 's/STATE/ON/' contract.cl >contract-on.cl
gives contract-off '0 0 0 0' contract-off.cl
gives contract-on '1 1 1 1' contract-on.cl
gives contract-option '0 0 0 0' -ffp-contract=off contract-off.cl
sed 's/__kernel void k(__global int \*o/#include "smgpu_kernel.h"\nSMGPU_KERNEL void k(int *o/
	s/get_global_id(0)/threadIdx.x/; s/OPENCL/STDC/' contract-off.cl >contract-off.c
gives contract-off-c '0 0 0 0' contract-off.c
cat >mad_hi.cl <<'END_CL'
__kernel void k(__global int *o, float f, int n)
{
	o[0] = mad_hi(n << 30, 8, 5);
	o[1] = (int)mad_hi((uint)n << 30, 8u, 5u);
	o[2] = mad_hi((short)(n << 12), (short)16, (short)5) +
		mad_hi((char)(n << 4), (char)16, (char)5);
	o[3] = (int)(mad_hi((long)n << 61, 16L, 5L) + mad_hi((ulong)n << 61, 16UL, 5UL)) +
		mad_hi((uchar)(n << 6), (uchar)4, (uchar)1) +
		mad_hi((ushort)(n << 14), (ushort)4, (ushort)1);
}
END_CL
gives mad_hi '3 11 16 30' mad_hi.cl
printf '__kernel void k(__global long *q, __global ulong *u, __local long *l)\n{\n' >atom64.cl
for call in 'atom_add(q, 1)' 'atom_inc(u)' 'atom_cmpxchg(q, 1, 2)' 'atom_max(u, 1)' \
	'atom_xchg(l, 1)' 'atomic_add(q, 1)' 'atom_sub(u, 1)'; do
	echo "$call;" >>atom64.cl
done
echo '}' >>atom64.cl
for line in 3 4 5 6 7 8 9; do
	refused "atom64 $line" "atom64.cl:$line:1: error: .*64-bit atomics are not offered" \
		atom64.cl
done
cat >atom64.c <<'END_C'
#include "smgpu_kernel.h"
SMGPU_KERNEL void k(uint64_t *p)
{
	smgpu_atomic_add(p, 1);
}
END_C
what='__atomic_fetch_add_8 is not defined: 64-bit atomics are not offered'
refused atom64-c "^smcc: atom64.c:4: in function k: $what" atom64.c
cat >atom32.cl <<'END_CL'
__kernel void k(__global int *o, float f, int n)
{
	volatile __global uint *p = (volatile __global uint *)o;

	atom_add(o, 1); atom_sub(p + 1, -2); atom_inc(o + 2); atom_dec(p + 3);
	atom_or(o, 16); atom_and(p + 1, 0xff); atom_xor(o + 2, 0);
	atom_max(p + 3, 1u); atom_min(o + 3, 7); atom_cmpxchg(o + 3, 100, 5);
}
END_CL
gives atom32 '20 8 4 -4' -O2 atom32.cl

# ---- kernels by mark, and kernels as functions ----
cat >names.c <<'END_C'
#include "smgpu_kernel.h"

__attribute__((noinline)) int kernel_twice(int v) { return 2 * v; }
__attribute__((noinline)) static int kernel(int v) { return v + 1; }
__attribute__((noinline)) static int smgpu_kernel(int v) { return v + 2; }
int (*volatile by_pointer)(int) = kernel_twice;

SMGPU_KERNEL void k(int *result, float zero, int three)
{
	result[threadIdx.x] = by_pointer(three) * 100 + kernel(three) * 10 + smgpu_kernel(three);
}
END_C
gives names '645 645 645 645' names.c
env $prefix "$build/smgpu-run" ./out.elf --list >run.txt 2>&1
[ "$(grep -c entry run.txt)" = 1 ]
verdict names-listed $? "$(grep -c entry run.txt) kernels instead of 1"
sed 's/#include.*//; s/SMGPU_KERNEL void k(int/__kernel void k(__global int/
	s/threadIdx.x/get_local_id(0)/; /by_pointer)/d
	s/by_pointer/kernel_twice/; s/ kernel(/ kernel_once(/g' \
	names.c >names.cl
gives names-cl '645 645 645 645' names.cl
cat >calls.cl <<'END_CL'
typedef struct { int a[5]; } five;
__kernel void inner(__global int *o, int at, char less, five s, float4 f)
{
	s.a[1] += 1;
	o[at] = s.a[1] * 100 + (int)f.z * 10 + less;
	barrier(CLK_LOCAL_MEM_FENCE);
}
__kernel void k(__global int *o, float zero, int three)
{
	int me = get_local_id(0);
	five s = { { 0, three, 0, 0, 0 } };

	inner(o, me, -1, s, (float4)(0, 0, three, 0));
	if (me & 1)
		o[me] += s.a[1];
}
END_CL
for option in -O0 -O2 "-Os -fno-inline" "-O2 -g -fno-inline" "-O0 -g"; do
	gives "calls-kernel $option" '429 432 429 432' $option calls.cl
done
cat >calls.c <<'END_C'
#include "smgpu_kernel.h"
SMGPU_KERNEL void down(int *o, int n)
{
	if (n > 0) {
		o[threadIdx.x] += n;
		down(o, n - 1);
	}
}
void (*volatile by_pointer)(int *, int) = down;
SMGPU_KERNEL void k(int *o, float zero, int three)
{
	if (threadIdx.x & 1)
		by_pointer(o, three);
	else
		down(o, three + 1);
	o[threadIdx.x] += 100;
}
END_C
for option in -O0 -O2 -Os -g; do
	gives "calls-kernel-c $option" '110 106 110 106' $option calls.c
done
compile calls.c && env $prefix "$build/smgpu-run" ./out.elf --kernel down --cta 4 \
	buf:16:out=out.bin i:3 >run.txt 2>&1
[ "$(words)" = '6 6 6 6' ]
verdict called-kernel-launched $? "gives $(words)"

# ---- required sizes, arguments ----
cat >sizes.cl <<'END_CL'
__kernel __attribute__((reqd_work_group_size(16, 2, 1))) void k(__global int *o)
{
	o[get_local_id(0) + 16 * get_local_id(1)] = get_local_size(1);
}
__kernel __attribute__((work_group_size_hint(8, 4, 1))) __attribute__((vec_type_hint(float4)))
void hinted(__global int *o) { o[0] = 1; }
END_CL
compile sizes.cl
verdict sizes-compile $? "$(head -n 1 said.txt)"
launch --cta 16,2 buf:128:out=out.bin
verdict sizes-required $? "$(head -n 1 run.txt)"
for cta in 32 32,1,1 2,16 16,2,2 16; do
	launch --cta $cta buf:128:out=out.bin
	[ $? -ne 0 ] && grep -q 'Kernel k needs CTAs of 16 x 2 x 1 threads' run.txt
	verdict "sizes-refused $cta" $? "$(head -n 1 run.txt)"
done
launch buf:128:out=out.bin
verdict sizes-default $? "$(head -n 1 run.txt)"
env $prefix "$build/smgpu-run" ./out.elf --list >run.txt 2>&1
grep -q '^k:.* CTAs of 16 x 2 x 1 only' run.txt &&
	grep -q '^hinted:.* CTAs of 8 x 4 x 1 advised' run.txt
verdict sizes-listed $? "$(head -n 1 run.txt)"

cat >small.cl <<'END_CL'
__kernel void k(__global int *o, char c, uchar u, short s, ushort t, bool b, char4 v, uchar4 w,
	short2 x)
{
	o[0] = c; o[1] = u; o[2] = s; o[3] = t; o[4] = b; o[5] = v.y; o[6] = w.y; o[7] = x.y;
	o[8] = c < 0; o[9] = s < 0;
}
END_CL
sed 's/, bool b/, uchar b/' small.cl >small2.cl
for option in -O0 -O2; do
	compile $option small2.cl
	for sign in "i:-5 i:-6 i:-7 i:-8" "i:251 i:250 i:65529 i:65528"; do
		launch --cta 1 buf:40:out=out.bin $sign i:1 v:1,-2,3,4 v:1,-2,3,4 v:1,-2
		[ "$(words)" = '-5 250 -7 65528 1 -2 254 -2 1 1' ]
		verdict "small $option $sign" $? "gives $(words), $(head -n 1 run.txt)"
	done
done
env $prefix "$build/smgpu-run" ./out.elf --list >run.txt 2>&1
grep -q '^  c: char at word 1$' run.txt && grep -q '^  u: uchar at word 2$' run.txt &&
	grep -q '^  v: char4 at word ' run.txt
verdict arguments-listed $? "$(sed -n 2p run.txt)"

# 1,024 bytes of arguments, all of one type: the address of the buffer and as many as fit
for type in char uchar2 char4 char16 short4 int4 long float4 double2; do
	mine || continue
	case $type in
	*char*) each=1 ;; *short*) each=2 ;; *int*|*float*) each=4 ;; *) each=8 ;;
	esac
	count=$(echo $type | tr -cd 0-9)
	n=$((1020 / each / ${count:-1}))
	values=1 sum=last i=1
	while [ $i -lt ${count:-1} ]; do values=$values,$((i + 1)); i=$((i + 1)); done
	sum=$(if [ -n "$count" ]; then echo ".s$(printf %x $((count - 1)))"; fi)
	{
		printf '__kernel void k(__global int *o'
		i=0
		while [ $i -lt $n ]; do printf ', %s a%d' $type $i; i=$((i + 1)); done
		printf ')\n{\n\tint s = 0;\n'
		i=0
		while [ $i -lt $n ]; do printf '\ts += (int)a%d%s;\n' $i "$sum"; i=$((i + 1)); done
		printf '\to[get_local_id(0)] = s;\n}\n'
	} >many.cl
	arguments=$(i=0; while [ $i -lt $n ]; do echo v:$values; i=$((i + 1)); done)
	for option in -O0 -O2; do
		compile $option many.cl && launch --cta 2 buf:8:out=out.bin $arguments
		[ "$(words)" = "$((n * ${count:-1})) $((n * ${count:-1}))" ]
		verdict "1024-bytes $type $option" $? \
			"gives $(words), $(tail -n 1 said.txt) $(head -n 1 run.txt)"
	done
done

# ---- what does not fit, what is not there ----
cat >undefined.cl <<'END_CL'
int missing(int v);
int calls(int v)
{
	return missing(v) + 1;
}
__kernel void k(__global int *o) { o[0] = calls(o[1]); }
END_CL
for option in -O0 -O2 -g; do
	refused "undefined-cl $option" \
		'^smcc: undefined.cl:4: in function calls: missing is not defined' $option \
		undefined.cl
done
cat >undefined.c <<'END_C'
#include "smgpu_kernel.h"
int missing(int);
extern int there[];
SMGPU_KERNEL void k(int *o)
{
	o[0] = missing(1);
	o[1] = there[2];
}
END_C
refused undefined-c '^smcc: undefined.c:6: in function k: missing is not defined' undefined.c
refused undefined-variable '^smcc: undefined.c:7: in function k: there is not defined' undefined.c
[ "$(grep -vc '^smcc: ' said.txt)" = 0 ]
verdict undefined-sentences $? "$(grep -v '^smcc: ' said.txt | head -n 1)"
cat >large.cl <<'END_CL'
__kernel void k(__global int *o, int n)
{
	__local int l[40960];
	l[n] = o[n];
	barrier(1);
	o[n] = l[n + 1];
}
END_CL
refused large-local \
	'^smcc: .*__local.* take 163840 bytes; a CTA has at most 32768 bytes of shared memory' \
	large.cl
compile --shared-limit 163840 large.cl
verdict large-local-limit $? "$(head -n 1 said.txt)"
cat >large.cl <<'END_CL'
__kernel void k(__global int *o, int n)
{
	int l[300000];
	for (int i = 0; i < 300000; i++)
		l[i] = o[i];
	o[n] = l[n];
}
END_CL
for option in -O0 -O2; do
	refused "large-private $option" '^smcc: k: .*12000[0-9]+ bytes of stack.* 65536' $option \
		large.cl
done
cat >large.c <<'END_C'
#include "smgpu_kernel.h"
int big[5000000];
SMGPU_KERNEL void k(int *o) { o[0] = big[o[1]]; }
END_C
refused large-image '^smcc: .* 16 MiB' large.c

# ---- reads of launch-wide values stay out of loops ----
cat >hoist.c <<'END_C'
#include "smgpu_kernel.h"
SMGPU_KERNEL void k(int *o, float f, int n)
{
	for (int i = 0; i < n; i++)
		if (o[i * gridDim.x] > 0)
			o[i * blockDim.x + threadIdx.x] += blockIdx.y + smgpu_lane();
}
END_C
sed 's/#include.*//; s/SMGPU_KERNEL void k(int/__kernel void k(__global int/
	s/gridDim.x/get_num_groups(0)/; s/blockDim.x/get_local_size(0)/
	s/threadIdx.x/get_local_id(0)/; s/blockIdx.y/get_group_id(1)/
	s/ + smgpu_lane()//' hoist.c >hoist.cl
for file in hoist.c hoist.cl; do
	"$smcc" -S -fno-divergence "$file" >hoist.s 2>said.txt
	# no csrr behind the first label that is a target of a branch backwards
	awk '/^\.LBB[0-9_]*:/ { at[substr($1, 1, length($1) - 1)] = NR } { line[NR] = $0 }
		{ for (l in at) if ($0 !~ /:/ && index($0 " ", l " ") && (!first ||
			at[l] < first)) { first = at[l]; last = NR } }
		END { for (i = first; first &&
			i <= last; i++) bad += line[i] ~ /csrr/; exit !first || bad }' hoist.s
	verdict "hoist $file" $? "a csrr inside the loop"
done
exit $bad
