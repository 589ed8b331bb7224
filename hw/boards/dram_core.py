#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the DRAM controller of a board as Verilog, from the board's litedram.yml.

usage: dram_core.py SETTINGS.yml OUT        OUT/gateware/litedram_core.v: the controller with
                                            the board's PHY, and a processor that calibrates it
       dram_core.py --sim SETTINGS.yml OUT  OUT/litedram_core.v: without a processor, with a
                                            model of the chip in place of the PHY;
                                            litedram_core.h: addresses of its registers

The controller has a port of 128 bits for each bank of the chip, as one port waits for a bank before
it goes on to the next (board_dram). Both write OUT/bank_ports.svh, which joins them to the signals
of a top.

The first one compiles the processor's program, which needs riscv64-unknown-elf-gcc, meson and
ninja. Run it with the Python of build/boards/venv (Makefile).
"""
import os
import sys

import yaml


def settings(path):
    import litedram.modules
    import litedram.phy
    with open(path, encoding="utf-8") as file:
        core = yaml.safe_load(file)
    for name in core:
        if name.endswith("clk_freq"):
            core[name] = float(core[name])
    core["sdram_module"] = getattr(litedram.modules, core["sdram_module"])
    core["sdram_phy"] = getattr(litedram.phy, core["sdram_phy"])
    core["user_ports"] = {
        f"bank_{bank}": {"type": "native", "data_width": 128, "block_until_ready": True}
        for bank in range(core["sdram_module"].nbanks)}
    return core


def write_ports(path, banks):
    """Connections of all ports: data of reads of all banks are rdata, 128 bits each."""
    with open(path, "w", encoding="utf-8") as file:
        file.write("// SPDX-License-Identifier: MIT\n// Made by dram_core.py\n")
        for bank in range(banks):
            for port, signal in (
                    ("cmd_valid", f"cmd_valid[{bank}]"), ("cmd_ready", f"cmd_ready[{bank}]"),
                    ("cmd_we", "cmd_we"), ("cmd_addr", "cmd_addr"), ("wdata_valid", "1'b1"),
                    ("wdata_ready", f"wdata_ready[{bank}]"), ("wdata_data", "wdata"),
                    ("wdata_we", "wdata_we"), ("rdata_valid", f"rdata_valid[{bank}]"),
                    ("rdata_ready", "1'b1"), ("rdata_data", f"rdata[{bank}*128+:128]")):
                file.write(f".user_port_bank_{bank}_{port}({signal}),\n")


def without_repeats(path):
    """An assignment that stands there twice would be two drivers of a net."""
    seen, kept = set(), []
    with open(path, encoding="utf-8") as file:
        for line in file:
            if not line.startswith("assign ") or line not in seen:
                kept.append(line)
                seen.add(line)
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(kept)


def main():
    simulated = "--sim" in sys.argv
    source, out = [a for a in sys.argv[1:] if a != "--sim"]
    core = settings(source)
    os.makedirs(out, exist_ok=True)
    write_ports(os.path.join(out, "bank_ports.svh"), core["sdram_module"].nbanks)
    from litedram.gen import LiteDRAMCore
    if simulated:
        from litex.build.sim import SimPlatform
        core["cpu"] = None
        core["sdram_module"].nrows = 16384     # 256 MiB, as the other simulated cards have
        platform = SimPlatform("", io=[])
        soc = LiteDRAMCore(platform, core)
        soc.finalize()
        platform.get_verilog(soc, name="litedram_core", regular_comb=False).write(
            os.path.join(out, "litedram_core.v"))
        without_repeats(os.path.join(out, "litedram_core.v"))
        from litex.soc.integration.export import get_csr_header
        with open(os.path.join(out, "litedram_core.h"), "w", encoding="utf-8") as file:
            file.write(get_csr_header(soc.csr_regions, soc.constants, csr_base=0,
                                      with_access_functions=False))
        return
    from litex.build.xilinx import XilinxPlatform
    from litex.soc.integration.builder import Builder
    platform = XilinxPlatform("", io=[], toolchain="vivado")
    soc = LiteDRAMCore(platform, core, integrated_rom_size=0xC000)
    Builder(soc, output_dir=out, compile_gateware=False).build(
        build_name="litedram_core", regular_comb=False)
    without_repeats(os.path.join(out, "gateware", "litedram_core.v"))


main()
