/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verbs: what each does, what it is called, what it refuses. */
#include <math.h>
#include <string.h>

#include "base/weft-json-write.h"
#include "design/graph/weft-graph-edits.h"
#include "design/weft-history.h"
#include "graph-fixture.h"

typedef struct
{
  WeftHistory *history;
  char *start;
} Bench;

static WeftGraph *
now (const Bench *bench)
{
  return weft_design_get_graph (weft_history_get_design (bench->history));
}

static const WeftGraphDefinition *
get (const Bench *bench, const char *definition)
{
  return weft_graph_definition (now (bench), weft_graph_find (now (bench), definition));
}

static guint
find (const Bench *bench, const char *definition)
{
  int index = weft_graph_find (now (bench), definition);

  g_assert_cmpint (index, >=, 0);
  return index;
}

static char *
bytes (const Bench *bench)
{
  return weft_design_to_text (weft_history_get_design (bench->history));
}

static void
bench_init (Bench *bench, const char *graph)
{
  g_autofree char *quoted = g_strdelimit (g_strdup_printf ("{'graph':%s}", graph), "'", '"');
  g_autoptr (WeftDesign) design = fixture_design (quoted);

  bench->history = weft_history_new (design);
  bench->start = bytes (bench);
}

static void
bench_clear (Bench *bench)
{
  g_object_unref (bench->history);
  g_free (bench->start);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Bench, bench_clear)

/* Does it, and checks the label, the way back and forth, and that the result reads back. */
static void
run (Bench *bench, WeftEdit *edit, const char *label)
{
  g_autofree char *before = bytes (bench);
  g_autofree char *after = NULL;
  g_autofree char *undone = NULL;
  g_autofree char *redone = NULL;
  g_autofree char *again = NULL;
  g_autofree char *undo = g_strconcat ("Undo ", label, NULL);
  g_autoptr (WeftDesign) read = NULL;

  g_assert_nonnull (edit);
  g_assert_cmpstr (weft_edit_get_label (edit), ==, label);
  weft_history_do (bench->history, edit);
  after = bytes (bench);
  g_assert_cmpstr (after, !=, before);
  g_assert_cmpstr (weft_history_get_undo_label (bench->history), ==, undo);
  read = fixture_design (after);
  again = weft_design_to_text (read);
  g_assert_cmpstr (again, ==, after);
  g_assert_true (weft_history_undo (bench->history));
  undone = bytes (bench);
  g_assert_cmpstr (undone, ==, before);
  g_assert_true (weft_history_redo (bench->history));
  redone = bytes (bench);
  g_assert_cmpstr (redone, ==, after);
}

static void
assert_refused (WeftEdit *edit, GError *error, const char *words)
{
  g_assert_null (edit);
  g_assert_nonnull (error);
  if (!g_pattern_match_simple (words, error->message))
    g_error ("“%s” is not like “%s”", error->message, words);
  g_error_free (error);
}

static WeftCatalog *
catalog (void)
{
  return weft_inventory_get_catalog (fixture_get_inventory ());
}

static JsonNode *
text_node (const char *text)
{
  return json_node_init_string (json_node_alloc (), text);
}

static JsonNode *
number_node (double value)
{
  return json_node_init_double (json_node_alloc (), value);
}

static void
test_move (void)
{
  g_auto (Bench) bench = { 0 };
  const guint items[] = { 2, 0, 2, 99 };
  const double at[] = { 8, 16, 24, 32, 8, 16, 0, 0 };
  WeftEdit *edit;

  bench_init (&bench, CLUSTER);
  edit = weft_graph_edit_move (now (&bench), 2, items, at, 4, FALSE);
  run (&bench, edit, "Move 2 Items");
  g_assert_cmpfloat (get (&bench, "machine")->items[0].at[0], ==, 24);
  g_assert_cmpfloat (get (&bench, "machine")->items[2].at[1], ==, 16);
  run (&bench, weft_graph_edit_move (now (&bench), 2, items + 1, at, 1, FALSE), "Move Rack");
  run (&bench, weft_graph_edit_unplace (now (&bench), 2, items, 2),
       "Lay Out 2 Items Automatically");
  g_assert_true (isnan (get (&bench, "machine")->items[0].at[0]));

  /* Nowhere is no place, and nothing is no step. */
  weft_history_barrier (bench.history);
  edit = weft_graph_edit_move (now (&bench), 2, items, (double[]) { NAN, 0 }, 1, FALSE);
  g_assert_false (weft_edit_changes (edit, weft_history_get_design (bench.history)));
  g_object_unref (edit);
  edit = weft_graph_edit_move (now (&bench), 2, NULL, NULL, 0, FALSE);
  g_assert_false (weft_edit_changes (edit, weft_history_get_design (bench.history)));
  g_object_unref (edit);
}

static void
test_drag (void)
{
  g_auto (Bench) bench = { 0 };
  const guint items[] = { 0, 1 };
  g_autofree char *text = NULL;

  bench_init (&bench, CLUSTER);
  for (guint i = 0; i < 50; i++)
    {
      const double at[] = { i * 8.0, 8, i * 8.0, 200 };

      weft_history_do (bench.history, weft_graph_edit_move (now (&bench), 2, items, at, 2, i > 0));
    }
  g_assert_cmpfloat (get (&bench, "machine")->items[1].at[0], ==, 49 * 8);
  g_assert_true (weft_history_undo (bench.history));
  text = bytes (&bench);
  g_assert_cmpstr (text, ==, bench.start);
  g_assert_false (weft_history_get_can_undo (bench.history));
}

static void
assert_place (const Bench *bench, guint item, double x, double y)
{
  g_assert_cmpfloat (get (bench, "machine")->items[item].at[0], ==, x);
  g_assert_cmpfloat (get (bench, "machine")->items[item].at[1], ==, y);
}

static void
test_align (void)
{
  g_auto (Bench) bench = { 0 };
  const guint items[] = { 0, 1, 2 };
  const double boxes[] = { 0, 0, 100, 40, 300, 60, 50, 80, 120, 200, 60, 20 };
  static const struct
  {
    WeftGraphAlign how;
    const char *label;
    double at[6];
  } ways[] = {
    { WEFT_GRAPH_ALIGN_LEFT, "Align Left", { 0, 0, 0, 60, 0, 200 } },
    { WEFT_GRAPH_ALIGN_CENTRE, "Align Centres", { 125, 0, 150, 60, 145, 200 } },
    { WEFT_GRAPH_ALIGN_RIGHT, "Align Right", { 250, 0, 300, 60, 290, 200 } },
    { WEFT_GRAPH_ALIGN_TOP, "Align Top", { 0, 0, 300, 0, 120, 0 } },
    { WEFT_GRAPH_ALIGN_MIDDLE, "Align Middles", { 0, 90, 300, 70, 120, 100 } },
    { WEFT_GRAPH_ALIGN_BOTTOM, "Align Bottom", { 0, 180, 300, 140, 120, 200 } },
    { WEFT_GRAPH_ALIGN_DISTRIBUTE_H, "Distribute Horizontally", { 0, 0, 300, 60, 170, 200 } },
    { WEFT_GRAPH_ALIGN_DISTRIBUTE_V, "Distribute Vertically", { 0, 0, 300, 80, 120, 200 } },
  };

  bench_init (&bench, CLUSTER);
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      run (&bench, weft_graph_edit_align (now (&bench), 2, items, boxes, 3, ways[i].how),
           ways[i].label);
      for (guint j = 0; j < 3; j++)
        assert_place (&bench, j, ways[i].at[2 * j], ways[i].at[2 * j + 1]);
    }
}

/* Four quarter turns are none. */
static void
test_rotate (void)
{
  g_auto (Bench) bench = { 0 };
  const guint items[] = { 0, 1, 2 };
  double boxes[] = { 0, 0, 100, 40, 300, 60, 50, 80, 120, 200, 60, 20 };

  bench_init (&bench, CLUSTER);
  for (guint turn = 0; turn < 4; turn++)
    {
      run (&bench, weft_graph_edit_align (now (&bench), 2, items, boxes, 3,
                                          WEFT_GRAPH_ALIGN_ROTATE), "Rotate");
      for (guint i = 0; i < 3; i++)
        memcpy (&boxes[4 * i], get (&bench, "machine")->items[i].at, 2 * sizeof (double));
      if (turn == 0)
        assert_place (&bench, 0, 232.5, -42.5);
    }
  assert_place (&bench, 0, 0, 0);
  assert_place (&bench, 1, 300, 60);
  assert_place (&bench, 2, 120, 200);
}

static void
test_add (void)
{
  g_auto (Bench) bench = { 0 };
  const double at[] = { 8, 16 };
  GError *error = NULL;
  WeftEdit *edit;
  const guint *made;
  guint n;

  bench_init (&bench, CLUSTER);
  edit = weft_graph_edit_add (now (&bench), 2, WEFT_GRAPH_COMPONENT, "q3400-ra", at, &error);
  made = weft_graph_edit_get_new_items (edit, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (made[0], ==, 3);
  run (&bench, edit, "Add q3400-ra");
  assert_place (&bench, 3, 8, 16);
  g_assert_cmpstr (get (&bench, "machine")->items[3].id, ==, "q3400-ra");
  run (&bench, weft_graph_edit_add (now (&bench), 2, WEFT_GRAPH_COMPONENT, "q3400-ra", at, &error),
       "Add q3400-ra");
  g_assert_cmpstr (get (&bench, "machine")->items[4].id, ==, "q3400-ra-2");
  run (&bench, weft_graph_edit_add (now (&bench), 0, WEFT_GRAPH_CHIP, "Grace", NULL, &error),
       "Add Grace");
  g_assert_cmpstr (get (&bench, "tray")->items[1].id, ==, "grace");

  edit = weft_graph_edit_add (now (&bench), 1, WEFT_GRAPH_DEFINITION, "machine", at, &error);
  assert_refused (edit, error, "*level cluster and cannot stand in*");
  error = NULL;
  edit = weft_graph_edit_add (now (&bench), 1, WEFT_GRAPH_DEFINITION, "nothing", at, &error);
  assert_refused (edit, error, "There is no definition*");
}

static void
test_remove (void)
{
  g_auto (Bench) bench = { 0 };
  const guint leaf[] = { 1 }, all[] = { 0, 1, 2 }, links[] = { 0 };

  bench_init (&bench, CLUSTER);
  run (&bench, weft_graph_edit_remove (now (&bench), 2, leaf, 1, NULL, 0),
       "Delete Leaf and 1 Link");
  g_assert_cmpuint (get (&bench, "machine")->n_links, ==, 0);
  g_assert_cmpuint (get (&bench, "machine")->n_items, ==, 2);
  weft_history_undo (bench.history);
  run (&bench, weft_graph_edit_remove (now (&bench), 2, all, 3, NULL, 0),
       "Delete 3 Items and 1 Link");
  weft_history_undo (bench.history);
  run (&bench, weft_graph_edit_remove (now (&bench), 2, NULL, 0, links, 1), "Delete 1 Link");
  /* With the ports that export it. */
  run (&bench, weft_graph_edit_remove (now (&bench), 1, all, 1, NULL, 0),
       "Delete Tray and 1 Link");
  g_assert_cmpuint (get (&bench, "nvl72")->n_ports, ==, 0);
}

static void
set_item (Bench *bench, const char *definition, guint item, const char *key, JsonNode *value,
          const char *label)
{
  g_autoptr (JsonNode) taken = value;
  GError *error = NULL;
  WeftEdit *edit = weft_graph_edit_set_item (now (bench), find (bench, definition), item, key,
                                             taken, FALSE, &error);

  g_assert_no_error (error);
  run (bench, edit, label);
}

static void
refuse_item (Bench *bench, const char *definition, guint item, const char *key, JsonNode *value,
             const char *words)
{
  g_autoptr (JsonNode) taken = value;
  GError *error = NULL;
  WeftEdit *edit = weft_graph_edit_set_item (now (bench), find (bench, definition), item, key,
                                             taken, FALSE, &error);

  assert_refused (edit, error, words);
}

static void
test_set_item (void)
{
  g_auto (Bench) bench = { 0 };

  bench_init (&bench, CLUSTER);
  set_item (&bench, "machine", 0, "count", number_node (4), "Change Count of Rack");
  g_assert_cmpfloat (get (&bench, "machine")->items[0].count, ==, 4);
  set_item (&bench, "machine", 0, "count", NULL, "Change Count of Rack");
  g_assert_cmpfloat (get (&bench, "machine")->items[0].count, ==, 1);
  set_item (&bench, "tray", 0, "role", text_node ("decode"), "Change Role of Gpu");
  set_item (&bench, "tray", 0, "component", text_node ("cmm-d-256"), "Change Component of Gpu");
  g_assert_null (get (&bench, "tray")->items[0].role);
  g_assert_cmpint (get (&bench, "tray")->items[0].kind, ==, WEFT_GRAPH_COMPONENT);
  set_item (&bench, "nvl72", 0, "u", number_node (3), "Change Rack Unit of Tray");

  refuse_item (&bench, "machine", 0, "count", number_node (0), "0 was given*from 1 to 1000000000*");
  refuse_item (&bench, "machine", 0, "count", number_node (1.5), "1.5 was given*");
  refuse_item (&bench, "machine", 0, "count", text_node ("x"), "*Found*expected a number*");
  refuse_item (&bench, "machine", 0, "role", text_node ("ai"), "*no chip*");
  refuse_item (&bench, "machine", 0, "definition", text_node ("machine"), "*cannot stand in*");
  refuse_item (&bench, "machine", 0, "definition", NULL, "An item is a chip*");
  refuse_item (&bench, "machine", 0, "colour", text_node ("red"), "*no value \"colour\"*");
}

static void
test_rename_item (void)
{
  g_auto (Bench) bench = { 0 };

  bench_init (&bench, CLUSTER);
  set_item (&bench, "machine", 1, "id", text_node ("tor"), "Rename Leaf");
  g_assert_cmpstr (get (&bench, "machine")->links[0].to[0].text, ==, "tor");
  g_assert_cmpint (get (&bench, "machine")->links[0].to[0].item, ==, 1);
  set_item (&bench, "nvl72", 0, "id", text_node ("host"), "Rename Tray");
  g_assert_cmpstr (get (&bench, "nvl72")->links[0].from.text, ==, "host:nvlink");
  g_assert_cmpstr (get (&bench, "nvl72")->ports[0].of.text, ==, "host:net");

  refuse_item (&bench, "machine", 0, "id", text_node ("spine"), "*already has an item*");
  refuse_item (&bench, "machine", 0, "id", text_node (""), "A name has at least one*");
  refuse_item (&bench, "machine", 0, "id", text_node ("a:b"), "A name has at least one*");
  refuse_item (&bench, "machine", 0, "id", number_node (3), "A name has at least one*");
}

static void
test_set_link (void)
{
  g_auto (Bench) bench = { 0 };
  g_autoptr (JsonNode) channels = number_node (3);
  g_autoptr (JsonNode) zero = number_node (0);
  g_autoptr (JsonNode) ring = text_node ("ring");
  GError *error = NULL;
  WeftEdit *edit;

  bench_init (&bench, CLUSTER);
  run (&bench, weft_graph_edit_set_link (now (&bench), 1, 0, "channels", channels, FALSE, &error),
       "Change Channels between Tray and Sw");
  run (&bench, weft_graph_edit_set_link (now (&bench), 1, 0, "wiring", ring, FALSE, &error),
       "Change Wiring between Tray and Sw");
  run (&bench, weft_graph_edit_set_link (now (&bench), 1, 0, "component", NULL, FALSE, &error),
       "Change Cable between Tray and Sw");
  g_assert_null (get (&bench, "nvl72")->links[0].component);
  edit = weft_graph_edit_set_link (now (&bench), 1, 0, "channels", zero, FALSE, &error);
  assert_refused (edit, error, "0 was given*");
  error = NULL;
  edit = weft_graph_edit_set_link (now (&bench), 1, 0, "wiring", NULL, FALSE, &error);
  assert_refused (edit, error, "*wiring*missing*");
}

static void
test_set_definition (void)
{
  g_auto (Bench) bench = { 0 };
  g_autoptr (JsonNode) name = text_node ("pod");
  g_autoptr (JsonNode) taken = text_node ("tray");
  g_autoptr (JsonNode) level = text_node ("planet");
  GError *error = NULL;
  WeftEdit *edit;

  bench_init (&bench, CLUSTER);
  run (&bench, weft_graph_edit_set_definition (now (&bench), 1, "title", name, &error),
       "Change Title of nvl72");
  run (&bench, weft_graph_edit_set_definition (now (&bench), 1, "enclosure", NULL, &error),
       "Change Enclosure of Pod");
  run (&bench, weft_graph_edit_set_definition (now (&bench), 1, "id", name, &error), "Rename Pod");
  g_assert_cmpstr (get (&bench, "machine")->items[0].of, ==, "pod");
  g_assert_cmpint (get (&bench, "machine")->items[0].definition, ==, 1);
  run (&bench, weft_graph_edit_set_definition (now (&bench), 2, "id", level, &error),
       "Rename Machine");
  g_assert_cmpstr (weft_graph_get_root (now (&bench), NULL), ==, "planet");

  edit = weft_graph_edit_set_definition (now (&bench), 1, "id", taken, &error);
  assert_refused (edit, error, "There is already*");
  error = NULL;
  edit = weft_graph_edit_set_definition (now (&bench), 1, "level", level, &error);
  assert_refused (edit, error, "*package, node, rack or cluster*");
}

static void
connect_ends (Bench *bench, const char *definition, const char *from, const char *to,
              const char *label)
{
  GError *error = NULL;
  WeftEdit *edit = weft_graph_edit_connect (now (bench), catalog (), find (bench, definition),
                                            from, to, &error);

  g_assert_no_error (error);
  run (bench, edit, label);
}

static void
assert_link (const Bench *bench, const char *definition, const char *wiring,
             const char *component, const char *fabric, double channels)
{
  const WeftGraphDefinition *owner = get (bench, definition);
  const WeftGraphLink *link = &owner->links[owner->n_links - 1];

  g_assert_cmpstr (link->wiring_name, ==, wiring);
  g_assert_cmpstr (link->component, ==, component);
  g_assert_cmpstr (link->fabric, ==, fabric);
  g_assert_cmpfloat (link->channels, ==, channels);
}

#define BARE                                                                                       \
  "{'root':'machine','definitions':{" TRAY ",'rack':{'level':'rack','items':["                     \
  "{'id':'tray','definition':'tray','count':18},"                                                  \
  "{'id':'sw','component':'nvlink5-switch-tray','count':9},"                                       \
  "{'id':'cdu','component':'cdu-in-rack-4u'},{'id':'tor','component':'qm9700'}],"                  \
  "'ports':[{'id':'net','of':'tray:net'}]},"                                                       \
  "'bare':{'level':'node','items':[{'id':'gpu','chip':'H100','count':4},"                          \
  "{'id':'cpu','chip':'xeon-8480','count':2}]},"                                                   \
  "'machine':{'level':'cluster','items':[{'id':'rack','definition':'rack','count':8},"             \
  "{'id':'bare','definition':'bare'},{'id':'leaf','component':'q3400-ra','count':8},"              \
  "{'id':'spine','component':'q3400-ra','count':4},{'id':'one','component':'qm9700'}]}}}"

static void
test_connect (void)
{
  g_auto (Bench) bench = { 0 };

  bench_init (&bench, BARE);
  connect_ends (&bench, "rack", "tray:nvlink", "sw", "Connect Tray to Sw");
  assert_link (&bench, "rack", "all", "nvlink5-link", "nvlink5", 2);
  connect_ends (&bench, "rack", "tray:net", "tor", "Connect Tray to Tor");
  assert_link (&bench, "rack", "each", "dac-400g", "ib-ndr", 1);
  connect_ends (&bench, "machine", "rack:net", "leaf", "Connect Rack to Leaf");
  assert_link (&bench, "machine", "each", "dr8-800g", "ib-xdr", 1);
  connect_ends (&bench, "machine", "leaf", "spine", "Connect Leaf to Spine");
  assert_link (&bench, "machine", "all", "dr8-800g", "ib-xdr", 1);
  connect_ends (&bench, "machine", "leaf", "leaf", "Connect Leaf to Leaf");
  assert_link (&bench, "machine", "all", "dr8-800g", "ib-xdr", 1);
  connect_ends (&bench, "bare", "gpu", "gpu", "Connect Gpu to Gpu");
  assert_link (&bench, "bare", "all", "nvlink4-link", "nvlink4", 1);
  connect_ends (&bench, "bare", "gpu", "cpu", "Connect Gpu to Cpu");
  assert_link (&bench, "bare", "each", "pcie5-lane", "pcie5", 1);
}

static void
test_refused_links (void)
{
  g_auto (Bench) bench = { 0 };
  static const struct
  {
    const char *definition, *from, *to, *words;
  } cases[] = {
    { "machine", "one", "one", "“one” is one device*" },
    { "machine", "leaf", "leaf[2]", "*are the same item*" },
    { "machine", "leaf[9]", "spine", "*names instance 9, the last one of 8 is 7*" },
    { "machine", "leav", "spine", "*no item “leav”*Did you mean “leaf”*" },
    { "machine", "leaf[", "spine", "*no end of a link*" },
    { "machine", "leaf:net", "spine", "*no definition and has no port*" },
    { "machine", "rack", "leaf", "*ends at one of its ports, such as “net”*" },
    { "machine", "rack:nett", "leaf", "*exports no port “nett”. Export a port first, or take “net”*" },
    { "machine", "bare", "leaf", "*Export a port of it first, such as one of “gpu”*" },
    { "rack", "tray:net", "cdu", "*is a cdu, which has no data links*" },
    { "bare", "gpu", "", "*no end of a link*" },
  };

  bench_init (&bench, BARE);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *why = NULL;
      GError *error = NULL;
      WeftEdit *edit = weft_graph_edit_connect (now (&bench), catalog (),
                                                find (&bench, cases[i].definition), cases[i].from,
                                                cases[i].to, &error);

      g_assert_false (weft_graph_may_connect (now (&bench), catalog (),
                                              find (&bench, cases[i].definition), cases[i].from,
                                              cases[i].to, &why));
      g_assert_cmpstr (why, ==, error->message);
      assert_refused (edit, error, cases[i].words);
    }
}

static void
test_rewire (void)
{
  g_auto (Bench) bench = { 0 };
  GError *error = NULL;
  WeftEdit *edit;

  bench_init (&bench, BARE);
  connect_ends (&bench, "machine", "rack:net", "leaf", "Connect Rack to Leaf");
  edit = weft_graph_edit_rewire (now (&bench), catalog (), find (&bench, "machine"), 0, 0, "spine",
                                 &error);
  run (&bench, edit, "Reconnect Rack and Spine");
  g_assert_cmpint (get (&bench, "machine")->links[0].to[0].item, ==, 3);
  edit = weft_graph_edit_rewire (now (&bench), catalog (), find (&bench, "machine"), 0, -1,
                                 "leaf[1]", &error);
  run (&bench, edit, "Reconnect Leaf and Spine");
  edit = weft_graph_edit_rewire (now (&bench), catalog (), find (&bench, "machine"), 0, 0, "rack",
                                 &error);
  assert_refused (edit, error, "*one of its ports*");
}

static void
test_add_port (void)
{
  g_auto (Bench) bench = { 0 };
  GError *error = NULL;
  WeftEdit *edit;

  bench_init (&bench, BARE);
  run (&bench, weft_graph_edit_add_port (now (&bench), find (&bench, "bare"), "gpu", &error),
       "Export Gpu");
  run (&bench, weft_graph_edit_add_port (now (&bench), find (&bench, "bare"), "gpu[1]", &error),
       "Export Gpu");
  g_assert_cmpstr (get (&bench, "bare")->ports[1].id, ==, "gpu-2");
  connect_ends (&bench, "machine", "bare:gpu", "one", "Connect Bare to One");
  edit = weft_graph_edit_add_port (now (&bench), find (&bench, "bare"), "tpu", &error);
  assert_refused (edit, error, "*no item “tpu”*");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/graph-edits/move", test_move);
  g_test_add_func ("/graph-edits/drag", test_drag);
  g_test_add_func ("/graph-edits/align", test_align);
  g_test_add_func ("/graph-edits/rotate", test_rotate);
  g_test_add_func ("/graph-edits/add", test_add);
  g_test_add_func ("/graph-edits/remove", test_remove);
  g_test_add_func ("/graph-edits/set-item", test_set_item);
  g_test_add_func ("/graph-edits/rename-item", test_rename_item);
  g_test_add_func ("/graph-edits/set-link", test_set_link);
  g_test_add_func ("/graph-edits/set-definition", test_set_definition);
  g_test_add_func ("/graph-edits/connect", test_connect);
  g_test_add_func ("/graph-edits/refused-links", test_refused_links);
  g_test_add_func ("/graph-edits/rewire", test_rewire);
  g_test_add_func ("/graph-edits/add-port", test_add_port);

  return g_test_run ();
}
