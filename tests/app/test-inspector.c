/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inspector beside a stage: what it shows of the selection, that each entry is one step, what it
 * refuses, what it explains, and the rules that are broken. */
#include "app-fixture.h"

#include <string.h>

#include "app/compose/weft-constraint-list.h"
#include "app/compose/weft-inspector-private.h"
#include "app/compose/weft-inspector.h"
#include "design/weft-waiver.h"

typedef struct
{
  Fixture fixture;
  GtkWidget *window;
  WeftInspector *inspector;
  WeftSession *session;
  WeftStage *stage;
} Bench;

/* --- fixture --- */

static void
opened_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Bench *bench = data;
  g_autoptr (GError) error = NULL;

  bench->session = weft_session_open_finish (result, &error);
  g_assert_no_error (error);
}

static gboolean
is_ready (gpointer data)
{
  Bench *bench = data;

  return bench->session != NULL && weft_session_get_evaluation (bench->session) != NULL;
}

static void
open_design (Bench *bench, const char *path)
{
  g_autofree char *source = fixture_source_path (path);
  g_autoptr (GFile) file = g_file_new_for_path (source);

  weft_session_open_async (weft_application_get_engine (bench->fixture.app), file,
                           WEFT_SESSION_PATTERN, NULL, opened_cb, bench);
  fixture_wait (is_ready, bench);
  bench->stage = weft_stage_new (bench->session);
  weft_inspector_set_stage (bench->inspector, bench->stage);
  fixture_settle ();
}

static void
set_up (Bench *bench, gconstpointer data)
{
  fixture_set_up (&bench->fixture, NULL);
  bench->window = adw_window_new ();
  bench->inspector = WEFT_INSPECTOR (weft_inspector_new ());
  adw_window_set_content (ADW_WINDOW (bench->window), GTK_WIDGET (bench->inspector));
  gtk_window_set_default_size (GTK_WINDOW (bench->window), 320, 780);
  gtk_window_present (GTK_WINDOW (bench->window));
}

static void
tear_down (Bench *bench, gconstpointer data)
{
  weft_inspector_set_stage (bench->inspector, NULL);
  gtk_window_destroy (GTK_WINDOW (bench->window));
  fixture_settle ();
  g_clear_object (&bench->stage);
  g_clear_object (&bench->session);
  fixture_tear_down (&bench->fixture, NULL);
}

static WeftInspectorRow *
find_row (Bench *bench, const char *title)
{
  for (guint i = 0;; i++)
    {
      GtkWidget *row = fixture_find (GTK_WIDGET (bench->inspector), WEFT_TYPE_INSPECTOR_ROW, i);

      if (row == NULL)
        return NULL;
      if (gtk_widget_get_mapped (row)
          && g_str_equal (weft_inspector_row_get_title (WEFT_INSPECTOR_ROW (row)), title))
        return WEFT_INSPECTOR_ROW (row);
    }
}

static GtkWidget *
find_entry (Bench *bench, const char *title)
{
  return fixture_find (GTK_WIDGET (find_row (bench, title)), WEFT_TYPE_VALUE_ENTRY, 0);
}

static const char *
shown (Bench *bench, const char *title)
{
  return gtk_editable_get_text (GTK_EDITABLE (find_entry (bench, title)));
}

/* What a row without an entry says. */
static gboolean
says (Bench *bench, const char *title, const char *text)
{
  WeftInspectorRow *row = find_row (bench, title);

  for (guint i = 0; row != NULL; i++)
    {
      GtkWidget *label = fixture_find (GTK_WIDGET (row), GTK_TYPE_LABEL, i);

      if (label == NULL)
        return FALSE;
      if (strstr (gtk_label_get_text (GTK_LABEL (label)), text) != NULL)
        return TRUE;
    }
  return FALSE;
}

/* What an edit changes is shown before the next frame. */
static void
type (Bench *bench, const char *title, const char *text)
{
  fixture_settle ();
  fixture_type (find_entry (bench, title), text);
}

static const WeftGraphDefinition *
level (Bench *bench)
{
  return weft_stage_get_definition (bench->stage, NULL);
}

static void
go_to (Bench *bench, const char *pointer)
{
  g_assert_true (weft_stage_go_to_pointer (bench->stage, pointer));
  fixture_settle ();
}

/* Chooses by id, as a click on its row does. */
static void
choose (WeftPartChooser *chooser, const char *id)
{
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
  g_error ("“%s” is not offered", id);
}

static gboolean
undo (Bench *bench)
{
  gboolean undone = weft_history_undo (weft_session_get_history (bench->session));

  fixture_settle ();
  return undone;
}

/* --- the level --- */

static gboolean
has_totals (gpointer data)
{
  return find_row (data, "Chips") != NULL;
}

static gboolean
has_limit (gpointer data)
{
  return says (data, "IT power", "150");
}

static void
test_level (Bench *bench, gconstpointer data)
{
  open_design (bench, "catalog/systems/nvl72.weft");
  g_assert_cmpstr (shown (bench, "Title"), ==, "One rack and its network");
  fixture_wait (has_totals, bench);
  g_assert_true (says (bench, "IT power", "kW"));

  type (bench, "Title", "Another name");
  g_assert_cmpstr (level (bench)->title, ==, "Another name");
  g_assert_true (undo (bench));
  g_assert_cmpstr (level (bench)->title, ==, "One rack and its network");
  g_assert_false (weft_session_get_modified (bench->session));

  type (bench, "Budget", "-3 kW");
  g_assert_nonnull (strstr (weft_inspector_row_get_message (find_row (bench, "Budget")), "kW"));
  g_assert_false (weft_session_get_modified (bench->session));
  type (bench, "Budget", "150 kW");
  fixture_wait (has_limit, bench);

  go_to (bench, "/graph/definitions/tray");
  g_assert_true (says (bench, "In the machine", "18"));
}

/* A port that something ends at stays. */
static void
test_ports (Bench *bench, gconstpointer data)
{
  GtkWidget *button;

  open_design (bench, "catalog/systems/nvl72.weft");
  go_to (bench, "/graph/definitions/tray");
  g_assert_cmpuint (level (bench)->n_ports, ==, 2);
  button = fixture_find (GTK_WIDGET (find_row (bench, "net")), GTK_TYPE_BUTTON, 0);
  g_signal_emit_by_name (button, "clicked");
  g_assert_cmpuint (level (bench)->n_ports, ==, 2);
  g_assert_true (says (bench, "net", "1 link or port"));
}

/* --- items --- */

static void
test_item (Bench *bench, gconstpointer data)
{
  open_design (bench, "catalog/systems/nvl72.weft");
  go_to (bench, "/graph/definitions/machine/items/1");
  g_assert_cmpstr (shown (bench, "Name"), ==, "leaf");
  g_assert_null (find_row (bench, "Rack unit"));
  g_assert_null (find_row (bench, "Role"));
  g_assert_true (says (bench, "Ports", "144"));

  /* The links follow the name. */
  type (bench, "Name", "switch");
  g_assert_cmpstr (level (bench)->items[1].id, ==, "switch");
  g_assert_cmpstr (level (bench)->links[0].to[0].text, ==, "switch");
  g_assert_true (undo (bench));
  g_assert_cmpstr (level (bench)->links[0].to[0].text, ==, "leaf");

  /* A name that is taken is refused in words, and the document keeps the old one. */
  type (bench, "Name", "rack");
  g_assert_nonnull (weft_inspector_row_get_message (find_row (bench, "Name")));
  g_assert_cmpstr (level (bench)->items[1].id, ==, "leaf");
  g_assert_true (fixture_press (find_entry (bench, "Name"), GDK_KEY_Escape));
  g_assert_cmpstr (shown (bench, "Name"), ==, "leaf");
  g_assert_null (weft_inspector_row_get_message (find_row (bench, "Name")));
}

static void
test_count (Bench *bench, gconstpointer data)
{
  const char *message;

  open_design (bench, "catalog/systems/nvl72.weft");
  go_to (bench, "/graph/definitions/machine/items/1");
  type (bench, "Count", "2e9");
  message = weft_inspector_row_get_message (find_row (bench, "Count"));
  g_assert_nonnull (strstr (message, "2,000,000,000"));
  g_assert_nonnull (strstr (message, "1,000,000,000"));
  g_assert_cmpfloat (level (bench)->items[1].count, ==, 1);
  type (bench, "Count", "a few");
  g_assert_nonnull (weft_inspector_row_get_message (find_row (bench, "Count")));
  g_assert_cmpfloat (level (bench)->items[1].count, ==, 1);

  type (bench, "Count", "12");
  g_assert_cmpfloat (level (bench)->items[1].count, ==, 12);
  /* Counting up is a burst: one step takes all of it back. */
  g_assert_true (fixture_press (find_entry (bench, "Count"), GDK_KEY_Up));
  g_assert_true (fixture_press (find_entry (bench, "Count"), GDK_KEY_Up));
  g_assert_cmpfloat (level (bench)->items[1].count, ==, 14);
  g_assert_true (undo (bench));
  g_assert_cmpfloat (level (bench)->items[1].count, ==, 1);
}

static void
test_unit (Bench *bench, gconstpointer data)
{
  open_design (bench, "catalog/systems/nvl72.weft");
  go_to (bench, "/graph/definitions/nvl72/items/1");
  g_assert_cmpstr (shown (bench, "Rack unit"), ==, "U19");
  type (bench, "Rack unit", "u30");
  g_assert_cmpfloat (level (bench)->items[1].u, ==, 30);
  type (bench, "Rack unit", "1000");
  g_assert_nonnull (weft_inspector_row_get_message (find_row (bench, "Rack unit")));
  g_assert_cmpfloat (level (bench)->items[1].u, ==, 30);
  type (bench, "Rack unit", "");
  g_assert_true (level (bench)->items[1].u != level (bench)->items[1].u);
}

static void
test_several (Bench *bench, gconstpointer data)
{
  open_design (bench, "catalog/systems/iter33-racks.weft");
  weft_stage_select_item (bench->stage, 3, WEFT_SELECT_ONLY);
  weft_stage_select_item (bench->stage, 5, WEFT_SELECT_ADD);
  fixture_settle ();
  g_assert_null (find_row (bench, "Name"));
  g_assert_cmpstr (shown (bench, "Count"), ==, "");
  type (bench, "Count", "9");
  g_assert_cmpfloat (level (bench)->items[3].count, ==, 9);
  g_assert_cmpfloat (level (bench)->items[5].count, ==, 9);
  g_assert_cmpstr (shown (bench, "Count"), ==, "9");
  g_assert_true (undo (bench));
  g_assert_cmpfloat (level (bench)->items[3].count, ==, 12);
  g_assert_cmpfloat (level (bench)->items[5].count, ==, 8);
}

/* Another switch in its place: the links stay. */
static void
test_swap (Bench *bench, gconstpointer data)
{
  WeftPartChooser *chooser;

  open_design (bench, "catalog/systems/nvl72.weft");
  go_to (bench, "/graph/definitions/machine/items/1");
  chooser = WEFT_PART_CHOOSER (
    fixture_find (GTK_WIDGET (find_row (bench, "Part")), WEFT_TYPE_PART_CHOOSER, 0));
  g_assert_cmpstr (weft_part_get_id (weft_part_chooser_get_part (chooser)), ==, "q3400-ra");
  choose (chooser, "qm9700");
  g_assert_cmpstr (level (bench)->items[1].of, ==, "qm9700");
  g_assert_cmpuint (level (bench)->n_links, ==, 1);
  g_assert_true (undo (bench));
  g_assert_cmpstr (level (bench)->items[1].of, ==, "q3400-ra");
}

/* What is typed belongs to what was selected then. */
static void
test_left (Bench *bench, gconstpointer data)
{
  GtkWidget *entry;

  open_design (bench, "catalog/systems/nvl72.weft");
  go_to (bench, "/graph/definitions/machine/items/1");
  entry = find_entry (bench, "Name");
  gtk_widget_grab_focus (entry);
  gtk_editable_set_text (GTK_EDITABLE (entry), "top");
  weft_stage_select_item (bench->stage, 0, WEFT_SELECT_ONLY);
  fixture_settle ();
  g_assert_cmpstr (level (bench)->items[0].id, ==, "rack");
  g_assert_cmpstr (level (bench)->items[1].id, ==, "top");
  g_assert_cmpstr (shown (bench, "Name"), ==, "rack");
}

/* --- links --- */

static gboolean
has_length (gpointer data)
{
  const char *placeholder =
    gtk_entry_get_placeholder_text (GTK_ENTRY (find_entry (data, "Length")));

  return strstr (placeholder, " m") != NULL || strstr (placeholder, "\302\240m") != NULL;
}

static void
test_link (Bench *bench, gconstpointer data)
{
  open_design (bench, "catalog/systems/nvl72.weft");
  go_to (bench, "/graph/definitions/nvl72/links/0");
  g_assert_cmpstr (shown (bench, "Length"), ==, "");
  fixture_wait (has_length, bench);
  g_assert_true (says (bench, "Cables in the machine", "1,296"));
  go_to (bench, "/graph/definitions/machine/links/0");
  g_assert_true (says (bench, "Length", "500"));
  g_assert_true (says (bench, "Cables in the machine", "72"));

  type (bench, "Length", "8 ft");
  g_assert_cmpfloat (level (bench)->links[0].length_m, ==, 2.4384);
  type (bench, "Length", "250 cm");
  g_assert_cmpfloat (level (bench)->links[0].length_m, ==, 2.5);
  type (bench, "Length", "3 kg");
  g_assert_nonnull (strstr (weft_inspector_row_get_message (find_row (bench, "Length")), "kg"));
  g_assert_cmpfloat (level (bench)->links[0].length_m, ==, 2.5);
  type (bench, "Length", "");
  g_assert_true (level (bench)->links[0].length_m != level (bench)->links[0].length_m);
}

static gboolean
is_explained (gpointer data)
{
  return says (data, "Channels", "No effect on the score");
}

static gboolean
is_length_explained (gpointer data)
{
  return says (data, "Length", "No effect");
}

static void
test_effect (Bench *bench, gconstpointer data)
{
  open_design (bench, "catalog/systems/iter33-racks.weft");
  go_to (bench, "/graph/definitions/machine/links/2");
  type (bench, "Channels", "10");
  fixture_wait (is_explained, bench);
  g_assert_true (says (bench, "Channels", "switches"));
  /* It goes with the edit. */
  g_assert_true (undo (bench));
  g_assert_null (weft_inspector_row_get_message (find_row (bench, "Channels")));

  type (bench, "Length", "12 m");
  fixture_wait (is_length_explained, bench);
  g_assert_true (says (bench, "Length", "reaches"));
}

/* Leaves and spines by a generator: its parameters are fields, and it takes a second end. */
static void
test_generator (Bench *bench, gconstpointer data)
{
  g_autoptr (WeftGraph) before = NULL;
  GtkWidget *wiring, *ends;
  const WeftGraphLink *link;

  open_design (bench, "catalog/systems/iter33-racks.weft");
  go_to (bench, "/graph/definitions/machine/links/0");
  wiring = fixture_find (GTK_WIDGET (bench->inspector), WEFT_TYPE_INSPECTOR_WIRING, 0);
  ends = fixture_find (GTK_WIDGET (bench->inspector), WEFT_TYPE_INSPECTOR_ENDS, 0);
  choose (WEFT_PART_CHOOSER (fixture_find (wiring, WEFT_TYPE_PART_CHOOSER, 0)), "leafspine");
  choose (WEFT_PART_CHOOSER (fixture_find (ends, WEFT_TYPE_PART_CHOOSER, 2)), "spine");
  link = &level (bench)->links[0];
  g_assert_cmpint (link->wiring, ==, WEFT_WIRING_GENERATOR);
  g_assert_cmpuint (link->n_to, ==, 2);
  g_assert_cmpstr (link->to[1].text, ==, "spine");

  before = weft_graph_ref (weft_stage_get_graph (bench->stage));
  type (bench, "Spine switches", "8");
  link = &level (bench)->links[0];
  g_assert_cmpint (json_object_get_int_member (json_node_get_object (link->params), "spines"), ==,
                   8);
  /* The graph of before is as it was. */
  link = &weft_graph_definition (before, weft_graph_find (before, "machine"))->links[0];
  g_assert_cmpint (json_object_get_int_member (json_node_get_object (link->params), "spines"), ==,
                   2);
  type (bench, "Spine switches", "0");
  g_assert_nonnull (weft_inspector_row_get_message (find_row (bench, "Spine switches")));
  g_assert_cmpint (json_object_get_int_member (
                     json_node_get_object (level (bench)->links[0].params), "spines"),
                   ==, 8);
}

static void
test_wiring (Bench *bench, gconstpointer data)
{
  GtkWidget *wiring;

  open_design (bench, "catalog/systems/mi350x-air-rack.weft");
  go_to (bench, "/graph/definitions/host/links/0");
  wiring = fixture_find (GTK_WIDGET (bench->inspector), WEFT_TYPE_INSPECTOR_WIRING, 0);
  choose (WEFT_PART_CHOOSER (fixture_find (wiring, WEFT_TYPE_PART_CHOOSER, 0)), "torus");
  /* Eight chips, as square as they can stand. */
  g_assert_cmpint (level (bench)->links[0].wiring, ==, WEFT_WIRING_TORUS);
  g_assert_cmpstr (shown (bench, "Sides"), ==, "4 × 2");
  type (bench, "Sides", "2x2x2");
  g_assert_cmpuint (level (bench)->links[0].n_dims, ==, 3);
  type (bench, "Sides", "2 two");
  g_assert_nonnull (weft_inspector_row_get_message (find_row (bench, "Sides")));
  g_assert_cmpuint (level (bench)->links[0].n_dims, ==, 3);
}

/* --- rules --- */

static guint
count_rows (Bench *bench, const char *css_class)
{
  GtkWidget *list = fixture_find (GTK_WIDGET (bench->inspector), WEFT_TYPE_CONSTRAINT_LIST, 0);
  guint n = 0;

  for (guint i = 0;; i++)
    {
      GtkWidget *row = fixture_find (list, GTK_TYPE_LIST_BOX_ROW, i);

      if (row == NULL)
        return n;
      n += gtk_widget_has_css_class (row, css_class);
    }
}

static gboolean
has_waived (gpointer data)
{
  return count_rows (data, "waived") == 1;
}

static gboolean
has_none_waived (gpointer data)
{
  return count_rows (data, "waived") == 0;
}

static void
test_violations (Bench *bench, gconstpointer data)
{
  WeftConstraintList *list;
  GtkWidget *row;
  GtkWidget *button = NULL;
  WeftWaiver waiver;

  open_design (bench, "catalog/systems/mi350x-air-rack.weft");
  list = WEFT_CONSTRAINT_LIST (
    fixture_find (GTK_WIDGET (bench->inspector), WEFT_TYPE_CONSTRAINT_LIST, 0));
  g_assert_cmpuint (count_rows (bench, "error"), ==, 2);

  /* A row leads to the level that it is about. */
  row = fixture_find (GTK_WIDGET (list), GTK_TYPE_LIST_BOX_ROW, 0);
  g_signal_emit_by_name (gtk_widget_get_parent (row), "row-activated", row);
  g_assert_cmpstr (level (bench)->id, ==, "rack");

  g_assert_false (weft_constraint_list_waive (list, "rack_power", "/graph/definitions/rack", " "));
  g_assert_true (weft_constraint_list_waive (list, "rack_power", "/graph/definitions/rack",
                                             "The feed is doubled in May"));
  fixture_wait (has_waived, bench);
  g_assert_cmpuint (count_rows (bench, "error"), ==, 1);
  g_assert_true (weft_waiver_get (weft_session_get_design (bench->session), 0, &waiver));
  g_assert_cmpstr (waiver.reason, ==, "The feed is doubled in May");

  for (guint i = 0; button == NULL; i++)
    {
      GtkWidget *found = fixture_find (GTK_WIDGET (list), GTK_TYPE_BUTTON, i);

      g_assert_nonnull (found);
      if (g_strcmp0 (gtk_button_get_label (GTK_BUTTON (found)), "Take Back") == 0)
        button = found;
    }
  g_signal_emit_by_name (button, "clicked");
  fixture_wait (has_none_waived, bench);
  g_assert_cmpuint (weft_waiver_count (weft_session_get_design (bench->session)), ==, 0);
}

static void
add (const char *name, void (*test) (Bench *, gconstpointer))
{
  g_autofree char *path = g_strconcat ("/app/inspector/", name, NULL);

  g_test_add (path, Bench, NULL, set_up, test, tear_down);
}

int
main (int argc, char **argv)
{
  fixture_init (&argc, &argv);
  add ("level", test_level);
  add ("ports", test_ports);
  add ("item", test_item);
  add ("count", test_count);
  add ("unit", test_unit);
  add ("several", test_several);
  add ("swap", test_swap);
  add ("left", test_left);
  add ("link", test_link);
  add ("effect", test_effect);
  add ("wiring", test_wiring);
  add ("generator", test_generator);
  add ("violations", test_violations);
  return g_test_run ();
}
