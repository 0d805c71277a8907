/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fields that are typed in: only what somebody has typed is committed, every change of the
 * document takes the field along, and Escape brings the document's value back. */
#include "app-fixture.h"

#include "app/compose/weft-facility-card.h"
#include "app/compose/weft-field-row.h"
#include "app/compose/weft-value-entry.h"
#include "app/compose/weft-workload-row.h"

#define ITER33 "catalog/systems/iter33.weft"

typedef struct
{
  WeftDocumentPage *page;
  WeftSession *session;
  WeftDesign *design;
  GtkWidget *amount;
  WeftFieldRow *row;
} Budget;

static void
open_budget (Fixture *fixture, Budget *budget)
{
  g_autofree char *path = fixture_source_path (ITER33);
  GtkWidget *card;

  budget->page = fixture_open (fixture, path);
  budget->session = weft_document_page_get_session (budget->page);
  budget->design = weft_session_get_design (budget->session);
  card = fixture_find (GTK_WIDGET (budget->page), WEFT_TYPE_FACILITY_CARD, 0);
  budget->amount = weft_facility_card_get_amount (WEFT_FACILITY_CARD (card));
  budget->row = WEFT_FIELD_ROW (gtk_widget_get_ancestor (budget->amount, WEFT_TYPE_FIELD_ROW));
}

static const char *
get_text (Budget *budget)
{
  return gtk_editable_get_text (GTK_EDITABLE (budget->amount));
}

/* Leaves the field as a click elsewhere does. */
static void
leave (Budget *budget)
{
  weft_value_entry_commit (WEFT_VALUE_ENTRY (budget->amount));
}

static void
assert_budget (Budget *budget, WeftBudget kind, double amount)
{
  double found;

  g_assert_cmpint (weft_design_get_budget (budget->design, &found), ==, kind);
  g_assert_cmpfloat (found, ==, amount);
}

/* Undo takes text and complaint along, and leaving the field afterwards changes nothing. */
static void
test_undo (Fixture *fixture, gconstpointer data)
{
  Budget budget;
  g_autofree char *before = NULL;

  open_budget (fixture, &budget);
  before = g_strdup (get_text (&budget));
  gtk_widget_grab_focus (budget.amount);
  fixture_type (budget.amount, "255 M$");
  assert_budget (&budget, WEFT_BUDGET_COST, 255e6);
  fixture_type (budget.amount, "2 parsecs");
  g_assert_nonnull (weft_field_row_get_problem (budget.row));
  for (guint i = 0; i < 5; i++)
    gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.undo", NULL);
  g_assert_false (weft_session_get_modified (budget.session));
  g_assert_cmpstr (get_text (&budget), ==, before);
  g_assert_null (weft_field_row_get_problem (budget.row));
  leave (&budget);
  g_assert_false (weft_session_get_modified (budget.session));
  g_assert_false (gtk_editable_get_enable_undo (GTK_EDITABLE (budget.amount)));
}

/* A change anywhere in the document ends what was being typed. */
static void
test_other_change (Fixture *fixture, gconstpointer data)
{
  Budget budget;
  g_autofree char *before = NULL;

  open_budget (fixture, &budget);
  before = g_strdup (get_text (&budget));
  gtk_editable_set_text (GTK_EDITABLE (budget.amount), "9 MW");
  weft_session_set_text (budget.session, "/partitions/0/role", "solver", FALSE);
  g_assert_cmpstr (get_text (&budget), ==, before);
  leave (&budget);
  weft_history_undo (weft_session_get_history (budget.session));
  g_assert_false (weft_session_get_modified (budget.session));
}

static void
test_escape (Fixture *fixture, gconstpointer data)
{
  Budget budget;
  g_autofree char *before = NULL;

  open_budget (fixture, &budget);
  before = g_strdup (get_text (&budget));
  fixture_type (budget.amount, "plenty");
  g_assert_nonnull (weft_field_row_get_problem (budget.row));
  g_assert_true (fixture_press (budget.amount, GDK_KEY_Escape));
  g_assert_cmpstr (get_text (&budget), ==, before);
  g_assert_null (weft_field_row_get_problem (budget.row));
  /* With nothing to bring back, the key is somebody else's. */
  g_assert_false (fixture_press (budget.amount, GDK_KEY_Escape));
  fixture_type (budget.amount, "");
  g_assert_cmpstr (get_text (&budget), ==, before);
  g_assert_null (weft_field_row_get_problem (budget.row));
  g_assert_false (weft_session_get_modified (budget.session));
}

/* The unit tells which budget is meant. */
static void
test_units (Fixture *fixture, gconstpointer data)
{
  static const char *const refused[] = { "0", "0 W", "\342\210\2223 MW", "-5 $", "2 GB" };
  Budget budget;

  open_budget (fixture, &budget);
  fixture_type (budget.amount, "20 M$");
  assert_budget (&budget, WEFT_BUDGET_COST, 20e6);
  fixture_type (budget.amount, "2 MW");
  assert_budget (&budget, WEFT_BUDGET_POWER, 2e6);
  fixture_type (budget.amount, "300000");
  assert_budget (&budget, WEFT_BUDGET_POWER, 3e5);
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      fixture_type (budget.amount, refused[i]);
      g_assert_nonnull (weft_field_row_get_problem (budget.row));
      assert_budget (&budget, WEFT_BUDGET_POWER, 3e5);
    }
}

/* A share that the field shows rounded is not rounded by passing through the field, and undo takes
 * along what was being typed. */
static void
test_share (Fixture *fixture, gconstpointer data)
{
  const char *text =
    "{\"name\": \"Thirds\", \"partitions\": [{\"chip\": \"B200\", \"role\": \"general\", "
    "\"power_frac\": 0.333333333, \"scaleup\": \"NVLink5\", \"scaleout\": \"IB-XDR\"}]}";
  g_autofree char *path = fixture_write (fixture, "thirds.weft", text);
  WeftDocumentPage *page = fixture_open (fixture, path);
  WeftSession *session = weft_document_page_get_session (page);
  WeftDesign *design = weft_session_get_design (session);
  GtkWidget *spin =
    weft_partition_card_get_control (weft_document_page_get_card (page, 0), "power_frac");

  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (spin)), ==, "33.33");
  gtk_spin_button_update (GTK_SPIN_BUTTON (spin));
  g_assert_false (weft_session_get_modified (session));

  weft_session_set_text (session, "/name", "Other", FALSE);
  gtk_editable_set_text (GTK_EDITABLE (spin), "55");
  g_assert_true (weft_history_undo (weft_session_get_history (session)));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (spin)), ==, "33.33");
  gtk_spin_button_update (GTK_SPIN_BUTTON (spin));
  g_assert_false (weft_session_get_modified (session));

  gtk_editable_set_text (GTK_EDITABLE (spin), "55");
  g_assert_true (fixture_press (spin, GDK_KEY_Escape));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (spin)), ==, "33.33");
  gtk_editable_set_text (GTK_EDITABLE (spin), "55");
  gtk_spin_button_update (GTK_SPIN_BUTTON (spin));
  g_assert_cmpfloat (weft_partition_get_power_frac (weft_design_get_partition (design, 0)), ==,
                     0.55);
}

/* Saving takes along what stands in the field that has the keyboard. */
static gboolean
is_saved (gpointer data)
{
  return !weft_session_get_modified (WEFT_SESSION (data));
}

static void
test_save (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path =
    fixture_write (fixture, "save.weft", "{\"name\": \"Save\", \"partitions\": []}");
  WeftDocumentPage *page = fixture_open (fixture, path);
  WeftSession *session = weft_document_page_get_session (page);
  GtkWidget *card = fixture_find (GTK_WIDGET (page), WEFT_TYPE_FACILITY_CARD, 0);
  GtkWidget *amount = weft_facility_card_get_amount (WEFT_FACILITY_CARD (card));
  g_autofree char *written = NULL;

  gtk_widget_grab_focus (amount);
  gtk_editable_set_text (GTK_EDITABLE (amount), "3 MW");
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.save", NULL);
  g_assert_true (weft_session_get_modified (session));
  fixture_wait (is_saved, session);
  g_assert_true (g_file_get_contents (path, &written, NULL, NULL));
  g_assert_nonnull (strstr (written, "3000000"));
}

/* Weights are changed in place, their sum is shown, and the record's own are not written. */
static void
test_workload (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_source_path (ITER33);
  WeftDocumentPage *page = fixture_open (fixture, path);
  WeftSession *session = weft_document_page_get_session (page);
  WeftDesign *design = weft_session_get_design (session);
  WeftHistory *history = weft_session_get_history (session);
  GtkWidget *widget = fixture_find (GTK_WIDGET (page), WEFT_TYPE_WORKLOAD_ROW, 0);
  WeftWorkloadRow *row = WEFT_WORKLOAD_ROW (widget);
  GtkSpinButton *spin;
  double percent;

  g_assert_null (weft_workload_row_get_sum (row));
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (row), TRUE);
  g_assert_cmpstr (weft_workload_row_get_sum (row), ==, "100.00\302\240%");
  spin = weft_workload_row_get_spin (row, 0);
  percent = gtk_spin_button_get_value (spin);
  for (guint i = 1; i <= 5; i++)
    gtk_spin_button_set_value (spin, percent + i);
  g_assert_nonnull (weft_design_get_workload (design));
  g_assert_cmpstr (weft_workload_row_get_sum (row), ==, "105.00\302\240%");
  weft_history_undo (history);
  g_assert_false (weft_session_get_modified (session));
  g_assert_cmpfloat (gtk_spin_button_get_value (spin), ==, percent);

  gtk_spin_button_set_value (spin, percent + 1);
  weft_history_barrier (history);
  gtk_spin_button_set_value (spin, percent);
  g_assert_null (weft_design_get_workload (design));
}

/* What is typed into the notes until the keyboard leaves them is one step. */
static void
test_notes (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_source_path (ITER33);
  WeftDocumentPage *page = fixture_open (fixture, path);
  WeftSession *session = weft_document_page_get_session (page);
  WeftDesign *design = weft_session_get_design (session);
  GtkTextBuffer *buffer;

  g_assert_true (weft_document_page_go_to (page, "/notes"));
  buffer = gtk_text_view_get_buffer (
    GTK_TEXT_VIEW (fixture_find (GTK_WIDGET (page), GTK_TYPE_TEXT_VIEW, 0)));
  g_assert_false (gtk_text_buffer_get_enable_undo (buffer));
  gtk_text_buffer_insert_at_cursor (buffer, "One\n", -1);
  gtk_text_buffer_insert_at_cursor (buffer, "two", -1);
  g_assert_cmpstr (weft_design_get_notes (design), ==, "One\ntwo");
  g_assert_true (weft_history_undo (weft_session_get_history (session)));
  g_assert_cmpint (gtk_text_buffer_get_char_count (buffer), ==, 0);
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
    { "/app/fields/undo", test_undo },
    { "/app/fields/other-change", test_other_change },
    { "/app/fields/escape", test_escape },
    { "/app/fields/units", test_units },
    { "/app/fields/share", test_share },
    { "/app/fields/save", test_save },
    { "/app/fields/workload", test_workload },
    { "/app/fields/notes", test_notes },
  };

  fixture_init (&argc, &argv);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, fixture_set_up, tests[i].test, fixture_tear_down);
  return g_test_run ();
}
