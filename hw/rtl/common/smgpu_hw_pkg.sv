// SPDX-License-Identifier: MIT
// Codes and sizes that software and hardware share: made by hw/regs/headers.py from
// kernel/include/uapi/drm/smgpu_hw.h and kernel/abi/smgpu_fw_abi.h: do not edit
/* verilator lint_off UNUSEDPARAM */  // a package of constants: each user takes some
package smgpu_hw_pkg;

  // Why a task ended: cause of a trap (enum smgpu_error)
  localparam logic [7:0] ErrPageFault = 8'd1;  // address not bound, or bound without that access
  localparam logic [7:0] ErrMisaligned = 8'd2;  // load, store or atomic not aligned to its size
  // outside the task's shared or local memory, or an atomic on local memory
  localparam logic [7:0] ErrAccess = 8'd3;
  localparam logic [7:0] ErrIllegal = 8'd4;  // illegal instruction
  localparam logic [7:0] ErrCodeWindow = 8'd5;  // PC left the task's code window
  // instruction address not bound for execution, or misaligned
  localparam logic [7:0] ErrFetchFault = 8'd6;
  // divergence token queue full, and its place in card memory too
  localparam logic [7:0] ErrDtokOverflow = 8'd7;
  localparam logic [7:0] ErrBreak = 8'd8;  // ebreak
  localparam logic [7:0] ErrBus = 8'd9;  // the memory system answered with an error
  // a task or wait longer than the channel's watchdog, or a job that does not get on
  localparam logic [7:0] ErrWatchdog = 8'd16;
  localparam logic [7:0] ErrMethodUnknown = 8'd17;  // no such method
  // wrong count, reserved bits, alignment or flags of a method
  localparam logic [7:0] ErrMethodFormat = 8'd18;
  // segment misaligned, empty, too long, or cut inside a method
  localparam logic [7:0] ErrSegmentFormat = 8'd19;
  localparam logic [7:0] ErrSegmentFault = 8'd20;  // segment, semaphore or copy address not bound
  localparam logic [7:0] ErrTmdFault = 8'd21;  // TMD address not bound or misaligned
  localparam logic [7:0] ErrTmdFormat = 8'd22;  // magic, kind, flags or a reserved field
  localparam logic [7:0] ErrTmdLimit = 8'd23;  // sizes that this card can't run
  // priority, SMs, throttle mode or a schedule that the channel may not use
  localparam logic [7:0] ErrTmdPermission = 8'd24;
  localparam logic [7:0] ErrKilled = 8'd25;  // channel destroyed or killed with work in flight
  localparam logic [7:0] ErrCardReset = 8'd26;  // card was reset with work in flight
  localparam logic [7:0] ErrCardLost = 8'd27;  // card does not answer
  // doorbell value outside of the ring, a malformed ring entry, or a seqno that does not grow
  localparam logic [7:0] ErrRing = 8'd28;
  // work queue or request ring: not mapped, misshapen, or with counts that can't be
  localparam logic [7:0] ErrQueue = 8'd29;

  // What an access was that failed (enum smgpu_access)
  localparam logic [2:0] AccessNone = 3'd0;  // of no access
  localparam logic [2:0] AccessRead = 3'd1;  // load
  localparam logic [2:0] AccessWrite = 3'd2;  // store
  localparam logic [2:0] AccessExec = 3'd3;  // instruction fetch
  localparam logic [2:0] AccessAtomic = 3'd4;  // atomic operation

  // What a TLB is asked for: none is atomic (enum smgpu_access)
  localparam logic [1:0] AccNone = 2'd0;  // of no access
  localparam logic [1:0] AccRead = 2'd1;  // load
  localparam logic [1:0] AccWrite = 2'd2;  // store
  localparam logic [1:0] AccExec = 2'd3;  // instruction fetch

  // What the threads of a task are (enum smgpu_thread_type)
  localparam logic [1:0] ThreadCompute = 2'd0;  // of a compute kernel
  localparam logic [1:0] ThreadVertex = 2'd1;  // of a vertex shader
  localparam logic [1:0] ThreadGeometry = 2'd2;  // of a geometry shader
  localparam logic [1:0] ThreadPixel = 2'd3;  // of a pixel shader

  // Definitions of the headers
  // SMGPU_TRAP_DTOK_UNDERFLOW: asks the firmware for spilled tokens: no user sees it
  localparam logic [7:0] ErrDtokUnderflow = 8'd64;
  // SMGPU_VA_SHARED_BASE: shared memory of the thread's CTA
  localparam logic [31:0] VaShared = 32'hf0000000;
  // SMGPU_VA_LOCAL_BASE: local memory of the thread
  localparam logic [31:0] VaLocal = 32'hf8000000;
  // SMGPU_MCU_TCM_BASE: TCM, as the control core sees it
  localparam logic [31:0] McuTcm = 32'h10000000;
  // SMGPU_MCU_REGS_BASE: registers, as the control core sees them
  localparam logic [31:0] McuRegs = 32'h20000000;
  // SMGPU_FW_MAX_BYTES: tightly coupled memory of the control core
  localparam int unsigned TcmBytes = 131072;
  // SMGPU_FW_CODE_BYTES: instructions are in this part of it, at its beginning
  localparam int unsigned TcmFetchBytes = 65536;
  localparam int unsigned TcmW = 17;  // SMGPU_FW_MAX_BYTES: byte address in it
  // SMGPU_FW_CODE_BYTES: byte address of an instruction in it
  localparam int unsigned TcmFetchW = 16;
endpackage
/* verilator lint_on UNUSEDPARAM */
