// SPDX-License-Identifier: MIT
// Streams of the ZCU106's top: block_usp.h
#include <cstring>

#include "../block_usp.h"
#include "shim.h"

void usp_settle(void *link, const usp_in *in, usp_out *out)
{
	Vtop_sim *t = static_cast<Top *>(link)->top;

	t->link_up_i = in->rst_n;
#define TO(stream)                                                                       \
	t->stream##_tvalid_i = in->stream.valid;                                         \
	memcpy(t->stream##_tdata_i.data(), in->stream.data, sizeof(in->stream.data));    \
	t->stream##_tkeep_i = in->stream.keep;                                           \
	t->stream##_tlast_i = in->stream.last;                                           \
	t->stream##_tuser_i = in->stream.user
	TO(cq);
	TO(rc);
#undef TO
	t->cc_tready_i = in->cc_ready;
	t->rq_tready_i = in->rq_ready;
	t->seq_valid_i = in->seq_valid[0] | in->seq_valid[1] << 1;
	t->seq0_i = in->seq[0];
	t->seq1_i = in->seq[1];
	t->nph_av_i = in->nph;
	t->cfg_bus_i = in->bus;
	t->cfg_status_i = in->status;
	t->cfg_payload_i = in->payload;
	t->cfg_read_i = in->read;
	t->cfg_rcb_i = in->rcb;
	t->cfg_msix_i = in->msix;
	t->cfg_mask_i = in->mask;
	t->cfg_width_i = in->width;
	t->cfg_speed_i = in->speed;
	t->eval();
	out->cq_ready = t->cq_tready_o;
	out->rc_ready = t->rc_tready_o;
#define FROM(stream)                                                                     \
	out->stream.valid = t->stream##_tvalid_o;                                        \
	memcpy(out->stream.data, t->stream##_tdata_o.data(), sizeof(out->stream.data));  \
	out->stream.keep = t->stream##_tkeep_o;                                          \
	out->stream.last = t->stream##_tlast_o;                                          \
	out->stream.user = t->stream##_tuser_o
	FROM(cc);
	FROM(rq);
#undef FROM
	out->np_req = t->np_req_o;
	out->err_cor = t->err_cor_o;
	out->err_uncor = t->err_uncor_o;
}
