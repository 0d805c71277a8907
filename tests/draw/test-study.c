/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A study's tables say what its rows hold, published scores stand beside them, and CSV has all digits. */
#include "draw/weft-study-plot.h"
#include "draw/weft-study-table.h"

#include <math.h>
#include <string.h>

static void
add_run (WeftStudy *study, guint row, guint64 seed, guint at, double score)
{
  WeftStudyStep step = { at, score };
  WeftStudyRun run = {
    .seed = seed,
    .evaluations = 100,
    .invalid = 3,
    .duplicates = (guint) seed,
    .specialised = 0.05,
    .steps = g_memdup2 (&step, sizeof step),
    .n_steps = 1,
  };

  weft_study_add_run (study, row, &run);
}

static WeftStudy *
create_study (void)
{
  WeftStudy *study = weft_study_new ();

  weft_study_add_row (study, "random", "Random", 100);
  weft_study_add_row (study, "hill:a,b", "Hill climbing", 100);
  for (guint seed = 1; seed <= 2; seed++)
    {
      add_run (study, 0, seed, 10, 1.25 + 0.25 * seed);
      add_run (study, 1, seed, 20 * seed, 2);
    }
  weft_study_compute (study, 2, 2, NULL);
  return study;
}

/* The cells of the line that begins with @start, without the spaces between columns. */
static void
assert_line (const char *text, const char *start, const char *const *cells)
{
  const char *line = strstr (text, start);
  const char *end;

  g_assert_nonnull (line);
  end = strchr (line, '\n');
  for (guint i = 0; cells[i] != NULL; i++)
    {
      line = strstr (line, cells[i]);
      g_assert_nonnull (line);
      g_assert_true (end == NULL || line < end);
      line += strlen (cells[i]);
    }
}

static void
test_scores (void)
{
  g_autoptr (WeftStudy) study = create_study ();
  g_autoptr (WeftTable) table = weft_table_study_scores (study, NULL);
  g_autofree char *text = weft_table_to_text (table, 0);

  assert_line (text, "Random", (const char *const[]) { "100", "2", "1.625 ± 0.177", NULL });
  assert_line (text, "Hill climbing (a,b)",
               (const char *const[]) { "100", "2", "2.000 ± 0.000", NULL });
  g_assert_null (strstr (text, "Source"));
}

static void
test_published (void)
{
  g_autoptr (WeftStudy) study = create_study ();
  g_autoptr (GPtrArray) list = weft_published_table_list (NULL);
  g_autoptr (WeftTable) table = weft_table_study_scores (study, list->pdata[0]);
  g_autofree char *text = weft_table_to_text (table, 0);

  assert_line (text, "Random", (const char *const[]) { "1.625 ± 0.177", "this study", NULL });
  assert_line (text, "ArchAgent (gpt-oss-120b)",
               (const char *const[]) { "100", "1", "1.93", "Table I", NULL });
  assert_line (text, "ArchAgent (gemma-4-31B-it)",
               (const char *const[]) { "50", "3", "0.87 ± 0.15", NULL });
  assert_line (text, "Hill climb ", (const char *const[]) { "100", "1", "1.65", NULL });
}

static void
test_comparison (void)
{
  g_autoptr (WeftStudy) study = create_study ();
  g_autoptr (WeftTable) table = weft_table_study_comparison (study);
  g_autofree char *text = weft_table_to_text (table, 0);

  assert_line (text, "Random",
               (const char *const[]) { "100", "18.75 %", "0 of 2", "never", "never", "–", "5.00 %", NULL });
  /* Arrivals after 20 and 40: both tests have 2 / 2^2. */
  assert_line (text, "Hill climbing (a,b)",
               (const char *const[]) { "100", "0.00 %", "2 of 2", "30", "30", "0.5000", "0.5000",
                                       "1.00", "5.00 %", NULL });
}

static void
test_counts (void)
{
  g_autoptr (WeftStudy) study = create_study ();
  g_autoptr (WeftTable) table = weft_table_study_counts (study);
  g_autofree char *text = weft_table_to_text (table, 0);

  assert_line (text, "Random", (const char *const[]) { "100", "100", "0", "1.5", "3", "0", NULL });
}

static void
test_csv (void)
{
  g_autoptr (WeftStudy) study = create_study ();
  g_autofree char *csv = weft_csv_study (study);
  g_auto (GStrv) lines = g_strsplit (csv, "\r\n", -1);

  g_assert_true (g_str_has_prefix (lines[0], "method,budget,evaluations,runs,mean,sd,"));
  g_assert_true (g_str_has_prefix (lines[1], "random,100,100,2,1.625,0.17677"));
  g_assert_nonnull (strstr (lines[1], ",0,,,,,,,3,0,0,1.5,0,0.05")); /* never there, no baseline */
  g_assert_true (g_str_has_prefix (lines[2], "\"hill:a,b\",100,100,2,2,0,2,2,0,2,30,30,random,0.5,0.5,1,"));
}

/* A band for each row, the line of the optimum and the published scores; the curves as they are in the study. */
static void
test_plot (void)
{
  g_autoptr (WeftStudy) study = create_study ();
  g_autoptr (GPtrArray) list = weft_published_table_list (NULL);
  g_autoptr (WeftPlot) plot = weft_study_plot_new (study, list->pdata[0]);
  g_autoptr (WeftPlot) bare = weft_study_plot_new (study, NULL);
  double x, y;

  g_assert_cmpuint (weft_plot_n_layers (plot), ==, 4);
  g_assert_cmpuint (weft_plot_n_layers (bare), ==, 3);
  g_assert_cmpstr (weft_plot_layer_get_label (weft_plot_get_layer (plot, 1)), ==, "Hill climbing (a,b)");
  g_assert_cmpuint (weft_plot_layer_n_items (weft_plot_get_layer (plot, 1)), ==, 100);
  weft_plot_layer_position (weft_plot_get_layer (plot, 1), 19, &x, &y);
  g_assert_cmpfloat (x, ==, 20);
  g_assert_cmpfloat (y, ==, 1); /* one of two runs is at 2, the other has nothing yet */
  weft_plot_layer_position (weft_plot_get_layer (plot, 1), 99, &x, &y);
  g_assert_cmpfloat (y, ==, 2);
  g_assert_cmpuint (weft_plot_layer_n_items (weft_plot_get_layer (plot, 3)), ==, 6);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/study-table/scores", test_scores);
  g_test_add_func ("/study-table/published", test_published);
  g_test_add_func ("/study-table/comparison", test_comparison);
  g_test_add_func ("/study-table/counts", test_counts);
  g_test_add_func ("/study-table/csv", test_csv);
  g_test_add_func ("/study-plot", test_plot);
  return g_test_run ();
}
