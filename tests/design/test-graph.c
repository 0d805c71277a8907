/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading and writing graphs: structure, round trips, documents, and JSON that was tampered with. */
#include "graph-fixture.h"

#include <math.h>

#include "base/weft-json-write.h"

typedef struct
{
  const char *code;
  const char *path;
  const char *text;
} Fault;

#define ONE(item, links)                                                                           \
  "{'root':'n','definitions':{'n':{'level':'node','items':[" item "],'links':[" links "]}}}"
#define GPU "{'id':'gpu','chip':'B200'}"

static const Fault faults[] = {
  { "wrong_type", "", "[]" },
  { "wrong_type", "", "3" },
  { "missing_key", "/root", "{'definitions':{}}" },
  { "missing_key", "/definitions", "{'root':'n'}" },
  { "wrong_type", "/root", "{'root':1,'definitions':{}}" },
  { "wrong_type", "/definitions", "{'root':'n','definitions':[]}" },
  { "wrong_type", "/definitions/n", "{'root':'n','definitions':{'n':1}}" },
  { "missing_key", "/definitions/n/level", "{'root':'n','definitions':{'n':{'items':[]}}}" },
  { "missing_key", "/definitions/n/items", "{'root':'n','definitions':{'n':{'level':'node'}}}" },
  { "wrong_type", "/definitions/n/items/0", ONE ("1", "") },
  { "missing_key", "/definitions/n/items/0/id", ONE ("{'chip':'B200'}", "") },
  { "wrong_type", "/definitions/n/items/0/count", ONE ("{'id':'a','chip':'B200','count':'4'}", "") },
  { "wrong_type", "/definitions/n/items/0/at/1", ONE ("{'id':'a','chip':'B200','at':[1,'x']}", "") },
  { "wrong_length", "/definitions/n/items/0/at", ONE ("{'id':'a','chip':'B200','at':[1]}", "") },
  { "missing_key", "/definitions/n/links/0/from", ONE (GPU, "{'to':'gpu','wiring':'all'}") },
  { "missing_key", "/definitions/n/links/0/wiring", ONE (GPU, "{'from':'gpu','to':'gpu'}") },
  { "wrong_type", "/definitions/n/links/0/to", ONE (GPU, "{'from':'gpu','to':1,'wiring':'all'}") },
  { "wrong_type", "/definitions/n/links/0/to/0",
    ONE (GPU, "{'from':'gpu','to':[1],'wiring':'all'}") },
  { "wrong_type", "/definitions/n/links/0/wiring", ONE (GPU, "{'from':'gpu','to':'gpu','wiring':1}") },
  { "wrong_type", "/definitions/n/links/0/wiring/torus/0",
    ONE (GPU, "{'from':'gpu','to':'gpu','wiring':{'torus':['4']}}") },
  { "graph_too_large", "/definitions/n/links/0/wiring/torus",
    ONE (GPU, "{'from':'gpu','to':'gpu','wiring':{'torus':[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]}}") },
  { "wrong_type", "/definitions/n/links/0/wiring/params",
    ONE (GPU, "{'from':'gpu','to':'gpu','wiring':{'generator':'ring','params':3}}") },
};

static JsonNode *
parse (const char *text)
{
  g_autofree char *quoted = g_strdelimit (g_strdup (text), "'", '"');
  g_autoptr (GError) error = NULL;
  JsonNode *node = weft_json_parse (quoted, -1, "test", NULL, &error);

  g_assert_no_error (error);
  return node;
}

static void
test_structure (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autoptr (JsonNode) node = parse (faults[i].text);
      g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
      g_autoptr (GError) error = NULL;
      WeftGraph *graph = weft_graph_new_from_json (node, "test", violations, &error);

      g_test_message ("%s", faults[i].text);
      g_assert_null (graph);
      g_assert_error (error, WEFT_DESIGN_ERROR, WEFT_DESIGN_ERROR_STRUCTURE);
      g_assert_cmpstr (weft_violation_get_code (violations->pdata[0]), ==, faults[i].code);
      g_assert_cmpstr (weft_violation_get_path (violations->pdata[0]), ==, faults[i].path);
      g_assert_cmpstr (weft_violation_get_hint (violations->pdata[0]), !=, "");
    }
}

static void
test_read (void)
{
  g_autoptr (WeftGraph) graph = fixture_graph (CLUSTER);
  const WeftGraphDefinition *machine;
  int root;

  g_assert_cmpuint (weft_graph_n_definitions (graph), ==, 3);
  g_assert_cmpstr (weft_graph_get_root (graph, &root), ==, "machine");
  g_assert_cmpint (root, ==, 2);
  g_assert_cmpint (weft_graph_find (graph, "tray"), ==, 0);
  g_assert_cmpint (weft_graph_find (graph, "nothing"), ==, -1);
  machine = weft_graph_definition (graph, root);
  g_assert_cmpint (machine->level, ==, WEFT_LEVEL_CLUSTER);
  g_assert_cmpint (machine->items[0].kind, ==, WEFT_GRAPH_DEFINITION);
  g_assert_cmpint (machine->items[0].definition, ==, 1);
  g_assert_cmpfloat (machine->items[0].count, ==, 8);
  g_assert_cmpfloat (machine->items[0].at[1], ==, 320);
  g_assert_true (isnan (machine->items[1].at[0]) && isnan (machine->items[1].u));
  g_assert_cmpuint (machine->links[0].n_to, ==, 2);
  g_assert_cmpint (machine->links[0].wiring, ==, WEFT_WIRING_GENERATOR);
  g_assert_cmpstr (machine->links[0].from.port, ==, "net");
  g_assert_cmpint (machine->links[0].from.item, ==, 0);
  g_assert_nonnull (weft_graph_find_port (weft_graph_definition (graph, 1), "net"));
  g_assert_null (weft_graph_find_port (machine, "net"));
}

static void
test_ends (void)
{
  static const struct
  {
    const char *text;
    gboolean is_sound;
    const char *port;
    gint64 instance;
  } ends[] = {
    { "gpu", TRUE, NULL, -1 },        { "gpu:a", TRUE, "a", -1 },  { "gpu[3]", TRUE, NULL, 3 },
    { "gpu[0]:a", TRUE, "a", 0 },     { "gpu[]", FALSE, NULL, -1 }, { "gpu[x]", FALSE, NULL, -1 },
    { "gpu[1", FALSE, NULL, -1 },     { "gpu:", FALSE, NULL, -1 }, { "", FALSE, NULL, -1 },
    { "gpu[-1]", FALSE, NULL, -1 },   { "gpu[1]x", FALSE, NULL, -1 }, { "[1]", FALSE, NULL, -1 },
    { "gpu[99999999999]", FALSE, NULL, -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autofree char *inside
          = g_strdup_printf ("'items':[" GPU "],'ports':[{'id':'p','of':'%s'}]", ends[i].text);
      g_autoptr (WeftGraph) graph = fixture_node (inside);
      const WeftGraphEnd *end = &weft_graph_definition (graph, 0)->ports[0].of;

      g_test_message ("%s", ends[i].text);
      g_assert_cmpint (end->is_sound, ==, ends[i].is_sound);
      if (!end->is_sound)
        continue;
      g_assert_cmpstr (end->port, ==, ends[i].port);
      g_assert_cmpint (end->instance, ==, ends[i].instance);
      g_assert_cmpint (end->item, ==, 0);
    }
}

/* Known members in their order, unknown ones kept after them, and the same bytes the second time. */
static void
test_round_trip (void)
{
  g_autoptr (JsonNode) node = parse (
    "{'x':1,'definitions':{'n':{'colour':'red','items':[{'note':[1,{'a':null}],'count':2,"
    "'chip':'B200','id':'gpu','u':null}],'level':'node','links':[{'wiring':'all','to':'gpu',"
    "'z':true,'from':'gpu','length_m':0.5}],'ports':[{'of':'gpu','id':'p','k':'v'}]}},'root':'n'}");
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (WeftGraph) graph = weft_graph_new_from_json (node, "test", violations, NULL);
  g_autoptr (WeftGraph) again = NULL;
  g_autoptr (JsonNode) written = NULL;
  g_autoptr (JsonNode) rewritten = NULL;
  g_autofree char *text = NULL;
  g_autofree char *second = NULL;
  g_autofree char *wanted = g_strdelimit (g_strdup (
    "{'root':'n','definitions':{'n':{'level':'node','items':[{'id':'gpu','chip':'B200','count':2,"
    "'note':[1,{'a':null}]}],'links':[{'from':'gpu','to':'gpu','wiring':'all','length_m':0.5,"
    "'z':true}],'ports':[{'id':'p','of':'gpu','k':'v'}],'colour':'red'}},'x':1}"), "'", '"');
  g_autoptr (JsonNode) expected = parse (wanted);
  g_autofree char *expected_text = weft_json_write_pretty (expected);

  g_assert_cmpuint (violations->len, ==, 5);
  for (guint i = 0; i < violations->len; i++)
    g_assert_cmpstr (weft_violation_get_code (violations->pdata[i]), ==, "unknown_key");
  written = weft_graph_to_json (graph);
  text = weft_json_write_pretty (written);
  g_assert_cmpstr (text, ==, expected_text);
  again = weft_graph_new_from_json (written, "test", NULL, NULL);
  rewritten = weft_graph_to_json (again);
  second = weft_json_write_pretty (rewritten);
  g_assert_cmpstr (second, ==, text);
}

static void
test_document (void)
{
  g_autoptr (WeftDesign) design = fixture_design ("{\"name\":\"m\",\"graph\":" CLUSTER ",\"y\":2}");
  g_autoptr (WeftDesign) copy = weft_design_copy (design);
  g_autoptr (WeftDesign) other = NULL;
  g_autoptr (WeftDesign) loaded = NULL;
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("weft-graph-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "graph.weft", NULL);
  g_autofree char *text = weft_design_to_text (design);
  g_autofree char *loaded_text = NULL;

  g_assert_nonnull (weft_design_get_graph (design));
  g_assert_true (weft_design_get_graph (copy) == weft_design_get_graph (design));
  g_assert_true (weft_design_equal (copy, design));
  g_assert_true (weft_design_save (design, path, &error));
  g_assert_no_error (error);
  loaded = weft_design_load (path, violations, &error);
  g_assert_no_error (error);
  loaded_text = weft_design_to_text (loaded);
  g_assert_cmpstr (loaded_text, ==, text);
  g_assert_true (weft_design_equal (loaded, design));
  g_remove (path);
  g_rmdir (folder);

  other = fixture_design ("{\"name\":\"m\",\"graph\":{\"root\":\"tray\",\"definitions\":{" TRAY
                          "}},\"y\":2}");
  g_assert_false (weft_design_equal (other, design));
  other = (g_object_unref (other), fixture_design (PAPER));
  g_assert_null (weft_design_get_graph (other));
}

/* Any bytes in, never a crash: a graph or an error; and what the rules let pass can be flattened. */
static void
test_mutations (void)
{
  static const char *const pieces[] = {
    "-1", "0", "1e12", "0.5", "null", "\"\"", "\"rack\"", "[]", "{}", "true", "\"tray:net\"", "\"all\"",
    "\"each\"", "\"gpu[0]\"", "1000000000", "\"cluster\"", "{\"torus\":[4,4]}", "\"machine\"",
  };
  g_autoptr (GRand) random = g_rand_new_with_seed (20260);
  guint n_read = 0, n_sound = 0;

  for (guint round = 0; round < 4000; round++)
    {
      g_autoptr (GString) text = g_string_new (CLUSTER);
      g_autoptr (JsonNode) node = NULL;
      g_autoptr (WeftGraph) graph = NULL;
      g_autoptr (WeftFlat) flat = NULL;
      g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
      const char *piece = pieces[g_rand_int_range (random, 0, G_N_ELEMENTS (pieces))];
      gsize at = g_rand_int_range (random, 0, (int) text->len);
      gsize end;

      /* The value after some colon or bracket becomes another one. */
      at += strcspn (text->str + at, ":[");
      if (at >= text->len)
        continue;
      at++;
      end = at + (text->str[at] == '"' ? strcspn (text->str + at + 1, "\"") + 2
                                       : strcspn (text->str + at, ",}]"));
      g_string_erase (text, at, MIN (end, text->len) - at);
      g_string_insert (text, at, piece);

      node = weft_json_parse (text->str, -1, "test", NULL, NULL);
      graph = node != NULL ? weft_graph_new_from_json (node, "test", violations, NULL) : NULL;
      if (graph == NULL)
        continue;
      n_read++;
      if (!weft_graph_rules_check (graph, fixture_get_inventory (), violations))
        {
          g_assert_cmpuint (violations->len, >, 0);
          flat = weft_flat_new (graph, fixture_get_inventory (), NULL);
          continue;
        }
      n_sound++;
      flat = weft_flat_new (graph, fixture_get_inventory (), NULL);
      if (flat == NULL)
        g_error ("not flattened: %s", text->str);
    }
  g_assert_cmpuint (n_read, >, 300);
  g_assert_cmpuint (n_sound, >, 10);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/design/graph/structure", test_structure);
  g_test_add_func ("/design/graph/read", test_read);
  g_test_add_func ("/design/graph/ends", test_ends);
  g_test_add_func ("/design/graph/round-trip", test_round_trip);
  g_test_add_func ("/design/graph/document", test_document);
  g_test_add_func ("/design/graph/mutations", test_mutations);
  return g_test_run ();
}
