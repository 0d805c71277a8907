/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A search on the main thread, as executors of clusters want it, with a second thread that shows how far it is and
 * stops it when somebody presses Ctrl+C. */
#include "cli/weft-cli-search.h"

#include <math.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include <glib/gi18n.h>

/* Between two looks, well below a tenth of a second. */
#define LOOK_US 50000
/* Looks between two lines of progress. */
#define LOOKS_A_LINE 4

static volatile sig_atomic_t caught;

typedef struct
{
  WeftSearch *search;
  gboolean shows;
  int ended; /* atomic */
} Watch;

static void
catch_signal_cb (int number)
{
  caught = number;
}

static void
show_progress (WeftSearch *search)
{
  g_autofree char *message = weft_search_dup_message (search);
  g_autoptr (GString) line = NULL;
  double done = 0, whole = 0, best = NAN;

  for (guint i = 0; i < weft_search_n_runs (search); i++)
    {
      WeftSearchCounts counts;

      weft_search_get_counts (search, i, &counts);
      done += counts.ended ? counts.budget : counts.evaluations;
      whole += counts.budget;
      if (counts.has_best && !(counts.best <= best))
        best = counts.best;
    }

  line = g_string_new (NULL);
  g_string_printf (line, "%5.1f %%  %.0f", whole > 0 ? 100 * done / whole : 100, done);
  if (!isnan (best))
    g_string_append_printf (line, "  %.4f", best);
  if (message != NULL)
    g_string_append_printf (line, "  %s", message);
  weft_cli_show_progress (line->str);
}

static gpointer
watch_cb (gpointer data)
{
  Watch *watch = data;
  g_autofree char *said = NULL;

  for (guint look = 0; !g_atomic_int_get (&watch->ended); look++)
    {
      g_usleep (LOOK_US);
      if (caught != 0)
        weft_search_stop (watch->search);
      if (watch->shows && look % LOOKS_A_LINE == 0)
        show_progress (watch->search);
      else if (!watch->shows && weft_search_get_state (watch->search) == WEFT_SEARCH_PAUSED)
        {
          g_autofree char *message = weft_search_dup_message (watch->search);

          /* Once, not for every try. */
          if (message != NULL && g_strcmp0 (message, said) != 0)
            {
              weft_cli_note ("weft: %s", message);
              g_free (said);
              said = g_steal_pointer (&message);
            }
        }
    }

  if (watch->shows)
    weft_cli_show_progress (NULL);
  return NULL;
}

static void
say_where (WeftSearch *search)
{
  gboolean stopped = weft_search_get_state (search) != WEFT_SEARCH_FINISHED;

  for (guint i = 0; i < weft_search_n_runs (search); i++)
    {
      g_autofree char *path = weft_search_run_path (search, i);
      g_autofree char *name = NULL;
      WeftSearchCounts counts;
      char *dot;

      if (path == NULL)
        return;
      name = g_path_get_basename (path);
      dot = strchr (name, '.');
      if (dot != NULL)
        *dot = '\0';
      weft_search_get_counts (search, i, &counts);
      if (stopped && !counts.ended)
        weft_cli_note (_("%s, seed %" G_GUINT64_FORMAT " stopped after %u of %u evaluations; go on with: weft search --resume %s"),
                       weft_search_run_name (search, i), weft_search_run_seed (search, i),
                       counts.evaluations, counts.budget, name);
      else
        weft_cli_note (_("%s, seed %" G_GUINT64_FORMAT " is recorded as %s"),
                       weft_search_run_name (search, i), weft_search_run_seed (search, i), name);
    }
}

int
weft_cli_run_search (const WeftCliOptions *options,
                     WeftSearch           *search)
{
  Watch watch = { search, isatty (STDERR_FILENO) && !options->json, FALSE };
  struct sigaction action = { .sa_handler = catch_signal_cb }, old[2];
  g_autoptr (GError) error = NULL;
  gboolean done;
  GThread *thread;

  caught = 0;
  sigaction (SIGINT, &action, &old[0]);
  sigaction (SIGTERM, &action, &old[1]);
  thread = g_thread_new ("watch", watch_cb, &watch);
  done = weft_search_run (search, &error);
  g_atomic_int_set (&watch.ended, TRUE);
  g_thread_join (thread);
  sigaction (SIGINT, &old[0], NULL);
  sigaction (SIGTERM, &old[1], NULL);

  say_where (search);
  if (!done)
    return weft_cli_fail (error);
  return weft_search_get_state (search) == WEFT_SEARCH_FINISHED ? WEFT_EXIT_DONE : WEFT_EXIT_NO;
}
