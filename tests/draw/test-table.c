/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables as text, CSV and Markdown, painted, and filled from an evaluation. */
#include "draw-fixture.h"

#include <locale.h>

#include "draw/weft-table-private.h"

static WeftTable *
create_table (void)
{
  WeftTable *table = weft_table_new (NULL);
  const char *const rows[][4] = {
    { "plain", "1", "x", NULL },
    { "メモリ", "12.5", "wide characters", NULL },
    { "e\u0301te\u0301", "100", "combining marks", NULL },
  };

  weft_table_add_column (table, "Name", WEFT_ALIGN_START);
  weft_table_add_column (table, "Number", WEFT_ALIGN_END);
  weft_table_add_column (table, "Note", WEFT_ALIGN_START);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    weft_table_add_row (table, rows[i]);

  return table;
}

static void
test_text (void)
{
  g_autoptr (WeftTable) table = create_table ();
  g_autofree char *text = weft_table_to_text (table, 0);

  g_assert_cmpuint (weft_table_n_rows (table), ==, 3);
  g_assert_cmpstr (text, ==,
                   "Name    Number  Note\n"
                   "───────────────────────────────\n"
                   "plain        1  x\n"
                   "メモリ    12.5  wide characters\n"
                   "e\u0301te\u0301        100  combining marks\n");
}

static void
assert_no_wider (const char *text,
                 guint       width)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    g_assert_cmpuint (weft_table_cells_of (lines[i]), <=, width);
}

static void
test_text_width (void)
{
  g_autoptr (WeftTable) table = create_table ();

  for (guint width = 20; width < 40; width++)
    {
      g_autofree char *text = weft_table_to_text (table, width);

      assert_no_wider (text, width);
      g_assert_nonnull (strstr (text, "12.5"));
      if (width < 31)
        g_assert_nonnull (strstr (text, "…"));
    }
}

/* Where not even short columns fit, the cells stand below one another, whole. */
static void
test_text_stacked (void)
{
  g_autoptr (WeftTable) table = create_table ();
  g_autofree char *text = weft_table_to_text (table, 15);

  g_assert_cmpstr (text, ==,
                   "Name: plain\n"
                   "Number: 1\n"
                   "Note: x\n"
                   "\n"
                   "Name: メモリ\n"
                   "Number: 12.5\n"
                   "Note: wide\n"
                   "  characters\n"
                   "\n"
                   "Name: e\u0301te\u0301\n"
                   "Number: 100\n"
                   "Note: combining\n"
                   "  marks\n");
  for (guint width = 4; width < 20; width++)
    {
      g_autofree char *narrow = weft_table_to_text (table, width);

      assert_no_wider (narrow, width);
    }
}

/* A wide character that does not fit into the last column leaves a space, not a broken line. */
static void
test_text_cut_wide (void)
{
  g_autoptr (WeftTable) table = weft_table_new (NULL);
  const char *const row[] = { "日本語日本語", "7", NULL };

  weft_table_add_column (table, "A", WEFT_ALIGN_START);
  weft_table_add_column (table, "B", WEFT_ALIGN_END);
  weft_table_add_row (table, row);
  {
    g_autofree char *text = weft_table_to_text (table, 11);
    g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

    g_assert_cmpstr (lines[2], ==, "日本語…   7");
    g_assert_cmpuint (weft_table_cells_of (lines[2]), ==, 11);
  }
}

static void
test_text_controls (void)
{
  g_autoptr (WeftTable) table = weft_table_new (NULL);
  const char *const row[] = { "two\nlines\x1b[31m\t\xff", NULL };

  weft_table_add_column (table, "A", WEFT_ALIGN_START);
  weft_table_add_row (table, row);
  {
    g_autofree char *text = weft_table_to_text (table, 0);

    g_assert_true (g_utf8_validate (text, -1, NULL));
    g_assert_nonnull (strstr (text, "two lines\357\277\275[31m \357\277\275"));
    g_assert_null (strchr (text, '\x1b'));
  }
}

/* A cell of any length takes no longer than one of the longest that is shown; CSV keeps all of it. */
static void
test_long_cell (void)
{
  g_autofree char *words = g_strnfill (200000, 'w');
  const char *const row[] = { words, "1", NULL };
  g_autoptr (WeftTable) table = weft_table_new (words);
  g_autofree char *text = NULL, *csv = NULL, *markdown = NULL;
  double width, height;

  for (guint i = 5; i < 200000; i += 7)
    words[i] = ' ';
  weft_table_add_column (table, "A", WEFT_ALIGN_START);
  weft_table_add_column (table, "B", WEFT_ALIGN_END);
  weft_table_add_row (table, row);
  weft_table_size (&weft_palette_light, table, &width, &height);
  g_assert_cmpfloat (width, <, 10000);
  g_assert_cmpfloat (height, <, 1000);
  g_assert_cmpint (g_utf8_strlen (weft_table_cell (table, 0, 0), -1), ==, 400);
  g_assert_true (g_str_has_suffix (weft_table_cell (table, 0, 0), "\u2026"));
  text = weft_table_to_text (table, 0);
  markdown = weft_table_to_markdown (table);
  csv = weft_table_to_csv (table);
  g_assert_cmpuint (strlen (text), <, 3000);
  g_assert_cmpuint (strlen (markdown), <, 3000);
  g_assert_cmpuint (strlen (csv), >, 200000);
}

static void
test_csv (void)
{
  g_autoptr (WeftTable) table = weft_table_new ("Title");
  const char *const first[] = { "a,b", "1.5", "say \"hi\"", NULL };
  const char *const second[] = { "line\nbreak", "", "plain", NULL };
  g_autofree char *csv = NULL;

  weft_table_add_column (table, "Name", WEFT_ALIGN_START);
  weft_table_add_column (table, "x, y", WEFT_ALIGN_END);
  weft_table_add_column (table, "Note", WEFT_ALIGN_START);
  weft_table_add_row (table, first);
  weft_table_add_row (table, second);
  csv = weft_table_to_csv (table);

  g_assert_cmpstr (csv, ==,
                   "Name,\"x, y\",Note\r\n"
                   "\"a,b\",1.5,\"say \"\"hi\"\"\"\r\n"
                   "\"line\nbreak\",,plain\r\n");
}

static void
test_markdown (void)
{
  g_autoptr (WeftTable) table = weft_table_new ("Title");
  const char *const row[] = { "a|b", "1", NULL };
  g_autofree char *text = NULL;

  weft_table_add_column (table, "Name", WEFT_ALIGN_START);
  weft_table_add_column (table, "n", WEFT_ALIGN_END);
  weft_table_add_row (table, row);
  text = weft_table_to_markdown (table);

  g_assert_cmpstr (text, ==,
                   "## Title\n\n"
                   "| Name | n |\n"
                   "| --- | ---: |\n"
                   "| a\\|b | 1 |\n");
}

static void
paint_table (cairo_t           *cr,
             double             width,
             double             height,
             const WeftPalette *palette,
             gpointer           table)
{
  weft_table_paint (cr, width, height, palette, table);
}

static void
test_paint (void)
{
  g_autoptr (WeftEvaluation) good = fixture_evaluate (FIXTURE_GOOD);
  g_autoptr (WeftTable) table = weft_table_workloads (good);

  for (guint rtl = 0; rtl < 2; rtl++)
    {
      WeftPalette palette = fixture_palette (rtl);
      double width, height;

      weft_table_size (&palette, table, &width, &height);
      g_assert_cmpfloat (width, >, 400);
      g_assert_cmpfloat (height, >, 100);
      for (double w = 280; w <= width + 300; w *= 1.5)
        for (double h = 60; h <= height * 2; h *= 2)
          {
            cairo_surface_t *surface
                = fixture_paint (paint_table, table, (int) w, (int) h, &palette);

            g_assert_cmpuint (fixture_count_inside (surface), >, 100);
            cairo_surface_destroy (surface);
          }
    }
}

static void
test_size_grows (void)
{
  WeftPalette large = weft_palette_light;
  g_autoptr (WeftTable) table = create_table ();
  const char *const row[] = { "one", "more", "row", NULL };
  double w0, h0, w1, h1;

  weft_table_size (&weft_palette_light, table, &w0, &h0);
  weft_table_add_row (table, row);
  weft_table_size (&weft_palette_light, table, &w1, &h1);
  g_assert_cmpfloat (w1, ==, w0);
  g_assert_cmpfloat (h1, >, h0 + 10);

  large.font_size *= 2;
  weft_table_size (&large, table, &w0, &h0);
  g_assert_cmpfloat (w0, >, w1 * 1.5);
  g_assert_cmpfloat (h0, >, h1 * 1.5);
}

static void
test_workloads (void)
{
  g_autoptr (WeftEvaluation) good = fixture_evaluate (FIXTURE_GOOD);
  g_autoptr (WeftTable) table = weft_table_workloads (good);

  g_assert_cmpuint (weft_table_n_rows (table), ==, WEFT_N_WORKLOADS);
  g_assert_cmpstr (weft_table_cell (table, 0, 0), ==, "Training");
  g_assert_cmpstr (weft_table_cell (table, 0, 1), ==, "1.72×");
  g_assert_nonnull (strstr (weft_table_cell (table, 0, 2), "tokens/s"));
  g_assert_cmpstr (weft_table_cell (table, 3, 0), ==, "HPCG");
  g_assert_cmpstr (weft_table_cell (table, 3, 4), ==, weft_time_part_label (WEFT_PART_LATENCY));
  g_assert_cmpstr (weft_table_cell (table, 5, 5), ==, "Partition 1 (B200) + Partition 2 (WSE3s)");
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      WeftWorkloadResult *result = weft_evaluation_get_workload (good, (WeftWorkloadKind) i);

      g_assert_cmpstr (weft_table_cell (table, i, 6), ==,
                       weft_workload_result_get_mapping (result));
    }
}

static void
test_workloads_cannot_run (void)
{
  g_autoptr (WeftEvaluation) lame = fixture_evaluate (FIXTURE_LAME);
  g_autoptr (WeftTable) table = weft_table_workloads (lame);
  WeftWorkloadResult *training = weft_evaluation_get_workload (lame, WEFT_WORKLOAD_TRAINING);

  g_assert_cmpstr (weft_table_cell (table, 0, 1), ==, "cannot run");
  g_assert_cmpstr (weft_table_cell (table, 0, 2), ==, "");
  g_assert_cmpstr (weft_table_cell (table, 0, 6), ==, weft_workload_result_get_reason (training));
}

static void
test_partitions (void)
{
  g_autoptr (WeftEvaluation) good = fixture_evaluate (FIXTURE_GOOD);
  g_autoptr (WeftTable) table = weft_table_partitions (good);

  g_assert_cmpuint (weft_table_n_rows (table), ==, 2);
  g_assert_cmpstr (weft_table_cell (table, 0, 1), ==, "B200");
  g_assert_cmpstr (weft_table_cell (table, 0, 2), ==, weft_role_label (WEFT_ROLE_GENERAL));
  g_assert_cmpstr (weft_table_cell (table, 0, 3), ==, "896");
  g_assert_cmpstr (weft_table_cell (table, 0, 4), ==, "896 = 12.44 domains of 72");
  g_assert_cmpstr (weft_table_cell (table, 0, 5), ==, "1,090");
  g_assert_cmpstr (weft_table_cell (table, 1, 2), ==, weft_role_label (WEFT_ROLE_DECODE));
  g_assert_cmpstr (weft_table_cell (table, 1, 3), ==, "4");
}

static void
test_violations (void)
{
  g_autoptr (WeftEvaluation) refused = fixture_evaluate (FIXTURE_REFUSED);
  g_autoptr (WeftTable) table = weft_table_violations (refused);

  g_assert_cmpuint (weft_table_n_rows (table), ==, 1);
  g_assert_cmpstr (weft_table_cell (table, 0, 0), ==, weft_severity_label (WEFT_SEVERITY_ERROR));
  g_assert_cmpstr (weft_table_cell (table, 0, 1), ==, "/partitions/0/chip");
  g_assert_nonnull (strstr (weft_table_cell (table, 0, 2), "B20O"));
  g_assert_nonnull (strstr (weft_table_cell (table, 0, 3), "B200"));
}

int
main (int    argc,
      char **argv)
{
  setlocale (LC_ALL, "C.UTF-8");
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/draw/table/text", test_text);
  g_test_add_func ("/draw/table/text-width", test_text_width);
  g_test_add_func ("/draw/table/text-stacked", test_text_stacked);
  g_test_add_func ("/draw/table/text-cut-wide", test_text_cut_wide);
  g_test_add_func ("/draw/table/text-controls", test_text_controls);
  g_test_add_func ("/draw/table/long-cell", test_long_cell);
  g_test_add_func ("/draw/table/csv", test_csv);
  g_test_add_func ("/draw/table/markdown", test_markdown);
  g_test_add_func ("/draw/table/paint", test_paint);
  g_test_add_func ("/draw/table/size-grows", test_size_grows);
  g_test_add_func ("/draw/table/workloads", test_workloads);
  g_test_add_func ("/draw/table/workloads-cannot-run", test_workloads_cannot_run);
  g_test_add_func ("/draw/table/partitions", test_partitions);
  g_test_add_func ("/draw/table/violations", test_violations);

  return g_test_run ();
}
