/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Graphs of generators, and what each of them has to hold: parameters are written with ' for ". */
#pragma once

#include "base/weft-json.h"
#include "workload/weft-generator.h"
#include "workload/weft-task-summary.h"

/* Bytes of memory that a task may take with its edges. A small graph is mostly its kinds and names. */
#define FIXTURE_MAX_BYTES_A_TASK 120.0
#define FIXTURE_LEAST_TASKS 100

static inline JsonNode *
fixture_parse (const char *params)
{
  g_autofree char *text = g_strdelimit (g_strdup (params), "'", '"');
  JsonNode *node = weft_json_parse (text, -1, "test", NULL, NULL);

  g_assert_nonnull (node);
  return node;
}

static inline WeftTaskGraph *
fixture_try (const char *id, const char *params, GCancellable *cancellable, GError **error)
{
  g_autoptr (JsonNode) node = fixture_parse (params);
  const WeftGenerator *generator = weft_generator_find (id, NULL);

  g_assert_nonnull (generator);
  return weft_generator_make (generator, json_node_get_object (node), NULL, cancellable, error);
}

static inline WeftTaskGraph *
fixture_make (const char *id, const char *params)
{
  g_autoptr (GError) error = NULL;
  WeftTaskGraph *graph = fixture_try (id, params, NULL, &error);

  if (graph == NULL)
    g_error ("%s %s: %s", id, params, error->message);
  return graph;
}

/* Every one of @words, NULL at the end, stands in the message. */
static inline void
fixture_refuse (const char *id, const char *params, int code, const char *const *words)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftTaskGraph) graph = fixture_try (id, params, NULL, &error);

  g_assert_null (graph);
  g_assert_error (error, WEFT_WORKLOAD_ERROR, code);
  for (guint i = 0; words[i] != NULL; i++)
    if (strstr (error->message, words[i]) == NULL)
      g_error ("%s: no %s in: %s", params, words[i], error->message);
}

static inline double
fixture_task_bytes (const WeftTaskGraph *graph, guint32 task)
{
  const WeftTaskKind *kind = &graph->kinds[graph->kind[task]];

  return kind->bytes_read + kind->bytes_written;
}

static inline double
fixture_task_flops (const WeftTaskGraph *graph, guint32 task)
{
  return weft_task_graph_kind_flops (graph, graph->kind[task]);
}

/* The task of a name; there has to be one. */
static inline guint32
fixture_find (const WeftTaskGraph *graph, const char *name)
{
  for (guint32 i = 0; i < graph->n_tasks; i++)
    {
      g_autofree char *found = weft_task_graph_task_name (graph, i);

      if (g_str_equal (found, name))
        return i;
    }
  g_error ("%s: no task %s", graph->name, name);
}

/* Bytes of the edge between two tasks, -1 when there is none. */
static inline double
fixture_edge (const WeftTaskGraph *graph, const char *from, const char *to)
{
  guint32 source = fixture_find (graph, from), target = fixture_find (graph, to);

  for (guint32 e = graph->first_pred[target]; e < graph->first_pred[target + 1]; e++)
    if (graph->pred[e] == source)
      return graph->pred_bytes[e];
  return -1;
}

/* How many tasks run a kernel. */
static inline guint
fixture_count (const WeftTaskGraph *graph, const char *kernel)
{
  guint n = 0;

  for (guint32 i = 0; i < graph->n_tasks; i++)
    n += g_str_equal (weft_task_graph_kernel (graph, i), kernel);
  return n;
}

/* Operations of all tasks of a kernel. */
static inline double
fixture_flops (const WeftTaskGraph *graph, const char *kernel)
{
  double flops = 0;

  for (guint32 i = 0; i < graph->n_tasks; i++)
    if (g_str_equal (weft_task_graph_kernel (graph, i), kernel))
      flops += fixture_task_flops (graph, i);
  return flops;
}

static inline void
fixture_assert_compact (const WeftTaskGraph *graph)
{
  double bytes = (double) weft_task_graph_footprint (graph) / graph->n_tasks;

  if (graph->n_tasks >= FIXTURE_LEAST_TASKS && bytes > FIXTURE_MAX_BYTES_A_TASK)
    g_error ("%s: %g bytes a task", graph->name, bytes);
}

static inline void
fixture_assert_equal (const WeftTaskGraph *a, const WeftTaskGraph *b)
{
  g_assert_cmpuint (a->n_tasks, ==, b->n_tasks);
  g_assert_cmpuint (a->n_edges, ==, b->n_edges);
  g_assert_cmpuint (a->n_kinds, ==, b->n_kinds);
  g_assert_cmpmem (a->kind, a->n_tasks * sizeof *a->kind, b->kind, b->n_tasks * sizeof *b->kind);
  g_assert_cmpmem (a->first_pred, a->n_tasks * sizeof *a->first_pred, b->first_pred,
                   b->n_tasks * sizeof *b->first_pred);
  g_assert_cmpmem (a->pred, a->n_edges * sizeof *a->pred, b->pred, b->n_edges * sizeof *b->pred);
  g_assert_cmpmem (a->pred_bytes, a->n_edges * sizeof *a->pred_bytes, b->pred_bytes,
                   b->n_edges * sizeof *b->pred_bytes);
  for (guint32 k = 0; k < a->n_kinds; k++)
    {
      g_assert_cmpfloat (weft_task_graph_kind_flops (a, k), ==, weft_task_graph_kind_flops (b, k));
      g_assert_cmpfloat (a->kinds[k].bytes_read, ==, b->kinds[k].bytes_read);
      g_assert_cmpuint (a->kinds[k].n_times, ==, b->kinds[k].n_times);
      for (guint t = 0; t < a->kinds[k].n_times; t++)
        g_assert_cmpfloat (a->times[a->kinds[k].first_time + t].time_s, ==,
                           b->times[b->kinds[k].first_time + t].time_s);
    }
}

/* Both before it begins and, past that check, on its way. */
static inline void
fixture_assert_cancelled (const WeftGenerator *generator, WeftCatalog *catalog)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (JsonObject) params
    = weft_parameters_fill (generator->params, generator->n_params, generator->id, NULL, NULL);
  g_autoptr (GError) before = NULL;
  g_autoptr (GError) midway = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (weft_generator_make (generator, NULL, catalog, cancellable, &before));
  g_assert_error (before, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_null (generator->make (params, catalog, cancellable, &midway));
  g_assert_error (midway, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}
