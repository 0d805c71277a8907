/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second look at a search without its page: what is looked at, that it stops at once, what it finds, when it is
 * dated. */
#include <math.h>
#include <string.h>

#include "app/search/weft-second-look.h"
#include "draw/sim/weft-fidelity-plot.h"

#define WATCHDOG_S 110

typedef struct
{
  WeftEngine *engine;
  WeftSession *session;
  WeftSearchJob *job;
  WeftSecondLook *look;
  guint ended; /* signals */
} Fixture;

static void
ended_cb (Fixture *fixture)
{
  fixture->ended++;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  const char *methods[] = { "random", NULL };

  fixture->engine = weft_engine_new ();
  fixture->session = weft_session_new (fixture->engine);
  fixture->job = weft_search_job_new (fixture->session);
  weft_search_job_set_records (fixture->job, FALSE);
  weft_search_job_set_methods (fixture->job, methods);
  weft_search_job_set_budget (fixture->job, 4);
  fixture->look = weft_second_look_new (fixture->job);
  g_signal_connect_swapped (fixture->look, "ended", G_CALLBACK (ended_cb), fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_clear_object (&fixture->look);
  g_clear_object (&fixture->job);
  g_clear_object (&fixture->session);
  g_clear_object (&fixture->engine);
}

static gboolean
give_up_cb (gpointer data)
{
  g_error ("nothing has happened for %d seconds", WATCHDOG_S);
  return G_SOURCE_REMOVE;
}

static void
wait_for (Fixture *fixture, gboolean (*condition) (Fixture *fixture))
{
  guint watchdog = g_timeout_add_seconds (WATCHDOG_S, give_up_cb, NULL);

  while (!condition (fixture))
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (watchdog);
}

static gboolean
is_searched (Fixture *fixture)
{
  return !weft_search_job_is_busy (fixture->job);
}

static gboolean
is_over (Fixture *fixture)
{
  return weft_second_look_get_state (fixture->look) != WEFT_SECOND_LOOK_RUNNING;
}

static void
search (Fixture *fixture)
{
  weft_search_job_start (fixture->job);
  wait_for (fixture, is_searched);
  g_assert_cmpint (weft_search_job_get_state (fixture->job), ==, WEFT_JOB_FINISHED);
}

/* Without a search there is nothing to look at. */
static void
test_nothing (Fixture *fixture, gconstpointer data)
{
  g_assert_cmpuint (weft_second_look_n_designs (fixture->look), ==, 0);
  g_assert_false (weft_second_look_can_start (fixture->look));
  weft_second_look_start (fixture->look);
  g_assert_cmpint (weft_second_look_get_state (fixture->look), ==, WEFT_SECOND_LOOK_IDLE);
  g_assert_null (weft_second_look_get_fidelity (fixture->look));
}

static void
test_stop (Fixture *fixture, gconstpointer data)
{
  search (fixture);
  g_assert_cmpuint (weft_second_look_n_designs (fixture->look), >, 0);
  weft_second_look_start (fixture->look);
  g_assert_cmpint (weft_second_look_get_state (fixture->look), ==, WEFT_SECOND_LOOK_RUNNING);
  g_assert_false (weft_second_look_can_start (fixture->look));
  weft_second_look_stop (fixture->look);
  g_assert_cmpint (weft_second_look_get_state (fixture->look), ==, WEFT_SECOND_LOOK_STOPPED);
  g_assert_cmpuint (fixture->ended, ==, 0);
  g_assert_true (weft_second_look_can_start (fixture->look));
}

static void
check_rows (const WeftFidelity *fidelity)
{
  g_autoptr (WeftTable) ranks = weft_table_fidelity (fidelity);
  g_autoptr (WeftTable) reasons = weft_table_fidelity_reasons (fidelity);
  g_autoptr (WeftPlot) plot = weft_fidelity_plot_new (fidelity);
  guint n = 0;

  g_assert_nonnull (plot);
  g_assert_cmpuint (weft_table_n_rows (ranks), ==, fidelity->designs->len);
  for (guint i = 0; i < fidelity->designs->len; i++)
    {
      const WeftFidelityDesign *design = fidelity->designs->pdata[i];

      g_assert_cmpstr (weft_table_get_cell (ranks, i, 4), ==, design->name);
      n += design->failure != NULL ? 1 : 0;
      for (guint k = 0; k < WEFT_N_WORKLOADS; k++)
        n += design->workloads[k].reason != NULL ? 1 : 0;
    }
  g_assert_cmpuint (weft_table_n_rows (reasons), ==, n);
}

static void
test_look (Fixture *fixture, gconstpointer data)
{
  const WeftFidelity *fidelity;
  const WeftTally *tally;
  const WeftFidelityDesign *best;

  search (fixture);
  weft_second_look_start (fixture->look);
  wait_for (fixture, is_over);
  g_assert_cmpint (weft_second_look_get_state (fixture->look), ==, WEFT_SECOND_LOOK_DONE);
  g_assert_cmpuint (fixture->ended, ==, 1);
  fidelity = weft_second_look_get_fidelity (fixture->look);
  tally = weft_search_job_get_tally (fixture->job);
  g_assert_cmpuint (fidelity->designs->len, ==, tally->n_best);
  best = fidelity->designs->pdata[0];
  g_assert_cmpfloat (fabs (best->score - weft_tally_get_point ((WeftTally *) tally, tally->best[0])->point.score), <,
                     1e-9);
  check_rows (fidelity);
  g_assert_false (weft_second_look_is_dated (fixture->look));
  weft_search_job_set_seeds (fixture->job, "2");
  search (fixture);
  g_assert_true (weft_second_look_is_dated (fixture->look));
  g_assert_true (weft_second_look_get_fidelity (fixture->look) == fidelity);
}

static void
test_words (void)
{
  g_autoptr (GPtrArray) designs = g_ptr_array_new ();
  WeftFidelity fidelity = { .designs = designs, .tau = NAN };
  g_autofree char *few = weft_fidelity_summarise (&fidelity);
  g_autofree char *some = NULL;

  g_assert_nonnull (strstr (few, "it takes two designs"));
  for (guint i = 0; i < 8; i++)
    g_ptr_array_add (designs, NULL);
  fidelity.tau = 1 - 2.0 * 4 / 28;
  fidelity.n_swapped = 4;
  some = weft_fidelity_summarise (&fidelity);
  g_assert_cmpstr (some, ==, "Kendall’s tau of both rankings: 0.71; 4 pairs of 28 stand the other way round");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/second-look/nothing", Fixture, NULL, set_up, test_nothing, tear_down);
  g_test_add ("/second-look/stop", Fixture, NULL, set_up, test_stop, tear_down);
  g_test_add ("/second-look/look", Fixture, NULL, set_up, test_look, tear_down);
  g_test_add_func ("/second-look/words", test_words);
  return g_test_run ();
}
