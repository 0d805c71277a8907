/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of `weft bench` that folds answers of language models, also hostile ones, checks claims, and lets the built-in
 * planner plan. */
#include "cli/weft-cli-bench.h"

#include <math.h>
#include <string.h>
#include <sys/resource.h>

#include <glib/gi18n.h>

#include "agent/weft-plan.h"
#include "agent/weft-turn-reader.h"

#define CHUNK "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"%s\"}}]}\n\n"
#define ANSWER_BYTES (3 * 1024 * 1024)
#define HOSTILE_BYTES (128 * 1024 * 1024)
#define TEXT_BYTES (1024 * 1024)
#define EVALUATIONS 18
#define MEMORY_GOAL_MB 100
#define SPACE "paper-2"

static double
peak_memory_mb (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024.0;
}

static gboolean
feed (WeftTurnReader *reader, const char *chunk, gsize bytes)
{
  gsize length = strlen (chunk);

  weft_turn_reader_begin (reader, 200, NULL);
  for (gsize sent = 0; sent < bytes; sent += length)
    if (!weft_turn_reader_feed (reader, chunk, length))
      return FALSE;
  return TRUE;
}

static void
measure_reader (WeftBench *bench)
{
  g_autoptr (WeftTurnReader) reader = weft_turn_reader_new (NULL, NULL, 0);
  g_autofree char *chunk = g_strdup_printf (CHUNK, "speeds up 1.88");
  gint64 start = g_get_monotonic_time ();
  g_autoptr (WeftTurn) turn = NULL;

  feed (reader, chunk, ANSWER_BYTES);
  turn = weft_turn_reader_end (reader, WEFT_END_EOF);
  weft_bench_add (bench, "agent-fold", _("Answer folded"),
                  ANSWER_BYTES / 1e6 / ((g_get_monotonic_time () - start) / 1e6), "MB/s", NAN, TRUE);
}

/* An answer that never ends, in events and in one line. */
static void
measure_hostile (WeftBench *bench)
{
  g_autofree char *chunk = g_strdup_printf (CHUNK, "blah blah blah blah blah blah blah blah");
  const char *const kinds[] = { chunk, ": keep-alive\n\n", "data: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[" };
  double before = peak_memory_mb ();

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (WeftTurnReader) reader = weft_turn_reader_new (NULL, NULL, 0);
      g_autoptr (WeftTurn) turn = NULL;

      feed (reader, kinds[i], HOSTILE_BYTES);
      turn = weft_turn_reader_end (reader, WEFT_END_EOF);
    }
  weft_bench_add (bench, "agent-hostile-memory", _("Memory that endless answers take"),
                  peak_memory_mb () - before, "MB", MEMORY_GOAL_MB, FALSE);
}

static void
measure_claims (WeftBench *bench)
{
  g_autoptr (WeftClaimFacts) facts = weft_claim_facts_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GPtrArray) claims = NULL;
  gint64 start;

  while (text->len < TEXT_BYTES)
    g_string_append_printf (text, "HPCG gains %u.%02u×, the score is 1.%03u at 0.98 MW. ", (guint) text->len % 9,
                            (guint) text->len % 100, (guint) text->len % 1000);
  start = g_get_monotonic_time ();
  claims = weft_claims_check (text->str, facts);
  weft_bench_add (bench, "agent-claims", _("Text whose figures are checked"),
                  text->len / 1e6 / ((g_get_monotonic_time () - start) / 1e6), "MB/s", NAN, TRUE);
}

static WeftPlan *
make_plan (WeftBench *bench, GError **error)
{
  g_autoptr (WeftSpace) space = weft_space_load (SPACE, error);
  g_autoptr (WeftProblem) problem = space != NULL ? weft_problem_new (bench->evaluator, space, NULL, NULL, error)
                                                  : NULL;
  WeftPlanSettings settings = {
    .problem = problem,
    .budget = { .evaluations = EVALUATIONS },
    .seed = bench->seed,
    .no_record = TRUE,
  };

  return problem != NULL ? weft_plan_new (&settings, error) : NULL;
}

static void
measure_plan (WeftBench *bench)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftPlan) plan = make_plan (bench, &error);
  gint64 start = g_get_monotonic_time ();
  WeftPlanCounts counts;

  if (plan == NULL)
    {
      weft_cli_fail (error);
      return;
    }
  g_signal_connect_swapped (plan, "done", G_CALLBACK (g_main_loop_quit), loop);
  weft_plan_start (plan);
  g_main_loop_run (loop);
  weft_plan_get_counts (plan, &counts);
  weft_bench_add (bench, "agent-plan", _("The built-in planner’s run of 18 evaluations, with dialogue and trail"),
                  (g_get_monotonic_time () - start) / 1e3, "ms", NAN, FALSE);
  weft_bench_add (bench, "agent-plan-found", _("Evaluation that found its best design"), counts.best_at, "", 18,
                  FALSE);
}

/**
 * weft_bench_agent:
 * @bench: the measurements
 *
 * Answers of language models, and a planning run.
 */
void
weft_bench_agent (WeftBench *bench)
{
  measure_hostile (bench);
  measure_reader (bench);
  measure_claims (bench);
  measure_plan (bench);
}
