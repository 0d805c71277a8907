/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts shelf: what stands on it at each level, how it is found, and what taking it does. */
#include "app-fixture.h"

#include "app/compose/weft-part-shelf.h"
#include "app/dialogs/weft-template-dialog.h"

#define NVL72 "catalog/systems/nvl72.weft"

typedef struct
{
  GtkWidget *window;
  WeftPartShelf *shelf;
  WeftStage *stage;
  GListModel *shown;
  char *taken; /* (nullable): the last action with its parameter */
} Bench;

static void
action_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  Bench *bench = data;
  g_autofree char *text = g_variant_print (parameter, FALSE);

  g_free (bench->taken);
  bench->taken = g_strdup_printf ("%s %s", g_action_get_name (G_ACTION (action)), text);
}

static void
open_bench (Bench *bench, Fixture *fixture)
{
  const GActionEntry entries[] = {
    { "add", action_cb, "(ss)", NULL, NULL, { 0 } },
    { "set-cable", action_cb, "s", NULL, NULL, { 0 } },
  };
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autofree char *path = fixture_source_path (NVL72);
  WeftDocumentPage *page = fixture_open (fixture, path);

  *bench = (Bench) { 0 };
  bench->stage = weft_stage_new (weft_document_page_get_session (page));
  bench->window = gtk_window_new ();
  bench->shelf = g_object_new (WEFT_TYPE_PART_SHELF, NULL);
  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), bench);
  gtk_widget_insert_action_group (bench->window, "graph", G_ACTION_GROUP (group));
  gtk_window_set_default_size (GTK_WINDOW (bench->window), 264, 700);
  gtk_window_set_child (GTK_WINDOW (bench->window), GTK_WIDGET (bench->shelf));
  weft_part_shelf_set_stage (bench->shelf, bench->stage);
  bench->shown = weft_part_shelf_get_shown (bench->shelf);
  gtk_window_present (GTK_WINDOW (bench->window));
  fixture_settle ();
}

static void
close_bench (Bench *bench)
{
  gtk_window_destroy (GTK_WINDOW (bench->window));
  g_object_unref (bench->stage);
  g_free (bench->taken);
  fixture_settle ();
}

static int
find_key (Bench *bench, WeftShelfCategory category, const char *key)
{
  for (guint i = 0; i < g_list_model_get_n_items (bench->shown); i++)
    {
      g_autoptr (WeftShelfEntry) entry = g_list_model_get_item (bench->shown, i);

      if (weft_shelf_entry_get_category (entry) == category
          && g_str_equal (weft_shelf_entry_get_key (entry), key))
        return (int) i;
    }
  return -1;
}

static WeftShelfEntry *
get_entry (Bench *bench, WeftShelfCategory category, const char *key)
{
  int position = find_key (bench, category, key);

  g_assert_cmpint (position, >=, 0);
  return g_list_model_get_item (bench->shown, (guint) position);
}

static void
search (Bench *bench, const char *text)
{
  gtk_editable_set_text (
    GTK_EDITABLE (fixture_find (GTK_WIDGET (bench->shelf), GTK_TYPE_SEARCH_ENTRY, 0)), text);
}

/* What is offered changes with the level, and never holds what may not stand there. */
static void
test_levels (Fixture *fixture, gconstpointer data)
{
  Bench bench;

  open_bench (&bench, fixture);
  g_assert_cmpint (find_key (&bench, WEFT_SHELF_SWITCHES, "component:q3400-ra"), >=, 0);
  g_assert_cmpint (find_key (&bench, WEFT_SHELF_CHIPS, "chip:B200"), <, 0);
  g_assert_cmpint (find_key (&bench, WEFT_SHELF_DESIGN, "definition:machine"), <, 0);
  g_assert_cmpint (find_key (&bench, WEFT_SHELF_TEMPLATES, "template:rail-fat-tree"), >=, 0);

  g_assert_true (weft_stage_open_definition (bench.stage, "tray"));
  fixture_settle ();
  g_assert_cmpint (find_key (&bench, WEFT_SHELF_CHIPS, "chip:B200"), >=, 0);
  g_assert_cmpint (find_key (&bench, WEFT_SHELF_CPUS, "chip:epyc-9654"), >=, 0);
  g_assert_cmpint (find_key (&bench, WEFT_SHELF_SWITCHES, "component:q3400-ra"), <, 0);
  g_assert_cmpint (find_key (&bench, WEFT_SHELF_DESIGN, "definition:tray"), <, 0);
  g_assert_cmpint (find_key (&bench, WEFT_SHELF_TEMPLATES, "template:rail-fat-tree"), <, 0);
  close_bench (&bench);
}

/* Each heading stands before its category, and goes with its last entry. */
static void
test_headings (Fixture *fixture, gconstpointer data)
{
  Bench bench;
  int category = -1;
  gboolean after_heading = FALSE;

  open_bench (&bench, fixture);
  g_assert_cmpuint (g_list_model_get_n_items (bench.shown), >, 10);
  for (guint i = 0; i < g_list_model_get_n_items (bench.shown); i++)
    {
      g_autoptr (WeftShelfEntry) entry = g_list_model_get_item (bench.shown, i);

      if (weft_shelf_entry_is_heading (entry))
        {
          g_assert_false (after_heading);
          g_assert_cmpint ((int) weft_shelf_entry_get_category (entry), >, category);
          category = (int) weft_shelf_entry_get_category (entry);
        }
      g_assert_cmpint ((int) weft_shelf_entry_get_category (entry), ==, category);
      after_heading = weft_shelf_entry_is_heading (entry);
    }
  g_assert_false (after_heading);

  search (&bench, "q3400");
  g_assert_cmpuint (g_list_model_get_n_items (bench.shown), ==, 2);
  close_bench (&bench);
}

static void
test_search (Fixture *fixture, gconstpointer data)
{
  Bench bench;
  GtkWidget *entry;

  open_bench (&bench, fixture);
  entry = fixture_find (GTK_WIDGET (bench.shelf), GTK_TYPE_SEARCH_ENTRY, 0);

  /* By vendor and by category, in any order of words. */
  search (&bench, "switch nvidia x800 q3400");
  g_assert_cmpint (find_key (&bench, WEFT_SHELF_SWITCHES, "component:q3400-ra"), >=, 0);
  g_signal_emit_by_name (entry, "activate");
  g_assert_cmpstr (bench.taken, ==, "add ('component', 'q3400-ra')");

  /* Nothing found says so, and Enter then does nothing. */
  g_clear_pointer (&bench.taken, g_free);
  search (&bench, "no such part");
  g_assert_cmpuint (g_list_model_get_n_items (bench.shown), ==, 0);
  fixture_settle ();
  g_assert_false (gtk_widget_get_mapped (
    fixture_find (GTK_WIDGET (bench.shelf), GTK_TYPE_LIST_VIEW, 0)));
  g_signal_emit_by_name (entry, "activate");
  g_assert_null (bench.taken);
  g_signal_emit_by_name (entry, "stop-search");
  g_assert_cmpuint (g_list_model_get_n_items (bench.shown), >, 10);
  close_bench (&bench);
}

static void
test_words (Fixture *fixture, gconstpointer data)
{
  Bench bench;
  g_autoptr (WeftShelfEntry) spine = NULL;
  g_autoptr (WeftShelfEntry) chip = NULL;

  open_bench (&bench, fixture);
  spine = get_entry (&bench, WEFT_SHELF_SWITCHES, "component:q3400-ra");
  g_assert_nonnull (strstr (weft_shelf_entry_get_words (spine), "144 × 800G"));
  g_assert_nonnull (strstr (weft_shelf_entry_get_words (spine), "4U"));

  weft_stage_open_definition (bench.stage, "tray");
  fixture_settle ();
  chip = get_entry (&bench, WEFT_SHELF_CHIPS, "chip:B200");
  /* The vendor, which all names begin with, is left to the tooltip. */
  g_assert_true (g_str_has_prefix (weft_shelf_entry_get_title (chip), "B200"));
  g_assert_nonnull (strstr (weft_shelf_entry_get_words (chip), "TB/s"));
  /* What is unknown is left out. */
  for (guint i = 0; i < g_list_model_get_n_items (bench.shown); i++)
    {
      g_autoptr (WeftShelfEntry) entry = g_list_model_get_item (bench.shown, i);

      g_assert_null (strstr (weft_shelf_entry_get_words (entry), "unknown"));
      g_assert_null (strstr (weft_shelf_entry_get_words (entry), "nan"));
    }
  close_bench (&bench);
}

/* A star is remembered by the next shelf, and taken back. */
static void
test_favourites (Fixture *fixture, gconstpointer data)
{
  Bench bench;
  g_autoptr (WeftShelfEntry) entry = NULL;
  g_autoptr (WeftState) state = NULL;

  open_bench (&bench, fixture);
  g_assert_cmpint (find_key (&bench, WEFT_SHELF_FAVOURITES, "component:q3400-ra"), <, 0);
  entry = get_entry (&bench, WEFT_SHELF_SWITCHES, "component:q3400-ra");
  weft_part_shelf_toggle_favourite (bench.shelf, entry);
  g_assert_cmpint (find_key (&bench, WEFT_SHELF_FAVOURITES, "component:q3400-ra"), ==, 1);
  g_assert_true (weft_shelf_entry_get_favourite (entry));
  state = weft_state_load ();
  g_assert_true (g_strv_contains ((const char *const *) state->favourites, "component:q3400-ra"));
  close_bench (&bench);
  g_clear_object (&entry);

  open_bench (&bench, fixture);
  entry = get_entry (&bench, WEFT_SHELF_FAVOURITES, "component:q3400-ra");
  weft_part_shelf_toggle_favourite (bench.shelf, entry);
  g_assert_cmpint (find_key (&bench, WEFT_SHELF_FAVOURITES, "component:q3400-ra"), <, 0);
  close_bench (&bench);
}

/* A cable is given to selected links, and to nothing else. */
static void
test_cables (Fixture *fixture, gconstpointer data)
{
  Bench bench;
  g_autoptr (WeftShelfEntry) cable = NULL;
  int position;

  open_bench (&bench, fixture);
  cable = get_entry (&bench, WEFT_SHELF_CABLES, "cable:dr8-800g");
  position = find_key (&bench, WEFT_SHELF_CABLES, "cable:dr8-800g");
  g_assert_false (weft_shelf_entry_get_enabled (cable));
  weft_part_shelf_activate (bench.shelf, (guint) position);
  g_assert_null (bench.taken);

  weft_stage_select_link (bench.stage, 0, WEFT_SELECT_ONLY);
  g_assert_true (weft_shelf_entry_get_enabled (cable));
  weft_part_shelf_activate (bench.shelf, (guint) position);
  g_assert_cmpstr (bench.taken, ==, "set-cable 'dr8-800g'");
  weft_stage_select_nothing (bench.stage);
  g_assert_false (weft_shelf_entry_get_enabled (cable));
  close_bench (&bench);
}

typedef struct
{
  WeftStage *stage;
  guint made;
} Maker;

static void
made_cb (JsonNode *fragment, const WeftGraphTemplate *template, gpointer data)
{
  Maker *maker = data;
  guint before = weft_stage_get_definition (maker->stage, NULL)->n_items;

  maker->made++;
  if (template->level != WEFT_LEVEL_CLUSTER)
    return;
  weft_stage_place (maker->stage, fragment, 0, 0, NULL);
  g_assert_cmpuint (weft_stage_get_definition (maker->stage, NULL)->n_items, >, before);
}

static GtkWindow *
find_window (const char *title)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (g_strcmp0 (gtk_window_get_title (window), title) == 0)
        return window;
    }
  return NULL;
}

/* What a template starts with makes something that can be placed, and is written without JSON's
 * quotes. */
static void
test_templates (Fixture *fixture, gconstpointer data)
{
  Bench bench;
  Maker maker = { 0 };
  guint placed = 0;

  open_bench (&bench, fixture);
  maker.stage = bench.stage;
  for (guint i = 0; i < weft_graph_template_count (); i++)
    {
      const WeftGraphTemplate *template = weft_graph_template_get (i);
      GtkWindow *window;
      GtkWidget *row;

      weft_template_dialog_ask (GTK_WINDOW (bench.window), template,
                                weft_stage_get_catalog (bench.stage), made_cb, &maker, NULL);
      window = find_window (template->title);
      g_assert_nonnull (window);
      for (guint j = 0; (row = fixture_find (GTK_WIDGET (window), ADW_TYPE_ENTRY_ROW, j)) != NULL;
           j++)
        g_assert_cmpint (gtk_editable_get_text (GTK_EDITABLE (row))[0], !=, '"');
      row = fixture_find (GTK_WIDGET (window), ADW_TYPE_ENTRY_ROW, 0);
      g_signal_emit_by_name (row, "entry-activated");
      placed += template->level == WEFT_LEVEL_CLUSTER;
      if (maker.made != i + 1)
        g_error ("the template %s makes nothing of what it starts with", template->id);
    }
  g_assert_cmpuint (placed, >, 0);
  close_bench (&bench);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*test) (Fixture *fixture, gconstpointer data);
  } tests[] = {
    { "/app/shelf/levels", test_levels },         { "/app/shelf/headings", test_headings },
    { "/app/shelf/search", test_search },         { "/app/shelf/words", test_words },
    { "/app/shelf/favourites", test_favourites }, { "/app/shelf/cables", test_cables },
    { "/app/shelf/templates", test_templates },
  };

  fixture_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, fixture_set_up, tests[i].test, fixture_tear_down);
  return g_test_run ();
}
