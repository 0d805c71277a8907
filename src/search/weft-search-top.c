/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The best designs that a search has seen, each once, for those who look at them a second time. */
#include "search/weft-search.h"

#include "search/weft-problem-private.h"

/* Points copied at a time. */
#define CHUNK 512

/* The better first; the one that was seen earlier of equal ones. */
static void
take (GArray *top, guint most, const WeftSearchPoint *point)
{
  guint at = top->len;

  for (guint i = 0; i < top->len; i++)
    if (weft_candidate_equal (&g_array_index (top, WeftSearchPoint, i).candidate, &point->candidate))
      return;
  while (at > 0 && g_array_index (top, WeftSearchPoint, at - 1).score < point->score)
    at--;
  if (at >= most)
    return;
  g_array_insert_val (top, at, *point);
  if (top->len > most)
    g_array_set_size (top, most);
}

WeftDesign *
weft_search_make_design (WeftProblem *problem, const WeftCandidate *candidate)
{
  g_autofree char *name = weft_candidate_name (problem, candidate);
  g_autoptr (JsonNode) partitions = weft_candidate_partitions (problem, candidate);

  return weft_problem_frame_design (problem, name, partitions);
}

GPtrArray *
weft_search_top (WeftSearch *self, guint most)
{
  GPtrArray *designs = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GArray) top = g_array_new (FALSE, FALSE, sizeof (WeftSearchPoint));
  g_autofree WeftSearchPoint *points = g_new (WeftSearchPoint, CHUNK);

  for (guint run = 0; run < weft_search_n_runs (self); run++)
    {
      guint from = 0, n;

      while ((n = weft_search_get_points (self, run, from, points, CHUNK)) > 0)
        {
          for (guint i = 0; i < n; i++)
            if (points[i].score > 0)
              take (top, most, &points[i]);
          from += n;
        }
    }
  for (guint i = 0; i < top->len; i++)
    g_ptr_array_add (designs, weft_search_make_design (weft_search_get_problem (self),
                                                       &g_array_index (top, WeftSearchPoint, i).candidate));
  return designs;
}
