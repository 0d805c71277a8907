/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The way of a person through the window: open, read the score, change, undo, save, reload. */
#include "app-fixture.h"

#include "app/compose/weft-mini-bar.h"
#include "app/compose/weft-part-chooser.h"
#include "app/compose/weft-score-panel.h"
#include "app/compare/weft-compare-page.h"
#include "app/dialogs/weft-export.h"
#include "app/provenance/weft-number.h"
#include "app/weft-window-private.h"

#define ITER33 "catalog/systems/iter33.weft"
#define REFERENCE "catalog/systems/h100-reference.weft"

static const char *
read_score (WeftDocumentPage *page)
{
  GtkWidget *panel = fixture_find (GTK_WIDGET (page), WEFT_TYPE_SCORE_PANEL, 0);

  return weft_number_get_text (WEFT_NUMBER (fixture_find (panel, WEFT_TYPE_NUMBER, 0)));
}

static void
choose (WeftDocumentPage *page, const char *member, const char *id)
{
  WeftPartitionCard *card = weft_document_page_get_card (page, 0);
  WeftPartChooser *chooser =
    WEFT_PART_CHOOSER (weft_partition_card_get_control (card, member));
  GtkDropDown *dropdown = weft_part_chooser_get_dropdown (chooser);
  GListModel *parts = gtk_drop_down_get_model (dropdown);

  for (guint i = 0; i < g_list_model_get_n_items (parts); i++)
    {
      g_autoptr (WeftPart) part = g_list_model_get_item (parts, i);

      if (g_str_equal (weft_part_get_id (part), id))
        {
          gtk_drop_down_set_selected (dropdown, i);
          return;
        }
    }
  g_error ("no %s in the list", id);
}

static gboolean
has_other_score (gpointer data)
{
  return !g_str_equal (read_score (WEFT_DOCUMENT_PAGE (data)), "1.93");
}

static gboolean
is_saved (gpointer data)
{
  return !weft_session_get_modified (WEFT_SESSION (data));
}

static void
test_score (Fixture *fixture, gconstpointer data)
{
  static const char *const speedups[] = { "1.72×", "1.67×", "1.44×",
                                          "4.77×", "1.38×", "2.61×" };
  g_autofree char *path = fixture_source_path (ITER33);
  WeftDocumentPage *page = fixture_open (fixture, path);

  g_assert_cmpstr (read_score (page), ==, "1.93");
  for (guint i = 0; i < G_N_ELEMENTS (speedups); i++)
    {
      GtkWidget *bar = fixture_find (GTK_WIDGET (page), WEFT_TYPE_MINI_BAR, i);

      g_assert_cmpstr (weft_mini_bar_get_value (WEFT_MINI_BAR (bar)), ==, speedups[i]);
    }
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (fixture->window)), ==, "Iter33");
}

/* Changing the chip in its drop-down, undoing, saving and reading back gives the same bytes. */
static void
test_change_undo_save (Fixture *fixture, gconstpointer data)
{
  g_autofree char *source = fixture_source_path (ITER33);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *path = NULL;
  g_autoptr (GFile) file = NULL;
  WeftDocumentPage *page;
  WeftSession *session;
  gsize before_length, after_length;

  g_assert_true (g_file_get_contents (source, &before, &before_length, NULL));
  path = fixture_write (fixture, "iter33.weft", before);
  page = fixture_open (fixture, path);
  session = weft_document_page_get_session (page);

  choose (page, "chip", "H100");
  g_assert_true (weft_session_get_modified (session));
  g_assert_cmpstr (gtk_widget_get_tooltip_text (fixture->window->undo_button), ==,
                   "Undo Change Chip of Partition 1");
  fixture_wait (has_other_score, page);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.undo", NULL);
  g_assert_false (weft_session_get_modified (session));
  fixture_wait_for_score (session, "1.93");
  g_assert_cmpstr (read_score (page), ==, "1.93");

  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.redo", NULL);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.save", NULL);
  fixture_wait (is_saved, session);
  g_assert_true (g_file_get_contents (path, &after, &after_length, NULL));
  g_assert_cmpstr (after, !=, before);

  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.undo", NULL);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.save", NULL);
  fixture_wait (is_saved, session);
  g_clear_pointer (&after, g_free);
  g_assert_true (g_file_get_contents (path, &after, &after_length, NULL));
  g_assert_cmpmem (after, after_length, before, before_length);
}

static void
test_partitions (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_source_path (ITER33);
  WeftDocumentPage *page = fixture_open (fixture, path);
  WeftSession *session = weft_document_page_get_session (page);
  WeftDesign *design = weft_session_get_design (session);

  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.add-partition", NULL);
  g_assert_cmpuint (weft_design_get_n_partitions (design), ==, 3);
  g_assert_nonnull (weft_document_page_get_card (page, 2));
  gtk_widget_activate_action (GTK_WIDGET (weft_document_page_get_card (page, 2)),
                              "partition.remove", NULL);
  g_assert_cmpuint (weft_design_get_n_partitions (design), ==, 2);
  g_assert_null (weft_document_page_get_card (page, 2));

  gtk_widget_activate_action (GTK_WIDGET (weft_document_page_get_card (page, 1)),
                              "partition.move-up", NULL);
  g_assert_cmpstr (weft_partition_get_chip (weft_design_get_partition (design, 0)), ==, "WSE3s");
  for (guint i = 0; i < 3; i++)
    gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.undo", NULL);
  g_assert_cmpstr (weft_partition_get_chip (weft_design_get_partition (design, 0)), ==, "B200");
  g_assert_false (weft_session_get_modified (session));
}

/* A drag of the slider is one step of the history. */
static void
test_one_gesture_one_step (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_source_path (ITER33);
  WeftDocumentPage *page = fixture_open (fixture, path);
  WeftSession *session = weft_document_page_get_session (page);
  WeftPartition *partition = weft_design_get_partition (weft_session_get_design (session), 0);
  GtkWidget *spin =
    weft_partition_card_get_control (weft_document_page_get_card (page, 0), "power_frac");

  for (guint percent = 97; percent > 60; percent--)
    gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin), percent);
  g_assert_cmpfloat (weft_partition_get_power_frac (partition), ==, 0.61);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.undo", NULL);
  g_assert_cmpfloat (weft_partition_get_power_frac (partition), ==, 0.98);
  g_assert_false (weft_history_get_can_undo (weft_session_get_history (session)));
}

static gboolean
has_rows (gpointer data)
{
  return g_list_model_get_n_items (weft_compare_page_get_rows (WEFT_COMPARE_PAGE (data))) > 0;
}

static gboolean
is_comparing (gpointer data)
{
  return WEFT_IS_COMPARE_PAGE (weft_window_get_page (WEFT_WINDOW (data)));
}

/* Against the reference there are rows; the equal ones come with the switch. */
static void
test_compare (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_source_path (ITER33);
  g_autofree char *other = fixture_source_path (REFERENCE);
  g_autofree char *uri = g_filename_to_uri (other, NULL, NULL);
  GtkWidget *page;
  guint n;

  fixture_open (fixture, path);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.compare-uri", "s", uri);
  fixture_wait (is_comparing, fixture->window);
  page = weft_window_get_page (fixture->window);
  fixture_wait (has_rows, page);
  n = g_list_model_get_n_items (weft_compare_page_get_rows (WEFT_COMPARE_PAGE (page)));
  gtk_switch_set_active (GTK_SWITCH (fixture_find (page, GTK_TYPE_SWITCH, 0)), TRUE);
  g_assert_cmpuint (
    g_list_model_get_n_items (weft_compare_page_get_rows (WEFT_COMPARE_PAGE (page))), >, n);
}

static void
test_export (Fixture *fixture, gconstpointer data)
{
  static const char *const names[] = { "charts.svg", "charts.pdf", "charts.png" };
  g_autofree char *path = fixture_source_path (ITER33);
  WeftDocumentPage *page = fixture_open (fixture, path);
  WeftEvaluation *evaluation =
    weft_session_get_evaluation (weft_document_page_get_session (page));

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *target = g_build_filename (fixture->folder, names[i], NULL);
      g_autoptr (GError) error = NULL;

      g_assert_true (weft_export_charts_to (target, evaluation, NULL, &error));
      g_assert_no_error (error);
      g_assert_true (g_file_test (target, G_FILE_TEST_IS_REGULAR));
    }
}

/* A tab that is dragged out takes its design, changes and undo steps along. */
static void
test_drag_out (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_source_path (ITER33);
  WeftDocumentPage *page = fixture_open (fixture, path);
  WeftSession *session = weft_document_page_get_session (page);
  AdwTabPage *tab = adw_tab_view_get_selected_page (fixture->window->tabs);
  AdwTabView *tabs = NULL;
  GtkWidget *other;

  choose (page, "chip", "H100");
  g_signal_emit_by_name (fixture->window->tabs, "create-window", &tabs);
  g_assert_true (ADW_IS_TAB_VIEW (tabs));
  adw_tab_view_transfer_page (fixture->window->tabs, tab, tabs, 0);
  other = gtk_widget_get_ancestor (GTK_WIDGET (tabs), WEFT_TYPE_WINDOW);
  g_assert_true (weft_window_get_session (WEFT_WINDOW (other)) == session);
  g_assert_null (weft_window_get_session (fixture->window));
  gtk_widget_activate_action (other, "win.undo", NULL);
  g_assert_false (weft_session_get_modified (session));
  gtk_window_destroy (GTK_WINDOW (other));
}

/* Nothing of a document asks for more than a narrow window has. */
static void
test_narrow (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_source_path (ITER33);
  WeftDocumentPage *page = fixture_open (fixture, path);
  int minimum;

  gtk_widget_measure (GTK_WIDGET (page), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL,
                      NULL);
  g_assert_cmpint (minimum, <=, 360);
}

/* Another program writes the file: the page offers to read it again. */
static gboolean
is_changed_outside (gpointer data)
{
  return weft_session_get_changed_outside (WEFT_SESSION (data));
}

static gboolean
has_name (gpointer data)
{
  WeftSession *session = WEFT_SESSION (data);

  return g_str_equal (weft_design_get_name (weft_session_get_design (session)), "Other");
}

static void
test_outside (Fixture *fixture, gconstpointer data)
{
  const char *first = "{\"name\": \"One\", \"partitions\": []}\n";
  const char *second = "{\"name\": \"Other\", \"partitions\": []}\n";
  g_autofree char *path = fixture_write (fixture, "outside.weft", first);
  WeftDocumentPage *page = fixture_open (fixture, path);
  WeftSession *session = weft_document_page_get_session (page);
  GtkWidget *bar = fixture_find (GTK_WIDGET (page), g_type_from_name ("WeftMessageBar"), 0);

  g_free (fixture_write (fixture, "outside.weft", second));
  fixture_wait (is_changed_outside, session);
  g_signal_emit_by_name (bar, "answered");
  fixture_wait (has_name, session);
  g_assert_false (weft_session_get_changed_outside (session));
  g_assert_false (weft_session_get_modified (session));
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*test) (Fixture *, gconstpointer);
  } tests[] = {
    { "/app/window/score", test_score },
    { "/app/window/change-undo-save", test_change_undo_save },
    { "/app/window/partitions", test_partitions },
    { "/app/window/one-gesture-one-step", test_one_gesture_one_step },
    { "/app/window/compare", test_compare },
    { "/app/window/export", test_export },
    { "/app/window/drag-out", test_drag_out },
    { "/app/window/narrow", test_narrow },
    { "/app/window/outside", test_outside },
  };

  fixture_init (&argc, &argv);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, fixture_set_up, tests[i].test, fixture_tear_down);
  return g_test_run ();
}
