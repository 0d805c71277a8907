/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the traces: a transformer in a pipeline of tensor-parallel stages, ranks that compute and send at random, one
 * all-reduce. */
#include "sim/weft-sim-examples.h"

#include <glib/gi18n-lib.h>

#include "sim/weft-sim-builder.h"

#define MIB 1048576.0
#define XF_BYTES (8 * MIB)
#define FORWARD_S 100e-6
#define BACKWARD_S 200e-6

const WeftSimExampleInfo weft_sim_examples[] = {
  { "all-reduce-8", N_ ("All-reduce on 8"), N_ ("One all-reduce of 1 MiB on 8 ranks"), 8 },
  { "all-reduce-64", N_ ("All-reduce on 64"), N_ ("One all-reduce of 1 MiB on 64 ranks"), 64 },
  { "all-reduce-512", N_ ("All-reduce on 512"), N_ ("One all-reduce of 1 MiB on 512 ranks"), 512 },
  { "xf-tiny", N_ ("Transformer on 4"), N_ ("Pipeline of 2 stages of 2 ranks each, 1 layer a stage, 2 microbatches"), 4 },
  { "xf8", N_ ("Transformer on 8"), N_ ("Pipeline of 2 stages of 4 ranks each, 12 layers a stage, 32 microbatches"), 8 },
  { "xf40", N_ ("Transformer on 40"), N_ ("Pipeline of 5 stages of 8 ranks each, 12 layers a stage, 32 microbatches"),
    40 },
  { "xf64", N_ ("Transformer on 64"), N_ ("Pipeline of 8 stages of 8 ranks each, 12 layers a stage, 32 microbatches"),
    64 },
  { "lcg8", N_ ("Random messages on 8"), N_ ("1000 rounds of computing and of sending, of random length"), 8 },
  { "lcg64", N_ ("Random messages on 64"), N_ ("1000 rounds of computing and of sending, of random length"), 64 },
  { "lcg512", N_ ("Random messages on 512"), N_ ("200 rounds of computing and of sending, of random length"), 512 },
  { NULL, NULL, NULL, 0 },
};

/* --- one all-reduce --- */

static void
make_all_reduce (WeftSimBuilder *builder, guint32 n_ranks)
{
  for (guint32 i = 0; i < n_ranks; i++)
    weft_sim_builder_add_collective (builder, i, 0, "all_reduce", 0, WEFT_SIM_ALL_REDUCE, MIB, WEFT_SIM_NONE, NULL);
}

/* --- transformer --- */

/* A rank's chain of tasks, each after the one before. */
typedef struct
{
  WeftSimBuilder *builder;
  guint32 rank;
  guint32 group;
  guint64 n_nodes;
  guint32 last;
} Chain;

static void
append (Chain *self, guint32 task)
{
  if (self->last != WEFT_SIM_NONE)
    weft_sim_builder_add_edge (self->builder, self->last, task, 0);
  self->last = task;
  self->n_nodes++;
}

static void
add_message (Chain *self, gboolean is_send, guint32 other, gint64 tag)
{
  guint32 task = is_send ? weft_sim_builder_add_send (self->builder, self->rank, self->n_nodes, "send", other, tag,
                                                      XF_BYTES, NULL)
                         : weft_sim_builder_add_recv (self->builder, self->rank, self->n_nodes, "recv", other, tag,
                                                      XF_BYTES, NULL);

  append (self, task);
}

static void
add_layers (Chain *self, guint32 n_layers, const char *name, double time_s)
{
  for (guint32 i = 0; i < 2 * n_layers; i++)
    {
      append (self, weft_sim_builder_add_compute (self->builder, self->rank, self->n_nodes, name, name, 0, time_s, 0,
                                                  NULL));
      append (self, weft_sim_builder_add_collective (self->builder, self->rank, self->n_nodes, "all_reduce",
                                                     self->group, WEFT_SIM_ALL_REDUCE, XF_BYTES, WEFT_SIM_NONE, NULL));
    }
}

/* All microbatches forward, then all backward (GPipe). */
static void
make_rank (Chain *chain, guint32 tp, gboolean is_first, gboolean is_last, guint32 n_layers, guint32 n_microbatches)
{
  guint32 rank = chain->rank;

  for (guint32 m = 0; m < n_microbatches; m++)
    {
      if (!is_first)
        add_message (chain, FALSE, rank - tp, m);
      add_layers (chain, n_layers, "forward", FORWARD_S);
      if (!is_last)
        add_message (chain, TRUE, rank + tp, m);
    }
  for (guint32 m = 0; m < n_microbatches; m++)
    {
      if (!is_last)
        add_message (chain, FALSE, rank + tp, 1000 + m);
      add_layers (chain, n_layers, "backward", BACKWARD_S);
      if (!is_first)
        add_message (chain, TRUE, rank - tp, 1000 + m);
    }
}

/* A pipeline of stages whose ranks each do a part of every layer. */
static void
make_transformer (WeftSimBuilder *builder, guint32 tp, guint32 pp, guint32 n_layers, guint32 n_microbatches)
{
  g_autofree guint32 *ranks = g_new (guint32, tp);

  for (guint32 stage = 0; stage < pp; stage++)
    {
      g_autofree char *name = g_strdup_printf ("%u", stage + 1);
      guint32 group;

      for (guint32 t = 0; t < tp; t++)
        ranks[t] = stage * tp + t;
      group = weft_sim_builder_add_group (builder, name, ranks, tp, NULL);
      for (guint32 t = 0; t < tp; t++)
        {
          Chain chain = { builder, ranks[t], group, 0, WEFT_SIM_NONE };

          make_rank (&chain, tp, stage == 0, stage == pp - 1, n_layers, n_microbatches);
        }
    }
}

/* --- random messages --- */

/* A linear congruential generator (Numerical Recipes), its upper 24 bits. */
static guint32
next_random (guint32 *state)
{
  *state = *state * 1664525u + 1013904223u;
  return *state >> 8;
}

/* @before: the send and the receive of the round before, or none. */
static void
add_round (WeftSimBuilder *builder, guint32 n_ranks, guint32 round, const double *time_s, const double *bytes,
           guint32 *before)
{
  guint32 away = 1 + 37 * round % (n_ranks - 1);

  for (guint32 r = 0; r < n_ranks; r++)
    {
      guint32 from = (r + n_ranks - away) % n_ranks;
      guint32 task = weft_sim_builder_add_compute (builder, r, 3 * round, "compute", NULL, 0, time_s[r], 0, NULL);
      guint32 send = weft_sim_builder_add_send (builder, r, 3 * round + 1, "send", (r + away) % n_ranks, round,
                                                bytes[r], NULL);
      guint32 recv = weft_sim_builder_add_recv (builder, r, 3 * round + 2, "recv", from, round, bytes[from], NULL);

      for (guint i = 0; round > 0 && i < 2; i++)
        weft_sim_builder_add_edge (builder, before[2 * r + i], task, 0);
      weft_sim_builder_add_edge (builder, task, send, 0);
      weft_sim_builder_add_edge (builder, task, recv, 0);
      before[2 * r] = send;
      before[2 * r + 1] = recv;
    }
}

static void
make_random (WeftSimBuilder *builder, guint32 n_ranks, guint32 n_rounds)
{
  g_autofree guint32 *state = g_new (guint32, n_ranks);
  g_autofree double *bytes = g_new (double, n_ranks);
  g_autofree double *time_s = g_new (double, n_ranks);
  g_autofree guint32 *before = g_new (guint32, 2 * n_ranks);

  for (guint32 r = 0; r < n_ranks; r++)
    state[r] = 12345 + 7919 * r;
  for (guint32 round = 0; round < n_rounds; round++)
    {
      for (guint32 r = 0; r < n_ranks; r++)
        {
          time_s[r] = (1 + next_random (&state[r]) % 1000) * 1e-6;
          bytes[r] = 1024 + next_random (&state[r]) % 1048576;
        }
      add_round (builder, n_ranks, round, time_s, bytes, before);
    }
}

/* --- by name --- */

static void
refuse (const char *name, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; weft_sim_examples[i].id != NULL; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", weft_sim_examples[i].id);
  g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID, _("there is no example “%s”; there are %s"), name,
               names->str);
}

static void
make (WeftSimBuilder *builder, const WeftSimExampleInfo *info)
{
  if (g_str_has_prefix (info->id, "all-reduce"))
    make_all_reduce (builder, info->n_ranks);
  else if (g_str_has_prefix (info->id, "lcg"))
    make_random (builder, info->n_ranks, info->n_ranks > 64 ? 200 : 1000);
  else if (info->n_ranks == 4)
    make_transformer (builder, 2, 2, 1, 2);
  else if (info->n_ranks == 8)
    make_transformer (builder, 4, 2, 12, 32);
  else
    make_transformer (builder, 8, info->n_ranks / 8, 12, 32);
}

WeftSimTrace *
weft_sim_example_new (const char *name, GError **error)
{
  for (guint i = 0; weft_sim_examples[i].id != NULL; i++)
    if (g_str_equal (weft_sim_examples[i].id, name))
      {
        g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new (name, weft_sim_examples[i].n_ranks);

        make (builder, &weft_sim_examples[i]);
        return weft_sim_builder_finish (builder, error);
      }
  refuse (name, error);
  return NULL;
}
