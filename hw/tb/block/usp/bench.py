# SPDX-License-Identifier: MIT
"""The hard block, a root complex, and the card's ports, around usp_top; what always holds."""
import logging
import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge, Timer, with_timeout
from cocotbext.axi import (AxiBus, AxiLiteBus, AxiLiteSlave, AxiMaster, AxiStreamBus,
                           MemoryRegion)
from cocotbext.pcie.core import RootComplex
from cocotbext.pcie.core.tlp import Tlp, TlpType
from cocotbext.pcie.xilinx.us import UltraScalePlusPcieDevice

STREAMS = "s_axis_rq", "m_axis_rc", "m_axis_cq", "s_axis_cc"
PLACES = 8      # requests of the host without an answer
MSIX = range(0x10000, 0x12000)
# Models tell a lot; of a test, why it fails is wanted.
logging.getLogger("cocotb.regression").setLevel(logging.INFO)
HOST = 1 << 16  # bytes of host memory below and above 4 GiB
GENERATION = int(os.environ.get("LINK", "3"))


class Memory:
    """Behind a BAR. Addresses in `broken` answer with an error; each access takes `wait` ns."""

    def __init__(self, size):
        self.data = bytearray(size)
        self.broken = range(0)
        self.wait = 0

    async def _access(self, address):
        if self.wait:
            await Timer(random.randrange(1, self.wait + 1), "ns")
        if address in self.broken:
            raise ValueError("broken")

    async def read(self, address, length):
        await self._access(address)
        return bytes(self.data[address:address + length])

    async def write(self, address, data):
        await self._access(address)
        self.data[address:address + len(data)] = data


class Block(UltraScalePlusPcieDevice):
    """The model's own loop does not see credits for requests while a packet of it waits.
    `slow`: the card's writes stay in the block for up to so many ns."""
    slow = 0

    async def send(self, tlp):
        if self.slow and tlp.is_posted():
            await Timer(random.randrange(1, self.slow), "ns")
        await super().send(tlp)

    async def _run_cq_logic(self):
        cocotb.start_soon(self._count_credits())
        while True:
            await RisingEdge(self.user_clk)
            while True:
                if not self.cq_np_queue.empty() and self.cq_np_req_count:
                    tlp = self.cq_np_queue.get_nowait()
                    self.cq_np_req_count -= 1
                elif not self.cq_queue.empty():
                    tlp = self.cq_queue.get_nowait()
                    if not tlp.is_posted():
                        # It goes at once if it is the only one and there is a credit.
                        self.cq_np_queue.put_nowait(tlp)
                        continue
                else:
                    break
                await self.cq_source.send(tlp.pack_us_cq())

    async def _count_credits(self):
        while True:
            await RisingEdge(self.user_clk)
            if self.user_reset.value:
                self.cq_np_req_count = 0
            else:
                self.cq_np_req_count += int(self.pcie_cq_np_req.value) & 1
            assert self.cq_np_req_count <= PLACES, "more credits than places"


class Bench:
    def __init__(self, dut):
        self.dut = dut
        frequency = {3: 250e6, 2: 125e6}[GENERATION]
        # 80 MHz; its edges drift along those of the link
        cocotb.start_soon(Clock(dut.clk, 12.504, "ns").start())
        self.host = RootComplex()
        self.host.max_payload_size = 3          # 1,024 bytes
        self.host.max_read_request_size = 5
        dut.pcie_tfc_nph_av.setimmediatevalue(15)
        dut.pcie_rq_seq_num_vld1.setimmediatevalue(0)
        dut.pcie_rq_seq_num1.setimmediatevalue(0)
        dut.msi.setimmediatevalue(0)
        self.block = Block(
            pcie_generation=GENERATION, pcie_link_width=4, user_clk_frequency=frequency,
            alignment="dword", max_payload_size=1024, enable_client_tag=True,
            enable_extended_tag=False, pf0_msix_enable=True, pf0_msix_table_size=0,
            pf0_msix_table_bir=0, pf0_msix_table_offset=MSIX.start, pf0_msix_pba_bir=0,
            pf0_msix_pba_offset=MSIX.start + 0x1000,
            user_clk=dut.user_clk, user_reset=dut.user_reset,
            **{f"{n[-2:]}_bus": AxiStreamBus.from_prefix(dut, n) for n in STREAMS},
            pcie_rq_seq_num0=dut.pcie_rq_seq_num0, pcie_rq_seq_num_vld0=dut.pcie_rq_seq_num_vld0,
            pcie_cq_np_req=dut.pcie_cq_np_req, cfg_max_payload=dut.cfg_max_payload,
            cfg_max_read_req=dut.cfg_max_read_req, cfg_function_status=dut.cfg_function_status,
            cfg_rcb_status=dut.cfg_rcb_status, cfg_bus_number=dut.cfg_bus_number,
            cfg_interrupt_msix_enable=dut.cfg_interrupt_msix_enable,
            cfg_interrupt_msix_mask=dut.cfg_interrupt_msix_mask,
            cfg_negotiated_width=dut.cfg_negotiated_width, cfg_current_speed=dut.cfg_current_speed)
        dut.cfg_interrupt_msix_mask.setimmediatevalue(0)
        self.block.functions[0].configure_bar(0, 1 << 20)
        self.block.functions[0].configure_bar(2, 1 << 26, ext=True, prefetch=True)
        self.host.make_port().connect(self.block)
        self.registers = Memory(1 << 20)
        self.memory = Memory(1 << 26)
        self.bar0 = AxiLiteSlave(AxiLiteBus.from_prefix(dut, "bar0"), dut.clk, dut.rst,
                                 target=self.registers)
        self.bar2 = AxiLiteSlave(AxiLiteBus.from_prefix(dut, "bar2"), dut.clk, dut.rst,
                                 target=self.memory)
        self.card = AxiMaster(AxiBus.from_prefix(dut, "host"), dut.clk, dut.rst, max_burst_len=16)
        self.answers = []       # packets on CC, as dwords
        self.asked = []         # on RQ, as (write, dwords)
        self.errors = {"cor": 0, "uncor": 0, "ur": 0, "late": 0, "unexpected": 0, "poison": 0}
        self.device = None
        self.credits = None     # credits for reads that a test gives; None: always some
        self.below = self.above = None

    async def start(self, master=True):
        for watch in (self._watch_stream("s_axis_rq", self._asked),
                      self._watch_stream("s_axis_cc", self.answers.append),
                      self._watch_errors(), self._give_credits()):
            cocotb.start_soon(watch)
        await RisingEdge(self.dut.user_reset)
        await Timer(400, "ns")
        assert not self.dut.user_reset.value
        await self.host.enumerate()
        self.device = self.host.find_device(self.block.functions[0].pcie_id)
        await self.device.enable_device()
        if master:
            await self.device.set_master()
        # Host memory below and above 4 GiB
        self.below, self.above = self.host.mem_pool.alloc_region(HOST), MemoryRegion(HOST)
        self.host.mem_address_space.register_region(self.above, 0xab_8000_0000)
        self.registers_at = self.device.bar_window[0]
        self.memory_at = self.device.bar_window[2]
        await ClockCycles(self.dut.clk, 20)

    # ---- What always holds
    async def _watch_stream(self, name, told):
        """A packet has no gaps, and what is shown stays until it is taken."""
        port = {n: getattr(self.dut, f"{name}_{n}") for n in
                ("tvalid", "tready", "tdata", "tkeep", "tlast", "tuser")}
        shown, packet = None, []
        while True:
            await RisingEdge(self.dut.user_clk)
            if self.dut.user_reset.value:
                shown, packet = None, []
                continue
            valid = bool(port["tvalid"].value)
            assert valid or not packet, f"{name}: a gap in a packet"
            if not valid:
                assert shown is None, f"{name}: a beat is withdrawn"
                continue
            beat = tuple(int(port[n].value) for n in ("tdata", "tkeep", "tlast", "tuser"))
            assert shown in (None, beat), f"{name}: a beat changes"
            shown = beat
            if not port["tready"].value:
                continue
            shown = None
            assert beat[1] in (1, 3, 7, 15), f"{name}: holes in a beat"
            assert beat[2] or beat[1] == 15, f"{name}: a beat that is not full"
            packet += [beat[0] >> 32 * i & 0xffffffff for i in range(4) if beat[1] >> i & 1]
            if beat[2]:
                told(packet)
                packet = []

    def _asked(self, packet):
        write = packet[2] >> 11 & 15
        assert write in (0, 1) and len(packet) == 4 + write * (packet[2] & 0x7ff)
        self.asked.append((bool(write), packet))

    async def _watch_errors(self):
        for name in self.errors:
            link = name.endswith("cor")
            cocotb.start_soon(self._count(name, getattr(self.dut, f"cfg_err_{name}" if link else
                                                        f"err_{name}"),
                                          self.dut.user_clk if link else self.dut.clk))

    async def _count(self, name, signal, clock):
        while True:
            await RisingEdge(signal)
            while True:
                await RisingEdge(clock)
                if str(signal.value) != "1":
                    break
                self.errors[name] += 1

    async def _give_credits(self):
        """What the block tells of a credit is two cycles old."""
        av, old, taken, age = self.dut.pcie_tfc_nph_av, [15, 15], 0, 0
        while True:
            await RisingEdge(self.dut.user_clk)
            if self.credits is None:
                av.value = 15
                continue
            reads = sum(not w for w, _ in self.asked)
            assert reads - self.reads_before <= self.credits, "a read without credit"
            old.append(min(15, self.credits - (reads - self.reads_before)))
            av.value = old.pop(0)

    def limit_reads(self, credits):
        """From now on so many reads may go"""
        self.reads_before = sum(not w for w, _ in self.asked)
        self.credits = credits

    def hurry(self, block, card):
        """How often the block and the card are ready, out of 1; 1 is always."""
        def pauses(hurry):
            while True:
                yield random.random() > hurry
        for port, h in [(p, block) for p in (self.block.cq_source, self.block.rc_source,
                                             self.block.rq_sink, self.block.cc_sink)] + \
                       [(p, card) for s in (self.bar0, self.bar2) for p in
                        (s.write_if.aw_channel, s.write_if.w_channel, s.write_if.b_channel,
                         s.read_if.ar_channel, s.read_if.r_channel)] + \
                       [(p, card) for p in (self.card.write_if.aw_channel,
                                            self.card.write_if.w_channel,
                                            self.card.write_if.b_channel,
                                            self.card.read_if.ar_channel,
                                            self.card.read_if.r_channel)]:
            if h >= 1:
                port.clear_pause_generator()
                port.pause = False
            else:
                port.set_pause_generator(pauses(h))

    # ---- Requests of the host
    def request(self, write, address, first, last, data=None, length=None):
        tlp = Tlp()
        wide = address >> 32 != 0
        tlp.fmt_type = {(False, False): TlpType.MEM_READ, (False, True): TlpType.MEM_READ_64,
                        (True, False): TlpType.MEM_WRITE, (True, True): TlpType.MEM_WRITE_64}[
                            (write, wide)]
        if write:
            tlp.set_data(data)
        else:
            tlp.length = length
        tlp.address, tlp.first_be, tlp.last_be = address, first, last
        return tlp

    async def ask(self, tlp, within=200):
        return await with_timeout(self.host.perform_nonposted_operation(tlp), within, "us")

    async def flush(self):
        """All writes of the host before are done then."""
        await with_timeout(self.registers_at.read(0, 4), 200, "us")


async def host_traffic(b, count, most):
    """Reads and writes of BAR2 and BAR0, of which BAR2 and the model must be alike"""
    model = bytearray(b.memory.data[:1 << 16])
    regs = bytearray(b.registers.data[:1 << 16])
    for _ in range(count):
        long = random.random() < 0.3
        n = random.randrange(1, most if long else 80)
        at = random.randrange(0, (1 << 16) - n)
        which = random.random()
        if which < 0.4:
            data = random.randbytes(n)
            model[at:at + n] = data
            await b.memory_at.write(at, data)
        elif which < 0.8:
            assert await with_timeout(b.memory_at.read(at, n), 500, "us") == model[at:at + n]
        elif which < 0.9:
            at, n = at & ~3, n % 64 + 3 & ~3
            at = min(at, (1 << 16) - n)
            data = random.randbytes(n)
            regs[at:at + n] = data
            await b.registers_at.write(at, data)
        else:
            n = min(n, 64)
            assert await with_timeout(b.registers_at.read(at, n), 500, "us") == regs[at:at + n]
    await b.flush()
    assert b.memory.data[:1 << 16] == model and b.registers.data[:1 << 16] == regs


async def quiet(b):
    """All places for requests are free again."""
    await Timer(2, "us")
    assert b.block.cq_np_req_count == PLACES and b.block.cq_np_queue.empty()
