/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A design that is given as a graph: scored as its partitions are, shown on the canvas, saved as it
 * was. */
#include "app-fixture.h"

#include "app/compose/weft-graph-editor.h"
#include "app/compose/weft-strip.h"
#include "app/start/weft-recent.h"

#define RACKS "catalog/systems/iter33-racks.weft"

static gboolean
is_saved (gpointer data)
{
  return !weft_session_get_modified (WEFT_SESSION (data));
}

static void
test_shown (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_source_path (RACKS);
  WeftDocumentPage *page = fixture_open (fixture, path);
  WeftSession *session = weft_document_page_get_session (page);
  GtkWidget *editor = fixture_find (GTK_WIDGET (page), WEFT_TYPE_GRAPH_EDITOR, 0);
  WeftStage *stage;

  fixture_wait_for_score (session, "1.93");
  g_assert_nonnull (editor);
  g_assert_true (gtk_widget_get_mapped (editor));
  stage = weft_graph_editor_get_stage (WEFT_GRAPH_EDITOR (editor));
  g_assert_cmpuint (weft_scene_n_nodes (weft_stage_get_scene (stage)), >, 1);
  g_assert_true (weft_document_page_go_to (page, "/graph/definitions"));

  /* One machine, one form: no partition can be added to a graph. */
  weft_document_page_add_partition (page);
  g_assert_cmpuint (weft_design_get_n_partitions (weft_session_get_design (session)), ==, 0);
  g_assert_false (weft_session_get_modified (session));
}

static void
test_not_for_partitions (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_source_path ("catalog/systems/iter33.weft");
  WeftDocumentPage *page = fixture_open (fixture, path);
  GtkWidget *editor = fixture_find (GTK_WIDGET (page), WEFT_TYPE_GRAPH_EDITOR, 0);

  g_assert_true (editor == NULL || !gtk_widget_get_mapped (editor));
  g_assert_false (weft_document_page_go_to (page, "/graph/definitions"));
}

/* A new name and back again: the graph's bytes stay. */
static void
test_saved (Fixture *fixture, gconstpointer data)
{
  g_autofree char *source = fixture_source_path (RACKS);
  g_autofree char *before = NULL, *after = NULL, *path = NULL;
  WeftDocumentPage *page;
  WeftSession *session;

  g_assert_true (g_file_get_contents (source, &before, NULL, NULL));
  path = fixture_write (fixture, "racks.weft", before);
  page = fixture_open (fixture, path);
  session = weft_document_page_get_session (page);

  weft_session_set_node (session, "/name", json_node_init_string (json_node_alloc (), "Other"), FALSE);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.save", NULL);
  fixture_wait (is_saved, session);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.undo", NULL);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.save", NULL);
  fixture_wait (is_saved, session);

  g_assert_true (g_file_get_contents (path, &after, NULL, NULL));
  g_assert_cmpstr (after, ==, before);
}

static gboolean
has_label (GtkWidget *root, const char *beginning)
{
  for (guint i = 0;; i++)
    {
      GtkWidget *label = fixture_find (root, GTK_TYPE_LABEL, i);

      if (label == NULL)
        return FALSE;
      if (g_str_has_prefix (gtk_label_get_text (GTK_LABEL (label)), beginning))
        return TRUE;
    }
}

static GtkMenuButton *
violations_button (GtkWidget *strip)
{
  const char *counts = weft_strip_get_counts (WEFT_STRIP (strip));

  for (guint i = 0;; i++)
    {
      GtkWidget *button = fixture_find (strip, GTK_TYPE_MENU_BUTTON, i);

      g_assert_nonnull (button);
      if (has_label (button, counts))
        return GTK_MENU_BUTTON (button);
    }
}

/* Accepted violations are notes, with the reason instead of what to do, and the design is scored. */
static void
test_accepted (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_source_path ("catalog/systems/el-capitan-cabinet.weft");
  WeftDocumentPage *page = fixture_open (fixture, path);
  WeftSession *session = weft_document_page_get_session (page);
  GtkWidget *strip = fixture_find (GTK_WIDGET (page), WEFT_TYPE_STRIP, 0);
  GtkMenuButton *button;
  GtkWidget *list;

  fixture_wait_for_score (session, "0.478");
  g_assert_cmpstr (weft_strip_get_counts (WEFT_STRIP (strip)), ==, "3 warnings, 2 notes");
  button = violations_button (strip);
  gtk_menu_button_popup (button);
  fixture_settle ();
  list = GTK_WIDGET (gtk_menu_button_get_popover (button));
  g_assert_true (has_label (list, "Cabinet draws"));
  g_assert_true (has_label (list, "Accepted: The machine drew 29.6 MW"));
  g_assert_false (has_label (list, "Move hosts to another rack"));
  gtk_menu_button_popdown (button);
}

/* The start page offers what the window edits before what it only shows, each by name. */
static void
test_examples (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) examples = weft_recent_find_examples ();

  g_assert_cmpuint (examples->len, >, 2);
  for (guint i = 1; i < examples->len; i++)
    {
      const WeftRecentFile *before = examples->pdata[i - 1];
      const WeftRecentFile *after = examples->pdata[i];

      g_assert_cmpint (before->is_graph, <=, after->is_graph);
      if (before->is_graph == after->is_graph)
        g_assert_cmpint (g_utf8_collate (before->name, after->name), <=, 0);
    }
}

/* Parts that are chosen one after the other stand on none that is there already. */
static void
test_room (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_source_path (RACKS);
  WeftDocumentPage *page = fixture_open (fixture, path);
  GtkWidget *editor = fixture_find (GTK_WIDGET (page), WEFT_TYPE_GRAPH_EDITOR, 0);
  WeftStage *stage = weft_graph_editor_get_stage (WEFT_GRAPH_EDITOR (editor));

  fixture_wait_for_frame (editor);
  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (GArray) touched = g_array_new (FALSE, FALSE, sizeof (guint));
      WeftScene *scene;
      guint n;

      gtk_widget_activate_action (editor, "graph.add", "(ss)", "component", "qm9700");
      fixture_settle ();
      scene = weft_stage_get_scene (stage);
      n = weft_scene_n_nodes (scene);
      weft_scene_nodes_in (scene, &weft_scene_node (scene, n - 1)->box, touched);
      g_assert_cmpuint (touched->len, ==, 1);
      g_assert_cmpuint (g_array_index (touched, guint, 0), ==, n - 1);
      /* The corner of the next one would be free, the rest of it not. */
      weft_stage_select_item (stage, n - 1, WEFT_SELECT_ONLY);
      weft_stage_move (stage, 96, 0, FALSE);
      fixture_settle ();
    }
}

int
main (int argc, char **argv)
{
  fixture_init (&argc, &argv);
  g_test_add ("/app/graph/shown", Fixture, NULL, fixture_set_up, test_shown, fixture_tear_down);
  g_test_add ("/app/graph/room", Fixture, NULL, fixture_set_up, test_room, fixture_tear_down);
  g_test_add ("/app/graph/not-for-partitions", Fixture, NULL, fixture_set_up,
              test_not_for_partitions, fixture_tear_down);
  g_test_add ("/app/graph/saved", Fixture, NULL, fixture_set_up, test_saved, fixture_tear_down);
  g_test_add ("/app/graph/accepted", Fixture, NULL, fixture_set_up, test_accepted,
              fixture_tear_down);
  g_test_add ("/app/graph/examples", Fixture, NULL, fixture_set_up, test_examples,
              fixture_tear_down);
  return g_test_run ();
}
