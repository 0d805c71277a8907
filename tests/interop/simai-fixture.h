/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What tests ask of a trace that a workload text gives. */
#pragma once

#include "file-fixture.h"
#include "interop/weft-simai.h"

#define HEAD "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: "
#define NO_CHECKPOINTS " checkpoints: 0 checkpoint_initiates: 0"

static inline WeftSimTrace *
take (Folder *folder, const char *text, guint32 n_ranks)
{
  g_autofree char *path = folder_write (folder, "w.txt", text);
  WeftSimTrace *trace = weft_simai_read (path, n_ranks, NULL, &folder->error);

  g_assert_no_error (folder->error);
  return trace;
}

static inline void
expect_note (const WeftSimTrace *trace, const char *words)
{
  for (guint i = 0; trace->notes != NULL && trace->notes[i] != NULL; i++)
    if (strstr (trace->notes[i], words) != NULL)
      return;
  g_error ("no note says “%s”", words);
}

/* The tasks of a rank in their order: "embedding forward 556000; ...", times in ns, sizes in bytes. */
static inline char *
list_tasks (const WeftSimTrace *trace, guint32 rank)
{
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < trace->n_tasks; i++)
    {
      const WeftSimCost *cost = &trace->costs[trace->cost[i]];
      g_autofree char *name = weft_sim_trace_task_name (trace, i);
      const char *kind = trace->kind[i] == WEFT_SIM_COLLECTIVE
                           ? weft_sim_comm_nick (trace->collectives[trace->peer[i]].comm)
                           : weft_sim_kind_nick (trace->kind[i]);

      if (trace->rank[i] != rank)
        continue;
      if (trace->kind[i] == WEFT_SIM_COMPUTE)
        g_string_append_printf (text, "%s %g; ", name, cost->compute_s * 1e9);
      else
        g_string_append_printf (text, "%s %s %.0f; ", name, kind, cost->bytes);
    }
  return g_string_free (text, FALSE);
}

static inline void
expect_tasks (const WeftSimTrace *trace, guint32 rank, const char *expected)
{
  g_autofree char *found = list_tasks (trace, rank);

  g_assert_cmpstr (found, ==, expected);
}

/* "0 4 8 12": who takes part in the collective of a rank's task with a name. */
static inline char *
list_group (const WeftSimTrace *trace, guint32 rank, const char *name)
{
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < trace->n_tasks; i++)
    {
      g_autofree char *own = weft_sim_trace_task_name (trace, i);
      const WeftSimGroup *group;

      if (trace->rank[i] != rank || trace->kind[i] != WEFT_SIM_COLLECTIVE || !g_str_equal (own, name))
        continue;
      group = &trace->groups[trace->collectives[trace->peer[i]].group];
      for (guint32 k = 0; k < group->n_ranks; k++)
        g_string_append_printf (text, "%s%u", k > 0 ? " " : "", trace->member_rank[group->first + k]);
      break;
    }
  return g_string_free (text, FALSE);
}

static inline void
expect_group (const WeftSimTrace *trace, guint32 rank, const char *name, const char *expected)
{
  g_autofree char *found = list_group (trace, rank, name);

  g_assert_cmpstr (found, ==, expected);
}

/* Whether @task of a rank, counted from 0, waits for @before. */
static inline gboolean
waits (const WeftSimTrace *trace, guint32 before, guint32 task)
{
  for (guint32 e = trace->first_succ[before]; e < trace->first_succ[before + 1]; e++)
    if (trace->succ[e] == task)
      return TRUE;
  return FALSE;
}
