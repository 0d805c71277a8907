/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of `weft bench` that writes a run of a million events, opens it, looks through it and
 * verifies it. */
#include "cli/weft-cli-bench.h"

#include <math.h>
#include <sys/resource.h>
#include <unistd.h>

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "base/weft-json.h"
#include "trail/weft-trail-writer-private.h"
#include "trail/weft-trail.h"

#define EVENTS 1000000
#define SINGLE_EVENTS 3000
#define ROUNDS 5

typedef struct
{
  const char *name;
  const char *label;
  WeftTrailFilter filter;
} Look;

static gboolean
append (WeftTrailWriter *writer, guint i, GError **error)
{
  gboolean result = i % 3 == 2;
  g_autofree char *text
      = result ? g_strdup_printf ("{\"design\":\"%08x\",\"score\":%.6f,\"feasible\":true,"
                                  "\"ratios\":{\"training\":1.9,\"fft\":%.4f},"
                                  "\"bottlenecks\":{\"fft\":\"bisection bandwidth\"}}",
                                  i, 1 + i * 1e-6, 0.9 + i * 1e-7)
               : g_strdup_printf ("{\"design\":\"%08x\",\"label\":\"%u %% B200, %u %% WSE3s\","
                                  "\"reason\":\"step %u\"}", i, 100 - i % 100, i % 100, i);
  g_autoptr (JsonNode) data = weft_json_parse (text, -1, "bench", NULL, error);

  return data != NULL
         && weft_trail_writer_append (writer, result ? "eval.result" : "design.proposed",
                                      result ? "evaluator" : "search", i > 0 ? 1 : 0, data, NULL, NULL,
                                      error);
}

/* Events as a search writes them, one transaction each. */
static gboolean
measure_append (WeftBench *bench, const char *folder, GError **error)
{
  g_autoptr (WeftTrailWriter) writer = weft_trail_writer_new (folder, NULL, NULL, error);
  gint64 start = g_get_monotonic_time ();
  gboolean done = writer != NULL;

  for (guint i = 0; i < SINGLE_EVENTS && done; i++)
    done = append (writer, i, error);
  if (done)
    weft_bench_add (bench, "trail-append", _("Events stored, one at a time"),
                    SINGLE_EVENTS / ((g_get_monotonic_time () - start) / 1e6), "1/s", NAN, TRUE);
  if (done)
    done = weft_trail_writer_close (writer, error);
  if (writer != NULL)
    g_unlink (weft_trail_writer_get_path (writer));
  return done;
}

/* The million at once. Its path, or NULL. */
static char *
write_run (const char *folder, GError **error)
{
  g_autoptr (WeftTrailWriter) writer = weft_trail_writer_new (folder, NULL, NULL, error);
  g_autoptr (JsonNode) end = weft_json_parse ("{\"reason\":\"finished\"}", -1, "bench", NULL, NULL);
  gboolean done = writer != NULL && weft_trail_writer_begin_bulk (writer, error);

  for (guint i = 0; i + 1 < EVENTS && done; i++)
    done = append (writer, i, error);
  if (done
      && weft_trail_writer_append (writer, "run.end", "search", 0, end, NULL, NULL, error)
      && weft_trail_writer_end_bulk (writer, error) && weft_trail_writer_close (writer, error))
    return g_strdup (weft_trail_writer_get_path (writer));
  if (writer != NULL)
    g_unlink (weft_trail_writer_get_path (writer));
  return NULL;
}

static gboolean
measure_open (WeftBench *bench, const char *path, GError **error)
{
  double times[ROUNDS];

  for (guint i = 0; i < ROUNDS; i++)
    {
      double start = weft_bench_cpu_s ();
      g_autoptr (WeftTrailRun) run = weft_trail_run_open (path, error);

      if (run == NULL || weft_trail_run_n_events (run) != EVENTS)
        return FALSE;
      times[i] = (weft_bench_cpu_s () - start) * 1e3;
    }
  weft_bench_add (bench, "trail-open", _("Run of 1,000,000 events opened"),
                  weft_bench_median (times, ROUNDS), "ms", 1000, FALSE);
  return TRUE;
}

static gboolean
measure_filters (WeftBench *bench, WeftTrailRun *run, GError **error)
{
  const Look looks[] = {
    { "trail-filter-kind", _("The same filtered by kind"), { .kind = "eval.result" } },
    { "trail-filter-actor", _("The same filtered by actor"), { .actor = "search" } },
    { "trail-filter-text", _("The same filtered by two words"), { .text = "step 77777" } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (looks); i++)
    {
      double times[ROUNDS];

      for (guint j = 0; j < ROUNDS; j++)
        {
          double start = weft_bench_cpu_s ();
          g_autoptr (GArray) found = weft_trail_run_filter (run, &looks[i].filter, 0, NULL, error);

          if (found == NULL)
            return FALSE;
          times[j] = (weft_bench_cpu_s () - start) * 1e3;
        }
      weft_bench_add (bench, looks[i].name, looks[i].label, weft_bench_median (times, ROUNDS), "ms", 200,
                      FALSE);
    }
  return TRUE;
}

static gboolean
measure_verify (WeftBench *bench, WeftTrailRun *run, GError **error)
{
  double start = weft_bench_cpu_s ();
  WeftChainReport report = { 0 };
  gboolean done = weft_trail_run_verify (run, &report, NULL, NULL, NULL, error);

  if (done && report.state == WEFT_CHAIN_WHOLE)
    weft_bench_add (bench, "trail-verify", _("The same verified, every byte"),
                    weft_bench_cpu_s () - start, "s", NAN, FALSE);
  weft_chain_report_clear (&report);
  return done;
}

static gboolean
measure (WeftBench *bench, const char *path, GError **error)
{
  g_autoptr (WeftTrailRun) run = weft_trail_run_open (path, error);
  struct rusage usage;

  if (run == NULL || !measure_open (bench, path, error) || !measure_filters (bench, run, error)
      || !measure_verify (bench, run, error))
    return FALSE;
  getrusage (RUSAGE_SELF, &usage);
  weft_bench_add (bench, "trail-memory", _("Most memory of the program so far"),
                  (double) usage.ru_maxrss * 1024 / 1e6, "MB", 300, FALSE);
  return TRUE;
}

/**
 * weft_bench_trail:
 * @bench: the measurements
 *
 * Measures storing single events, and what can be done with a run of a million: opening, filtering,
 * verifying. The run lies in a temporary folder meanwhile and takes about half a gigabyte.
 */
void
weft_bench_trail (WeftBench *bench)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("weft-bench-XXXXXX", &error);
  g_autofree char *path = NULL;

  if (folder != NULL && measure_append (bench, folder, &error))
    path = write_run (folder, &error);
  if (path == NULL || !measure (bench, path, &error))
    weft_cli_note (_("weft bench: trail is left out: %s"),
                   error != NULL ? error->message : _("the run could not be read"));
  if (path != NULL)
    g_unlink (path);
  if (folder != NULL)
    g_rmdir (folder);
}
