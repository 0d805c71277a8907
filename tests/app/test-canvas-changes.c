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

/* Odd on purpose: parts without a name, names twice, loose ends, a definition inside itself, places
 * beyond everything. */
#define ODD                                                                                        \
  "{'graph':{'root':'c','definitions':{"                                                           \
  "'n':{'level':'node','items':[{'id':'p'},{'id':'p','chip':null},{'id':'q','chip':'H100',"        \
  "'count':1e9}],'links':[{'from':'q','to':'gone','wiring':'all'},"                                \
  "{'from':'q','to':'q','wiring':'ring','length_m':1e308}],'ports':[{'id':'o','of':'q'}]},"        \
  "'r':{'level':'rack','enclosure':'none','items':[{'id':'n','definition':'n','u':1e18},"          \
  "{'id':'r','definition':'r'}],'ports':[{'id':'o','of':'n:o'}]},"                                 \
  "'c':{'level':'cluster','items':[{'id':'r','definition':'r','count':-3,'at':[1e308,-1e308]},"    \
  "{'id':'m','definition':'gone'},{'id':'sw','component':'q3400-ra','count':0.5,'at':[0,0]},"      \
  "{'id':'sw','component':'gone'}],'links':[{'from':'r:o','to':'sw','wiring':'all'},"              \
  "{'from':'sw[9]','to':'sw','wiring':{'torus':[0]}}]}}}}"

static guint
pick (GRand *random, guint n)
{
  return n > 0 ? (guint) g_rand_int_range (random, 0, (int) n) : 0;
}

static WeftToolPoint
some_point (const Bench *bench, GRand *random)
{
  WeftScene *scene = weft_stage_get_scene (bench->stage);
  WeftToolPoint point = { .button = pick (random, 8) == 0 ? GDK_BUTTON_MIDDLE : GDK_BUTTON_PRIMARY,
                          .modifiers = pick (random, 4) == 0 ? GDK_ALT_MASK : 0 };

  if (scene != NULL && weft_scene_n_nodes (scene) > 0 && pick (random, 4) > 0)
    {
      const WeftBox *box = &weft_scene_node (scene, pick (random, weft_scene_n_nodes (scene)))->box;

      point.x = box->x + box->w * g_rand_double (random);
      point.y = box->y + box->h * g_rand_double (random);
    }
  else
    {
      point.x = g_rand_double_range (random, -900, 900);
      point.y = g_rand_double_range (random, -900, 900);
    }
  weft_canvas_view_to_px (bench->view, point.x, point.y, &point.x_px, &point.y_px);
  return point;
}

static void
use_verb (Bench *bench, GRand *random)
{
  g_autofree char *text = NULL;

  switch (pick (random, 9))
    {
    case 0:
      weft_stage_remove (bench->stage);
      break;
    case 1:
      weft_stage_duplicate (bench->stage);
      break;
    case 2:
      weft_stage_split (bench->stage);
      break;
    case 3:
      weft_stage_group (bench->stage);
      break;
    case 4:
      weft_stage_align (bench->stage, pick (random, WEFT_GRAPH_ALIGN_ROTATE + 1));
      break;
    case 5:
      weft_stage_unplace (bench->stage);
      break;
    case 6:
      weft_stage_add (bench->stage, WEFT_GRAPH_COMPONENT, "q3400-ra", 80, pick (random, 900));
      break;
    case 7:
      text = weft_stage_copy (bench->stage);
      if (text != NULL)
        weft_stage_paste (bench->stage, text, pick (random, 900), 40);
      break;
    default:
      weft_stage_move (bench->stage, pick (random, 90), 8, pick (random, 2) == 0);
      break;
    }
}

static void
go_somewhere (Bench *bench, GRand *random)
{
  static const char *const pointers[]
      = { "/graph", "/graph/definitions/n/items/1", "/graph/definitions/r/links/0",
          "/graph/definitions/c/items/99", "/graph/definitions/n/links/1/to" };

  if (pick (random, 3) == 0)
    weft_stage_go_to_pointer (bench->stage, pointers[pick (random, G_N_ELEMENTS (pointers))]);
  else if (pick (random, 2) == 0)
    weft_stage_open_item (bench->stage, pick (random, 5));
  else
    weft_stage_go_to_step (bench->stage, pick (random, 3));
}

static void
use_tool (Bench *bench, GRand *random, WeftTool *tool)
{
  WeftToolPoint point = some_point (bench, random);
  WeftSceneMarks marks = { .hover_node = -1, .hover_wire = -1, .focus_node = -1 };

  switch (pick (random, 4))
    {
    case 0:
      weft_tool_press (tool, &point);
      break;
    case 1:
      weft_tool_release (tool, &point);
      break;
    default:
      weft_tool_motion (tool, &point);
      break;
    }
  weft_tool_mark (tool, &marks);
}

static void
take_step (Bench *bench, GRand *random, WeftTool *tools[4])
{
  switch (pick (random, 10))
    {
    case 0:
      weft_history_undo (bench->history);
      break;
    case 1:
      weft_history_redo (bench->history);
      break;
    case 2:
      go_somewhere (bench, random);
      break;
    case 3:
    case 4:
      weft_stage_select_item (bench->stage, pick (random, 6), pick (random, 3));
      break;
    case 5:
      weft_stage_select_link (bench->stage, pick (random, 4), pick (random, 3));
      break;
    case 6:
    case 7:
      use_verb (bench, random);
      break;
    default:
      use_tool (bench, random, tools[pick (random, 4)]);
      break;
    }
  check_selection (bench);
}

/* Whatever is done in whatever order, on a graph that breaks most rules: the window follows, and all
 * undone is the document as it was. */
static void
test_walk (Fixture *fixture, gconstpointer data)
{
  g_autofree char *text = g_strdelimit (g_strdup (ODD), "'", '"');
  g_autofree char *path = fixture_write (fixture, "odd.weft", text);
  g_autoptr (GRand) random = g_rand_new_with_seed (GPOINTER_TO_UINT (data));
  Bench bench = open_bench (fixture, path);
  g_autofree char *before = write_text (&bench);
  g_autofree char *after = NULL;
  WeftTool *tools[4];

  for (guint i = 0; i < 3; i++)
    tools[i] = make_tool (&bench, i);
  tools[3] = weft_wire_tool_new (bench.stage, bench.view);
  for (guint i = 0; i < 250; i++)
    {
      take_step (&bench, random, tools);
      if (pick (random, 4) == 0)
        fixture_settle ();
    }
  while (weft_history_undo (bench.history))
    ;
  fixture_settle ();
  check_selection (&bench);
  after = write_text (&bench);
  g_assert_cmpstr (after, ==, before);
  for (guint i = 0; i < 4; i++)
    g_object_unref (tools[i]);
}

/* A window or a tab goes while workers still judge what was in it. */
static void
test_closed_at_work (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_source_path ("catalog/systems/superpod-h100-unit.weft");

  for (guint i = 0; i < 5; i++)
    {
      Bench bench = open_bench (fixture, path);
      g_autoptr (WeftStage) stage = g_object_ref (bench.stage);
      AdwTabView *tabs = ADW_TAB_VIEW (fixture_find (GTK_WIDGET (fixture->window),
                                                     ADW_TYPE_TAB_VIEW, 0));

      for (guint j = 0; j <= i; j++)
        {
          add_many (&bench);
          g_main_context_iteration (NULL, FALSE);
        }
      while (weft_history_undo (bench.history))
        ;
      adw_tab_view_close_page (tabs, adw_tab_view_get_page (tabs, GTK_WIDGET (bench.page)));
      add_many (&bench); /* the stage of a closed page may be told still */
      fixture_settle ();
    }
}

/* From partitions to a graph and back, with the editor in view. */
static void
test_to_graph_and_back (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_source_path ("catalog/systems/iter33.weft");
  WeftDocumentPage *page = fixture_open (fixture, path);
  WeftSession *session = weft_document_page_get_session (page);
  WeftHistory *history = weft_session_get_history (session);
  g_autofree char *before = weft_design_to_text (weft_session_get_design (session));
  g_autofree char *after = NULL;

  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (GError) error = NULL;
      WeftGraphEditor *editor;
      WeftStage *stage;

      if (i == 0)
        g_assert_true (weft_session_turn_into_graph (session, &error));
      else
        g_assert_true (weft_history_redo (history));
      g_assert_no_error (error);
      fixture_settle ();
      editor = WEFT_GRAPH_EDITOR (fixture_find (GTK_WIDGET (page), WEFT_TYPE_GRAPH_EDITOR, 0));
      stage = weft_graph_editor_get_stage (editor);
      weft_stage_select_all (stage);
      weft_stage_open_item (stage, 0);
      if (i % 2 == 0)
        fixture_wait_for_frame (GTK_WIDGET (page));
      g_assert_true (weft_history_undo (history));
      g_assert_null (weft_stage_get_definition (stage, NULL));
      g_assert_true (gtk_bitset_is_empty (weft_stage_get_items (stage)));
      weft_stage_add (stage, WEFT_GRAPH_CHIP, "B200", 0, 0);
      weft_stage_paste (stage, "{}", 0, 0);
      fixture_settle ();
    }
  after = weft_design_to_text (weft_session_get_design (session));
  g_assert_cmpstr (after, ==, before);
}

int
main (int argc, char **argv)
{
  fixture_init (&argc, &argv);
#define ADD(name, func) \
  g_test_add ("/app/canvas-changes/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)
  ADD ("tools", test_tools);
  ADD ("stale-selection", test_stale_selection);
  g_test_add ("/app/canvas-changes/walk-1", Fixture, GUINT_TO_POINTER (1), fixture_set_up, test_walk,
              fixture_tear_down);
  g_test_add ("/app/canvas-changes/walk-2", Fixture, GUINT_TO_POINTER (2), fixture_set_up, test_walk,
              fixture_tear_down);
  ADD ("closed-at-work", test_closed_at_work);
  ADD ("to-graph-and-back", test_to_graph_and_back);
  return g_test_run ();
}
