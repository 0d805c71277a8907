/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The canvas at work: tools, selection, levels and undo, on real designs in a real window. */
#include <math.h>
#include <string.h>

#include "app-fixture.h"

#include "app/canvas/weft-canvas.h"
#include "app/compose/weft-graph-editor.h"

#define NVL72 "catalog/systems/nvl72.weft"

typedef struct
{
  WeftDocumentPage *page;
  WeftSession *session;
  WeftGraphEditor *editor;
  WeftCanvas *canvas;
  WeftStage *stage;
  WeftCanvasView *view;
} Bench;

static Bench
open_bench (Fixture *fixture, const char *example)
{
  g_autofree char *path = fixture_source_path (example);
  Bench bench;

  bench.page = fixture_open (fixture, path);
  bench.session = weft_document_page_get_session (bench.page);
  bench.editor = WEFT_GRAPH_EDITOR (fixture_find (GTK_WIDGET (bench.page), WEFT_TYPE_GRAPH_EDITOR,
                                                  0));
  g_assert_nonnull (bench.editor);
  bench.canvas = weft_graph_editor_get_canvas (bench.editor);
  bench.stage = weft_graph_editor_get_stage (bench.editor);
  bench.view = weft_canvas_get_view (bench.canvas);
  return bench;
}

static char *
write_text (Bench *bench)
{
  return weft_design_to_text (weft_session_get_design (bench->session));
}

static WeftToolPoint
point_at (Bench *bench, double x, double y, GdkModifierType modifiers)
{
  WeftToolPoint point = { .x = x, .y = y, .button = GDK_BUTTON_PRIMARY, .modifiers = modifiers };

  weft_canvas_view_to_px (bench->view, x, y, &point.x_px, &point.y_px);
  return point;
}

static void
drag (Bench *bench, WeftTool *tool, double x0, double y0, double x1, double y1,
      GdkModifierType modifiers)
{
  WeftToolPoint from = point_at (bench, x0, y0, modifiers);
  WeftToolPoint to = point_at (bench, x1, y1, modifiers);

  g_assert_true (weft_tool_press (tool, &from));
  weft_tool_motion (tool, &to);
  weft_tool_release (tool, &to);
}

static void
get_middle (Bench *bench, guint item, double *x, double *y)
{
  const WeftBox *box = &weft_scene_node (weft_stage_get_scene (bench->stage), item)->box;

  *x = box->x + box->w / 2;
  *y = box->y + box->h / 2;
}

static void
undo (Bench *bench)
{
  g_assert_true (weft_history_undo (weft_session_get_history (bench->session)));
}

static int
find (Bench *bench, const char *id)
{
  return weft_scene_find_item (weft_stage_get_scene (bench->stage), id);
}

/* Dragging moves by what the pointer moved, at any zoom, snapped to the grid; it is one step with a
 * name, and undoing it gives the same bytes. */
static void
test_move (Fixture *fixture, gconstpointer data)
{
  const double zooms[] = { 0.4, 1, 2 };
  Bench bench = open_bench (fixture, NVL72);
  g_autofree char *before = write_text (&bench);

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    {
      g_autoptr (WeftTool) tool = weft_move_tool_new (bench.stage, bench.view);
      g_autofree char *after = NULL;
      WeftBox was, is;
      double x, y;
      int item;

      weft_canvas_view_set_zoom (bench.view, zooms[i]);
      item = find (&bench, "leaf");
      was = weft_scene_node (weft_stage_get_scene (bench.stage), item)->box;
      get_middle (&bench, item, &x, &y);
      drag (&bench, tool, x, y, x + 2000, y + 803, 0);
      is = weft_scene_node (weft_stage_get_scene (bench.stage), find (&bench, "leaf"))->box;
      g_assert_cmpfloat (fabs (is.x - was.x - 2000), <=, WEFT_CANVAS_GRID);
      g_assert_cmpfloat (fabs (is.y - was.y - 803), <=, WEFT_CANVAS_GRID);
      g_assert_cmpfloat (fmod (fabs (is.x), WEFT_CANVAS_GRID), ==, 0);
      g_assert_true (weft_scene_node (weft_stage_get_scene (bench.stage),
                                      find (&bench, "leaf"))->is_placed);
      g_assert_cmpstr (weft_history_get_undo_label (weft_session_get_history (bench.session)), ==,
                       "Undo Move Leaf");
      undo (&bench);
      after = write_text (&bench);
      g_assert_cmpstr (after, ==, before);
    }
}

/* A click selects, Ctrl toggles, and neither is an edit. */
static void
test_click (Fixture *fixture, gconstpointer data)
{
  Bench bench = open_bench (fixture, NVL72);
  g_autoptr (WeftTool) tool = weft_move_tool_new (bench.stage, bench.view);
  double x, y;
  int rack = find (&bench, "rack"), leaf = find (&bench, "leaf");

  get_middle (&bench, rack, &x, &y);
  drag (&bench, tool, x, y, x, y, 0);
  g_assert_true (gtk_bitset_contains (weft_stage_get_items (bench.stage), rack));
  get_middle (&bench, leaf, &x, &y);
  drag (&bench, tool, x, y, x, y, GDK_CONTROL_MASK);
  g_assert_cmpuint (gtk_bitset_get_size (weft_stage_get_items (bench.stage)), ==, 2);
  drag (&bench, tool, x, y, x, y, GDK_CONTROL_MASK);
  g_assert_false (gtk_bitset_contains (weft_stage_get_items (bench.stage), leaf));
  drag (&bench, tool, x, y, x, y, 0);
  g_assert_cmpuint (gtk_bitset_get_size (weft_stage_get_items (bench.stage)), ==, 1);
  g_assert_false (weft_session_get_modified (bench.session));
}

/* The band selects what it touches while it grows; Escape gives back what was selected. */
static void
test_band (Fixture *fixture, gconstpointer data)
{
  Bench bench = open_bench (fixture, NVL72);
  g_autoptr (WeftTool) tool = weft_band_tool_new (bench.stage, bench.view);
  WeftBox bounds;
  WeftToolPoint from, to;

  weft_scene_get_bounds (weft_stage_get_scene (bench.stage), &bounds);
  from = point_at (&bench, bounds.x - 20, bounds.y - 20, 0);
  to = point_at (&bench, bounds.x + bounds.w + 20, bounds.y + bounds.h + 20, 0);
  weft_stage_select_item (bench.stage, 0, WEFT_SELECT_ONLY);
  g_assert_true (weft_tool_press (tool, &from));
  weft_tool_motion (tool, &to);
  g_assert_cmpuint (gtk_bitset_get_size (weft_stage_get_items (bench.stage)), ==, 2);
  weft_tool_cancel (tool);
  g_assert_cmpuint (gtk_bitset_get_size (weft_stage_get_items (bench.stage)), ==, 1);
}

/* Into a rack and its tray and up again; what one came from is selected. */
static void
test_levels (Fixture *fixture, gconstpointer data)
{
  Bench bench = open_bench (fixture, NVL72);

  g_assert_cmpuint (weft_stage_depth (bench.stage), ==, 1);
  g_assert_true (weft_stage_open_item (bench.stage, find (&bench, "rack")));
  g_assert_true (weft_stage_open_item (bench.stage, find (&bench, "tray")));
  g_assert_cmpuint (weft_stage_depth (bench.stage), ==, 3);
  g_assert_cmpfloat (weft_stage_n_instances (bench.stage), ==, 18);
  g_assert_cmpint (find (&bench, "gpu"), >=, 0);
  g_assert_false (weft_stage_open_item (bench.stage, find (&bench, "gpu")));
  weft_stage_go_to_step (bench.stage, 1);
  g_assert_true (gtk_bitset_contains (weft_stage_get_items (bench.stage), find (&bench, "tray")));
  g_assert_true (weft_stage_go_to_pointer (bench.stage, "/graph/definitions/tray/items/1/count"));
  g_assert_cmpuint (weft_stage_depth (bench.stage), ==, 3);
  g_assert_true (gtk_bitset_contains (weft_stage_get_items (bench.stage), 1));
  g_assert_false (weft_stage_go_to_pointer (bench.stage, "/graph/definitions/none"));
  g_assert_false (weft_session_get_modified (bench.session));
}

/* Undoing what made the level in view leads to the next level up that is still there. */
static void
test_level_vanishes (Fixture *fixture, gconstpointer data)
{
  Bench bench = open_bench (fixture, NVL72);
  guint n;

  weft_stage_open_item (bench.stage, find (&bench, "rack"));
  weft_stage_select_item (bench.stage, find (&bench, "switch"), WEFT_SELECT_ONLY);
  n = weft_scene_n_nodes (weft_stage_get_scene (bench.stage));
  weft_stage_go_to_step (bench.stage, 0);
  weft_stage_select_item (bench.stage, find (&bench, "rack"), WEFT_SELECT_ONLY);
  weft_stage_remove (bench.stage);
  g_assert_cmpint (find (&bench, "rack"), <, 0);
  undo (&bench);
  weft_stage_open_item (bench.stage, find (&bench, "rack"));
  g_assert_cmpuint (weft_scene_n_nodes (weft_stage_get_scene (bench.stage)), ==, n);
  g_assert_true (weft_history_redo (weft_session_get_history (bench.session)));
  g_assert_cmpuint (weft_stage_depth (bench.stage), ==, 1);
}

/* Every verb through its action: one step each, and all undone give the same bytes. */
static void
test_verbs (Fixture *fixture, gconstpointer data)
{
  static const char *const actions[] = { "canvas.duplicate", "canvas.delete", "canvas.split" };
  Bench bench = open_bench (fixture, "catalog/systems/superpod-h100-unit.weft");
  g_autofree char *before = write_text (&bench);
  g_autofree char *after = NULL;
  guint steps = 0;

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      const WeftGraphDefinition *definition = weft_stage_get_definition (bench.stage, NULL);

      for (guint j = 0; j < definition->n_items; j++)
        if (definition->items[j].count > 1)
          weft_stage_select_item (bench.stage, j, WEFT_SELECT_ONLY);
      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (bench.canvas), actions[i], NULL));
      g_assert_true (weft_history_get_can_undo (weft_session_get_history (bench.session)));
      steps++;
    }
  while (weft_history_undo (weft_session_get_history (bench.session)))
    steps--;
  g_assert_cmpuint (steps, ==, 0);
  after = write_text (&bench);
  g_assert_cmpstr (after, ==, before);
}

/* Arrows walk when nothing is selected and move what is; a burst of moves is one step. */
static void
test_arrows (Fixture *fixture, gconstpointer data)
{
  Bench bench = open_bench (fixture, NVL72);
  GtkWidget *canvas = GTK_WIDGET (bench.canvas);
  WeftBox was, is;
  int focus;

  weft_stage_select_nothing (bench.stage);
  weft_stage_set_focus (bench.stage, find (&bench, "rack"));
  gtk_widget_activate_action (canvas, "canvas.arrow", "(ii)", GTK_DIR_UP, 0);
  focus = weft_stage_get_focus (bench.stage);
  g_assert_cmpint (focus, ==, find (&bench, "leaf"));
  g_assert_false (weft_session_get_modified (bench.session));

  weft_stage_select_item (bench.stage, focus, WEFT_SELECT_ONLY);
  was = weft_scene_node (weft_stage_get_scene (bench.stage), focus)->box;
  for (guint i = 0; i < 3; i++)
    gtk_widget_activate_action (canvas, "canvas.arrow", "(ii)", GTK_DIR_RIGHT, 0);
  is = weft_scene_node (weft_stage_get_scene (bench.stage), find (&bench, "leaf"))->box;
  g_assert_cmpfloat (is.x - was.x, ==, 3 * WEFT_CANVAS_GRID);
  undo (&bench);
  g_assert_false (weft_history_get_can_undo (weft_session_get_history (bench.session)));
}

/* What is dropped has its middle where it was let go, at any zoom, and is one step. */
static void
test_drop (Fixture *fixture, gconstpointer data)
{
  const double zooms[] = { 0.5, 1, 2 };
  Bench bench = open_bench (fixture, NVL72);
  g_autofree char *before = write_text (&bench);

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    {
      g_autofree char *after = NULL;
      double x, y, x_is, y_is;

      weft_canvas_view_set_zoom (bench.view, zooms[i]);
      weft_canvas_view_to_world (bench.view, 300, 200, &x, &y);
      gtk_widget_activate_action (GTK_WIDGET (bench.canvas), "graph.add-at", "(ssdd)",
                                  "definition", "nvl72", x, y);
      g_assert_cmpuint (gtk_bitset_get_size (weft_stage_get_items (bench.stage)), ==, 1);
      get_middle (&bench, gtk_bitset_get_nth (weft_stage_get_items (bench.stage), 0), &x_is, &y_is);
      g_assert_cmpfloat (fabs (x_is - x), <=, WEFT_CANVAS_GRID);
      g_assert_cmpfloat (fabs (y_is - y), <=, WEFT_CANVAS_GRID);
      undo (&bench);
      after = write_text (&bench);
      g_assert_cmpstr (after, ==, before);
    }
}

/* What may not be is refused with words, and nothing changes. */
static void
refused_cb (WeftStage *stage, const char *words, char **kept)
{
  g_free (*kept);
  *kept = g_strdup (words);
}

static void
test_refusals (Fixture *fixture, gconstpointer data)
{
  Bench bench = open_bench (fixture, NVL72);
  g_autofree char *words = NULL;

  g_signal_connect (bench.stage, "refused", G_CALLBACK (refused_cb), &words);
  weft_stage_paste (bench.stage, "{\"weft-fragment\": 1, \"items\": [", 0, 0);
  g_assert_nonnull (words);
  g_clear_pointer (&words, g_free);
  weft_stage_connect (bench.stage, "rack:nothing", "leaf");
  g_assert_nonnull (words);
  g_assert_false (weft_session_get_modified (bench.session));
}

/* A click with the connect tool selects and joins nothing; a drag to a switch whose ports are all
 * taken is refused with their number, and one to a switch with ports left makes a link. */
static void
test_connect (Fixture *fixture, gconstpointer data)
{
  Bench bench = open_bench (fixture, "catalog/systems/superpod-h100-unit.weft");
  g_autoptr (WeftTool) tool = weft_connect_tool_new (bench.stage, bench.view);
  guint n = weft_stage_get_definition (bench.stage, NULL)->n_links;
  g_autofree char *words = NULL;
  double x, y, x1, y1;

  g_signal_connect (bench.stage, "refused", G_CALLBACK (refused_cb), &words);
  weft_connect_tool_set_always (tool, TRUE);
  get_middle (&bench, find (&bench, "leaf"), &x, &y);
  drag (&bench, tool, x, y, x + 1, y, 0);
  g_assert_false (weft_session_get_modified (bench.session));
  g_assert_true (gtk_bitset_contains (weft_stage_get_items (bench.stage), find (&bench, "leaf")));
  g_assert_null (words);

  get_middle (&bench, find (&bench, "spine"), &x1, &y1);
  drag (&bench, tool, x, y, x1, y1, 0);
  g_assert_false (weft_session_get_modified (bench.session));
  g_assert_nonnull (words);
  g_assert_nonnull (strstr (words, "512"));

  weft_stage_add (bench.stage, WEFT_GRAPH_COMPONENT, "qm9700", x1 + 400, y1);
  weft_stage_add (bench.stage, WEFT_GRAPH_COMPONENT, "qm9700", x1 + 800, y1);
  get_middle (&bench, (guint) weft_scene_n_nodes (weft_stage_get_scene (bench.stage)) - 1, &x, &y);
  get_middle (&bench, (guint) weft_scene_n_nodes (weft_stage_get_scene (bench.stage)) - 2, &x1,
              &y1);
  drag (&bench, tool, x, y, x1, y1, 0);
  g_assert_cmpuint (weft_stage_get_definition (bench.stage, NULL)->n_links, ==, n + 1);
}

/* An empty rack, an empty node in it and a chip in that, all by hand; each has a name of its own, and
 * undone it is all gone. */
static void
test_by_hand (Fixture *fixture, gconstpointer data)
{
  Bench bench = open_bench (fixture, NVL72);
  g_autofree char *before = write_text (&bench);
  g_autofree char *after = NULL;
  g_autofree char *words = NULL;
  GtkWidget *canvas = GTK_WIDGET (bench.canvas);

  g_signal_connect (bench.stage, "refused", G_CALLBACK (refused_cb), &words);
  gtk_widget_activate_action (canvas, "graph.add", "(ss)", "empty", "rack");
  gtk_widget_activate_action (canvas, "graph.add", "(ss)", "empty", "rack");
  g_assert_cmpint (weft_graph_find (weft_stage_get_graph (bench.stage), "rack"), >=, 0);
  g_assert_cmpint (weft_graph_find (weft_stage_get_graph (bench.stage), "rack-2"), >=, 0);
  g_assert_true (weft_stage_open_item (
    bench.stage, (guint) weft_scene_n_nodes (weft_stage_get_scene (bench.stage)) - 1));
  g_assert_cmpuint (weft_stage_get_definition (bench.stage, NULL)->n_items, ==, 0);
  gtk_widget_activate_action (canvas, "graph.add", "(ss)", "empty", "rack");
  g_assert_nonnull (words);
  gtk_widget_activate_action (canvas, "graph.add", "(ss)", "empty", "node");
  g_assert_true (weft_stage_open_item (bench.stage, 0));
  gtk_widget_activate_action (canvas, "graph.add", "(ss)", "chip", "H100");
  g_assert_cmpuint (weft_stage_get_definition (bench.stage, NULL)->n_items, ==, 1);
  g_assert_cmpuint (weft_stage_depth (bench.stage), ==, 3);
  for (guint i = 0; i < 4; i++)
    undo (&bench);
  g_assert_cmpuint (weft_stage_depth (bench.stage), ==, 1);
  after = write_text (&bench);
  g_assert_cmpstr (after, ==, before);
}

int
main (int argc, char **argv)
{
  fixture_init (&argc, &argv);
#define ADD(name, func) g_test_add ("/app/canvas/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)
  ADD ("move", test_move);
  ADD ("click", test_click);
  ADD ("band", test_band);
  ADD ("levels", test_levels);
  ADD ("level-vanishes", test_level_vanishes);
  ADD ("verbs", test_verbs);
  ADD ("arrows", test_arrows);
  ADD ("by-hand", test_by_hand);
  ADD ("connect", test_connect);
  ADD ("drop", test_drop);
  ADD ("refusals", test_refusals);
  return g_test_run ();
}
