/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies, fragments, groups and splits: the same cables afterwards, and nothing that a clipboard may
 * hold does harm. */
#include <math.h>
#include <string.h>

#include "base/weft-json-write.h"
#include "design/graph/weft-graph-edits.h"
#include "design/weft-history.h"
#include "design/weft-machine.h"
#include "graph-fixture.h"

static WeftHistory *
open_graph (const char *text)
{
  g_autofree char *quoted = g_strdelimit (g_strdup_printf ("{'graph':%s}", text), "'", '"');
  g_autoptr (WeftDesign) design = fixture_design (quoted);

  return weft_history_new (design);
}

static WeftGraph *
now (WeftHistory *history)
{
  return weft_design_get_graph (weft_history_get_design (history));
}

static const WeftGraphDefinition *
get (WeftHistory *history, const char *definition)
{
  return weft_graph_definition (now (history), weft_graph_find (now (history), definition));
}

static char *
bytes (WeftHistory *history)
{
  return weft_design_to_text (weft_history_get_design (history));
}

static void
run (WeftHistory *history, WeftEdit *edit, const char *label)
{
  g_autofree char *before = bytes (history);
  g_autofree char *after = NULL;
  g_autofree char *undone = NULL;
  g_autofree char *redone = NULL;
  g_autofree char *again = NULL;
  g_autoptr (WeftDesign) read = NULL;

  g_assert_nonnull (edit);
  g_assert_cmpstr (weft_edit_get_label (edit), ==, label);
  weft_history_do (history, edit);
  after = bytes (history);
  g_assert_cmpstr (after, !=, before);
  read = fixture_design (after);
  again = weft_design_to_text (read);
  g_assert_cmpstr (again, ==, after);
  g_assert_true (weft_history_undo (history));
  undone = bytes (history);
  g_assert_cmpstr (undone, ==, before);
  g_assert_true (weft_history_redo (history));
  redone = bytes (history);
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

/* --- the cables of a machine --- */

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  guint32 one = *(const guint32 *) a, other = *(const guint32 *) b;

  return one < other ? -1 : one > other;
}

/* Every device with the devices that it is joined to, as text; the devices keep their order. */
static char *
cables (WeftHistory *history)
{
  g_autoptr (WeftFlat) flat = fixture_flat (now (history));
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < flat->n_devices; i++)
    {
      guint32 n = flat->first[i + 1] - flat->first[i];
      g_autofree guint32 *to = g_memdup2 (flat->to + flat->first[i], n * sizeof *to + 1);

      qsort (to, n, sizeof *to, compare_numbers);
      g_string_append_printf (text, "%u:", i);
      for (guint32 k = 0; k < n; k++)
        g_string_append_printf (text, " %u", to[k]);
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

/* --- copies --- */

static void
test_duplicate (void)
{
  g_autoptr (WeftHistory) history = open_graph (CLUSTER);
  const guint both[] = { 1, 0 }, all[] = { 0, 1, 2 };
  WeftEdit *edit;
  const guint *made;
  guint n;

  run (history, weft_graph_edit_duplicate (now (history), 1, both, 2, 8, 16), "Duplicate 2 Items");
  g_assert_cmpuint (get (history, "nvl72")->n_links, ==, 2);
  g_assert_cmpstr (get (history, "nvl72")->links[1].from.text, ==, "tray-2:nvlink");
  g_assert_cmpstr (get (history, "nvl72")->links[1].to[0].text, ==, "sw-2");
  g_assert_cmpint (get (history, "nvl72")->links[1].from.item, ==, 2);
  edit = weft_graph_edit_duplicate (now (history), 2, all, 1, 8, 16);
  made = weft_graph_edit_get_new_items (edit, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (made[0], ==, 3);
  run (history, edit, "Duplicate Rack");
  g_assert_cmpfloat (get (history, "machine")->items[3].at[1], ==, 336);
  /* Copies of copies count on. */
  run (history, weft_graph_edit_duplicate (now (history), 2, (guint[]) { 3 }, 1, 8, 16),
       "Duplicate Rack 2");
}

static void
test_paste (void)
{
  g_autoptr (WeftHistory) history = open_graph (CLUSTER);
  g_autoptr (WeftHistory) other = open_graph ("{'root':'c','definitions':{'c':"
                                              "{'level':'cluster','items':[]}}}");
  const guint all[] = { 0, 1, 2 };
  const double at[] = { 1000, 2000 };
  g_autofree char *text = weft_graph_copy (now (history), 2, all, 3);
  g_autoptr (JsonNode) node = weft_json_parse (text, -1, "copy", NULL, NULL);
  g_autofree char *here = NULL;
  g_autofree char *there = NULL;
  GError *error = NULL;

  /* Beside the originals, whose definitions serve. */
  run (history, weft_graph_edit_paste (now (history), 2, text, at, &error), "Paste 3 Items");
  g_assert_cmpuint (weft_graph_n_definitions (now (history)), ==, 3);
  g_assert_cmpuint (get (history, "machine")->n_items, ==, 6);
  g_assert_cmpstr (get (history, "machine")->links[1].from.text, ==, "rack-2:net");
  g_assert_cmpfloat (get (history, "machine")->items[3].at[0], ==, 1000);

  /* Elsewhere, with all that they need. */
  run (other, weft_graph_edit_place (now (other), 0, node, at, "Add Machine", &error),
       "Add Machine");
  g_assert_cmpuint (weft_graph_n_definitions (now (other)), ==, 3);
  g_assert_cmpint (get (other, "c")->items[0].definition, ==, weft_graph_find (now (other),
                                                                               "nvl72"));
  /* It is the same machine. */
  weft_history_undo (history);
  here = cables (history);
  there = cables (other);
  g_assert_cmpstr (here, ==, there);
}

/* The same name with another content: both stay, and the next paste finds its own again. */
static void
test_paste_changed (void)
{
  g_autoptr (WeftHistory) history = open_graph (CLUSTER);
  const guint first[] = { 0 };
  g_autofree char *text = weft_graph_copy (now (history), 2, first, 1);
  g_autoptr (JsonNode) four = json_node_init_double (json_node_alloc (), 2);
  GError *error = NULL;

  run (history, weft_graph_edit_set_item (now (history), 0, 0, "count", four, FALSE, &error),
       "Change Count of Gpu");
  for (guint i = 0; i < 3; i++)
    {
      run (history, weft_graph_edit_paste (now (history), 2, text, NULL, &error), "Paste Rack");
      g_assert_cmpuint (weft_graph_n_definitions (now (history)), ==, 5);
      g_assert_cmpstr (get (history, "machine")->items[3 + i].of, ==, "nvl72-2");
    }
  g_assert_cmpstr (get (history, "nvl72-2")->items[0].of, ==, "tray-2");
  g_assert_cmpfloat (get (history, "tray-2")->items[0].count, ==, 4);
}

static void
test_paste_refused (void)
{
  g_autoptr (WeftHistory) history = open_graph (CLUSTER);
  const guint first[] = { 0 };
  g_autofree char *rack = weft_graph_copy (now (history), 2, first, 1);
  static const struct
  {
    const char *text, *words;
  } cases[] = {
    { "", "What is to be pasted is no part*" },
    { "Hello", "What is to be pasted is no part*" },
    { "[]", "What is to be pasted is no part*" },
    { "{\"weft-fragment\":2,\"items\":[]}", "*is no part*" },
    { "{\"weft-fragment\":\"1\",\"items\":[]}", "*is no part*" },
    { "{\"weft-fragment\":1}", "*items*missing*" },
    { "{\"weft-fragment\":1,\"items\":{}}", "*Found an object, expected an array*" },
    { "{\"weft-fragment\":1,\"items\":[]}", "*has no items*" },
    { "{\"weft-fragment\":1,\"items\":[{\"id\":3}]}", "*Found the number 3, expected a string*" },
    { "{\"weft-fragment\":1,\"items\":[{\"id\":\"a\",\"definition\":\"b\"}]}",
      "*“b”, whose definition is missing*" },
    { "{\"weft-fragment\":1,\"items\":[{\"id\":\"a\",\"definition\":\"b\"}],\"definitions\":"
      "{\"b\":{\"level\":\"rack\",\"items\":[{\"id\":\"c\",\"definition\":\"b\"}]}}}",
      "*“b” is of the level rack and cannot stand on the level rack*" },
    { "{\"weft-fragment\":1,\"items\":[{\"id\":\"a\"}],\"links\":[{\"from\":\"a\",\"to\":\"z\","
      "\"wiring\":\"all\"}]}", "*leads to “z”, which is not among*" },
  };
  GError *error = NULL;
  WeftEdit *edit;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      edit = weft_graph_edit_paste (now (history), 2, cases[i].text, NULL, &error);
      assert_refused (edit, error, cases[i].words);
      error = NULL;
    }
  edit = weft_graph_edit_paste (now (history), 1, rack, NULL, &error);
  assert_refused (edit, error, "*level rack and cannot stand on the level rack*");
}

/* Whatever is done to a fragment's bytes: an edit that reads back, or words. */
static void
test_fuzz (void)
{
  g_autoptr (WeftHistory) history = open_graph (CLUSTER);
  g_autoptr (GRand) random = g_rand_new_with_seed (77);
  const guint all[] = { 0, 1, 2 };
  g_autofree char *text = weft_graph_copy (now (history), 2, all, 3);
  const double at[] = { 0, 0 };
  gsize n = strlen (text);
  guint n_pasted = 0, n_refused = 0;

  for (guint round = 0; round < 3000; round++)
    {
      g_autofree char *bent = g_strdup (text);
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftEdit) edit = NULL;

      if (round % 3 == 0)
        bent[g_rand_int_range (random, 0, (int) n)] = '\0';
      else
        for (guint i = 0; i <= round % 5; i++)
          bent[g_rand_int_range (random, 0, (int) n)]
              = round % 3 == 1 ? (char) g_rand_int_range (random, 1, 256)
                               : "0123456789\"{}[]:,abctrue"[g_rand_int_range (random, 0, 24)];
      edit = weft_graph_edit_paste (now (history), 2, bent, at, &error);
      if (edit == NULL)
        {
          g_assert_nonnull (error);
          g_assert_cmpstr (error->message, !=, "");
          n_refused++;
          continue;
        }
      n_pasted++;
      weft_edit_apply (edit, weft_history_get_design (history));
      {
        g_autofree char *after = bytes (history);
        g_autoptr (WeftDesign) read = fixture_design (after);
      }
      weft_edit_revert (edit, weft_history_get_design (history));
    }
  g_assert_cmpuint (n_pasted, >, 50);
  g_assert_cmpuint (n_refused, >, 1000);
}

/* With -m perf a measurement. */
static void
test_many (void)
{
  g_autoptr (WeftHistory) history = open_graph ("{'root':'c','definitions':{'c':"
                                                "{'level':'cluster','items':[]}}}");
  g_autoptr (GString) text = g_string_new ("{\"weft-fragment\":1,\"items\":[");
  const guint n = g_test_perf () ? 40000 : 4000;
  g_autofree guint *every = g_new (guint, 2 * (gsize) n);
  const double at[] = { 0, 0 };
  GError *error = NULL;
  gint64 start;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s{\"id\":\"leaf\",\"component\":\"q3400-ra\"}",
                            i > 0 ? "," : "");
  g_string_append (text, "]}");
  for (guint i = 0; i < 2 * n; i++)
    every[i] = i;
  start = g_get_monotonic_time ();
  for (guint i = 0; i < 2; i++)
    weft_history_do (history, weft_graph_edit_paste (now (history), 0, text->str, at, &error));
  g_test_message ("pasting twice %u items: %.0f ms", n,
                  (double) (g_get_monotonic_time () - start) / 1000);
  g_assert_cmpuint (get (history, "c")->n_items, ==, 2 * n);
  start = g_get_monotonic_time ();
  weft_history_do (history, weft_graph_edit_remove (now (history), 0, every, 2 * n, NULL, 0));
  g_test_message ("removing all of them: %.0f ms", (double) (g_get_monotonic_time () - start) / 1000);
  g_assert_cmpuint (get (history, "c")->n_items, ==, 0);
}

/* More than a document may hold is refused with both numbers. */
static void
test_limit (void)
{
  g_autoptr (WeftHistory) history = open_graph ("{'root':'c','definitions':{'c':{'level':'cluster',"
                                                "'items':[{'id':'a','component':'q3400-ra',"
                                                "'count':100000}]}}}");
  const guint first[] = { 0 };
  g_autofree char *text = weft_graph_copy (now (history), 0, first, 1);
  GError *error = NULL;
  WeftEdit *edit;

  run (history, weft_graph_edit_split (now (history), 0, 0, &error), "Split A into 100000");
  g_assert_cmpuint (get (history, "c")->n_items, ==, WEFT_GRAPH_MAX_MEMBERS);
  edit = weft_graph_edit_paste (now (history), 0, text, NULL, &error);
  assert_refused (edit, error, "*would have 100001 members of one kind, at most 100000*");
  error = NULL;
  edit = weft_graph_edit_add (now (history), 0, WEFT_GRAPH_COMPONENT, "x", NULL, &error);
  assert_refused (edit, error, "*100001 members*");
  g_assert_null (weft_graph_edit_duplicate (now (history), 0, first, 1, 0, 0));
}

/* --- splits and groups --- */

#define SWITCHES                                                                                   \
  "{'id':'leaf','component':'q3400-ra','count':4},{'id':'two','component':'q3400-ra','count':2},"  \
  "{'id':'spine','component':'q3400-ra','count':8}"
#define PODS                                                                                       \
  "{'root':'machine','definitions':{'tray':{'level':'node','items':["                              \
  "{'id':'gpu','chip':'B200','count':4}],'ports':[{'id':'net','of':'gpu'}]},"                      \
  "'rack':{'level':'rack','items':["                                                               \
  "{'id':'tray','definition':'tray','count':2}],'ports':[{'id':'net','of':'tray:net'}]},"          \
  "'machine':{'level':'cluster','items':[{'id':'rack','definition':'rack','count':4,'at':[8,8]},"  \
  SWITCHES "],'links':[%s]}}}"

static void
test_split (void)
{
  static const struct
  {
    const char *link;
    guint item;
    guint n_links;
    const char *label;
  } cases[] = {
    { "{'from':'rack:net','to':'leaf','wiring':'all'}", 0, 4, "Split Rack into 4" },
    { "{'from':'rack:net','to':'leaf','wiring':'all'}", 1, 4, "Split Leaf into 4" },
    { "{'from':'rack:net','to':'leaf','wiring':'each','channels':2}", 0, 4, "Split Rack into 4" },
    { "{'from':'rack:net','to':'leaf','wiring':'each'}", 1, 4, "Split Leaf into 4" },
    { "{'from':'rack:net','to':'two','wiring':'each'}", 0, 4, "Split Rack into 4" },
    { "{'from':'rack:net','to':'two','wiring':'each'}", 2, 4, "Split Two into 2" },
    { "{'from':'two','to':'leaf','wiring':'each'}", 2, 4, "Split Two into 2" },
    { "{'from':'leaf','to':'leaf','wiring':'all'}", 1, 6, "Split Leaf into 4" },
    { "{'from':'rack:net','to':'rack:net','wiring':'all'}", 0, 10, "Split Rack into 4" },
    { "{'from':'rack[2]:net','to':'leaf[1]','wiring':'all'}", 0, 1, "Split Rack into 4" },
    { "{'from':'rack[2]:net','to':'rack[1]:net','wiring':'each'}", 0, 1, "Split Rack into 4" },
    { "{'from':'rack:net','to':['leaf','two'],'wiring':{'generator':'leafspine','params':"
      "{'leaves':4,'down':8,'spines':2,'per':2}}}", 1, 1, "Split Leaf into 4" },
    { "{'from':'leaf','to':'spine','wiring':'each'},{'from':'two','to':'two','wiring':'ring'}", 1,
      9, "Split Leaf into 4" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (PODS, cases[i].link);
      g_autoptr (WeftHistory) history = open_graph (text);
      g_autofree char *before = cables (history);
      g_autofree char *after = NULL;
      GError *error = NULL;
      WeftEdit *edit = weft_graph_edit_split (now (history), 2, cases[i].item, &error);

      g_test_message ("%s", cases[i].link);
      g_assert_no_error (error);
      run (history, edit, cases[i].label);
      after = cables (history);
      g_assert_cmpstr (after, ==, before);
      g_assert_cmpuint (get (history, "machine")->n_links, ==, cases[i].n_links);
    }
}

static void
test_split_refused (void)
{
  static const struct
  {
    const char *link;
    guint item;
    const char *words;
  } cases[] = {
    { "{'from':'leaf','to':'leaf','wiring':'ring'}", 1, "*from “leaf” to “leaf” cannot be said*" },
    { "{'from':'rack:net','to':'spine','wiring':'each'}", 0, "*cannot be said of single items*" },
    { "{'from':'rack:net','to':'spine','wiring':'each'}", 3, "*cannot be said of single items*" },
    { "{'from':'rack:net','to':['leaf','two'],'wiring':{'generator':'leafspine','params':"
      "{'leaves':4,'down':8,'spines':2,'per':2}}}", 0, "*cannot be said of single items*" },
  };
  g_autoptr (WeftHistory) cluster = open_graph (CLUSTER);
  g_autoptr (WeftHistory) one = open_graph ("{'root':'c','definitions':{'c':{'level':'cluster',"
                                            "'items':[{'id':'a','component':'q3400-ra'}]}}}");
  GError *error = NULL;
  WeftEdit *edit;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (PODS, cases[i].link);
      g_autoptr (WeftHistory) history = open_graph (text);

      g_test_message ("%s", cases[i].link);
      edit = weft_graph_edit_split (now (history), 2, cases[i].item, &error);
      assert_refused (edit, error, cases[i].words);
      error = NULL;
    }
  edit = weft_graph_edit_split (now (cluster), 1, 0, &error);
  assert_refused (edit, error, "*is exported as “net”*");
  error = NULL;
  edit = weft_graph_edit_split (now (one), 0, 0, &error);
  assert_refused (edit, error, "*has the count 1;*");
}

#define LOOSE                                                                                      \
  "{'root':'c','definitions':{" TRAY ",'c':{'level':'cluster','items':["                           \
  "{'id':'tray','definition':'tray','count':2,'at':[80,80],'x-note':1},"                           \
  "{'id':'tor','component':'qm9700','at':[160,80]},{'id':'spine','component':'qm9700'}],"          \
  "'links':[{'from':'tray:net','to':'tor','wiring':'all'},"                                        \
  "{'from':'tor','to':'spine','wiring':'all','x-mark':2},"                                         \
  "{'from':'spine','to':'tray:nvlink','wiring':'all'}],"                                           \
  "'ports':[{'id':'up','of':'tor','per_item':2},{'id':'out','of':'spine'}]}}}"

/* The devices change their order, the links and their cables do not. */
static void
test_group (void)
{
  g_autoptr (WeftHistory) history = open_graph (LOOSE);
  g_autoptr (WeftFlat) before = fixture_flat (now (history));
  g_autoptr (WeftFlat) after = NULL;
  const WeftGraphDefinition *c, *group;
  const guint items[] = { 1, 0 };
  GError *error = NULL;

  run (history, weft_graph_edit_group (now (history), 1, items, 2, &error), "Group 2 Items");
  after = fixture_flat (now (history));
  g_assert_cmpuint (after->n_links, ==, before->n_links);
  g_assert_cmpuint (after->n_devices, ==, before->n_devices);
  c = get (history, "c");
  group = get (history, "group");
  g_assert_cmpuint (c->n_items, ==, 2);
  g_assert_cmpstr (c->items[1].of, ==, "group");
  g_assert_cmpfloat (c->items[1].at[0], ==, 120);
  g_assert_cmpuint (c->n_links, ==, 2);
  g_assert_cmpstr (c->links[0].from.text, ==, "group:tor");
  g_assert_cmpstr (c->links[1].to[0].text, ==, "group:nvlink");
  g_assert_cmpstr (c->ports[0].of.text, ==, "group:tor");
  g_assert_cmpint (group->level, ==, WEFT_LEVEL_RACK);
  g_assert_cmpuint (group->n_items, ==, 2);
  g_assert_cmpuint (group->n_links, ==, 1);
  g_assert_cmpuint (group->n_ports, ==, 2);
}

static void
test_group_refused (void)
{
  g_autoptr (WeftHistory) history = open_graph (CLUSTER);
  const guint first[] = { 0 }, leaf[] = { 1 };
  GError *error = NULL;
  WeftEdit *edit;

  edit = weft_graph_edit_group (now (history), 2, first, 1, &error);
  assert_refused (edit, error, "“rack” cannot stand in a group of the level rack*");
  error = NULL;
  edit = weft_graph_edit_group (now (history), 0, first, 1, &error);
  assert_refused (edit, error, "“gpu” cannot stand in a group of the level package*");
  error = NULL;
  edit = weft_graph_edit_group (now (history), 2, first, 0, &error);
  assert_refused (edit, error, "Select the items*");
  error = NULL;
  run (history, weft_graph_edit_group (now (history), 2, leaf, 1, &error), "Group 1 Item");
}

/* --- partitions and graphs --- */

static void
test_convert (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_CATALOG_DIR"), "systems",
                                            "iter33.weft", NULL);
  g_autoptr (WeftDesign) design = weft_design_load (path, NULL, NULL);
  g_autoptr (WeftHistory) history = weft_history_new (design);
  WeftMachine before, after;
  GError *error = NULL;
  WeftEdit *edit;

  g_assert_true (weft_machine_init (&before, design, fixture_get_inventory ()));
  run (history, weft_design_edit_to_graph (design, fixture_get_inventory (), &error),
       "Turn into Graph");
  g_assert_cmpuint (weft_design_get_n_partitions (design), ==, 0);
  g_assert_true (weft_machine_init (&after, design, fixture_get_inventory ()));
  g_assert_cmpuint (after.n_partitions, ==, before.n_partitions);
  edit = weft_design_edit_to_graph (design, fixture_get_inventory (), &error);
  assert_refused (edit, error, "*as a graph already*");
  error = NULL;

  run (history, weft_design_edit_to_partitions (design, fixture_get_inventory (), &error),
       "Turn into Partitions");
  g_assert_null (weft_design_get_graph (design));
  g_assert_true (weft_machine_init (&after, design, fixture_get_inventory ()));
  g_assert_cmpuint (after.n_partitions, ==, before.n_partitions);
  for (guint i = 0; i < before.n_partitions; i++)
    {
      g_assert_cmpuint (after.partitions[i].chip, ==, before.partitions[i].chip);
      g_assert_cmpuint (weft_provision (fixture_get_inventory (), &after, i), ==,
                        weft_provision (fixture_get_inventory (), &before, i));
    }
}

/* A design of nothing becomes a graph of nothing, also before the catalog has come. */
static void
test_convert_nothing (void)
{
  g_autoptr (WeftDesign) design = weft_design_new ();
  g_autoptr (WeftHistory) history = weft_history_new (design);
  const WeftGraphDefinition *root;
  GError *error = NULL;

  run (history, weft_design_edit_to_graph (design, NULL, &error), "Turn into Graph");
  g_assert_cmpuint (weft_graph_n_definitions (weft_design_get_graph (design)), ==, 1);
  root = weft_graph_definition (weft_design_get_graph (design), 0);
  g_assert_cmpint (root->level, ==, WEFT_LEVEL_CLUSTER);
  g_assert_cmpuint (root->n_items, ==, 0);
  weft_history_undo (history);
  g_assert_null (weft_design_get_graph (design));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/graph-copy/duplicate", test_duplicate);
  g_test_add_func ("/graph-copy/paste", test_paste);
  g_test_add_func ("/graph-copy/paste-changed", test_paste_changed);
  g_test_add_func ("/graph-copy/paste-refused", test_paste_refused);
  g_test_add_func ("/graph-copy/fuzz", test_fuzz);
  g_test_add_func ("/graph-copy/many", test_many);
  g_test_add_func ("/graph-copy/limit", test_limit);
  g_test_add_func ("/graph-copy/split", test_split);
  g_test_add_func ("/graph-copy/split-refused", test_split_refused);
  g_test_add_func ("/graph-copy/group", test_group);
  g_test_add_func ("/graph-copy/group-refused", test_group_refused);
  g_test_add_func ("/graph-copy/convert", test_convert);
  g_test_add_func ("/graph-copy/convert-nothing", test_convert_nothing);

  return g_test_run ();
}
