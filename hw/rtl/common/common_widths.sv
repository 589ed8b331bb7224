// SPDX-License-Identifier: MIT
// The size of each struct is the constant beside it: ports that carry several are vectors of it.
// Yosys 0.23 knows no size of a type, so only Verilator compares them.
`ifdef VERILATOR
module common_widths;
  if ($bits(smgpu_pkg::mem_req_t) != smgpu_pkg::MemReqW) $error("MemReqW");
  if ($bits(smgpu_pkg::mem_rsp_t) != smgpu_pkg::MemRspW) $error("MemRspW");
  if ($bits(smgpu_pkg::walk_req_t) != smgpu_pkg::WalkReqW) $error("WalkReqW");
  if ($bits(smgpu_pkg::walk_rsp_t) != smgpu_pkg::WalkRspW) $error("WalkRspW");
  if ($bits(smgpu_pkg::page_t) != smgpu_pkg::PageW) $error("PageW");
  if ($bits(smgpu_pkg::tlb_flush_t) != smgpu_pkg::TlbFlushW) $error("TlbFlushW");
  if ($bits(smgpu_pkg::cta_launch_t) != smgpu_pkg::CtaLaunchW) $error("CtaLaunchW");
  if ($bits(smgpu_pkg::warp_ctx_t) != smgpu_pkg::WarpCtxW) $error("WarpCtxW");
  if ($bits(smgpu_pkg::warp_start_t) != smgpu_pkg::WarpStartW) $error("WarpStartW");
  if ($bits(smgpu_pkg::uop_t) != smgpu_pkg::UopW) $error("UopW");
  if ($bits(smgpu_pkg::trap_t) != smgpu_pkg::TrapW) $error("TrapW");
  if ($bits(smgpu_pkg::sched_t) != smgpu_pkg::SchedW) $error("SchedW");
  if ($bits(smgpu_pkg::position_t) != smgpu_pkg::PositionW) $error("PositionW");
  if ($bits(smgpu_pkg::textile_view_t) != smgpu_pkg::TextileW) $error("TextileW");
  if ($bits(smgpu_pkg::prio_t) != smgpu_pkg::PrioW) $error("PrioW");
  if ($bits(smgpu_pkg::prio_pc_t) != smgpu_pkg::PrioPcW) $error("PrioPcW");
  if ($bits(smgpu_pkg::prio_l2_t) != smgpu_pkg::PrioL2W) $error("PrioL2W");
  if ($bits(smgpu_pkg::predict_t) != smgpu_pkg::PredictW) $error("PredictW");
  if ($bits(smgpu_pkg::seen_t) != smgpu_pkg::SeenW) $error("SeenW");
  if ($bits(smgpu_pkg::bonus_t) != smgpu_pkg::BonusW) $error("BonusW");
  if ($bits(smgpu_pkg::sm_cfg_t) != smgpu_pkg::SmCfgW) $error("SmCfgW");
  if ($bits(smgpu_pkg::dtok_view_t) != smgpu_pkg::DtokViewW) $error("DtokViewW");
  if ($bits(smgpu_pkg::sm_dbg_t) != smgpu_pkg::SmDbgW) $error("SmDbgW");
  if ($bits(smgpu_pkg::trace_issue_t) != smgpu_pkg::TraceIssueW) $error("TraceIssueW");
  if ($bits(smgpu_pkg::root_t) != smgpu_pkg::RootW) $error("RootW");
  if ($bits(smgpu_pkg::fetch_line_t) != smgpu_pkg::FetchLineW) $error("FetchLineW");
  if ($bits(smgpu_pkg::trace_wb_t) != smgpu_pkg::TraceWbW) $error("TraceWbW");
  if ($bits(smgpu_pkg::trace_br_t) != smgpu_pkg::TraceBrW) $error("TraceBrW");
  if ($bits(smgpu_pkg::trace_start_t) != smgpu_pkg::TraceStartW) $error("TraceStartW");
  if ($bits(smgpu_pkg::trace_end_t) != smgpu_pkg::TraceEndW) $error("TraceEndW");
  if ($bits(smgpu_pkg::ls_perf_t) != smgpu_pkg::LsPerfW) $error("LsPerfW");
  if ($bits(smgpu_pkg::mem_perf_t) != smgpu_pkg::MemPerfW) $error("MemPerfW");
  if ($bits(smfe_pkg::pre_t) != smfe_pkg::PreW) $error("PreW");
  if ($bits(smfe_pkg::head_t) != smfe_pkg::HeadW) $error("HeadW");
  if ($bits(smfe_pkg::dtok_acc_t) != smfe_pkg::DtokAccW) $error("DtokAccW");
  if ($bits(smfe_pkg::dtok_ans_t) != smfe_pkg::DtokAnsW) $error("DtokAnsW");
  if ($bits(smfe_pkg::pod_perf_t) != smfe_pkg::PodPerfW) $error("PodPerfW");
  if ($bits(smls_pkg::group_t) != smls_pkg::GroupW) $error("GroupW");
  if ($bits(smls_pkg::dest_t) != smls_pkg::DestW) $error("DestW");
  if ($bits(smls_pkg::info_t) != smls_pkg::InfoW) $error("InfoW");
endmodule
`endif
