/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data as a search writes it: the design with its partitions, the reason, the score and what holds each workload. */
#include "trail-run.h"

static guint64
append (WeftTrailWriter *writer, const char *kind, const char *actor, guint64 parent,
        const char *format, ...)
{
  g_autoptr (JsonNode) data = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  guint64 seq = 0;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  data = json_from_string (text, &error);
  g_assert_no_error (error);
  weft_trail_writer_append (writer, kind, actor, parent, data, NULL, &seq, &error);
  g_assert_no_error (error);
  return seq;
}

void
trail_run_add (WeftTrailWriter *writer, guint number, int parent, double score, gboolean best)
{
  g_autofree char *from = parent < 0 ? g_strdup ("") : g_strdup_printf ("\"parent_design\":\"design-%d\",", parent);
  double share = 0.5 + (number % 50) / 100.0;
  guint64 proposed, result;

  proposed = append (writer, "design.proposed", "search", 0,
                     "{\"design\":\"design-%u\",%s\"reason\":\"%s\",\"name\":\"Try %u\",\"partitions\":["
                     "{\"chip\":\"B200\",\"role\":\"general\",\"power_frac\":%.2f,\"scaleup\":\"NVLink5\",\"scaleout\":\"IB-XDR\"},"
                     "{\"chip\":\"WSE3s\",\"role\":\"decode\",\"power_frac\":%.2f,\"scaleup\":\"UALink\",\"scaleout\":\"UEC\"}]}",
                     number, from,
                     parent < 0 ? "a design to start from"
                                : "FFT is held by bisection bandwidth: 5 % moved from WSE3s to B200",
                     number, share, 1 - share);
  result = append (writer, "eval.result", "evaluator", proposed,
                   "{\"design\":\"design-%u\",\"score\":%.4f,\"ratios\":{\"fft\":1.38,\"hpcg\":4.77},"
                   "\"bottlenecks\":{\"fft\":\"bisection bandwidth\"}}", number,
                   score);
  if (best)
    append (writer, "best.changed", "search", result, "{\"design\":\"design-%u\",\"score\":%.4f}", number, score);
}

char *
trail_run_make (const char *folder, const char *method, const char *group, guint n, gboolean end)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftTrailWriter) writer = weft_trail_writer_new (folder, NULL, method, &error);
  g_autofree char *in_group = group == NULL ? g_strdup ("") : g_strdup_printf (",\"group\":\"%s\"", group);
  double best = 0;
  int best_number = -1;

  g_assert_no_error (error);
  append (writer, "run.start", "app", 0, "{\"method\":\"%s\",\"space\":\"paper-2\",\"seed\":3%s}", method, in_group);
  for (guint i = 0; i < n; i++)
    {
      /* Rises in steps and stays below 2; every third one is a step down. */
      double score = 2.0 - 1.2 / (1 + i / 4) - 0.07 * (i % 3);
      gboolean better = score > best;

      trail_run_add (writer, i, best_number, score, better);
      if (better)
        {
          best = score;
          best_number = i;
        }
    }
  if (end)
    append (writer, "run.end", "app", 0, "{\"reason\":\"the budget is used up\",\"evaluations\":%u,\"best\":{\"score\":%.4f}}", n, best);
  weft_trail_writer_close (writer, &error);
  g_assert_no_error (error);
  return g_strdup (weft_trail_writer_get_path (writer));
}
