/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The interval of a score without its strip: it comes by itself, goes with the design that it is of, and comes again. */
#include "app/compose/weft-score-band.h"

#include <math.h>

#define WATCHDOG_S 110

typedef struct
{
  WeftEngine *engine;
  WeftSession *session;
  WeftScoreBand *band;
} Fixture;

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
is_evaluated (Fixture *fixture)
{
  return weft_session_get_evaluation (fixture->session) != NULL;
}

static gboolean
has_band (Fixture *fixture)
{
  return weft_score_band_get (fixture->band) != NULL;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_CATALOG_DIR"), "systems", "iter33.weft", NULL);
  g_autoptr (WeftDesign) design = weft_design_load (path, NULL, &error);

  g_assert_no_error (error);
  fixture->engine = weft_engine_new ();
  fixture->session = weft_session_new_of_design (fixture->engine, design);
  fixture->band = weft_score_band_new ();
  wait_for (fixture, is_evaluated);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_clear_object (&fixture->band);
  g_clear_object (&fixture->session);
  g_clear_object (&fixture->engine);
}

static void
check_band (Fixture *fixture)
{
  const WeftBand *band;
  double score = weft_evaluation_get_score (weft_session_get_evaluation (fixture->session));

  g_assert_null (weft_score_band_get (fixture->band));
  weft_score_band_ask (fixture->band, fixture->session);
  wait_for (fixture, has_band);
  band = weft_score_band_get (fixture->band);
  g_assert_cmpfloat (band->p5, <, score);
  g_assert_cmpfloat (band->p95, >, score);
}

/* The same design has the same interval; another one in between does not keep the old one. */
static void
test_again (Fixture *fixture, gconstpointer data)
{
  WeftBand once;

  check_band (fixture);
  once = *weft_score_band_get (fixture->band);
  weft_score_band_ask (fixture->band, fixture->session);
  check_band (fixture);
  g_assert_cmpfloat (weft_score_band_get (fixture->band)->p5, ==, once.p5);
  g_assert_cmpfloat (weft_score_band_get (fixture->band)->p95, ==, once.p95);
}

static gboolean
is_infeasible (Fixture *fixture)
{
  return !weft_evaluation_is_feasible (weft_session_get_evaluation (fixture->session));
}

/* What cannot run has no interval, and asks for none. */
static void
test_none (Fixture *fixture, gconstpointer data)
{
  check_band (fixture);
  weft_session_set_number (fixture->session, "/facility/power_w", 1e4, FALSE);
  wait_for (fixture, is_infeasible);
  weft_score_band_ask (fixture->band, fixture->session);
  g_assert_null (weft_score_band_get (fixture->band));
}

/* Nothing is left of one that is asked for and given up, before its thread has begun or while it draws. */
static void
test_gone (Fixture *fixture, gconstpointer data)
{
  WeftScoreBand *band = fixture->band;

  weft_score_band_ask (band, fixture->session);
  g_object_add_weak_pointer (G_OBJECT (band), (gpointer *) &band);
  g_clear_object (&fixture->band);
  g_assert_null (band);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/score-band/again", Fixture, NULL, set_up, test_again, tear_down);
  g_test_add ("/score-band/none", Fixture, NULL, set_up, test_none, tear_down);
  g_test_add ("/score-band/gone", Fixture, NULL, set_up, test_gone, tear_down);
  return g_test_run ();
}
