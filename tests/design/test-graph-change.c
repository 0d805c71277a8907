/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recorded changes: what they share, that undo gives the same bytes, and that other threads may read
 * meanwhile. */
#include <string.h>

#include "base/weft-json-write.h"
#include "design/graph/weft-graph-edits.h"
#include "design/graph/weft-graph-private.h"
#include "design/weft-design-private.h"
#include "design/weft-history.h"
#include "graph-fixture.h"

/* Members that Weft does not know on every level. */
#define ODD                                                                                        \
  "{'root':'n','x-graph':{'a':1},'definitions':{"                                                  \
  "'n':{'level':'node','title':'N','x-definition':[1,2],'items':["                                 \
  "{'id':'a','chip':'B200','x-item':true},{'id':'b','chip':'B200','count':2.5},"                   \
  "{'id':'a','component':'q3400-ra','definition':'m'},{'id':'c','definition':'m'}],"               \
  "'links':[{'from':'a','to':['b','c:p'],'wiring':'all','x-link':null}],'ports':[]},"              \
  "'m':{'level':'package','items':[{'id':'d','chip':'B200'}],"                                     \
  "'ports':[{'id':'p','of':'d','x-port':'y'}]}}}"

static JsonNode *
parse (const char *text)
{
  g_autofree char *quoted = g_strdelimit (g_strdup (text), "'", '"');
  g_autoptr (GError) error = NULL;
  JsonNode *node = weft_json_parse (quoted, -1, "test", NULL, &error);

  g_assert_no_error (error);
  return node;
}

static char *
graph_bytes (const WeftGraph *graph)
{
  g_autoptr (JsonNode) node = weft_graph_to_json (graph);

  return weft_json_write_pretty (node);
}

static void
assert_bytes (const WeftGraph *graph, const char *expected)
{
  g_autofree char *text = graph_bytes (graph);

  g_assert_cmpstr (text, ==, expected);
}

static WeftHistory *
open_graph (WeftGraph *graph)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftDesign) design = NULL;
  JsonObject *object = json_object_new ();

  json_object_set_member (object, "graph", weft_graph_to_json (graph));
  json_node_take_object (root, object);
  design = weft_design_new_from_json (root, "test", NULL, &error);
  g_assert_no_error (error);
  return weft_history_new (design);
}

static WeftGraph *
graph_of (WeftHistory *history)
{
  return weft_design_get_graph (weft_history_get_design (history));
}

static void
insert (WeftGraphChange *change, const char *definition, WeftGraphMembers members, guint at,
        const char *text)
{
  g_autoptr (JsonNode) node = parse (text);

  weft_graph_change_insert (change, definition, members, &at, &node, 1);
}

static void
replace (WeftGraphChange *change, const char *definition, WeftGraphMembers members, guint at,
         const char *text)
{
  g_autoptr (JsonNode) node = parse (text);

  weft_graph_change_replace (change, definition, members, &at, &node, 1);
}

static void
test_names (void)
{
  g_autoptr (WeftGraph) graph = fixture_graph (ODD);
  WeftGraphChange *change = weft_graph_change_new (graph);
  const WeftGraphDefinition *n;
  const guint first[] = { 0 };

  g_assert_true (weft_graph_change_is_empty (change));
  g_assert_true (weft_graph_change_graph (change) == graph);

  /* "a" is the first of its name; without it the next one. */
  n = weft_graph_definition (graph, 0);
  g_assert_cmpint (n->links[0].from.item, ==, 0);
  g_assert_cmpint (n->links[0].to[1].item, ==, 3);
  weft_graph_change_remove (change, "n", WEFT_GRAPH_ITEMS, first, 1);
  n = weft_graph_definition (weft_graph_change_graph (change), 0);
  g_assert_cmpint (n->links[0].from.item, ==, 1);
  g_assert_cmpint (n->links[0].to[1].item, ==, 2);
  g_assert_cmpint (n->items[2].definition, ==, 1);

  insert (change, "n", WEFT_GRAPH_ITEMS, 1, "{'id':'e','definition':'new'}");
  insert (change, "n", WEFT_GRAPH_LINKS, 0, "{'from':'e','to':'c','wiring':'each'}");
  n = weft_graph_definition (weft_graph_change_graph (change), 0);
  g_assert_cmpint (n->items[1].definition, ==, -1);
  g_assert_cmpint (n->links[0].from.item, ==, 1);
  g_assert_cmpint (n->links[0].to[0].item, ==, 3);
  g_assert_cmpint (n->links[1].from.item, ==, 2);

  /* Definitions at other places. */
  {
    g_autoptr (JsonNode) node = parse ("{'level':'package','items':[]}");

    weft_graph_change_add_definition (change, "new", node, 0);
  }
  weft_graph_change_set_root (change, "new");
  n = weft_graph_definition (weft_graph_change_graph (change), 1);
  g_assert_cmpint (n->items[1].definition, ==, 0);
  g_assert_cmpint (n->items[3].definition, ==, 2);
  weft_graph_change_remove_definition (change, "new");
  weft_graph_change_rename_definition (change, "m", "new");
  n = weft_graph_definition (weft_graph_change_graph (change), 0);
  g_assert_cmpint (n->items[1].definition, ==, 1);
  g_assert_cmpint (n->items[3].definition, ==, -1);
  g_assert_cmpint (weft_graph_find (weft_graph_change_graph (change), "m"), ==, -1);
  g_assert_nonnull (weft_graph_find_port (weft_graph_definition (weft_graph_change_graph (change),
                                                                 1), "p"));
  weft_graph_change_unref (change);
}

static void
test_undo (void)
{
  g_autoptr (WeftGraph) graph = fixture_graph (ODD);
  g_autoptr (WeftHistory) history = open_graph (graph);
  g_autofree char *before = graph_bytes (graph);
  g_autofree char *after = NULL;
  g_autoptr (JsonNode) title = parse ("'Other'");
  WeftGraphChange *change = weft_graph_change_new (graph_of (history));
  const guint both[] = { 0, 2 };

  weft_graph_change_remove (change, "n", WEFT_GRAPH_LINKS, both, 1);
  weft_graph_change_remove (change, "n", WEFT_GRAPH_ITEMS, both, 2);
  insert (change, "n", WEFT_GRAPH_PORTS, 0, "{'id':'q','of':'b'}");
  insert (change, "m", WEFT_GRAPH_LINKS, 0, "{'from':'d','to':'d','wiring':'all'}");
  replace (change, "m", WEFT_GRAPH_PORTS, 0, "{'id':'r','of':'d'}");
  weft_graph_change_set (change, "m", "title", title);
  weft_graph_change_set (change, "n", "x-definition", NULL);
  weft_graph_change_rename_definition (change, "m", "k");
  weft_graph_change_set_root (change, "k");
  weft_graph_change_remove_definition (change, "n");
  weft_history_do (history, weft_edit_graph (change, g_strdup ("Everything"), FALSE));
  after = graph_bytes (graph_of (history));
  g_assert_cmpstr (after, !=, before);
  g_assert_nonnull (strstr (after, "x-graph"));
  g_assert_cmpstr (weft_history_get_undo_label (history), ==, "Undo Everything");

  for (guint i = 0; i < 3; i++)
    {
      g_assert_true (weft_history_undo (history));
      assert_bytes (graph_of (history), before);
      g_assert_true (weft_history_redo (history));
      assert_bytes (graph_of (history), after);
    }
}

/* A list that was not written is not written again; one that was empty stays so. */
static void
test_empty_lists (void)
{
  g_autoptr (WeftGraph) graph = fixture_graph (ODD);
  g_autoptr (WeftGraphChange) change = weft_graph_change_new (graph);
  g_autofree char *before = graph_bytes (graph);
  const guint first[] = { 0 };

  g_assert_nonnull (strstr (before, "\"ports\": []"));
  insert (change, "m", WEFT_GRAPH_LINKS, 0, "{'from':'d','to':'d','wiring':'all'}");
  weft_graph_change_remove (change, "m", WEFT_GRAPH_LINKS, first, 1);
  assert_bytes (weft_graph_change_graph (change), before);
}

static void
test_sharing (void)
{
  g_autoptr (WeftGraph) graph = fixture_graph (CLUSTER);
  g_autoptr (WeftGraphChange) change = weft_graph_change_new (graph);
  WeftGraph *next;

  replace (change, "machine", WEFT_GRAPH_ITEMS, 1, "{'id':'leaf','component':'qm9700'}");
  next = weft_graph_change_graph (change);
  g_assert_true (next->bodies[0] == graph->bodies[0]);
  g_assert_true (next->bodies[1] == graph->bodies[1]);
  g_assert_true (next->bodies[2] != graph->bodies[2]);
  g_assert_true (next->bodies[2]->lists[WEFT_GRAPH_LINKS]
                 == graph->bodies[2]->lists[WEFT_GRAPH_LINKS]);
  g_assert_true (next->bodies[2]->lists[WEFT_GRAPH_ITEMS]->cells[0]
                 == graph->bodies[2]->lists[WEFT_GRAPH_ITEMS]->cells[0]);
  g_assert_true (next->index == graph->index);
  g_assert_cmpstr (weft_graph_definition (graph, 2)->items[1].of, ==, "q3400-ra");
  g_assert_cmpstr (weft_graph_definition (next, 2)->items[1].of, ==, "qm9700");
}

static void
test_no_change (void)
{
  g_autoptr (WeftGraph) graph = fixture_graph (ODD);
  g_autoptr (WeftHistory) history = open_graph (graph);
  WeftGraphChange *change = weft_graph_change_new (graph_of (history));
  g_autoptr (JsonNode) same = weft_graph_item_json (graph_of (history), 0, 0);
  const guint first[] = { 0 };

  weft_graph_change_replace (change, "n", WEFT_GRAPH_ITEMS, first, &same, 1);
  weft_graph_change_set_root (change, "n");
  weft_history_do (history, weft_edit_graph (change, g_strdup ("Nothing"), FALSE));
  g_assert_false (weft_history_get_can_undo (history));
}

static void
do_count (WeftHistory *history, guint item, const char *count, gboolean continues)
{
  WeftGraphChange *change = weft_graph_change_new (graph_of (history));
  g_autofree char *text = g_strdup_printf ("{'id':'a','chip':'B200','count':%s}", count);

  replace (change, "n", WEFT_GRAPH_ITEMS, item, text);
  weft_history_do (history, weft_edit_graph (change, g_strdup ("Count"), continues));
}

static void
test_bursts (void)
{
  g_autoptr (WeftGraph) graph = fixture_graph (ODD);
  g_autoptr (WeftHistory) history = open_graph (graph);
  g_autofree char *before = graph_bytes (graph);
  g_autofree char *after = NULL;

  do_count (history, 0, "2", FALSE);
  do_count (history, 0, "3", TRUE);
  do_count (history, 0, "4", TRUE);
  after = graph_bytes (graph_of (history));
  g_assert_true (weft_history_undo (history));
  assert_bytes (graph_of (history), before);
  g_assert_false (weft_history_get_can_undo (history));
  g_assert_true (weft_history_redo (history));
  assert_bytes (graph_of (history), after);

  /* Another member, or a barrier: a step of its own. */
  do_count (history, 1, "5", TRUE);
  weft_history_barrier (history);
  do_count (history, 1, "6", TRUE);
  for (guint i = 0; i < 3; i++)
    g_assert_true (weft_history_undo (history));
  assert_bytes (graph_of (history), before);
  g_assert_false (weft_history_get_can_undo (history));
}

/* A drag that ends where it began is no step. */
static void
test_burst_back (void)
{
  g_autoptr (WeftGraph) graph = fixture_node ("'items':[{'id':'a','chip':'B200','count':1}]");
  g_autoptr (WeftHistory) history = open_graph (graph);

  do_count (history, 0, "2", FALSE);
  do_count (history, 0, "1", TRUE);
  g_assert_false (weft_history_get_can_undo (history));
  g_assert_false (weft_history_get_modified (history));
}

/* The same edit on another design, which has something else in its place. */
static void
test_two_designs (void)
{
  g_autoptr (WeftGraph) graph = fixture_node ("'items':[{'id':'a','chip':'B200','count':3}]");
  g_autoptr (WeftGraph) other = fixture_node ("'items':[{'id':'z','chip':'H100'}]");
  g_autoptr (WeftGraph) empty = fixture_node ("'items':[]");
  g_autoptr (WeftHistory) one = open_graph (graph);
  g_autoptr (WeftHistory) two = open_graph (other);
  g_autoptr (WeftHistory) three = open_graph (empty);
  g_autofree char *before = graph_bytes (other);
  WeftGraphChange *change = weft_graph_change_new (graph_of (one));
  g_autoptr (WeftEdit) edit = NULL;

  replace (change, "n", WEFT_GRAPH_ITEMS, 0, "{'id':'a','chip':'B200','count':4}");
  edit = weft_edit_graph (change, g_strdup ("Count"), FALSE);
  weft_edit_apply (edit, weft_history_get_design (one));
  weft_edit_apply (edit, weft_history_get_design (two));
  g_assert_cmpfloat (weft_graph_definition (graph_of (two), 0)->items[0].count, ==, 4);
  weft_edit_revert (edit, weft_history_get_design (two));
  assert_bytes (graph_of (two), before);
  g_assert_false (weft_edit_changes (edit, weft_history_get_design (three)));
}

static void
test_unsound (void)
{
  g_autoptr (WeftGraph) graph = fixture_graph (ODD);
  g_autoptr (WeftGraphChange) change = weft_graph_change_new (graph);

  g_test_expect_message (NULL, G_LOG_LEVEL_CRITICAL, "*unsound member*");
  insert (change, "n", WEFT_GRAPH_ITEMS, 0, "{'id':5}");
  g_test_assert_expected_messages ();
  g_assert_true (weft_graph_change_is_empty (change));

  g_test_expect_message (NULL, G_LOG_LEVEL_CRITICAL, "*does not go with its graph*");
  insert (change, "nowhere", WEFT_GRAPH_ITEMS, 0, "{'id':'a'}");
  g_assert_true (weft_graph_change_graph (change) == graph);
  g_test_assert_expected_messages ();
}

/* Outside of an edit nobody sets the graph. */
static void
test_only_edits (void)
{
  g_autoptr (WeftGraph) graph = fixture_graph (ODD);
  g_autoptr (WeftGraph) other = fixture_graph (CLUSTER);
  g_autoptr (WeftHistory) history = open_graph (graph);
  WeftDesign *design = weft_history_get_design (history);
  WeftGraph *before = weft_design_get_graph (design);

  g_test_expect_message (NULL, G_LOG_LEVEL_CRITICAL, "*editing > 0*");
  weft_design_set_graph (design, other);
  g_test_assert_expected_messages ();
  g_assert_true (weft_design_get_graph (design) == before);
}

/* --- large graphs and threads --- */

static WeftGraph *
make_large (guint n)
{
  g_autoptr (GString) text
      = g_string_new ("{'root':'n','definitions':{'n':{'level':'cluster','items':[");
  g_autofree char *all = NULL;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s{'id':'leaf-%u','component':'q3400-ra','at':[%u,%u]}",
                            i > 0 ? "," : "", i, i % 200 * 240, i / 200 * 160);
  g_string_append (text, "],'links':[");
  for (guint i = 1; i < n; i++)
    g_string_append_printf (text, "%s{'from':'leaf-%u','to':'leaf-%u','wiring':'all'}",
                            i > 1 ? "," : "", i - 1, i);
  g_string_append (text, "]}}}");
  return fixture_graph (text->str);
}

static gpointer
read_cb (gpointer data)
{
  g_autoptr (WeftGraph) graph = data;
  const WeftGraphDefinition *definition = weft_graph_definition (graph, 0);
  g_autofree char *text = graph_bytes (graph);
  g_autoptr (WeftGraph) again = fixture_graph (text);
  g_autofree char *other = graph_bytes (again);
  g_autoptr (GPtrArray) sockets = weft_graph_sockets (graph, NULL, 0, definition->n_items - 1);

  g_assert_cmpstr (text, ==, other);
  for (guint i = 0; i < definition->n_links; i++)
    g_assert_cmpstr (definition->links[i].from.item_id, ==,
                     definition->items[definition->links[i].from.item].id);
  g_assert_cmpuint (sockets->len, ==, 1);
  return NULL;
}

/* Each version is read and freed by threads while the next ones are made. */
static void
test_threads (void)
{
  g_autoptr (WeftGraph) graph = make_large (60);
  g_autoptr (WeftHistory) history = open_graph (graph);
  GThread *threads[4] = { NULL };

  for (guint i = 0; i < 200; i++)
    {
      WeftGraph *now = graph_of (history);
      const double at[] = { i * 8.0, i * 16.0 };
      const guint item = i % weft_graph_definition (now, 0)->n_items;

      if (threads[i % 4] != NULL)
        g_thread_join (threads[i % 4]);
      threads[i % 4] = g_thread_new ("reader", read_cb, weft_graph_ref (now));
      if (i % 7 == 6)
        weft_history_do (history, weft_graph_edit_remove (now, 0, &item, 1, NULL, 0));
      else if (i % 11 == 10)
        weft_history_undo (history);
      else
        weft_history_do (history, weft_graph_edit_move (now, 0, &item, at, 1, FALSE));
    }
  for (guint i = 0; i < 4; i++)
    g_thread_join (threads[i]);
}

/* What a step keeps does not grow with the definition. */
static void
test_large (void)
{
  const guint n = g_test_perf () ? 50000 : 2000, item = n / 2;
  g_autoptr (WeftGraph) graph = make_large (n);
  g_autoptr (WeftHistory) history = open_graph (graph);
  g_autofree char *before = graph_bytes (graph);
  double move_ms = 0, remove_ms = 0;

  for (guint i = 0; i < 20; i++)
    {
      const double at[] = { i + 0.5, i };
      gint64 start = g_get_monotonic_time ();

      weft_history_do (history, weft_graph_edit_move (graph_of (history), 0, &item, at, 1, FALSE));
      move_ms += (double) (g_get_monotonic_time () - start) / 1000 / 20;
      start = g_get_monotonic_time ();
      weft_history_do (history, weft_graph_edit_remove (graph_of (history), 0, &item, 1, NULL, 0));
      remove_ms += (double) (g_get_monotonic_time () - start) / 1000 / 20;
    }
  g_test_message ("%u items: moving one takes %.1f ms, removing one %.1f ms", n, move_ms,
                  remove_ms);
  g_assert_cmpuint (weft_graph_definition (graph_of (history), 0)->n_items, ==, n - 20);
  while (weft_history_undo (history))
    ;
  assert_bytes (graph_of (history), before);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/graph-change/names", test_names);
  g_test_add_func ("/graph-change/undo", test_undo);
  g_test_add_func ("/graph-change/empty-lists", test_empty_lists);
  g_test_add_func ("/graph-change/sharing", test_sharing);
  g_test_add_func ("/graph-change/no-change", test_no_change);
  g_test_add_func ("/graph-change/bursts", test_bursts);
  g_test_add_func ("/graph-change/burst-back", test_burst_back);
  g_test_add_func ("/graph-change/two-designs", test_two_designs);
  g_test_add_func ("/graph-change/unsound", test_unsound);
  g_test_add_func ("/graph-change/only-edits", test_only_edits);
  g_test_add_func ("/graph-change/threads", test_threads);
  g_test_add_func ("/graph-change/large", test_large);

  return g_test_run ();
}
