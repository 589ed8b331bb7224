# SPDX-License-Identifier: MIT
# What build.tcl of each board does with Vivado:
# vivado -mode batch -source BOARD/build.tcl -tclargs SOURCES_FILE XDC OUT BUILD
# SOURCES_FILE: a source a line, an include directory as "+DIR". OUT: the images, without ".bit".
# BUILD: 32 bits in hexadecimal, what the register of that name says. Everything is made in the
# directory in which Vivado runs.
lassign $argv sources constraints out build

# Makes a project with all sources and constraints.
proc read_sources {part} {
    global sources constraints includes
    create_project -force -part $part board
    set_msg_config -id {Common 17-55} -new_severity {Warning}
    set includes {}
    foreach line [split [string trim [read [open $sources]]] "\n"] {
        if {[string index $line 0] eq "+"} {
            lappend includes [string range $line 1 end]
        } elseif {[file extension $line] eq ".sv"} {
            read_verilog -sv $line
        } else {
            read_verilog $line
        }
    }
    read_xdc $constraints
    set_property PROCESSING_ORDER EARLY [get_files $constraints]
}

# Makes and places all of it; BEFORE is done before placing. A path that is too slow is an error.
proc implement {part {before {}}} {
    global includes build
    synth_design -top top -part $part -include_dirs $includes -generic BUILD=32'h$build
    report_utilization -file utilization_synth.rpt
    opt_design
    eval $before
    place_design
    route_design
    phys_opt_design
    report_utilization -file utilization.rpt
    report_timing_summary -no_header -no_detailed_paths -file timing.rpt
    report_cdc -file cdc.rpt
    report_drc -file drc.rpt
    set slack [get_property SLACK [get_timing_paths]]
    if {$slack < 0} { puts "not ok timing: the worst slack is $slack ns"; exit 1 }
}
