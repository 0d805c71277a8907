/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Broken files and broken rules: the window says what is wrong and where, and stays up. */
#include "app-fixture.h"

#include "app/compose/weft-facility-card.h"
#include "app/compose/weft-field-row.h"
#include "app/weft-message-bar.h"

static WeftMessageBar *
get_bar (Fixture *fixture)
{
  return WEFT_MESSAGE_BAR (
    fixture_find (GTK_WIDGET (fixture->window), WEFT_TYPE_MESSAGE_BAR, 0));
}

static gboolean
is_shown (gpointer data)
{
  return weft_message_bar_is_shown (WEFT_MESSAGE_BAR (data));
}

static void
refuse (Fixture *fixture, const char *path, const char *expected)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  WeftMessageBar *bar = get_bar (fixture);

  weft_message_bar_hide (bar);
  weft_window_open_file (fixture->window, file);
  fixture_wait (is_shown, bar);
  g_assert_nonnull (strstr (weft_message_bar_get_message (bar), expected));
  g_assert_null (weft_window_get_session (fixture->window));
}

static void
test_broken_files (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *name;
    const char *text;
    const char *expected;
  } files[] = {
    { "truncated.weft", "{\"name\": \"Cut\", \"partitions\": [", "truncated.weft" },
    { "nan.weft", "{\"partitions\": [{\"chip\": \"B200\", \"power_frac\": NaN}]}", "nan.weft" },
    { "empty.weft", "", "empty.weft" },
    { "type.weft", "{\"partitions\": [{\"chip\": 7}]}", "/partitions/0/chip" },
    { "bytes.weft", "{\"name\": \"\xff\"}", "bytes.weft" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = fixture_write (fixture, files[i].name, files[i].text);

      refuse (fixture, path, files[i].expected);
    }
  refuse (fixture, fixture->folder, fixture->folder);
}

static gboolean
is_recent (gpointer uri)
{
  return gtk_recent_manager_has_item (gtk_recent_manager_get_default (), uri);
}

/* A file dialog adds what it returns to the recent files; a file that cannot be opened leaves
 * them. */
static void
test_no_recent (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_write (fixture, "broken.weft", "{");
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);

  g_assert_true (gtk_recent_manager_add_item (gtk_recent_manager_get_default (), uri));
  fixture_wait (is_recent, uri);
  refuse (fixture, path, "broken.weft");
  g_assert_false (is_recent (uri));
}

static WeftDocumentPage *
open_text (Fixture *fixture, const char *text)
{
  g_autofree char *path = fixture_write (fixture, "design.weft", text);

  return fixture_open (fixture, path);
}

/* A click on a violation goes to the field that it is about. */
static void
test_go_to_field (Fixture *fixture, gconstpointer data)
{
  WeftDocumentPage *page = open_text (
    fixture, "{\"name\": \"Wrong\", \"partitions\": [{\"chip\": \"B20O\", \"role\": \"general\", "
             "\"power_frac\": 1, \"scaleup\": \"NVLink5\", \"scaleout\": \"IB-XDR\"}]}");
  WeftSession *session = weft_document_page_get_session (page);
  GListModel *violations = weft_session_get_violations (session);
  g_autoptr (WeftViolation) violation = g_list_model_get_item (violations, 0);
  WeftPartitionCard *card = weft_document_page_get_card (page, 0);
  GtkWidget *control = weft_partition_card_get_control (card, "chip");
  GtkWidget *row = gtk_widget_get_ancestor (control, WEFT_TYPE_FIELD_ROW);
  GtkWidget *focus;

  g_assert_nonnull (violation);
  g_assert_cmpstr (weft_violation_get_code (violation), ==, "unknown_chip");
  g_assert_true (gtk_widget_has_css_class (row, "error"));
  g_assert_nonnull (strstr (weft_field_row_get_problem (WEFT_FIELD_ROW (row)), "B20O"));

  gtk_widget_activate_action (GTK_WIDGET (page), "compose.go-to", "s",
                              weft_violation_get_path (violation));
  focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));
  g_assert_nonnull (focus);
  g_assert_true (gtk_widget_is_ancestor (focus, control));
  g_assert_true (gtk_widget_has_css_class (row, "flash"));
}

/* The row that a violation leads to is in view as a whole, not only its control. */
static void
test_scroll (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_source_path ("catalog/systems/iter33.weft");
  WeftDocumentPage *page = fixture_open (fixture, path);
  GtkWidget *control =
    weft_partition_card_get_control (weft_document_page_get_card (page, 1), "power_frac");
  GtkWidget *row = gtk_widget_get_ancestor (control, WEFT_TYPE_FIELD_ROW);
  GtkWidget *scroller = gtk_widget_get_ancestor (row, GTK_TYPE_SCROLLED_WINDOW);
  graphene_rect_t bounds;

  fixture_wait_for_frame (row);
  g_assert_true (gtk_widget_compute_bounds (row, scroller, &bounds));
  g_assert_cmpfloat (bounds.origin.y + bounds.size.height, >, gtk_widget_get_height (scroller));
  g_assert_true (weft_document_page_go_to (page, "/partitions/1/power_frac"));
  fixture_wait_for_frame (row);
  fixture_wait_for_frame (row);
  g_assert_true (gtk_widget_compute_bounds (row, scroller, &bounds));
  g_assert_cmpfloat (bounds.origin.y, >=, 0);
  g_assert_cmpfloat (bounds.origin.y + bounds.size.height, <=, gtk_widget_get_height (scroller));
}

/* What is typed as a budget is a budget or is refused in its row. */
static void
test_amount (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_source_path ("catalog/systems/iter33.weft");
  WeftDocumentPage *page = fixture_open (fixture, path);
  WeftDesign *design = weft_session_get_design (weft_document_page_get_session (page));
  GtkWidget *card = fixture_find (GTK_WIDGET (page), WEFT_TYPE_FACILITY_CARD, 0);
  GtkWidget *amount = weft_facility_card_get_amount (WEFT_FACILITY_CARD (card));
  GtkWidget *row = gtk_widget_get_ancestor (amount, WEFT_TYPE_FIELD_ROW);
  double watts;

  gtk_editable_set_text (GTK_EDITABLE (amount), "300kW");
  g_signal_emit_by_name (amount, "activate");
  g_assert_cmpint (weft_design_get_budget (design, &watts), ==, WEFT_BUDGET_POWER);
  g_assert_cmpfloat (watts, ==, 300000);

  gtk_editable_set_text (GTK_EDITABLE (amount), "plenty");
  g_signal_emit_by_name (amount, "activate");
  g_assert_nonnull (weft_field_row_get_problem (WEFT_FIELD_ROW (row)));
  weft_design_get_budget (design, &watts);
  g_assert_cmpfloat (watts, ==, 300000);

  gtk_editable_set_text (GTK_EDITABLE (amount), "2 MW");
  g_signal_emit_by_name (amount, "activate");
  g_assert_null (weft_field_row_get_problem (WEFT_FIELD_ROW (row)));
  weft_design_get_budget (design, &watts);
  g_assert_cmpfloat (watts, ==, 2000000);
}

int
main (int argc, char **argv)
{
  fixture_init (&argc, &argv);
  g_test_add ("/app/errors/broken-files", Fixture, NULL, fixture_set_up, test_broken_files,
              fixture_tear_down);
  g_test_add ("/app/errors/go-to-field", Fixture, NULL, fixture_set_up, test_go_to_field,
              fixture_tear_down);
  g_test_add ("/app/errors/no-recent", Fixture, NULL, fixture_set_up, test_no_recent,
              fixture_tear_down);
  g_test_add ("/app/errors/scroll", Fixture, NULL, fixture_set_up, test_scroll,
              fixture_tear_down);
  g_test_add ("/app/errors/amount", Fixture, NULL, fixture_set_up, test_amount,
              fixture_tear_down);
  return g_test_run ();
}
