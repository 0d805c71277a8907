/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The outline: its lines follow the graph without folding up, its selection is the canvas's, and a
 * keyboard can do from it what a pointer does on the canvas. */
#include "app-fixture.h"

#include "app/compose/weft-outline-list.h"
#include "app/compose/weft-outline-marks.h"
#include "app/compose/weft-outline.h"
#include "base/weft-json.h"

#define NVL72 "catalog/systems/nvl72.weft"
#define RACKS "catalog/systems/iter33-racks.weft"
#define MANY 10000

static WeftGraph *
read_graph (const char *text)
{
  g_autofree char *quoted = g_strdelimit (g_strdup (text), "'", '"');
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = weft_json_parse (quoted, -1, "test", NULL, &error);
  WeftGraph *graph;

  g_assert_no_error (error);
  graph = weft_graph_new_from_json (node, "test", NULL, &error);
  g_assert_no_error (error);
  return graph;
}

/* A rack of items with these names, each a tray when its name begins with "t". */
static WeftGraph *
read_rack (const char *const *names)
{
  g_autoptr (GString) items = g_string_new (NULL);
  g_autofree char *text = NULL;

  for (guint i = 0; names[i] != NULL; i++)
    g_string_append_printf (items, "%s{'id':'%s',%s}", i > 0 ? "," : "", names[i],
                            *names[i] == 't' ? "'definition':'tray'"
                                             : "'component':'nvlink5-switch-tray'");
  text = g_strdup_printf ("{'root':'rack','definitions':{"
                          "'tray':{'level':'node','items':[{'id':'gpu','chip':'B200'}]},"
                          "'rack':{'level':'rack','items':[%s]}}}", items->str);
  return read_graph (text);
}

static GListModel *
list_below (gpointer item, gpointer data)
{
  return (GListModel *) weft_outline_list_new_below (WEFT_OUTLINE_NODE (item));
}

static char *
write_tree (GtkTreeListModel *tree)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (tree)); i++)
    {
      g_autoptr (GtkTreeListRow) row = g_list_model_get_item (G_LIST_MODEL (tree), i);
      g_autoptr (WeftOutlineNode) node = gtk_tree_list_row_get_item (row);
      g_autofree char *title = weft_outline_node_dup_title (node);

      g_string_append_printf (text, "%s%s", i > 0 ? " " : "", title);
    }
  return g_string_free (text, FALSE);
}

static void
unfold (GtkTreeListModel *tree, guint position)
{
  g_autoptr (GtkTreeListRow) row = g_list_model_get_item (G_LIST_MODEL (tree), position);

  g_assert_nonnull (row);
  gtk_tree_list_row_set_expanded (row, TRUE);
}

static void
assert_tree (GtkTreeListModel *tree, const char *expected)
{
  g_autofree char *found = write_tree (tree);

  g_assert_cmpstr (found, ==, expected);
}

/* Each edit leaves what is unfolded; the steps in between are read by a listening tree. */
static void
test_follow (void)
{
  static const struct
  {
    const char *names;
    const char *tree;
  } steps[] = {
    { "t0 s1 t2 s3", "Cluster t0 gpu s1 t2 gpu s3" },
    { "t0 s1 t2 s3 s4", "Cluster t0 gpu s1 t2 gpu s3 s4" },
    { "a t0 b s1 c t2", "Cluster a t0 gpu b s1 c t2 gpu" },
    { "b c t2", "Cluster b c t2 gpu" },
    { "b c t3 t2", "Cluster b c t3 t2 gpu" },
    /* What is moved past another line counts as gone and come. */
    { "c t2 b", "Cluster c t2 b" },
    { "c", "Cluster c" },
    { "t0 c", "Cluster t0 c" },
  };
  WeftOutlineList *root = weft_outline_list_new_root (NULL);
  g_autoptr (GtkTreeListModel) tree =
    gtk_tree_list_model_new (G_LIST_MODEL (root), FALSE, FALSE, list_below, NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_auto (GStrv) names = g_strsplit (steps[i].names, " ", -1);
      g_autoptr (WeftGraph) graph = read_rack ((const char *const *) names);

      weft_outline_list_set_graph (root, graph);
      if (i == 0)
        {
          unfold (tree, 0);
          unfold (tree, 3);
          unfold (tree, 1);
        }
      assert_tree (tree, steps[i].tree);
    }
  weft_outline_list_set_graph (root, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (tree)), ==, 0);
}

/* A definition that contains itself ends where it comes again. */
static void
test_cycle (void)
{
  g_autoptr (WeftGraph) graph =
    read_graph ("{'root':'a','definitions':{"
                "'a':{'level':'rack','items':[{'id':'b','definition':'b'}]},"
                "'b':{'level':'node','items':[{'id':'again','definition':'a'}]}}}");
  WeftOutlineList *root = weft_outline_list_new_root (graph);
  g_autoptr (GtkTreeListModel) tree =
    gtk_tree_list_model_new (G_LIST_MODEL (root), FALSE, TRUE, list_below, NULL, NULL);

  assert_tree (tree, "Cluster b again");
}

static void
test_marks (void)
{
  const char *names[] = { "t0", "s1", NULL };
  g_autoptr (WeftGraph) graph = read_rack (names);
  g_autoptr (WeftOutlineList) root = weft_outline_list_new_root (graph);
  g_autoptr (WeftOutlineNode) top = g_list_model_get_item (G_LIST_MODEL (root), 0);
  g_autoptr (WeftOutlineList) items = weft_outline_list_new_below (top);
  g_autoptr (WeftOutlineNode) tray = g_list_model_get_item (G_LIST_MODEL (items), 0);
  g_autoptr (WeftOutlineNode) plain = g_list_model_get_item (G_LIST_MODEL (items), 1);
  g_autoptr (GListStore) violations = g_list_store_new (WEFT_TYPE_VIOLATION);
  g_autoptr (WeftViolation) inner =
    weft_violation_new ("a", WEFT_SEVERITY_ERROR, "/graph/definitions/tray/items/0/count", NULL,
                        NULL, "Inside.", "");
  g_autoptr (WeftViolation) outer =
    weft_violation_new ("b", WEFT_SEVERITY_WARNING, "/graph/definitions/rack/items/0/u", NULL,
                        NULL, "Outside.", "");
  g_autoptr (WeftOutlineMarks) marks = NULL;
  WeftSeverity severity;
  const char *message;

  g_list_store_append (violations, outer);
  g_list_store_append (violations, inner);
  marks = weft_outline_marks_new (G_LIST_MODEL (violations));
  g_assert_true (weft_outline_marks_find (marks, tray, &severity, &message));
  g_assert_cmpint (severity, ==, WEFT_SEVERITY_ERROR);
  g_assert_cmpstr (message, ==, "Inside.");
  g_assert_false (weft_outline_marks_find (marks, plain, &severity, &message));
}

typedef struct
{
  GtkWidget *window;
  WeftOutline *outline;
  WeftStage *stage;
  WeftSession *session;
  GtkTreeListModel *tree;
  GtkSelectionModel *selection;
} Bench;

static void
open_bench (Bench *bench, Fixture *fixture, const char *path)
{
  WeftDocumentPage *page = fixture_open (fixture, path);

  bench->session = weft_document_page_get_session (page);
  bench->stage = weft_stage_new (bench->session);
  bench->window = gtk_window_new ();
  bench->outline = g_object_new (WEFT_TYPE_OUTLINE, NULL);
  gtk_window_set_default_size (GTK_WINDOW (bench->window), 264, 600);
  gtk_window_set_child (GTK_WINDOW (bench->window), GTK_WIDGET (bench->outline));
  weft_outline_set_stage (bench->outline, bench->stage);
  bench->tree = weft_outline_get_tree (bench->outline);
  bench->selection = weft_outline_get_selection (bench->outline);
  gtk_window_present (GTK_WINDOW (bench->window));
  fixture_settle ();
}

static void
open_example (Bench *bench, Fixture *fixture)
{
  g_autofree char *path = fixture_source_path (NVL72);

  open_bench (bench, fixture, path);
}

static void
close_bench (Bench *bench)
{
  gtk_window_destroy (GTK_WINDOW (bench->window));
  g_object_unref (bench->stage);
  fixture_settle ();
}

static guint
find_title (Bench *bench, const char *title)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (bench->tree)); i++)
    {
      g_autoptr (GtkTreeListRow) row = g_list_model_get_item (G_LIST_MODEL (bench->tree), i);
      g_autoptr (WeftOutlineNode) node = gtk_tree_list_row_get_item (row);
      g_autofree char *found = weft_outline_node_dup_title (node);

      if (g_str_equal (found, title))
        return i;
    }
  g_error ("there is no line “%s”", title);
}

static void
assert_selected (Bench *bench, const char *title)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (bench->selection);

  g_assert_cmpuint (gtk_bitset_get_size (selected), ==, 1);
  g_assert_cmpuint (gtk_bitset_get_nth (selected, 0), ==, find_title (bench, title));
}

/* From the canvas to the outline, and back; across levels too. */
static void
test_selection (Fixture *fixture, gconstpointer data)
{
  Bench bench;
  guint position;

  open_example (&bench, fixture);
  assert_tree (bench.tree, "One rack and its network rack leaf Links");
  weft_stage_select_item (bench.stage, 1, WEFT_SELECT_ONLY);
  assert_selected (&bench, "leaf");

  weft_stage_open_item (bench.stage, 0);
  assert_tree (bench.tree, "One rack and its network rack tray switch Links leaf Links");
  weft_stage_select_item (bench.stage, 0, WEFT_SELECT_ONLY);
  assert_selected (&bench, "tray");
  weft_stage_select_link (bench.stage, 0, WEFT_SELECT_ONLY);
  assert_selected (&bench, "tray:nvlink → switch");

  /* A line of another level brings that level into view. */
  position = find_title (&bench, "leaf");
  gtk_selection_model_select_item (bench.selection, position, TRUE);
  g_assert_cmpuint (weft_stage_depth (bench.stage), ==, 1);
  g_assert_true (gtk_bitset_contains (weft_stage_get_items (bench.stage), 1));
  g_assert_cmpuint (gtk_bitset_get_size (weft_stage_get_items (bench.stage)), ==, 1);
  assert_selected (&bench, "leaf");

  /* Only lines of one level are selected together. */
  gtk_selection_model_select_item (bench.selection, find_title (&bench, "tray"), FALSE);
  assert_selected (&bench, "tray");
  g_assert_cmpuint (weft_stage_depth (bench.stage), ==, 2);
  gtk_selection_model_select_item (bench.selection, find_title (&bench, "switch"), FALSE);
  g_assert_cmpuint (gtk_bitset_get_size (weft_stage_get_items (bench.stage)), ==, 2);
  close_bench (&bench);
}

static void
test_edits (Fixture *fixture, gconstpointer data)
{
  Bench bench;
  WeftHistory *history;

  open_example (&bench, fixture);
  history = weft_session_get_history (bench.session);
  unfold (bench.tree, find_title (&bench, "rack"));
  gtk_selection_model_select_item (bench.selection, find_title (&bench, "leaf"), TRUE);
  gtk_widget_activate_action (GTK_WIDGET (bench.outline), "outline.delete", NULL);
  assert_tree (bench.tree, "One rack and its network rack tray switch Links");
  weft_history_undo (history);
  assert_tree (bench.tree, "One rack and its network rack tray switch Links leaf Links");
  close_bench (&bench);
}

static void
test_rename (Fixture *fixture, gconstpointer data)
{
  Bench bench;
  GtkWidget *entry;

  open_example (&bench, fixture);
  gtk_selection_model_select_item (bench.selection, find_title (&bench, "leaf"), TRUE);
  gtk_widget_activate_action (GTK_WIDGET (bench.outline), "outline.rename", NULL);
  entry = fixture_find (GTK_WIDGET (bench.outline), GTK_TYPE_ENTRY, 0);
  g_assert_nonnull (entry);

  /* A name that is taken is refused where it was typed. */
  fixture_type (entry, "rack");
  g_assert_true (gtk_widget_has_css_class (entry, "error"));
  fixture_type (entry, "top");
  assert_tree (bench.tree, "One rack and its network rack top Links");
  fixture_settle ();
  g_assert_null (fixture_find (GTK_WIDGET (bench.outline), GTK_TYPE_ENTRY, 0));
  close_bench (&bench);
}

static gboolean
has_rows (gpointer data)
{
  GtkSelectionModel *model = gtk_list_view_get_model (GTK_LIST_VIEW (data));

  return g_list_model_get_n_items (G_LIST_MODEL (model)) > 0;
}

/* A link made with keys alone. */
static void
test_connect (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_source_path (RACKS);
  Bench bench;
  GtkWidget *list;
  guint n_links;

  open_bench (&bench, fixture, path);
  n_links = weft_stage_get_definition (bench.stage, NULL)->n_links;
  gtk_selection_model_select_item (bench.selection, find_title (&bench, "last-leaf"), TRUE);
  gtk_widget_activate_action (GTK_WIDGET (bench.outline), "outline.connect", NULL);
  list = fixture_find (fixture_find (GTK_WIDGET (bench.outline), GTK_TYPE_POPOVER, 0),
                       GTK_TYPE_LIST_VIEW, 0);
  g_assert_nonnull (list);
  fixture_wait (has_rows, list);
  fixture_settle ();
  g_signal_emit_by_name (list, "activate", 0);
  g_assert_cmpuint (weft_stage_get_definition (bench.stage, NULL)->n_links, ==, n_links + 1);
  fixture_settle ();
  close_bench (&bench);
}

static void
test_open (Fixture *fixture, gconstpointer data)
{
  Bench bench;
  GtkWidget *list;

  open_example (&bench, fixture);
  list = fixture_find (GTK_WIDGET (bench.outline), GTK_TYPE_LIST_VIEW, 0);
  g_signal_emit_by_name (list, "activate", find_title (&bench, "rack"));
  g_assert_cmpuint (weft_stage_depth (bench.stage), ==, 2);
  g_assert_cmpstr (weft_stage_get_definition (bench.stage, NULL)->id, ==, "nvl72");
  close_bench (&bench);
}

static guint
count_rows (GtkWidget *widget)
{
  guint n = GTK_IS_TREE_EXPANDER (widget) ? 1 : 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_rows (child);
  return n;
}

/* Ten thousand items: widgets for what is in view, lines for what was looked at. */
static void
test_many (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (
    "{\"name\":\"Many\",\"graph\":{\"root\":\"n\",\"definitions\":{\"n\":{\"level\":\"node\","
    "\"items\":[");
  g_autofree char *path = NULL;
  Bench bench;

  for (guint i = 0; i < MANY; i++)
    g_string_append_printf (text, "%s{\"id\":\"c%u\",\"chip\":\"B200\"}", i > 0 ? "," : "", i);
  g_string_append (text, "]}}}}");
  path = fixture_write (fixture, "many.weft", text->str);
  open_bench (&bench, fixture, path);
  fixture_wait_for_frame (GTK_WIDGET (bench.outline));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (bench.tree)), ==, MANY + 1);
  g_assert_cmpuint (count_rows (GTK_WIDGET (bench.outline)), <, 500);

  weft_stage_select_all (bench.stage);
  g_assert_cmpuint (gtk_bitset_get_size (weft_stage_get_items (bench.stage)), ==, MANY);
  g_assert_true (gtk_selection_model_is_selected (bench.selection, MANY));
  weft_stage_select_item (bench.stage, MANY - 1, WEFT_SELECT_ONLY);
  gtk_widget_activate_action (GTK_WIDGET (bench.outline), "outline.delete", NULL);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (bench.tree)), ==, MANY);
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
    { "/app/outline/selection", test_selection }, { "/app/outline/edits", test_edits },
    { "/app/outline/rename", test_rename },       { "/app/outline/connect", test_connect },
    { "/app/outline/open", test_open },           { "/app/outline/many", test_many },
  };

  fixture_init (&argc, &argv);
  g_test_add_func ("/app/outline/follow", test_follow);
  g_test_add_func ("/app/outline/cycle", test_cycle);
  g_test_add_func ("/app/outline/marks", test_marks);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, fixture_set_up, tests[i].test, fixture_tear_down);
  return g_test_run ();
}
