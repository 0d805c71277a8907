/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two evaluations, a design and a budget, as a planner knows them. */
#pragma once

#include "agent/weft-claim.h"
#include "base/weft-json.h"

#define CLAIM_RESULT_6                                                                                             \
  "{\"evaluation\":6,\"score\":1.8213,\"feasible\":true,\"power_w\":991000,\"cost_usd\":48200000,"                 \
  "\"counts\":[1328],\"ratios\":{\"training\":1.63,\"serving\":1.581,\"stencil\":1.36,\"hpcg\":4.52,"              \
  "\"fft\":1.31,\"coupled\":2.1203},\"mapping\":{\"training\":{\"rate\":12400000,\"tp\":8}}}"

#define CLAIM_RESULT_9                                                                                             \
  "{\"evaluation\":9,\"score\":1.8834,\"feasible\":true,\"power_w\":980412,\"cost_usd\":50100000,"                 \
  "\"counts\":[1312,24],\"ratios\":{\"training\":1.6721,\"serving\":1.6244,\"stencil\":1.4012,\"hpcg\":4.7688,"    \
  "\"fft\":1.3402,\"coupled\":2.5401},\"mapping\":{\"training\":{\"rate\":12960000,\"tp\":8},"                     \
  "\"decode\":{\"rate\":2021000,\"tp\":4}},\"workloads\":{"                                                        \
  "\"training\":{\"value\":12960000,\"bottleneck\":\"compute\",\"shares\":{\"compute\":0.71,\"memory\":0.29}},"    \
  "\"serving\":{\"value\":412.5,\"bottleneck\":\"memory\",\"shares\":{\"memory\":0.8,\"compute\":0.2}},"           \
  "\"hpcg\":{\"value\":0.0021,\"bottleneck\":\"latency\",\"shares\":{\"latency\":0.62,\"memory\":0.38}}}}"

static inline void
claim_fixture_add (WeftClaimFacts *facts,
                   const char     *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = weft_json_parse (text, -1, "test", NULL, &error);

  g_assert_no_error (error);
  if (JSON_NODE_HOLDS_ARRAY (node))
    weft_claim_facts_add_design (facts, json_node_get_array (node));
  else
    weft_claim_facts_add_result (facts, json_node_get_object (node));
}

/* (transfer full) */
static inline WeftClaimFacts *
claim_fixture_facts (void)
{
  WeftClaimFacts *facts = weft_claim_facts_new ();

  weft_claim_facts_add_given (facts, "power budget", 1e6, "W");
  weft_claim_facts_add_given (facts, "evaluations", 50, "");
  claim_fixture_add (facts, CLAIM_RESULT_6);
  claim_fixture_add (facts, "[{\"chip\":\"B200\",\"power_frac\":0.95},{\"chip\":\"WSE3s\",\"power_frac\":0.05}]");
  claim_fixture_add (facts, CLAIM_RESULT_9);
  return facts;
}
