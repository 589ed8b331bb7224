# SPDX-License-Identifier: MIT
# Runs a board's build.tcl without Vivado: tclsh dry.tcl NAME TOP.sv BUILD.tcl SOURCES XDC OUT
# Each command of Vivado that the script and its constraints use is one of those below; ports and
# nets that constraints name are those of the top.
set argv [lassign $argv name top script]
set text [read [open $top]]
set start [string first "module top" $text]
set head [string range $text $start [string first ");" $text $start]]
# Those that say nothing: reports and steps
set commands 0
foreach command {all_registers create_clock create_ip create_project current_design get_cells
        get_clocks get_files get_iobanks get_ips get_pins get_timing_paths opt_design
        phys_opt_design place_design read_verilog report_cdc report_drc report_timing_summary
        report_utilization reset_property route_design set_false_path set_max_delay set_msg_config
        synth_design synth_ip} {
    proc $command {args} { incr ::commands; return one }
}
proc read_xdc {file} { uplevel #0 [list source $file] }
proc get_property {args} { return 0 }
proc write_bitstream {args} { close [open [lindex $args end] w] }
proc write_cfgmem {args} { close [open [dict get [lrange $args 1 end] -file] w] }
# Names of one object are words; a bus may have an index.
proc known {names where what} {
    incr ::commands
    foreach one $names {
        regsub {\[.*\]$} $one "" one
        if {![regexp "\\m$one\\M" $where]} { error "$one is no $what of the top" }
    }
    return $names
}
proc get_ports {names} { return [known $names $::head port] }
proc get_nets {args} {
    if {"-hierarchical" in $args} { return one }
    return [known [lindex $args end] $::text net]
}
proc set_property {args} {
    incr ::commands
    if {[lindex $args 0] ne "-dict"} {
        if {[llength $args] != 3} { error "set_property $args" }
    } elseif {[llength [lindex $args 1]] % 2 || [lindex $args 2] eq ""} {
        error "set_property: pairs of names and values"
    }
}
if {[catch {source $script} why]} {
    puts "not ok boards.$name.tcl: $why"
    exit 1
}
puts "ok boards.$name.tcl # $commands commands"
