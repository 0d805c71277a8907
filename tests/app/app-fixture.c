/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every wait runs the main loop until something has happened; a watchdog ends a test that would
 * wait for ever. */
#include "app-fixture.h"

#include <glib/gstdio.h>

#include "base/weft-quantity.h"

#define WATCHDOG_S 60

static gboolean
give_up_cb (gpointer data)
{
  g_error ("nothing has happened for %d seconds", WATCHDOG_S);
  return G_SOURCE_REMOVE;
}

void
fixture_init (int *argc, char ***argv)
{
  gtk_test_init (argc, argv);
  adw_init ();
  g_set_prgname ("weft");
}

/* The application is registered without a bus name, so that tests never meet each other. */
void
fixture_set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->app = weft_application_new ();
  g_application_set_flags (G_APPLICATION (fixture->app),
                           G_APPLICATION_NON_UNIQUE | G_APPLICATION_HANDLES_OPEN);
  g_application_register (G_APPLICATION (fixture->app), NULL, &error);
  g_assert_no_error (error);
  fixture->window = weft_window_new (GTK_APPLICATION (fixture->app),
                                     weft_application_get_engine (fixture->app));
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1200, 780);
  gtk_window_present (GTK_WINDOW (fixture->window));
  fixture->folder = g_dir_make_tmp ("weft-app-XXXXXX", &error);
  g_assert_no_error (error);
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (folder);
}

void
fixture_tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  fixture_settle ();
  remove_folder (fixture->folder);
  g_free (fixture->folder);
  g_object_unref (fixture->app);
}

void
fixture_wait (FixtureCondition condition, gpointer data)
{
  guint watchdog = g_timeout_add_seconds (WATCHDOG_S, give_up_cb, NULL);

  while (!condition (data))
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (watchdog);
}

/* Handles everything that is ready now. */
void
fixture_settle (void)
{
  while (g_main_context_pending (NULL))
    g_main_context_iteration (NULL, FALSE);
}

char *
fixture_source_path (const char *path)
{
  return g_build_filename (g_getenv ("WEFT_TEST_SRCDIR"), path, NULL);
}

char *
fixture_write (Fixture *fixture, const char *name, const char *text)
{
  char *path = g_build_filename (fixture->folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  return path;
}

static gboolean
has_page (gpointer data)
{
  WeftSession *session = weft_window_get_session (WEFT_WINDOW (data));

  return session != NULL && weft_session_get_evaluation (session) != NULL;
}

WeftDocumentPage *
fixture_open (Fixture *fixture, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  weft_window_open_file (fixture->window, file);
  fixture_wait (has_page, fixture->window);
  return WEFT_DOCUMENT_PAGE (weft_window_get_page (fixture->window));
}

typedef struct
{
  WeftSession *session;
  const char *score;
} Expected;

static gboolean
has_score (gpointer data)
{
  Expected *expected = data;
  WeftEvaluation *evaluation = weft_session_get_evaluation (expected->session);
  g_autofree char *score = NULL;

  if (evaluation == NULL)
    return FALSE;
  score = weft_quantity_format (weft_evaluation_get_score (evaluation), WEFT_UNIT_NONE);
  return g_str_equal (score, expected->score);
}

void
fixture_wait_for_score (WeftSession *session, const char *score)
{
  Expected expected = { session, score };

  fixture_wait (has_score, &expected);
}

static GtkWidget *
find_counting (GtkWidget *root, GType type, guint *nth)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (root, type) && (*nth)-- == 0)
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_counting (child, type, nth);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* The nth descendant of a type, in document order; NULL when there are fewer. */
GtkWidget *
fixture_find (GtkWidget *root, GType type, guint nth)
{
  return find_counting (root, type, &nth);
}

gboolean
fixture_press (GtkWidget *widget, guint key)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  gboolean taken = FALSE;

  for (guint i = 0; !taken && i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
        g_signal_emit_by_name (controller, "key-pressed", key, 0, 0, &taken);
    }
  return taken;
}

static void
painted_cb (GdkFrameClock *clock, gboolean *painted)
{
  *painted = TRUE;
}

static gboolean
is_true (gpointer data)
{
  return *(gboolean *) data;
}

void
fixture_wait_for_frame (GtkWidget *widget)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (widget);
  gboolean painted = FALSE;
  gulong handler = g_signal_connect (clock, "after-paint", G_CALLBACK (painted_cb), &painted);

  gtk_widget_queue_resize (widget);
  fixture_wait (is_true, &painted);
  g_signal_handler_disconnect (clock, handler);
}

void
fixture_type (GtkWidget *entry, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  g_signal_emit_by_name (entry, "activate");
}
