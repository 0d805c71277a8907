/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The way of a person through the window: open, read the score, change, undo, save, reload. */
#include "app-fixture.h"

#include "app/compose/weft-mini-bar.h"
#include "app/compose/weft-part-chooser.h"
#include "app/compose/weft-score-panel.h"
#include "app/compare/weft-compare-page.h"
#include "app/dialogs/weft-export.h"
#include "app/compose/weft-strip.h"
#include "app/provenance/weft-number.h"
#include "app/weft-window-private.h"
#include "model/weft-comparison.h"

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
  GListModel *parts = weft_part_chooser_get_found (chooser);

  for (guint i = 0; i < g_list_model_get_n_items (parts); i++)
    {
      g_autoptr (WeftPart) part = g_list_model_get_item (parts, i);

      if (g_str_equal (weft_part_get_id (part), id))
        {
          weft_part_chooser_choose (chooser, i);
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

/* Changing the chip in its list, undoing, saving and reading back gives the same bytes. */
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
  /* The largest one has made room, in the same step. */
  g_assert_cmpfloat (weft_partition_get_power_frac (weft_design_get_partition (design, 0)), ==,
                     0.88);
  g_assert_cmpfloat (weft_partition_get_power_frac (weft_design_get_partition (design, 2)), ==,
                     0.1);
  g_assert_cmpstr (weft_history_get_undo_label (weft_session_get_history (session)), ==,
                   "Undo Add Partition");
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

static const char *
find_percent (WeftComparePage *page, const char *key)
{
  GListModel *rows = weft_compare_page_get_rows (page);

  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (WeftComparisonRow) row = g_list_model_get_item (rows, i);

      if (g_str_equal (weft_comparison_row_get_key (row), key))
        return weft_comparison_row_get_percent_text (row);
    }
  return NULL;
}

/* Against the reference an improvement is a plus; there are rows; the equal ones come with the switch. */
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
  g_assert_cmpstr (find_percent (WEFT_COMPARE_PAGE (page), "score"), ==, "+92.9\302\240%");
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

static gboolean
has_errors (gpointer data)
{
  GListModel *violations = weft_session_get_violations (WEFT_SESSION (data));

  for (guint i = 0; i < g_list_model_get_n_items (violations); i++)
    {
      g_autoptr (WeftViolation) violation = g_list_model_get_item (violations, i);

      if (weft_violation_get_severity (violation) == WEFT_SEVERITY_ERROR)
        return TRUE;
    }
  return FALSE;
}

/* The strip counts by severity and stays as high as it is when the design gets an error; sharing
 * more than all does not move the slider. */
static void
test_strip (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_source_path (ITER33);
  WeftDocumentPage *page = fixture_open (fixture, path);
  WeftSession *session = weft_document_page_get_session (page);
  GtkWidget *strip = fixture_find (GTK_WIDGET (page), WEFT_TYPE_STRIP, 0);
  GtkWidget *card = GTK_WIDGET (weft_document_page_get_card (page, 0));
  GtkWidget *scale = fixture_find (card, GTK_TYPE_SCALE, 0);
  graphene_rect_t before, after;
  int height;

  /* The columns find their widths after the first frame. */
  fixture_wait_for_frame (strip);
  fixture_settle ();
  fixture_wait_for_frame (strip);
  height = gtk_widget_get_height (strip);
  g_assert_true (gtk_widget_compute_bounds (scale, card, &before));
  weft_session_set_number (session, "/partitions/1/power_frac", 0.5, FALSE);
  fixture_wait (has_errors, session);
  fixture_wait_for_frame (strip);
  g_assert_nonnull (strstr (weft_strip_get_counts (WEFT_STRIP (strip)), "error"));
  /* What the partition consists of is known all the same. */
  g_assert_cmpstr (weft_number_get_text (WEFT_NUMBER (fixture_find (card, WEFT_TYPE_NUMBER, 0))),
                   ==, "896 = 12.44 domains of 72");
  g_assert_cmpint (gtk_widget_get_height (strip), ==, height);
  g_assert_true (gtk_widget_compute_bounds (scale, card, &after));
  g_assert_cmpfloat (after.origin.x, ==, before.origin.x);
  g_assert_cmpfloat (after.origin.y, ==, before.origin.y);
  g_assert_cmpfloat (after.size.width, ==, before.size.width);
}

/* A button whose label has a mnemonic says its name once, and without the underscore. */
static void
test_names (Fixture *fixture, gconstpointer data)
{
  GtkWidget *button;

  fixture_wait_for_frame (GTK_WIDGET (fixture->window));
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.new", NULL);
  for (guint i = 0;
       (button = fixture_find (GTK_WIDGET (fixture->window), GTK_TYPE_BUTTON, i)) != NULL; i++)
    {
      const char *label = gtk_button_get_label (GTK_BUTTON (button));

      if (label != NULL && strchr (label, '_') != NULL)
        g_assert_false (gtk_test_accessible_has_property (GTK_ACCESSIBLE (button),
                                                          GTK_ACCESSIBLE_PROPERTY_LABEL));
    }
}

static GtkWidget *
find_menu_button (GtkWidget *strip, const char *icon)
{
  for (guint i = 0;; i++)
    {
      GtkWidget *button = fixture_find (strip, GTK_TYPE_MENU_BUTTON, i);
      GtkWidget *image;

      g_assert_nonnull (button);
      image = fixture_find (button, GTK_TYPE_IMAGE, 0);
      if (image != NULL
          && g_strcmp0 (gtk_image_get_icon_name (GTK_IMAGE (image)), icon) == 0)
        return button;
    }
}

static void
assert_named (GtkWidget *button, const char *words)
{
  char *error = gtk_test_accessible_check_property (
    GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, words);

  g_assert_null (error);
}

/* The profile's button opens what the model leaves out, and is named. */
static void
test_left_out (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_source_path (ITER33);
  WeftDocumentPage *page = fixture_open (fixture, path);
  WeftSession *session = weft_document_page_get_session (page);
  GtkWidget *strip = fixture_find (GTK_WIDGET (page), WEFT_TYPE_STRIP, 0);
  GtkWidget *button = find_menu_button (strip, "help-about-symbolic");
  const char *const *left_out =
    weft_evaluation_get_left_out (weft_session_get_evaluation (session));
  const char *words = "Judged by archagent-2026. Click to change it, and to see its constants and what it leaves out.";
  GtkWidget *popover, *label;

  assert_named (button, words);
  g_assert_cmpstr (gtk_widget_get_tooltip_text (button), ==, words);
  g_assert_nonnull (left_out[0]);
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  popover = GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)));
  g_assert_true (gtk_widget_get_visible (popover));
  for (guint i = 0; (label = fixture_find (popover, GTK_TYPE_LABEL, i)) != NULL; i++)
    if (g_str_equal (gtk_label_get_text (GTK_LABEL (label)), left_out[0]))
      return;
  g_test_fail ();
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
    { "/app/window/strip", test_strip },
    { "/app/window/left-out", test_left_out },
    { "/app/window/names", test_names },
  };

  fixture_init (&argc, &argv);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, fixture_set_up, tests[i].test, fixture_tear_down);
  return g_test_run ();
}
