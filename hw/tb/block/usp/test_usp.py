# SPDX-License-Identifier: MIT
"""What the host and the card do through the hard block of UltraScale+, board_usp and tlp_bridge."""
import random

import cocotb
from bench import GENERATION, HOST, MSIX, PLACES, Bench, host_traffic, quiet
from cocotb.triggers import ClockCycles, Timer, with_timeout
from cocotb.utils import get_sim_time
from cocotbext.axi import AxiResp
from cocotbext.pcie.core.tlp import CplStatus
from cocotbext.pcie.core.caps import PciCapId


def merge(memory, address, data, first, last):
    """A write of dwords with byte enables, as memory should have it"""
    dwords = len(data) // 4
    for i, byte in enumerate(data):
        be = first if i < 4 else last if i // 4 == dwords - 1 else 15
        if be >> i % 4 & 1:
            memory[address + i] = byte


@cocotb.test(timeout_time=400, timeout_unit="us")
async def enumeration(dut):
    """BARs, MSI-X and sizes are found; registers and memory answer."""
    b = Bench(dut)
    await b.start()
    assert b.device.bar_size[0] == 1 << 20 and b.device.bar_size[2] == 1 << 26
    assert await b.device.msix_vec_count() == 1
    assert dut.cfg_max_payload.value == 3
    # The model does not train its link.
    link = b.block.functions[0].pcie_cap
    for lanes, speed in ((4, GENERATION), (2, 1)):
        link.negotiated_link_width, link.current_link_speed = lanes, speed
        await ClockCycles(dut.clk, 20)
        assert (dut.lanes.value, dut.speed.value) == (lanes, speed)
    await b.registers_at.write(0x40, b"abcd")
    await b.memory_at.write(0x1003, b"hello world")
    assert await b.registers_at.read(0x40, 4) == b"abcd"
    assert await b.memory_at.read(0x1003, 11) == b"hello world"
    assert b.memory.data[0x1000:0x1010] == b"\0\0\0hello world\0\0"


@cocotb.test(timeout_time=400, timeout_unit="us")
async def byte_enables(dut):
    """All enables of one dword and of two, in writes and in reads of BAR2"""
    b = Bench(dut)
    await b.start()
    base = b.memory_at.get_absolute_address(0)
    model = bytearray(random.randbytes(4096))
    b.memory.data[0:4096] = model
    cases = [(f, 0, 1) for f in range(16)] + [(f, e, 2) for f in range(1, 16)
                                              for e in range(1, 16)]
    cases += [(random.randrange(1, 16) | 8, random.randrange(1, 16) | 1, n)
              for n in (3, 4, 5, 6, 7, 31, 32, 33)]
    for first, last, n in cases:
        at = random.randrange(0, 480) * 8
        data = random.randbytes(4 * n)
        merge(model, at, data, first, last)
        await b.host.send(b.request(True, base + at, first, last, data=data))
        if first and (n != 2 or random.random() < 0.3):
            tlp = b.request(False, base + at, first, last, length=n)
            got = await b.ask(tlp)
            assert all(c.status == CplStatus.SC for c in got)
            assert sum(c.length for c in got) == n
            assert got[0].byte_count == tlp.get_be_byte_count()
            assert got[0].lower_address == (at & 0x7f) + tlp.get_first_be_offset()
            assert b"".join(c.data for c in got) == model[at:at + 4 * n]
    # The longest read has a length and a number of bytes of 0 in its header.
    got = await b.ask(b.request(False, base, 15, 15, length=1024))
    assert b"".join(c.data for c in got) == model and got[0].byte_count == 4096
    # A read of no bytes flushes.
    got = await b.ask(b.request(False, base, 0, 0, length=1))
    assert got[0].status == CplStatus.SC and got[0].length == 1
    assert b.memory.data[0:4096] == model


@cocotb.test(timeout_time=400, timeout_unit="us")
async def lengths(dut):
    """Requests of all lengths up to the largest, both boundaries, at several speeds"""
    b = Bench(dut)
    await b.start()
    for boundary, block, card, count in ((False, 1, 1, 30), (True, 0.4, 1, 12),
                                         (False, 1, 0.3, 12)):
        # Link Control: the host's boundary
        b.host.read_completion_boundary = boundary
        control = await b.device.capability_read_word(PciCapId.EXP, 0x10)
        await b.device.capability_write_word(PciCapId.EXP, 0x10, control & ~8 | boundary << 3)
        await ClockCycles(dut.clk, 20)
        assert dut.cfg_rcb_status.value == boundary
        b.hurry(block, card)
        await host_traffic(b, count, 1500)
        # Whatever was drawn, one read is of several boundaries.
        await b.memory_at.read(0, 256)
        # The bridge sends as much at once as the boundary lets it.
        assert max(packet[1] & 0x7ff for packet in b.answers) == 16 << boundary
        for packet in b.answers:
            # No answer of several crosses a boundary: all but the first begin at one.
            at, count = packet[0] & 0x7f, packet[1] & 0x7ff
            assert at // (64 << boundary) == (at & ~3) + 4 * count - 1 >> (6 + boundary)
        b.answers.clear()


def block_of_host(b, half):
    """A place of 128 bytes: the card reads half 0 of the host's memory and writes half 1."""
    region = random.choice((b.below, b.above))
    at = half * HOST // 2 + random.randrange(HOST // 256) * 128
    return region, at, region.get_absolute_address(0) + at


async def card_writes(b, count):
    for _ in range(count):
        region, at, address = block_of_host(b, 1)
        n = random.choice((8, 64, 128, random.randrange(1, 129)))
        off = random.randrange(0, 129 - n)
        data = random.randbytes(n)
        got = await with_timeout(b.card.write(address + off, data), 500, "us")
        assert got.resp == AxiResp.OKAY
        b.shadow[region][at + off:at + off + n] = data


async def card_reads(b, count, tag):
    for _ in range(count):
        region, at, address = block_of_host(b, 0)
        n = 8 * random.choice((1, 16, random.randrange(1, 17)))
        off = random.randrange(0, (128 - n) // 8 + 1) * 8
        got = await with_timeout(b.card.read(address + off, n, arid=tag), 500, "us")
        assert got.resp == AxiResp.OKAY
        assert got.data == b.shadow[region][at + off:at + off + n]


@cocotb.test(timeout_time=400, timeout_unit="us")
async def card_memory(dut):
    """The card reads host memory with all its tags, whole and in pieces, while it writes, and the
    host reads and writes the BARs."""
    b = Bench(dut)
    await b.start()
    b.shadow = {r: bytearray(random.randbytes(HOST)) for r in (b.below, b.above)}
    for region, data in b.shadow.items():
        await region.write(0, bytes(data))
    for pieces, block, card, host in ((False, 1, 1, False), (True, 1, 1, True),
                                      (True, 0.4, 0.6, True)):
        b.host.split_on_all_rcb = pieces
        b.hurry(block, card)
        tasks = [cocotb.start_soon(card_reads(b, 4, tag)) for tag in range(16)]
        tasks.append(cocotb.start_soon(card_writes(b, 40)))
        if host:
            tasks.append(cocotb.start_soon(host_traffic(b, 15, 300)))
        for t in tasks:
            await t
        await Timer(2, "us")
        for region in (b.below, b.above):
            assert await region.read(0, HOST) == b.shadow[region]
    # What the card writes it reads.
    for _ in range(20):
        _, _, address = block_of_host(b, 1)
        data = random.randbytes(128)
        await b.card.write(address, data)
        assert (await b.card.read(address, 128)).data == data
    assert not any(b.errors.values())


@cocotb.test(timeout_time=400, timeout_unit="us")
async def rates(dut):
    """The card's port is not slower than the bridge makes it, on either link. MB/s at 80 MHz"""
    b = Bench(dut)
    await b.start()
    at = b.above.get_absolute_address(0)

    def rate(count, begun):
        return 128 * count / (get_sim_time("ns") - begun) * 1000

    begun = get_sim_time("ns")
    for write in [b.card.init_write(at + 128 * i, random.randbytes(128)) for i in range(128)]:
        await write.wait()
    writes = rate(128, begun)

    async def reads_of(tag):
        for _ in range(8):
            await b.card.read(at + 128 * tag, 128, arid=tag)
    begun = get_sim_time("ns")
    for task in [cocotb.start_soon(reads_of(tag)) for tag in range(16)]:
        await task
    reads = rate(128, begun)
    print(f"# usp.rates: {writes:.0f} MB/s written, {reads:.0f} read")
    assert writes > 555 and reads > 585


@cocotb.test(timeout_time=400, timeout_unit="us")
async def interrupts(dut):
    """MSI-X comes behind the data that the card wrote before; masks hold it back."""
    b = Bench(dut)
    await b.start()
    assert await b.device.alloc_irq_vectors(1, 1) == 1
    vector = b.device.msi_vectors[0]
    seen = []

    async def handler(*_):
        seen.append(bytes(await b.below.read(0, 128)))
    b.device.request_irq(0, handler)

    async def pulse():
        await ClockCycles(dut.clk, 1)
        dut.msi.value = 1
        await ClockCycles(dut.clk, 1)
        dut.msi.value = 0

    for i in range(15):
        b.hurry(random.choice((1, 0.3)), 1)
        data = random.randbytes(128)
        for at in range(0, 128, 64):
            await b.card.write(b.below.get_absolute_address(at), data[at:at + 64])
        vector.event.clear()
        await pulse()
        await with_timeout(vector.event.wait(), 20, "us")
        await Timer(100, "ns")
        assert len(seen) == i + 1 and seen[-1] == data, "an interrupt before its data"
    for mask in (lambda on: b.registers_at.write_dword(MSIX.start + 12, on),
                 lambda on: b.device.capability_write_word(PciCapId.MSIX, 2, 0x8000 | on << 14)):
        await mask(1)
        await b.flush()
        await ClockCycles(dut.clk, 10)
        vector.event.clear()
        await pulse()
        await pulse()
        await Timer(1, "us")
        assert not vector.event.is_set()
        assert await b.registers_at.read_dword(MSIX.start + 0x1000) == 1
        before = len(seen)
        await mask(0)
        await with_timeout(vector.event.wait(), 20, "us")
        await Timer(1, "us")
        assert len(seen) == before + 1
    await b.device.capability_write_word(PciCapId.MSIX, 2, 0)
    await ClockCycles(dut.clk, 20)
    vector.event.clear()
    await pulse()
    await Timer(1, "us")
    assert not vector.event.is_set()


@cocotb.test(timeout_time=400, timeout_unit="us")
async def answers_pass_no_write(dut):
    """When the host has the answer of a register, it has what the card wrote before; without bus
    master the answer waits for nothing."""
    b = Bench(dut)
    await b.start()
    for _ in range(25):
        data = random.randbytes(128)
        b.block.rq_sink.pause = random.random() < 0.5
        b.block.slow = random.choice((0, 100, 1000))
        writes = random.randrange(1, 4)
        for i in range(writes):
            got = await with_timeout(b.card.write(b.below.get_absolute_address(128 * i), data),
                                     20, "us")
            assert got.resp == AxiResp.OKAY
        read = cocotb.start_soon(b.registers_at.read(0, 4))
        await Timer(random.randrange(1, 1500), "ns")
        assert not (b.block.rq_sink.pause and read.done())
        b.block.rq_sink.pause = False
        await with_timeout(read, 20, "us")
        assert await b.below.read(0, 128 * writes) == data * writes
        await b.below.write(0, bytes(512))
    b.block.slow = 0
    # 29 dwords behind a header of 3 have a beat more in RQ than in the TLP. The block is slow, so
    # buffers are full and an answer stands right behind.
    b.hurry(0.1, 1)
    writer = cocotb.start_soon(writes_at(b, b.below.get_absolute_address(0), 60, 116))
    while not writer.done():
        await with_timeout(b.registers_at.read(0, 4), 50, "us")
    await writer
    b.hurry(1, 1)
    # The block drops writes, and does not tell their numbers.
    b.block.rq_sink.pause = True
    await b.card.write(b.below.get_absolute_address(0), data)
    await b.device.clear_master()
    b.block.rq_sink.pause = False
    await b.flush()
    got = await with_timeout(b.card.write(b.below.get_absolute_address(0), data), 20, "us")
    assert got.resp == AxiResp.SLVERR
    got = await with_timeout(b.card.read(b.below.get_absolute_address(0), 64), 20, "us")
    assert got.resp == AxiResp.SLVERR
    await b.device.set_master()
    await ClockCycles(dut.clk, 20)
    await b.card.write(b.below.get_absolute_address(0), data)
    await b.flush()
    assert await b.below.read(0, 128) == data


@cocotb.test(timeout_time=400, timeout_unit="us")
async def places(dut):
    """At most PLACES requests wait for an answer; writes pass the others, in the block."""
    b = Bench(dut)
    await b.start()
    await quiet(b)
    b.bar0.read_if.r_channel.pause = True
    base = b.registers_at.get_absolute_address(0)
    reads = [cocotb.start_soon(b.ask(b.request(False, base + 4 * i, 15, 0, length=1)))
             for i in range(30)]
    await Timer(3, "us")
    assert b.block.cq_np_req_count == 0 and b.block.cq_np_queue.qsize() == 30 - PLACES
    queue = b.block.cq_queue
    for i in range(20):
        await b.memory_at.write(64 * i, random.randbytes(64))
    await Timer(3, "us")
    assert queue.empty() and b.block.cq_source.empty(), "writes do not pass"
    # More writes than all buffers take: an answer for the card passes them.
    for i in range(14):
        await b.memory_at.write(1024 * i, random.randbytes(1024))
    await Timer(10, "us")
    data = random.randbytes(128)
    await b.below.write(0, data)
    for tag in range(16):
        got = await with_timeout(b.card.read(b.below.get_absolute_address(0), 128, arid=tag), 5,
                                 "us")
        assert got.resp == AxiResp.OKAY and got.data == data
    assert not any(r.done() for r in reads)
    b.bar0.read_if.r_channel.pause = False
    for i, r in enumerate(reads):
        got, = await r
        assert got.data == b.registers.data[4 * i:4 * i + 4]
    await quiet(b)


async def writes_at(b, at, count, size=128):
    """Writes of the card, one behind the other, which all arrive"""
    data = random.randbytes(size * count)
    writes = [b.card.init_write(at + 128 * i, data[size * i:size * (i + 1)])
              for i in range(count)]
    for write in writes:
        await with_timeout(write.wait(), 100, "us")
    await b.flush()
    for i in range(count):
        assert await b.host.mem_read(at + 128 * i, size) == data[size * i:size * (i + 1)]


@cocotb.test(timeout_time=400, timeout_unit="us")
async def credits_for_reads(dut):
    """Reads go only with credit; writes, interrupts and answers pass those that wait."""
    b = Bench(dut)
    await b.start()
    await b.below.write(0, random.randbytes(HOST))
    at = b.below.get_absolute_address(0)
    for _ in range(3):
        b.limit_reads(0)
        await ClockCycles(dut.user_clk, 8)
        reads = [cocotb.start_soon(b.card.read(at + 128 * i, 128, arid=i)) for i in range(16)]
        await Timer(2, "us")
        for i in range(5):
            data = random.randbytes(64)
            await with_timeout(b.card.write(at + 0x8000 + 64 * i, data), 5, "us")
            await b.flush()
            assert await b.below.read(0x8000 + 64 * i, 64) == data
        assert not any(r.done() for r in reads)
        writer = cocotb.start_soon(writes_at(b, at + 0x8000, 8))
        while b.credits < 16:
            b.credits += random.randrange(1, 4)
            await Timer(random.randrange(10, 300), "ns")
        for i, r in enumerate(reads):
            got = await r
            assert got.resp == AxiResp.OKAY and got.data == await b.below.read(128 * i, 128)
        await writer
    b.credits = None
    # No read passes the write before it.
    for i in range(20):
        data = random.randbytes(128)
        await b.card.write(at + 128 * i, data)
        assert (await b.card.read(at + 128 * i, 128)).data == data
