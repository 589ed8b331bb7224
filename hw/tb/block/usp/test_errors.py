# SPDX-License-Identifier: MIT
"""What goes wrong: requests that nothing serves, and answers that are broken."""
import random

import cocotb
from bench import HOST, Bench, host_traffic, quiet
from cocotb.triggers import ClockCycles, Timer, with_timeout
from cocotbext.axi import AxiResp
from cocotbext.pcie.core.tlp import CplStatus, TlpType
from cocotbext.pcie.core.utils import PcieId
from cocotbext.pcie.xilinx.us.interface import UsPcieFrame
from cocotbext.pcie.xilinx.us.tlp import ErrorCode, Tlp_us


@cocotb.test(timeout_time=400, timeout_unit="us")
async def unsupported(dut):
    """What no BAR serves gets an answer with the request behind it, if it wants one."""
    b = Bench(dut)
    await b.start()
    kinds = [(TlpType.IO_READ, 0, 4), (TlpType.IO_WRITE, 4, 4), (TlpType.MEM_READ_LOCKED, 0, 4),
             (TlpType.FETCH_ADD, 4, 4), (TlpType.SWAP_64, 8, 8), (TlpType.CAS_64, 16, 8),
             (TlpType.MEM_READ_64, 0, 16), (TlpType.MEM_READ, 0, 16)]
    for i in range(3 * len(kinds)):
        kind, size, count = kinds[i % len(kinds)]
        tlp = Tlp_us()
        tlp.fmt_type = kind
        tlp.set_data(random.randbytes(size))
        tlp.length = (size or count) // 4
        tlp.requester_id, tlp.tag = PcieId.from_int(random.randrange(1 << 16)), i + 32
        tlp.address = random.randrange(1 << 20) & ~63
        tlp.first_be, tlp.last_be = 15, 15 if tlp.length > 1 else 0
        tlp.attr, tlp.tc = random.randrange(8), random.randrange(8)
        # Those of memory hit a BAR that the card has not.
        tlp.bar_id = 6 if kind in (TlpType.MEM_READ, TlpType.MEM_READ_64) else 0
        frame = tlp.pack_us_cq()
        b.answers.clear()
        errors = dict(b.errors)
        # The model sends no such thing, so it has no credit for it.
        while not b.block.cq_np_req_count:
            await ClockCycles(dut.user_clk, 1)
        b.block.cq_np_req_count -= 1
        sent, b.block.send = b.block.send, keep_from_the_host
        await b.block.cq_source.send(frame)
        for _ in range(400):
            await ClockCycles(dut.clk, 1)
            if b.answers:
                break
        await ClockCycles(dut.clk, 10)
        b.block.send = sent
        answer, = b.answers
        assert len(answer) == 8 and answer[4:] == frame.data[:4]
        assert answer[3] == (tlp.last_be << 4 | tlp.first_be)
        got = Tlp_us.unpack_us_cc(frame_of(answer))
        assert got.status == CplStatus.UR and got.length == 0 and got.tag == tlp.tag
        assert got.requester_id == tlp.requester_id
        assert (got.tc, got.attr) == (tlp.tc, tlp.attr)
        assert answer[0] >> 29 & 1 == (kind == TlpType.MEM_READ_LOCKED)
        assert answer[2] >> 24 & 1 == 0 and answer[2] >> 31 == 0
        assert b.errors["ur"] == errors["ur"] + 1 and b.errors["cor"] == errors["cor"] + 1
    # A write is dropped, all of it.
    tlp = b.request(True, 0x1000, 15, 15, data=random.randbytes(256))
    lost = Tlp_us(tlp)
    lost.bar_id = 6
    await b.block.cq_source.send(lost.pack_us_cq())
    await host_traffic(b, 10, 100)
    assert b.errors["ur"] == 3 * len(kinds) + 1
    # Memory that fails ends a read as aborted; what came before it was good.
    b.memory.broken = range(0x2100, 0x2200)
    for at, good in ((0x2100, 0), (0x20c0, 64), (0x2080, 128), (0x21f8, 0)):
        b.answers.clear()
        got = await b.ask(b.request(False, b.memory_at.get_absolute_address(at), 15, 15,
                                    length=64))
        assert got[-1].status == CplStatus.CA and len(b.answers[-1]) == 8
        assert sum(4 * c.length for c in got[:-1]) == good
    # The request behind a failed answer is its own, though others wait: of the one before it the
    # first answer is a single dword, and not the last one.
    base = b.memory_at.get_absolute_address(0)
    b.memory.wait = 500
    for _ in range(8):
        b.answers.clear()
        at = 0x2100 + 4 * random.randrange(64)
        reads = [cocotb.start_soon(b.ask(b.request(False, base + a, 15, last, length=n)))
                 for a, last, n in ((0x103c, 15, 2), (at, 0, 1), (0x107c, 15, 9))]
        got = [await r for r in reads]
        assert [c.length for c in got[0]] == [1, 1] and got[1][0].status == CplStatus.CA
        failed, = (a for a in b.answers if len(a) == 8)
        assert failed[3] == 15 and failed[4] | failed[5] << 32 == base + at
    b.memory.wait = 0
    b.memory.broken = range(0)
    await host_traffic(b, 10, 100)
    await quiet(b)


async def keep_from_the_host(_):
    """Answers of requests that the host never made"""


def frame_of(dwords):
    frame = UsPcieFrame()
    frame.data = list(dwords)
    return frame


def completion(b, tag, data=None, **fields):
    cpl = Tlp_us()
    cpl.fmt_type = TlpType.CPL if data is None else TlpType.CPL_DATA
    if data is not None:
        cpl.set_data(data)
        cpl.byte_count = len(data)
    cpl.requester_id = b.block.functions[0].pcie_id
    cpl.tag = tag
    for name, value in fields.items():
        setattr(cpl, name, value)
    return cpl


@cocotb.test(timeout_time=400, timeout_unit="us")
async def broken_answers(dut):
    """Whatever is wrong with an answer fails its read, and no other one."""
    b = Bench(dut)
    await b.start()
    await b.below.write(0, random.randbytes(HOST))
    at = b.below.get_absolute_address(0)

    async def good(tags=range(16)):
        for tag in tags:
            n = random.randrange(1, 17) * 8
            got = await with_timeout(b.card.read(at + 128 * tag, n, arid=tag), 20, "us")
            assert got.resp == AxiResp.OKAY and got.data == await b.below.read(128 * tag, n)

    held = []

    async def hold(tlp):
        held.append(tlp)

    async def read_and(tag, answers, within=5, size=128):
        """A read of which the block gets these answers from the test"""
        handler = b.host.rx_tlp_handler[TlpType.MEM_READ]
        b.host.register_rx_tlp_handler(TlpType.MEM_READ, hold)
        held.clear()
        read = cocotb.start_soon(b.card.read(at, size, arid=tag))
        while not held:
            await ClockCycles(dut.clk, 1)
        b.host.register_rx_tlp_handler(TlpType.MEM_READ, handler)
        assert held[0].tag == tag
        for cpl in answers:
            await b.block.rc_source.send(cpl.pack_us_rc())
        got = await with_timeout(read, within, "us")
        b.block.active_request[tag] = None
        return got

    # The host knows no such memory.
    got = await with_timeout(b.card.read(0xf0_0000_0000, 128, arid=3), 20, "us")
    assert got.resp == AxiResp.SLVERR
    await good()
    data = random.randbytes(128)
    # Poison: the block passes it on.
    for fields in ({"ep": True}, {"error_code": ErrorCode.POISONED}):
        cpl = completion(b, 5, data, request_completed=True, **fields)
        before = b.errors["poison"]
        assert (await read_and(5, [cpl])).resp == AxiResp.SLVERR
        assert b.errors["poison"] == before + 1
        await good()
    # Errors that end the read, with data or without
    for code in (ErrorCode.BAD_STATUS, ErrorCode.INVALID_LENGTH, ErrorCode.MISMATCH,
                 ErrorCode.INVALID_ADDRESS, ErrorCode.TIMEOUT, ErrorCode.FLR):
        for with_data in (None, data, data[:8]):
            cpl = completion(b, 6, with_data, error_code=code, request_completed=True)
            if code in (ErrorCode.TIMEOUT, ErrorCode.FLR):
                # Only the tag is good then.
                cpl.requester_id = PcieId.from_int(random.randrange(1 << 16))
            assert (await read_and(6, [cpl])).resp == AxiResp.SLVERR
            await good((6, random.randrange(16)))
    # A half is good, the rest fails.
    half = completion(b, 7, data[:64], byte_count=128)
    rest = completion(b, 7, data[:64], error_code=ErrorCode.INVALID_ADDRESS,
                      request_completed=True)
    got = await read_and(7, [half, rest])
    assert got.resp == AxiResp.SLVERR and got.data[:64] == data[:64]
    await good()
    # An answer of no read is dropped, even if a read with this tag is on its way.
    stale = completion(b, 8, random.randbytes(128), error_code=ErrorCode.INVALID_TAG)
    real = completion(b, 8, data, request_completed=True)
    got = await read_and(8, [stale, real])
    assert got.resp == AxiResp.OKAY and got.data == data
    # While the read may go on, its tag is barred; then it is free.
    for code in (ErrorCode.MISMATCH, ErrorCode.INVALID_ADDRESS):
        cpl = completion(b, 9, data[:64], error_code=code, byte_count=128)
        assert (await read_and(9, [cpl])).resp == AxiResp.SLVERR
        got = await with_timeout(b.card.read(at, 128, arid=9), 5, "us")
        assert got.resp == AxiResp.SLVERR
        end = completion(b, 9, data[:64], error_code=code, request_completed=True)
        await b.block.rc_source.send(end.pack_us_rc())
        await Timer(1, "us")
        await good()
    told = b.errors["cor"]
    assert told and b.errors["uncor"] == 0 and b.errors["late"] == 0
    # The block takes back an answer at its end: it is as if it never came.
    lost = completion(b, 10, data, discontinue=True)
    real = completion(b, 10, data, request_completed=True)
    got = await read_and(10, [lost, real])
    assert got.resp == AxiResp.OKAY and got.data == data and b.errors["uncor"] == 1
    tlp = Tlp_us(b.request(True, 0x100, 15, 15, data=random.randbytes(1024)))
    tlp.bar_id, tlp.discontinue = 2, True
    b.memory.data[0x100:0x500] = bytes(1024)
    await b.block.cq_source.send(tlp.pack_us_cq())
    await host_traffic(b, 5, 100)
    assert b.memory.data[0x100:0x500].count(0) > 300 and b.errors["uncor"] == 2
    # None of this looked like something else.
    assert b.errors["ur"] == 0 and b.errors["unexpected"] == 0
    # No answer at all
    got = await read_and(11, [], within=200)
    assert got.resp == AxiResp.SLVERR and b.errors["late"] == 1
    await Timer(1, "us")
    assert b.errors["cor"] > told
    await good(set(range(16)) - {11})
