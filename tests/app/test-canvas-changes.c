/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The document changes under the canvas: in the middle of a gesture, while something is selected,
 * while it is judged, and when the level or the whole graph goes away. */
#include "app-fixture.h"

#include "app/canvas/weft-canvas.h"
#include "app/compose/weft-graph-editor.h"

#define NVL72 "catalog/systems/nvl72.weft"

typedef struct
{
  WeftDocumentPage *page;
  WeftSession *session;
  WeftHistory *history;
  WeftCanvas *canvas;
  WeftStage *stage;
  WeftCanvasView *view;
} Bench;

static Bench
open_bench (Fixture *fixture, const char *path)
{
  Bench bench;
  WeftGraphEditor *editor;

  bench.page = fixture_open (fixture, path);
  bench.session = weft_document_page_get_session (bench.page);
  bench.history = weft_session_get_history (bench.session);
  editor = WEFT_GRAPH_EDITOR (fixture_find (GTK_WIDGET (bench.page), WEFT_TYPE_GRAPH_EDITOR, 0));
  bench.canvas = weft_graph_editor_get_canvas (editor);
  bench.stage = weft_graph_editor_get_stage (editor);
  bench.view = weft_canvas_get_view (bench.canvas);
  return bench;
}

static char *
write_text (const Bench *bench)
{
  return weft_design_to_text (weft_session_get_design (bench->session));
}

static int
find (const Bench *bench, const char *id)
{
  return weft_scene_find_item (weft_stage_get_scene (bench->stage), id);
}

static WeftToolPoint
middle_of (const Bench *bench, const char *id)
{
  const WeftBox *box
      = &weft_scene_node (weft_stage_get_scene (bench->stage), find (bench, id))->box;
  WeftToolPoint point = { .x = box->x + box->w / 2,
                          .y = box->y + box->h / 2,
                          .button = GDK_BUTTON_PRIMARY };

  weft_canvas_view_to_px (bench->view, point.x, point.y, &point.x_px, &point.y_px);
  return point;
}

/* A point beside everything. */
static WeftToolPoint
corner_of (const Bench *bench)
{
  WeftToolPoint point = { .button = GDK_BUTTON_PRIMARY };
  WeftBox bounds;

  weft_scene_get_bounds (weft_stage_get_scene (bench->stage), &bounds);
  point.x = bounds.x - 40;
  point.y = bounds.y - 40;
  weft_canvas_view_to_px (bench->view, point.x, point.y, &point.x_px, &point.y_px);
  return point;
}

static void
check_selection (const Bench *bench)
{
  const WeftGraphDefinition *definition = weft_stage_get_definition (bench->stage, NULL);
  GtkBitset *items = weft_stage_get_items (bench->stage);
  GtkBitset *links = weft_stage_get_links (bench->stage);
  guint n_items = definition != NULL ? definition->n_items : 0;
  guint n_links = definition != NULL ? definition->n_links : 0;

  g_assert_true (gtk_bitset_is_empty (items) || gtk_bitset_get_maximum (items) < n_items);
  g_assert_true (gtk_bitset_is_empty (links) || gtk_bitset_get_maximum (links) < n_links);
  g_assert_cmpint (weft_stage_get_focus (bench->stage), <, (int) n_items);
}

typedef void (*Change) (Bench *bench);

static void
remove_leaf (Bench *bench)
{
  weft_stage_select_item (bench->stage, find (bench, "leaf"), WEFT_SELECT_ONLY);
  weft_stage_remove (bench->stage);
}

static void
add_many (Bench *bench)
{
  for (guint i = 0; i < 40; i++)
    weft_stage_add (bench->stage, WEFT_GRAPH_COMPONENT, "q3400-ra", 4000 + 200 * i, 4000);
}

static void
lose_root (Bench *bench)
{
  guint definition;
  g_autoptr (JsonNode) name = json_node_init_string (json_node_alloc (), "elsewhere");
  WeftGraph *graph = weft_stage_get_graph (bench->stage);

  weft_stage_get_definition (bench->stage, &definition);
  weft_history_do (bench->history, weft_graph_edit_set_definition (graph, definition, "id", name,
                                                                   NULL));
}

static WeftTool *
make_tool (const Bench *bench, guint which)
{
  WeftTool *tool;

  switch (which)
    {
    case 0:
      return weft_move_tool_new (bench->stage, bench->view);
    case 1:
      return weft_band_tool_new (bench->stage, bench->view);
    default:
      tool = weft_connect_tool_new (bench->stage, bench->view);
      weft_connect_tool_set_always (tool, TRUE);
      return tool;
    }
}

/* A gesture that began before an edit neither shows nor does anything after it: its items and links
 * may be others now. */
static void
test_tools (Fixture *fixture, gconstpointer data)
{
  const Change changes[] = { remove_leaf, add_many, lose_root };
  g_autofree char *path = fixture_source_path (NVL72);
  Bench bench = open_bench (fixture, path);

  for (guint i = 0; i < 3 * G_N_ELEMENTS (changes) * 2; i++)
    {
      g_autoptr (WeftTool) tool = make_tool (&bench, i % 3);
      WeftToolPoint from = i % 3 == 1 ? corner_of (&bench) : middle_of (&bench, "rack");
      WeftToolPoint to = middle_of (&bench, "leaf");
      WeftSceneMarks marks = { .hover_node = -1, .hover_wire = -1 };
      g_autofree char *before = NULL;
      g_autofree char *after = NULL;

      weft_stage_select_all (bench.stage);
      g_assert_true (weft_tool_press (tool, &from));
      weft_tool_motion (tool, &to);
      changes[i / 3 % G_N_ELEMENTS (changes)] (&bench);
      before = write_text (&bench);
      weft_tool_mark (tool, &marks);
      g_assert_null (marks.targets);
      g_assert_null (marks.rubber_band);
      g_assert_false (marks.shows_wire);
      g_assert_cmpfloat (marks.drag_dx, ==, 0);
      weft_tool_motion (tool, &from);
      if (i < 9)
        weft_tool_release (tool, &to);
      else
        weft_tool_cancel (tool);
      check_selection (&bench);
      after = write_text (&bench);
      g_assert_cmpstr (after, ==, before);
      while (weft_history_undo (bench.history))
        ;
      check_selection (&bench);
    }
}

/* What is remembered from before an edit selects nothing that is not there. */
static void
test_stale_selection (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_source_path (NVL72);
  Bench bench = open_bench (fixture, path);
  g_autoptr (GtkBitset) many = gtk_bitset_new_range (0, 50);
  WeftBox box;

  weft_stage_select (bench.stage, many, many);
  check_selection (&bench);
  weft_stage_select_item (bench.stage, 50, WEFT_SELECT_ADD);
  weft_stage_select_link (bench.stage, 50, WEFT_SELECT_ADD);
  weft_stage_set_focus (bench.stage, 50);
  check_selection (&bench);
  g_assert_true (weft_stage_selection_box (bench.stage, &box));
  weft_stage_move (bench.stage, 8, 8, FALSE);
  check_selection (&bench);
}

int
main (int argc, char **argv)
{
  fixture_init (&argc, &argv);
#define ADD(name, func) \
  g_test_add ("/app/canvas-changes/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)
  ADD ("tools", test_tools);
  ADD ("stale-selection", test_stale_selection);
  return g_test_run ();
}
