/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Long texts of a language model: laid out in pieces, and with few words about many figures. */
#include "app-fixture.h"

#include "app/plan/weft-claim-label.h"
#include "app/plan/weft-prose.h"

#define WIDTH_PX 600

static int
measure (GtkWidget *prose, int width)
{
  int height;

  gtk_widget_measure (prose, GTK_ORIENTATION_VERTICAL, width, &height, NULL, NULL, NULL);
  return height;
}

static void
set (GtkWidget *prose, const char *text)
{
  weft_prose_set (WEFT_PROSE (prose), text, NULL);
  g_assert_cmpstr (weft_prose_get_text (WEFT_PROSE (prose)), ==, text);
}

/* No line too many or too few where it is cut, none that stays old; each piece is rounded up to whole pixels. */
static void
check_lines (GtkWidget *prose, const char *text, int line)
{
  g_autoptr (PangoLayout) whole = gtk_widget_create_pango_layout (prose, text);
  int height;

  set (prose, text);
  pango_layout_get_pixel_size (whole, NULL, &height);
  g_assert_cmpint (ABS (measure (prose, WIDTH_PX) - height), <, line);
}

static void
test_lines (void)
{
  GtkWidget *prose = g_object_ref_sink (weft_prose_new (NULL));
  g_autoptr (GString) text = g_string_new ("a line");
  int line;

  set (prose, text->str);
  line = measure (prose, WIDTH_PX);
  for (int i = 1; i < 800; i++)
    g_string_append (text, i % 3 == 0 ? "\n" : "\nanother line");
  check_lines (prose, text->str, line);
  g_string_append (text, "\nat the end");
  check_lines (prose, text->str, line);
  g_string_append (text, "\n\n");
  check_lines (prose, text->str, line);
  g_string_erase (text, 0, 7);
  check_lines (prose, text->str, line);
  g_string_truncate (text, 20);
  check_lines (prose, text->str, line);
  g_object_unref (prose);
}

/* Nowhere to cut but between characters. */
static void
test_word (void)
{
  GtkWidget *prose = g_object_ref_sink (weft_prose_new (NULL));
  g_autoptr (GString) text = g_string_new (NULL);

  for (int i = 0; i < 3000; i++)
    g_string_append (text, "é");
  set (prose, text->str);
  g_assert_cmpint (measure (prose, WIDTH_PX / 2), >, measure (prose, WIDTH_PX));
  g_object_unref (prose);
}

static void
test_many_marks (void)
{
  g_autoptr (GPtrArray) claims = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *words = NULL;
  g_auto (GStrv) lines = NULL;

  for (guint i = 0; i < 40; i++)
    {
      WeftClaim *claim = g_new0 (WeftClaim, 1);

      *claim = (WeftClaim){ (guint) text->len, (guint) text->len + 3, WEFT_CLAIM_CONTRADICTS, 9, (char *) "score", 0, 1 };
      g_ptr_array_add (claims, claim);
      g_string_append (text, "2.1 ");
    }
  words = weft_claims_describe (text->str, claims);
  lines = g_strsplit (words, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 13);
  g_assert_cmpstr (lines[12], ==, "… and 28 figures more");
}

int
main (int argc, char **argv)
{
  fixture_init (&argc, &argv);
  g_test_add_func ("/app/prose/lines", test_lines);
  g_test_add_func ("/app/prose/word", test_word);
  g_test_add_func ("/app/prose/many-marks", test_many_marks);
  return g_test_run ();
}
