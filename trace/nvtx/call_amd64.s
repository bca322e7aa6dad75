//go:build amd64 && (linux || darwin) && !android && !nonvtx

#include "textflag.h"

GLOBL ·trampoline(SB), NOPTR|RODATA, $8
DATA ·trampoline(SB)/8, $trampoline<>(SB)

// void trampoline(struct { long (*fn)(long, long); long a, b, result; } *c)
// by the calling convention of System V; runtime.asmcgocall has aligned the stack.
TEXT trampoline<>(SB), NOSPLIT|NOFRAME, $0-0
	PUSHQ BX // the callee's to keep; and aligns the stack again
	MOVQ  DI, BX
	MOVQ  0(BX), AX
	MOVQ  8(BX), DI
	MOVQ  16(BX), SI
	CALL  AX
	MOVQ  AX, 24(BX)
	POPQ  BX
	XORL  AX, AX
	RET
