/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The constants of collectives that are fitted: a few for each generation of links, the rest for all. */
#include <math.h>

#include "calib/gauge/weft-gauge-collectives-private.h"

/* @scope: (nullable): the fabric that it holds for; a constant without one stands before those with one and is what
 * they start from. @range: where rows cover it. */
typedef struct
{
  WeftFabricConstant constant;
  const char *scope;
  double start;
  double low;
  double high;
  double pull;
  const char *note;
  const char *range;
} Spec;

#define IN_NODE "2 to 8 GPUs, 512 B to 16 GiB"
#define CUSTOM "2 to 8 GPUs, 256 B to 64 MiB"
#define LARGE "2 to 8 GPUs, 1 MiB to 16 GiB"
#define NETWORK "2 to 256 GPUs on 2 to 32 hosts, 8 B to 8 GiB"

#define LAUNCH "Start of a collective's kernel before its first step"
#define STEP "Step of a ring inside a domain, in latencies of the link as its record has it"
#define SHARE "Share of the scale-up line rate that a ring reaches at large sizes"
#define SWITCH "Share of the scale-up line rate when switches reduce; each rank then sends 1 + 1/p of its bytes"
#define ONE_SHOT "Custom all-reduce of two ranks before its bytes"
#define PORTS "Share of the line rate of the network's ports that a collective across two domains reaches"

static const Spec specs[] = {
  { WEFT_FABRIC_LAUNCH_S, NULL, 7e-6, 1e-7, 1e-4, 1, LAUNCH, NULL },
  { WEFT_FABRIC_LAUNCH_S, "nvlink3", 7e-6, 1e-7, 1e-4, 1, LAUNCH, IN_NODE },
  { WEFT_FABRIC_LAUNCH_S, "nvlink4", 7e-6, 1e-7, 1e-4, 1, LAUNCH, IN_NODE },
  { WEFT_FABRIC_LAUNCH_S, "nvlink5", 7e-6, 1e-7, 1e-4, 1, LAUNCH, IN_NODE },
  { WEFT_FABRIC_STEP, NULL, 1, 0.05, 20, 1, STEP, NULL },
  { WEFT_FABRIC_STEP, "nvlink3", 1, 0.05, 20, 1, STEP, IN_NODE },
  { WEFT_FABRIC_STEP, "nvlink4", 1, 0.05, 20, 1, STEP, IN_NODE },
  { WEFT_FABRIC_STEP, "nvlink5", 1, 0.05, 20, 1, STEP, IN_NODE },
  { WEFT_FABRIC_SHARE, "nvlink3", 0.8, 0.1, 1, 1, SHARE, LARGE },
  { WEFT_FABRIC_SHARE, "nvlink4", 0.8, 0.1, 1, 1, SHARE, LARGE },
  { WEFT_FABRIC_SHARE, "nvlink5", 0.8, 0.1, 1, 1, SHARE, LARGE },
  { WEFT_FABRIC_SHARE, "if-mi300", 0.8, 0.1, 1, 1, SHARE, "2 and 8 GPUs, 4 GiB" },
  { WEFT_FABRIC_DOUBLING, NULL, 0.03, 0, 1, 1,
    "More transfer time for each doubling of the hosts of one domain: flows collide", "4 to 72 GPUs on 1 to 18 hosts" },
  { WEFT_FABRIC_SWITCH_SHARE, NULL, 0.7, 0.1, 1, 1, SWITCH, NULL },
  { WEFT_FABRIC_SWITCH_SHARE, "nvlink4", 0.7, 0.1, 1, 1, SWITCH, LARGE },
  { WEFT_FABRIC_SWITCH_SHARE, "nvlink5", 0.7, 0.1, 1, 1, SWITCH, "8 to 72 GPUs, 1 MiB to 8 GiB" },
  { WEFT_FABRIC_ONE_SHOT_S, NULL, 4e-6, 1e-7, 1e-4, 1, ONE_SHOT, NULL },
  { WEFT_FABRIC_ONE_SHOT_S, "nvlink3", 4e-6, 1e-7, 1e-4, 1, ONE_SHOT, CUSTOM },
  { WEFT_FABRIC_ONE_SHOT_S, "nvlink4", 4e-6, 1e-7, 1e-4, 1, ONE_SHOT, CUSTOM },
  { WEFT_FABRIC_ONE_SHOT_S, "nvlink5", 4e-6, 1e-7, 1e-4, 1, ONE_SHOT, CUSTOM },
  { WEFT_FABRIC_ONE_SHOT_STEP_S, NULL, 2e-7, 1e-9, 1e-5, 1, "Custom all-reduce, more for each rank beyond two", CUSTOM },
  { WEFT_FABRIC_ONE_SHOT_SHARE, NULL, 0.7, 0.1, 1, 1, "Share of the line rate at which a rank reads all others' buffers",
    CUSTOM },
  { WEFT_FABRIC_RAMP, NULL, 1, 0.05, 5, 1, "Filling a pipeline of chunks, in 2 sqrt (start-up x transfer)", IN_NODE },
  { WEFT_FABRIC_RAMP_LIMIT, NULL, 5, 0.1, 100, 1, "Most that filling takes, in start-ups: chunks have a largest size",
    LARGE },
  { WEFT_FABRIC_PEER_STEP, NULL, 1, 0.01, 10, 1, "Each peer of an all-to-all, in steps of a ring", IN_NODE },
  { WEFT_FABRIC_PEER_SHARE, NULL, 1, 0.1, 1, 1, "Share of a ring's rate that an all-to-all reaches", LARGE },
  { WEFT_FABRIC_HOST_S, NULL, 2e-5, 1e-6, 2e-4, 1,
    "Least time from one collective to the next when the host of a virtual machine launches each", "8 GPUs" },
  { WEFT_FABRIC_NETWORK_LAUNCH_S, NULL, 1e-5, 1e-7, 1e-3, 1,
    "More for a collective that leaves its domain: the proxy that drives the network card", NETWORK },
  { WEFT_FABRIC_NETWORK_INSIDE, NULL, 1.5, 1, 10, 1,
    "Step inside in a collective that leaves its domain, in steps of one that does not", NETWORK },
  { WEFT_FABRIC_NETWORK_SHARE, "ib-hdr", 0.92, 0.1, 1, 3, PORTS, "2 hosts, 4 GiB" },
  { WEFT_FABRIC_NETWORK_SHARE, "ib-ndr", 0.92, 0.1, 1, 3, PORTS, NETWORK },
  { WEFT_FABRIC_NETWORK_DOUBLING, NULL, 0.03, 0, 1, 1,
    "More transfer time for each doubling of domains: flows collide", NETWORK },
};

static const Spec *
find_spec (WeftFabricConstant constant, const char *scope)
{
  for (guint i = 0; i < G_N_ELEMENTS (specs); i++)
    if (specs[i].constant == constant && g_strcmp0 (specs[i].scope, scope) == 0)
      return &specs[i];
  return NULL;
}

int
weft_gauge_collectives_index (WeftFabricConstant constant, const char *inside, const char *across)
{
  const Spec *spec = find_spec (constant, inside);

  if (spec == NULL)
    spec = find_spec (constant, across);
  if (spec == NULL)
    spec = find_spec (constant, NULL);
  return spec != NULL ? (int) (spec - specs) : -1;
}

static WeftGaugeParameter *
parameter_new (const Spec *spec)
{
  WeftGaugeParameter *parameter = g_new0 (WeftGaugeParameter, 1);
  const char *key = weft_fabric_constant_key (spec->constant);

  parameter->key = spec->scope != NULL ? g_strconcat (key, "@", spec->scope, NULL) : g_strdup (key);
  parameter->unit = g_strdup (weft_fabric_constant_unit (spec->constant));
  parameter->start = spec->start;
  if (spec->scope != NULL && find_spec (spec->constant, NULL) != NULL)
    parameter->parent = g_strdup (key);
  parameter->low = spec->low;
  parameter->high = spec->high;
  parameter->pull = spec->pull;
  /* What may be next to nothing moves by differences. */
  parameter->is_log = spec->low > 1e-3 || g_str_equal (parameter->unit, "s");
  parameter->note = g_strdup (spec->note);
  parameter->range = g_strdup (spec->range);
  return parameter;
}

GPtrArray *
weft_gauge_collectives_parameters (gpointer context, GPtrArray *cases)
{
  GPtrArray *parameters = g_ptr_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (specs); i++)
    g_ptr_array_add (parameters, parameter_new (&specs[i]));
  return parameters;
}
