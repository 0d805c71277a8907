/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of machines: what they say is read exactly, edits are lines that differ in one option, and what is no table is
 * refused with line and column. */
#include <string.h>

#include <glib/gstdio.h>

#include "hardware-fixture.h"

#include "search/hardware/weft-hardware-choice-private.h"

#define SMALL_HEADER "id,chip,n," FIXTURE_HEADER "\n"
#define REST "1,2,3,4,.5,.5,0,0,0,0,0,1,1,1,1,1,1,1\n"

static WeftTabulatedSpace *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  WeftTabulatedSpace *space = weft_tabulated_space_parse ("t", text, strlen (text), NULL, &error);

  g_assert_no_error (error);
  return space;
}

static void
test_figures (void)
{
  g_autoptr (WeftTabulatedSpace) table
      = parse (SMALL_HEADER "a,H200,10,1.5,-2,30,400,.25,.5,.25,0,0,0,0,7,6,5,4,3,2,1\n"
                            "b,H200,9,1.25,3,20,500,.5,.499,0,0,0,0,0,1,1,1,1,1,1,1\n");
  WeftHardwareSpace *space = WEFT_HARDWARE_SPACE (table);
  const WeftHardwareFrame *frame = weft_hardware_space_get_frame (space);
  WeftHardwareChoice a, b;
  WeftHardwareTraits traits;
  WeftHardwareVerdict verdict;
  g_autofree char *name = NULL;

  g_assert_cmpuint (weft_tabulated_space_n_rows (table), ==, 2);
  g_assert_cmpuint (frame->n_columns, ==, 2);
  g_assert_cmpuint (frame->n_options[0], ==, 1);
  g_assert_cmpuint (frame->n_options[1], ==, 2);
  g_assert_cmpfloat (frame->cost_max_usd, ==, 30);
  g_assert_cmpfloat (frame->power_max_w, ==, 500);
  g_assert_cmpfloat (frame->best_objective, ==, 1.25);
  weft_tabulated_space_get_choice (table, 0, &a);
  weft_tabulated_space_get_choice (table, 1, &b);
  /* Options that are numbers are in their order, whatever the order of the lines. */
  g_assert_cmpuint (a.option[1], ==, 1);
  g_assert_cmpuint (b.option[1], ==, 0);
  g_assert_cmpint (weft_tabulated_space_find_id (table, "b"), ==, 1);
  g_assert_cmpint (weft_tabulated_space_find_id (table, "c"), ==, -1);

  weft_hardware_space_describe (space, &a, &traits);
  g_assert_cmpfloat (traits.resource[WEFT_BOTTLENECK_COMPUTE], ==, 7);
  g_assert_cmpfloat (traits.resource[WEFT_BOTTLENECK_CAPACITY], ==, 1);
  g_assert_cmpfloat (traits.cost_usd, ==, 30);
  g_assert_cmpfloat (weft_hardware_space_estimate (space, &a), ==, -2);
  weft_hardware_space_measure (space, &a, &verdict);
  g_assert_cmpfloat (verdict.objective, ==, 1.5);
  g_assert_cmpfloat (verdict.share[0][WEFT_BOTTLENECK_MEMORY], ==, 0.5);
  g_assert_cmpfloat (verdict.idle, ==, 0.25);
  name = weft_hardware_space_dup_name (space, &a);
  g_assert_cmpstr (name, ==, "n=10");
}

/* Of every line of a table: legal, other than it, in one column, and back again. */
static void
test_edits (void)
{
  g_autoptr (WeftHardwareSpace) space = fixture_space (1);
  WeftTabulatedSpace *table = WEFT_TABULATED_SPACE (space);
  guint n = weft_tabulated_space_n_rows (table);
  gsize n_edits = 0, n_pairs = 0;

  g_assert_cmpuint (n, >, 500);
  for (guint i = 0; i < n; i += 7)
    {
      g_autoptr (GArray) edits = g_array_new (FALSE, FALSE, sizeof (WeftHardwareEdit));
      WeftHardwareChoice from, other;

      weft_tabulated_space_get_choice (table, i, &from);
      weft_hardware_space_list_edits (space, &from, edits);
      n_edits += edits->len;
      for (guint j = 0; j < edits->len; j++)
        {
          const WeftHardwareEdit *edit = &g_array_index (edits, WeftHardwareEdit, j);
          WeftHardwareChoice back = edit->to;

          g_assert_true (weft_hardware_space_is_legal (space, &edit->to));
          g_assert_cmpuint (edit->to.option[edit->kind], !=, from.option[edit->kind]);
          back.option[edit->kind] = from.option[edit->kind];
          g_assert_true (weft_hardware_choice_equal (&back, &from));
        }
      for (guint j = 0; j < n; j++)
        {
          guint differ = 0;

          weft_tabulated_space_get_choice (table, j, &other);
          for (guint c = 0; c < WEFT_HARDWARE_MAX_COLUMNS; c++)
            differ += from.option[c] != other.option[c];
          n_pairs += differ == 1;
        }
    }
  g_assert_cmpuint (n_edits, ==, n_pairs);
}

static void
test_draws (void)
{
  g_autoptr (WeftTabulatedSpace) table = parse (SMALL_HEADER "a,0,0," REST "b,0,1," REST "c,1,0," REST);
  WeftRandom random;
  guint seen[3] = { 0 };

  weft_random_init (&random, 5, 0);
  for (guint i = 0; i < 600; i++)
    {
      WeftHardwareChoice choice;

      g_assert_true (weft_hardware_space_draw (WEFT_HARDWARE_SPACE (table), &random, &choice));
      seen[weft_tabulated_space_find (table, &choice)]++;
    }
  for (guint i = 0; i < 3; i++)
    g_assert_cmpuint (seen[i], >, 140);
}

/* --- what is refused --- */

static void
assert_refused (const char *text, const char *place, const char *words)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (weft_tabulated_space_parse ("t", text, strlen (text), NULL, &error));
  g_assert_nonnull (error);
  if (!g_str_has_prefix (error->message, place) || strstr (error->message, words) == NULL)
    g_error ("found “%s”, expected “%s” and “%s”", error->message, place, words);
}

static void
test_refused (void)
{
  g_autofree char *wide = g_strdup ("id");

  assert_refused ("", "t: ", "empty");
  assert_refused (SMALL_HEADER, "t: ", "no line");
  assert_refused ("n,chip,J\n", "t:1:1: ", "“id”");
  assert_refused ("id,chip,J,Jcheap,cost\n1,2,3,4,5\n", "t:1:18: ", "“power”");
  assert_refused ("id," FIXTURE_HEADER "\n", "t:1:4: ", "options");
  assert_refused ("id,cost,J,Jcheap,power,s_comp,s_mem,s_su,s_so,s_lat,s_host,s_cap,r_comp,r_mem,r_su,r_so,r_lat,r_host,"
                  "r_cap\n", "t:1:4: ", "“cost”");
  assert_refused ("id,n,n," FIXTURE_HEADER "\n", "t:1:6: ", "twice");
  assert_refused (SMALL_HEADER "a,1,2,nan,2,3,4,.5,.5,0,0,0,0,0,1,1,1,1,1,1,1\n", "t:2:7: ", "“J”");
  assert_refused (SMALL_HEADER "a,1,2,1,inf,3,4,.5,.5,0,0,0,0,0,1,1,1,1,1,1,1\n", "t:2:9: ", "“Jcheap”");
  assert_refused (SMALL_HEADER "a,1,2,1e999,2,3,4,.5,.5,0,0,0,0,0,1,1,1,1,1,1,1\n", "t:2:7: ", "“J”");
  assert_refused (SMALL_HEADER "a,1,2,1,2,-3,4,.5,.5,0,0,0,0,0,1,1,1,1,1,1,1\n", "t:2:11: ", "0 or more");
  assert_refused (SMALL_HEADER "a,1,2,1,2,3,4,.5,.4,0,0,0,0,0,1,1,1,1,1,1,1\n", "t:2:15: ", "0.9");
  assert_refused (SMALL_HEADER "a,1,2,1,2,3,4,.5,.5,0,0,0,0,0,,1,1,1,1,1,1\n", "t:2:31: ", "“r_comp”");
  assert_refused (SMALL_HEADER "a,,2," REST, "t:2:3: ", "“chip”");
  assert_refused (SMALL_HEADER ",1,2," REST, "t:2:1: ", "“id”");
  assert_refused (SMALL_HEADER "a,1,2,1,2,3\n", "t:2:11: ", "6 fields");
  assert_refused (SMALL_HEADER "a,1,2," REST "\n# comment\na,1,3," REST, "t:5:1: ", "line 2");
  assert_refused (SMALL_HEADER "a,1,2," REST "b,1,2," REST, "t:3:1: ", "same options as line 2");
  for (guint i = 0; i < 25; i++)
    {
      g_autofree char *longer = g_strdup_printf ("%s,c%u", wide, i);

      g_free (wide);
      wide = g_steal_pointer (&longer);
    }
  {
    g_autofree char *text = g_strconcat (wide, ",", FIXTURE_HEADER, "\n", NULL);

    assert_refused (text, "t:1:", "25 columns");
  }
}

static void
test_many_options (void)
{
  g_autoptr (GString) text = g_string_new (SMALL_HEADER);

  for (guint i = 0; i < 256; i++)
    g_string_append_printf (text, "m%u,%u,0," REST, i, 1000 - i);
  g_object_unref (parse (text->str));
  g_string_append (text, "m256,0,0," REST);
  assert_refused (text->str, "t:258:6: ", "256");
}

/* Any cut of any table, and any byte changed, is a table or an error, never a crash. */
static void
test_damaged (void)
{
  const char *good = SMALL_HEADER "a,\"x, y\",2," REST "b,1,3," REST;
  gsize length = strlen (good);
  WeftRandom random;

  weft_random_init (&random, 11, 0);
  for (guint i = 0; i < 4000; i++)
    {
      g_autofree char *text = g_memdup2 (good, length);
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftTabulatedSpace) table = NULL;
      gsize n = i <= length ? i : length;

      if (i > length)
        text[weft_random_below (&random, (guint) length)] = (char) weft_random_below (&random, 256);
      table = weft_tabulated_space_parse ("t", text, n, NULL, &error);
      g_assert_true ((table == NULL) == (error != NULL));
    }
}

static char *
write_packed (const char *text, gsize *length)
{
  g_autoptr (GConverter) pack = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 6));
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (memory, pack);

  g_assert_true (g_output_stream_write_all (stream, text, strlen (text), NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (stream, NULL, NULL));
  *length = g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (memory));
  return g_memory_output_stream_steal_data (G_MEMORY_OUTPUT_STREAM (memory));
}

static void
test_packed (void)
{
  g_autofree char *folder = g_dir_make_tmp ("weft-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "table.csv.gz", NULL);
  g_autofree char *text = fixture_csv (3);
  gsize length;
  g_autofree char *packed = write_packed (text, &length);
  g_autoptr (WeftTabulatedSpace) plain = parse (text);
  g_autoptr (WeftTabulatedSpace) table = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, packed, (gssize) length, NULL));
  table = weft_tabulated_space_load (path, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (weft_tabulated_space_n_rows (table), ==, weft_tabulated_space_n_rows (plain));

  g_assert_true (g_file_set_contents (path, packed, (gssize) length / 2, NULL));
  g_assert_null (weft_tabulated_space_load (path, NULL, &error));
  g_assert_nonnull (strstr (error->message, "truncated"));
  g_assert_nonnull (strstr (error->message, "table.csv.gz"));
  g_unlink (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/hardware-table/figures", test_figures);
  g_test_add_func ("/hardware-table/edits", test_edits);
  g_test_add_func ("/hardware-table/draws", test_draws);
  g_test_add_func ("/hardware-table/refused", test_refused);
  g_test_add_func ("/hardware-table/many-options", test_many_options);
  g_test_add_func ("/hardware-table/damaged", test_damaged);
  g_test_add_func ("/hardware-table/packed", test_packed);
  return g_test_run ();
}
