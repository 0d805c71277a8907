/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exports: each format begins as it must, the same painting gives the same bytes, and what cannot
 * be saved is refused without harm to an older file. */
#include "draw-fixture.h"

#include "draw/weft-speedup-chart.h"
#include "draw/weft-split-chart.h"

static char *folder;

static void
paint_speedup (cairo_t           *cr,
               double             width,
               double             height,
               const WeftPalette *palette,
               gpointer           chart)
{
  weft_speedup_chart_paint (cr, width, height, palette, chart);
}

/* Saves the chart of a design and reads the file back. */
static char *
export_bytes (const char *name,
              double      scale,
              const char *title,
              gsize      *length)
{
  g_autoptr (WeftEvaluation) good = fixture_evaluate (FIXTURE_GOOD);
  WeftSpeedupChart chart = { .a = good, .hover = -1 };
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;
  char *bytes = NULL;

  weft_paint_export_titled (path, 600, 240, scale, &weft_palette_light, title, paint_speedup,
                            &chart, &error);
  g_assert_no_error (error);
  g_file_get_contents (path, &bytes, length, &error);
  g_assert_no_error (error);
  g_assert_cmpint (g_unlink (path), ==, 0);

  return bytes;
}

static guint
read_be32 (const char *bytes)
{
  const guint8 *b = (const guint8 *) bytes;

  return (guint) b[0] << 24 | (guint) b[1] << 16 | (guint) b[2] << 8 | b[3];
}

static void
test_png (void)
{
  gsize length;
  g_autofree char *bytes = export_bytes ("a.png", 2, NULL, &length);

  g_assert_cmpuint (length, >, 1000);
  g_assert_cmpmem (bytes, 8, "\x89PNG\r\n\x1a\n", 8);
  g_assert_cmpuint (read_be32 (bytes + 16), ==, 1200);
  g_assert_cmpuint (read_be32 (bytes + 20), ==, 480);
}

static void
test_svg (void)
{
  gsize length;
  g_autofree char *svg = export_bytes ("a.SVG", 1, "Speed-up < 2 & more", &length);

  g_assert_cmpuint (strlen (svg), ==, length);
  g_assert_true (g_str_has_prefix (svg, "<?xml"));
  g_assert_nonnull (strstr (svg, "viewBox=\"0 0 600 240\""));
  g_assert_nonnull (strstr (svg, "<title>Speed-up &lt; 2 &amp; more</title>"));
  g_assert_true (g_str_has_suffix (svg, "</svg>\n"));
}

static void
test_pdf (void)
{
  gsize length;
  g_autofree char *pdf = export_bytes ("a.pdf", 1, "Speed-up", &length);
  g_autoptr (GString) text = g_string_new_len (pdf, (gssize) length);

  g_assert_true (g_str_has_prefix (pdf, "%PDF-1.4"));
  for (gsize i = 0; i < text->len; i++)
    if (text->str[i] == '\0')
      text->str[i] = ' ';
  /* Real text: fonts with a way back to Unicode. */
  g_assert_nonnull (strstr (text->str, "/Font"));
  g_assert_nonnull (strstr (text->str, "/Title (Speed-up)"));
  g_assert_null (strstr (text->str, "/CreationDate"));
}

static void
test_pdf_dated (void)
{
  gsize length;
  g_autofree char *pdf = NULL;
  g_autoptr (GString) text = NULL;

  g_setenv ("SOURCE_DATE_EPOCH", "1700000000", TRUE);
  pdf = export_bytes ("a.pdf", 1, NULL, &length);
  g_unsetenv ("SOURCE_DATE_EPOCH");

  text = g_string_new_len (pdf, (gssize) length);
  for (gsize i = 0; i < text->len; i++)
    if (text->str[i] == '\0')
      text->str[i] = ' ';
  g_assert_nonnull (strstr (text->str, "/CreationDate (20231114221320"));
}

static void
test_same_bytes (void)
{
  const char *const names[] = { "a.png", "a.svg", "a.pdf" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      gsize first_length, second_length;
      g_autofree char *first = export_bytes (names[i], 1.5, "Title", &first_length);
      g_autofree char *second = export_bytes (names[i], 1.5, "Title", &second_length);

      g_assert_cmpmem (first, first_length, second, second_length);
    }
}

static void
paint_nothing (cairo_t           *cr G_GNUC_UNUSED,
               double             width G_GNUC_UNUSED,
               double             height G_GNUC_UNUSED,
               const WeftPalette *palette G_GNUC_UNUSED,
               gpointer           data)
{
  *(gboolean *) data = TRUE;
}

static void
test_bad_suffix (void)
{
  const char *const names[] = { "a.gif", "png", "a", "a.svg.bak", "a." };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);
      g_autoptr (GError) error = NULL;
      gboolean painted = FALSE;

      g_assert_false (weft_paint_export (path, 100, 100, 1, &weft_palette_light, paint_nothing,
                                         &painted, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_FILENAME);
      g_assert_nonnull (strstr (error->message, names[i]));
      g_assert_nonnull (strstr (error->message, ".svg"));
      g_assert_nonnull (strstr (error->message, ".pdf"));
      g_assert_nonnull (strstr (error->message, ".png"));
      g_assert_false (painted);
      g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
    }
}

static void
test_bad_size (void)
{
  const double sizes[][3] = {
    { 0, 100, 1 }, { 100, -5, 1 }, { NAN, 100, 1 }, { 100, INFINITY, 1 }, { 20000, 100, 2 },
    { 100, 100, 0 },
  };
  g_autofree char *path = g_build_filename (folder, "a.png", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (GError) error = NULL;
      gboolean painted = FALSE;

      g_assert_false (weft_paint_export (path, sizes[i][0], sizes[i][1], sizes[i][2],
                                         &weft_palette_light, paint_nothing, &painted, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
      g_assert_false (painted);
    }
}

/* A painting that fails must leave the older file as it was. */
static void
paint_broken (cairo_t           *cr,
              double             width G_GNUC_UNUSED,
              double             height G_GNUC_UNUSED,
              const WeftPalette *palette G_GNUC_UNUSED,
              gpointer           data G_GNUC_UNUSED)
{
  cairo_restore (cr);
}

static void
test_failure_keeps_old (void)
{
  const char *const names[] = { "old.png", "old.svg", "old.pdf" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);
      g_autofree char *left = NULL;
      g_autoptr (GError) error = NULL;

      g_assert_true (g_file_set_contents (path, "old", -1, NULL));
      g_assert_false (weft_paint_export (path, 50, 50, 1, &weft_palette_light, paint_broken, NULL,
                                         &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_FAILED);
      g_assert_nonnull (strstr (error->message, names[i]));
      g_assert_true (g_file_get_contents (path, &left, NULL, NULL));
      g_assert_cmpstr (left, ==, "old");
      g_assert_cmpint (g_unlink (path), ==, 0);
    }
}

static void
test_no_folder (void)
{
  g_autofree char *path = g_build_filename (folder, "nowhere", "a.svg", NULL);
  g_autoptr (GError) error = NULL;
  gboolean painted = FALSE;

  g_assert_false (weft_paint_export (path, 100, 100, 1, &weft_palette_light, paint_nothing,
                                     &painted, &error));
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, "nowhere"));
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GError) error = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("weft-export-XXXXXX", &error);
  g_assert_no_error (error);

  g_test_add_func ("/draw/export/png", test_png);
  g_test_add_func ("/draw/export/svg", test_svg);
  g_test_add_func ("/draw/export/pdf", test_pdf);
  g_test_add_func ("/draw/export/pdf-dated", test_pdf_dated);
  g_test_add_func ("/draw/export/same-bytes", test_same_bytes);
  g_test_add_func ("/draw/export/bad-suffix", test_bad_suffix);
  g_test_add_func ("/draw/export/bad-size", test_bad_size);
  g_test_add_func ("/draw/export/failure-keeps-old", test_failure_keeps_old);
  g_test_add_func ("/draw/export/no-folder", test_no_folder);

  status = g_test_run ();
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  g_free (folder);

  return status;
}
