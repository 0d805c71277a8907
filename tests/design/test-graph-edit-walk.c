/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Long random walks with all verbs on the example designs: each step reads back as it was written and
 * has a name, and the way back and forth gives the same bytes. */
#include <math.h>
#include <string.h>

#include "base/weft-json-write.h"
#include "design/graph/weft-graph-edits.h"
#include "design/weft-history.h"
#include "graph-fixture.h"

#define STEPS 1000
#define MOST_MEMBERS 70

/* Odd on purpose: names twice, unknown members, a loose end, a missing definition. */
#define SYNTHETIC                                                                                  \
  "{'x-file':1,'graph':{'root':'c','x-graph':{'a':[1,null]},'definitions':{"                       \
  "'p':{'level':'package','items':[{'id':'die','component':'die-gb100','x-i':[1]}],"               \
  "'ports':[{'id':'pins','of':'die','x-p':{}}]},"                                                  \
  "'n':{'level':'node','x-d':true,'items':[{'id':'p','definition':'p','count':2,'at':[0,8]},"      \
  "{'id':'p','chip':'B200'},{'id':'q','chip':'H100','count':3}],"                                  \
  "'links':[{'from':'p:pins','to':'q','wiring':'each','x-l':'y'},"                                 \
  "{'from':'q','to':'gone','wiring':'all'}],'ports':[]},"                                          \
  "'c':{'level':'cluster','items':[{'id':'n','definition':'n'},{'id':'m','definition':'none'},"    \
  "{'id':'sw','component':'q3400-ra','count':4}],'links':[]}}}}"

typedef struct
{
  WeftHistory *history;
  GRand *random;
  char *clipboard;
  guint n_done;
  guint n_refused;
} Walk;

static WeftGraph *
now (const Walk *walk)
{
  return weft_design_get_graph (weft_history_get_design (walk->history));
}

static guint
pick (const Walk *walk, guint n)
{
  return n > 0 ? g_rand_int_range (walk->random, 0, (int) n) : 0;
}

static char *
bytes (const Walk *walk)
{
  return weft_design_to_text (weft_history_get_design (walk->history));
}

/* An end of some item, now and then one that makes no sense. (transfer full) */
static char *
pick_end (const Walk *walk, guint definition)
{
  const WeftGraphDefinition *owner = weft_graph_definition (now (walk), definition);
  g_autoptr (GPtrArray) sockets = NULL;
  guint item = pick (walk, owner->n_items);
  char *end;

  if (owner->n_items == 0 || pick (walk, 10) == 0)
    return g_strdup ("nothing:at-all");
  sockets = weft_graph_sockets (now (walk), NULL, definition, item);
  if (sockets->len == 0)
    return g_strdup (owner->items[item].id);
  end = g_strdup (((WeftGraphSocket *) sockets->pdata[pick (walk, sockets->len)])->end);
  return end;
}

static JsonNode *
pick_value (const Walk *walk, const char *key)
{
  static const char *const texts[]
      = { "all", "each", "ring", "decode", "B200", "q3400-ra", "n", "rack", "", "a:b", "new" };

  if (pick (walk, 8) == 0)
    return NULL;
  if (pick (walk, 20) == 0)
    return json_node_new (JSON_NODE_OBJECT);
  if (strcmp (key, "count") == 0 || strcmp (key, "channels") == 0 || strcmp (key, "u") == 0
      || strcmp (key, "length_m") == 0)
    return json_node_init_double (json_node_alloc (), pick (walk, 6));
  return json_node_init_string (json_node_alloc (), texts[pick (walk, G_N_ELEMENTS (texts))]);
}

static WeftEdit *
set_something (Walk *walk, guint definition, GError **error)
{
  static const char *const item_keys[]
      = { "id", "count", "role", "u", "chip", "component", "definition", "at" };
  static const char *const link_keys[]
      = { "from", "to", "wiring", "component", "fabric", "channels", "length_m" };
  static const char *const definition_keys[] = { "id", "title", "enclosure", "level" };
  const WeftGraphDefinition *owner = weft_graph_definition (now (walk), definition);
  guint which = pick (walk, 3);
  const char *key = which == 0   ? item_keys[pick (walk, G_N_ELEMENTS (item_keys))]
                    : which == 1 ? link_keys[pick (walk, G_N_ELEMENTS (link_keys))]
                                 : definition_keys[pick (walk, G_N_ELEMENTS (definition_keys))];
  JsonNode *value = pick_value (walk, key);
  WeftEdit *edit = NULL;

  if (value != NULL && JSON_NODE_HOLDS_OBJECT (value))
    json_node_take_object (value, json_object_new ());
  if (which == 0 && owner->n_items > 0)
    edit = weft_graph_edit_set_item (now (walk), definition, pick (walk, owner->n_items), key,
                                     value, pick (walk, 2) == 0, error);
  else if (which == 1 && owner->n_links > 0)
    edit = weft_graph_edit_set_link (now (walk), definition, pick (walk, owner->n_links), key,
                                     value, pick (walk, 2) == 0, error);
  else if (which == 2)
    edit = weft_graph_edit_set_definition (now (walk), definition, key, value, error);
  g_clear_pointer (&value, json_node_unref);
  return edit;
}

static WeftEdit *
wire_something (Walk *walk, guint definition, GError **error)
{
  WeftCatalog *catalog = weft_inventory_get_catalog (fixture_get_inventory ());
  const WeftGraphDefinition *owner = weft_graph_definition (now (walk), definition);
  g_autofree char *from = pick_end (walk, definition);
  g_autofree char *to = pick_end (walk, definition);
  g_autofree char *why = NULL;
  guint link = pick (walk, owner->n_links);

  if (!weft_graph_may_connect (now (walk), catalog, definition, from, to, &why))
    g_assert_cmpstr (why, !=, "");
  switch (pick (walk, 3))
    {
    case 0:
      return weft_graph_edit_add_port (now (walk), definition, from, error);
    case 1:
      if (owner->n_links > 0)
        return weft_graph_edit_rewire (now (walk), catalog, definition, link,
                                       (int) pick (walk, owner->links[link].n_to + 1) - 1, to,
                                       error);
      G_GNUC_FALLTHROUGH;
    default:
      return weft_graph_edit_connect (now (walk), catalog, definition, from, to, error);
    }
}

static WeftEdit *
add_something (Walk *walk, guint definition, GError **error)
{
  static const char *const parts[] = { "B200", "q3400-ra", "cdu-in-row", "A:B[1]", "é" };
  WeftGraphItemKind kind = pick (walk, 3);
  const char *of = parts[pick (walk, G_N_ELEMENTS (parts))];
  const double at[] = { pick (walk, 1000), pick (walk, 1000) };

  if (kind == WEFT_GRAPH_DEFINITION)
    of = weft_graph_definition (now (walk), pick (walk, weft_graph_n_definitions (now (walk))))->id;
  return weft_graph_edit_add (now (walk), definition, kind, of, pick (walk, 3) == 0 ? NULL : at,
                              error);
}

static WeftEdit *
do_something (Walk *walk, GError **error)
{
  guint definition = pick (walk, weft_graph_n_definitions (now (walk)));
  const WeftGraphDefinition *owner = weft_graph_definition (now (walk), definition);
  guint items[4], links[2], n = pick (walk, 5);
  double boxes[16];

  for (guint i = 0; i < 4; i++)
    items[i] = pick (walk, owner->n_items + 1);
  for (guint i = 0; i < 2; i++)
    links[i] = pick (walk, owner->n_links + 1);
  for (guint i = 0; i < 16; i++)
    boxes[i] = pick (walk, 2000) / 4.0;
  switch (pick (walk, 14))
    {
    case 0:
      return weft_graph_edit_move (now (walk), definition, items, boxes, n, pick (walk, 2) == 0);
    case 1:
      return weft_graph_edit_unplace (now (walk), definition, items, n);
    case 2:
      return weft_graph_edit_align (now (walk), definition, items, boxes, n, pick (walk, 9));
    case 3:
      return weft_graph_edit_remove (now (walk), definition, items, MIN (n, 2), links,
                                     pick (walk, 3));
    case 4:
      return weft_graph_edit_duplicate (now (walk), definition, items, MIN (n, 2), 8, 8);
    case 5:
      return owner->n_items > 0 ? weft_graph_edit_split (now (walk), definition,
                                                         pick (walk, owner->n_items), error)
                                : NULL;
    case 6:
      return weft_graph_edit_group (now (walk), definition, items, n, error);
    case 7:
      g_free (walk->clipboard);
      walk->clipboard = weft_graph_copy (now (walk), definition, items, n);
      G_GNUC_FALLTHROUGH;
    case 8:
      return walk->clipboard != NULL
               ? weft_graph_edit_paste (now (walk), definition, walk->clipboard, boxes, error)
               : NULL;
    case 9:
      return add_something (walk, definition, error);
    case 10:
    case 11:
      return wire_something (walk, definition, error);
    default:
      return set_something (walk, definition, error);
    }
}

static void
check_state (Walk *walk)
{
  g_autofree char *text = bytes (walk);
  g_autofree char *again = NULL;
  g_autoptr (WeftDesign) read = fixture_design (text);
  WeftGraph *graph = weft_design_get_graph (read);

  again = weft_design_to_text (read);
  g_assert_cmpstr (again, ==, text);
  /* What names lead to is what a reader finds. */
  for (guint i = 0; i < weft_graph_n_definitions (graph); i++)
    {
      const WeftGraphDefinition *a = weft_graph_definition (graph, i);
      const WeftGraphDefinition *b = weft_graph_definition (now (walk), i);

      g_assert_cmpuint (a->n_items, ==, b->n_items);
      for (guint j = 0; j < a->n_items; j++)
        g_assert_cmpint (a->items[j].definition, ==, b->items[j].definition);
      for (guint j = 0; j < a->n_links; j++)
        {
          g_assert_cmpint (a->links[j].from.item, ==, b->links[j].from.item);
          for (guint k = 0; k < a->links[j].n_to; k++)
            g_assert_cmpint (a->links[j].to[k].item, ==, b->links[j].to[k].item);
        }
      for (guint j = 0; j < a->n_ports; j++)
        g_assert_cmpint (a->ports[j].of.item, ==, b->ports[j].of.item);
    }
}

static guint
count_members (const Walk *walk)
{
  guint n = 0;

  for (guint i = 0; i < weft_graph_n_definitions (now (walk)); i++)
    {
      const WeftGraphDefinition *definition = weft_graph_definition (now (walk), i);

      n += definition->n_items + definition->n_links + definition->n_ports;
    }
  return n;
}

static void
take_step (Walk *walk)
{
  g_autoptr (GError) error = NULL;
  WeftEdit *edit = do_something (walk, &error);

  if (edit == NULL)
    {
      if (error != NULL)
        g_assert_cmpstr (error->message, !=, "");
      walk->n_refused++;
      return;
    }
  g_assert_no_error (error);
  g_assert_cmpstr (weft_edit_get_label (edit), !=, "");
  g_assert_null (strchr (weft_edit_get_label (edit), '%'));
  if (pick (walk, 3) == 0)
    weft_history_barrier (walk->history);
  weft_history_do (walk->history, edit);
  walk->n_done++;
  check_state (walk);
  /* A design of some parts is odd enough; many more only take time. */
  if (count_members (walk) > MOST_MEMBERS)
    weft_history_undo (walk->history);
}

static void
walk_design (WeftDesign *design, guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (WeftHistory) history = weft_history_new (design);
  Walk walk = { .history = history, .random = random };
  g_autofree char *start = bytes (&walk);
  g_autofree char *end = NULL;
  g_autofree char *back = NULL;
  g_autofree char *forth = NULL;

  for (guint i = 0; i < STEPS; i++)
    {
      take_step (&walk);
      if (pick (&walk, 12) == 0)
        weft_history_undo (history);
      if (pick (&walk, 24) == 0)
        weft_history_redo (history);
    }
  /* The end is the newest step: what was undone last is done again. */
  while (weft_history_redo (history))
    ;
  end = bytes (&walk);
  while (weft_history_undo (history))
    ;
  back = bytes (&walk);
  g_assert_cmpstr (back, ==, start);
  while (weft_history_redo (history))
    ;
  forth = bytes (&walk);
  g_assert_cmpstr (forth, ==, end);
  g_test_message ("%u steps, %u refused", walk.n_done, walk.n_refused);
  g_assert_cmpuint (walk.n_done, >, STEPS / 4);
  g_free (walk.clipboard);
}

static void
test_examples (void)
{
  g_autofree char *folder = g_build_filename (g_getenv ("WEFT_CATALOG_DIR"), "systems", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;
  const char *name;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autoptr (WeftDesign) design = weft_design_load (path, NULL, NULL);

      g_assert_nonnull (design);
      if (weft_design_get_graph (design) == NULL)
        continue;
      g_test_message ("%s", name);
      walk_design (design, 4711 + n++);
    }
  g_assert_cmpuint (n, >=, 5);
}

static void
test_synthetic (void)
{
  for (guint32 seed = 1; seed <= 4; seed++)
    {
      g_autofree char *text = g_strdelimit (g_strdup (SYNTHETIC), "'", '"');
      g_autoptr (WeftDesign) design = fixture_design (text);
      g_autofree char *start = weft_design_to_text (design);

      g_assert_nonnull (strstr (start, "x-l"));
      walk_design (design, seed);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/graph-edit-walk/synthetic", test_synthetic);
  g_test_add_func ("/graph-edit-walk/examples", test_examples);

  return g_test_run ();
}
