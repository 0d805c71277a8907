/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A user's catalog file that is broken is named in the window, in full. */
#include "app-fixture.h"

#include <glib/gstdio.h>

#include "app/weft-message-bar.h"
#include "app/weft-window-private.h"

static gboolean
is_shown (gpointer data)
{
  WeftWindow *window = data;

  return window->catalog_bar != NULL && weft_message_bar_is_shown (window->catalog_bar);
}

static void
test_problems (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_source_path ("catalog/systems/iter33.weft");
  WeftDocumentPage *page = fixture_open (fixture, path);
  const char *message;
  WeftEngine *engine = weft_session_get_engine (weft_document_page_get_session (page));
  const char *const *problems =
    weft_catalog_get_problems (weft_evaluator_get_catalog (weft_engine_get_evaluator (engine)));

  fixture_wait (is_shown, fixture->window);
  message = weft_message_bar_get_message (fixture->window->catalog_bar);
  g_assert_nonnull (problems[0]);
  g_assert_null (problems[1]);
  g_assert_cmpstr (message, ==, problems[0]);
  g_assert_nonnull (strstr (message, "broken.json"));
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = g_dir_make_tmp ("weft-catalog-XXXXXX", NULL);
  g_autofree char *chips = g_build_filename (folder, "weft", "catalog", "chips", NULL);
  g_autofree char *broken = g_build_filename (chips, "broken.json", NULL);
  g_autofree char *catalog = g_path_get_dirname (chips);
  g_autofree char *weft = g_path_get_dirname (catalog);
  int result;

  g_assert_cmpint (g_mkdir_with_parents (chips, 0700), ==, 0);
  g_assert_true (g_file_set_contents (broken, "{\"id\": \"mine\",", -1, NULL));
  g_setenv ("XDG_DATA_HOME", folder, TRUE);

  fixture_init (&argc, &argv);
  g_test_add ("/app/catalog/problems", Fixture, NULL, fixture_set_up, test_problems,
              fixture_tear_down);
  result = g_test_run ();
  g_remove (broken);
  g_rmdir (chips);
  g_rmdir (catalog);
  g_rmdir (weft);
  g_rmdir (folder);
  return result;
}
