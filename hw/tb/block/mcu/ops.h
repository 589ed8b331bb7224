/* SPDX-License-Identifier: MIT */
/* Two-operand instructions under test: X(name, C expression over a, b) with the host as oracle. */
#ifndef OPS_H
#define OPS_H

#define S(x) ((int32_t)(x))
#define OPS(X)                                                                                     \
	X(add, a + b)                                                                              \
	X(sub, a - b) X(sll, a << (b & 31)) X(slt, S(a) < S(b)) X(sltu, a < b) X(xor, a ^ b) X(    \
		srl, a >> (b & 31)) X(sra, (uint32_t)(S(a) >> (b & 31))) X(or, a | b) X(and, a &b) \
		X(mul, a *b) X(mulh, (uint32_t)(((int64_t)S(a) * S(b)) >> 32))                     \
			X(mulhsu, (uint32_t)(((int64_t)S(a) * (int64_t)(uint64_t)b) >> 32))        \
				X(mulhu, (uint32_t)(((uint64_t)a * b) >> 32))                      \
					X(div, !b ? ~0u                                            \
					       : a == 0x80000000u && b == ~0u                      \
						       ? a                                         \
						       : (uint32_t)(S(a) / S(b)))                  \
						X(divu, !b ? ~0u : a / b)                          \
							X(rem, !b ? a                              \
							       : a == 0x80000000u && b == ~0u      \
								       ? 0                         \
								       : (uint32_t)(S(a) % S(b)))  \
								X(remu, !b ? a : a % b)

#endif
