/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every composition rule broken, with its place and its numbers, and satisfied beside it. */
#include "graph-fixture.h"

#include "design/weft-rules.h"

typedef struct
{
  const char *code;
  WeftSeverity severity;
  const char *path;
  const char *in_message;
  const char *text;
  const char *satisfied; /* the same made right */
} Case;

/* Graphs in short: a node "n" as machine, and a cluster of two hosts. */
#define NODE(inside) "{'root':'n','definitions':{'n':{'level':'node'," inside "}}}"
#define ITEMS(items) NODE ("'items':[" items "]")
#define GPUS "{'id':'gpu','chip':'B200','count':8}"
#define SW "{'id':'sw','component':'pex89144','count':3}"
#define LINK(link) NODE ("'items':[" GPUS "," SW "],'links':[" link "]")
#define PORT(port) NODE ("'items':[" GPUS "],'ports':[" port "]")
#define HOST                                                                                       \
  "'h':{'level':'node','items':[" GPUS "],'ports':[{'id':'net','of':'gpu','per_item':2}]}"
#define TWO(links)                                                                                 \
  "{'root':'m','definitions':{" HOST ",'m':{'level':'rack','items':["                              \
  "{'id':'host','definition':'h','count':2},{'id':'sw','component':'nvlink5-switch-tray'}],"       \
  "'links':[" links "]}}}"
#define N "/graph/definitions/n"
#define M "/graph/definitions/m"
#define ERROR WEFT_SEVERITY_ERROR
#define INFO WEFT_SEVERITY_INFO
#define FINE_LINK LINK ("{'from':'gpu','to':'sw','wiring':'all'}")
#define FINE_TWO TWO ("{'from':'host:net','to':'sw','wiring':'all','channels':2}")
#define FINE_PORT PORT ("{'id':'p','of':'gpu','per_item':2},{'id':'q','of':'gpu[7]'}")

static const Case cases[] = {
  { "unknown_root", ERROR, "/graph/root", "“m”", "{'root':'m','definitions':{}}", ITEMS (GPUS) },
  { "unknown_level", ERROR, N "/level", "“board”",
    "{'root':'n','definitions':{'n':{'level':'board','items':[" GPUS "]}}}", ITEMS (GPUS) },
  { "empty_definition", ERROR, N "/items", "at least 1", ITEMS (""), ITEMS (GPUS) },
  { "item_kind", ERROR, N "/items/0", "“a”", ITEMS ("{'id':'a'}"), ITEMS (GPUS) },
  { "item_kind", ERROR, N "/items/0", "“a”",
    ITEMS ("{'id':'a','chip':'B200','component':'pex89144'}"), ITEMS (GPUS) },
  { "item_id", ERROR, N "/items/0/id", "“a:b”", ITEMS ("{'id':'a:b','chip':'B200'}"), NULL },
  { "item_id", ERROR, N "/items/0/id", "“”", ITEMS ("{'id':'','chip':'B200'}"), NULL },
  { "duplicate_item", ERROR, N "/items/1/id", "“gpu”", ITEMS (GPUS "," GPUS), ITEMS (GPUS "," SW) },
  { "unknown_chip", ERROR, N "/items/0/chip", "B20O", ITEMS ("{'id':'a','chip':'B20O'}"), NULL },
  { "unknown_component", ERROR, N "/items/0/component", "pex8914",
    ITEMS ("{'id':'a','component':'pex8914'}"), ITEMS (SW) },
  { "unknown_definition", ERROR, N "/items/0/definition", "“x”",
    ITEMS ("{'id':'a','definition':'x'}"), NULL },
  { "component_type", ERROR, N "/items/0/component", "link",
    ITEMS ("{'id':'a','component':'nvlink5-link'}"), ITEMS (SW) },
  { "component_type", ERROR, N "/enclosure", "link",
    NODE ("'enclosure':'nvlink5-link','items':[" GPUS "]"),
    NODE ("'enclosure':'dgx-h100','items':[" GPUS "]") },
  { "unknown_component", ERROR, N "/enclosure", "“box”",
    NODE ("'enclosure':'box','items':[" GPUS "]"), NULL },
  { "count_range", ERROR, N "/items/0/count", "1e+12",
    ITEMS ("{'id':'gpu','chip':'B200','count':1e12}"), ITEMS (GPUS) },
  { "count_range", ERROR, N "/items/0/count", "-1",
    ITEMS ("{'id':'gpu','chip':'B200','count':-1}"), NULL },
  { "count_range", ERROR, N "/items/0/count", "0.5",
    ITEMS ("{'id':'gpu','chip':'B200','count':0.5}"), NULL },
  { "unknown_role", ERROR, N "/items/0/role", "“boss”",
    ITEMS ("{'id':'gpu','chip':'B200','role':'boss'}"),
    ITEMS ("{'id':'gpu','chip':'B200','role':'decode'}") },
  { "role_not_chip", ERROR, N "/items/0/role", "“sw”",
    ITEMS ("{'id':'sw','component':'pex89144','role':'ai'}"), NULL },
  { "rack_unit_range", ERROR, N "/items/0/u", "0",
    ITEMS ("{'id':'gpu','chip':'B200','u':0}"), ITEMS ("{'id':'gpu','chip':'B200','u':1}") },
  { "level_order", ERROR, "/graph/definitions/n/items/0", "“r” is of the level rack",
    "{'root':'n','definitions':{'n':{'level':'node','items':[{'id':'a','definition':'r'}]},"
    "'r':{'level':'rack','items':[{'id':'sw','component':'nvlink5-switch-tray'}]}}}",
    FINE_TWO },
  { "level_order", ERROR, N "/items/0", "gb200-tray",
    ITEMS ("{'id':'a','component':'gb200-tray'}"), NULL },
  { "level_skipped", INFO, M "/items/0", "“h” of the level node",
    "{'root':'m','definitions':{" HOST ",'m':{'level':'cluster','items':["
    "{'id':'host','definition':'h'}]}}}", FINE_TWO },
  { "definition_cycle", ERROR, "/graph/definitions/a", "a > b > a",
    "{'root':'a','definitions':{'a':{'level':'cluster','items':[{'id':'x','definition':'b'}]},"
    "'b':{'level':'rack','items':[{'id':'x','definition':'a'}]}}}", NULL },
  { "definition_cycle", ERROR, "/graph/definitions/n", "n > n",
    ITEMS ("{'id':'x','definition':'n'}"), NULL },
  { "unused_definition", INFO, "/graph/definitions/h", "“h”",
    "{'root':'n','definitions':{'n':{'level':'node','items':[" GPUS "]}," HOST "}}", FINE_TWO },
  { "end_form", ERROR, N "/links/0/from", "gpu[x]",
    LINK ("{'from':'gpu[x]','to':'sw','wiring':'all'}"), FINE_LINK },
  { "unknown_item", ERROR, N "/links/0/to", "“swi”",
    LINK ("{'from':'gpu','to':'swi','wiring':'all'}"), FINE_LINK },
  { "unknown_item", ERROR, N "/ports/0/of", "“gp”", PORT ("{'id':'p','of':'gp'}"), FINE_PORT },
  { "unknown_port", ERROR, M "/links/0/from", "“nit”",
    TWO ("{'from':'host:nit','to':'sw','wiring':'all'}"), FINE_TWO },
  { "unknown_port", ERROR, N "/links/0/from", "no definition",
    LINK ("{'from':'gpu:net','to':'sw','wiring':'all'}"), FINE_LINK },
  { "port_needed", ERROR, M "/links/0/from", "“host”",
    TWO ("{'from':'host','to':'sw','wiring':'all'}"), FINE_TWO },
  { "instance_range", ERROR, N "/links/0/from", "instance 8, the last one is 7",
    LINK ("{'from':'gpu[8]','to':'sw','wiring':'all'}"),
    LINK ("{'from':'gpu[7]','to':'sw','wiring':'all'}") },
  { "unknown_wiring", ERROR, N "/links/0/wiring", "“gpu”",
    LINK ("{'from':'gpu','to':'sw','wiring':'al'}"), FINE_LINK },
  { "unknown_wiring", ERROR, N "/links/0/wiring", "“gpu”",
    LINK ("{'from':'gpu','to':'sw','wiring':{'torus':[8],'mesh':[8]}}"), NULL },
  { "unknown_generator", ERROR, N "/links/0/wiring", "leafspin",
    LINK ("{'from':'gpu','to':'sw','wiring':{'generator':'leafspin'}}"), NULL },
  { "wiring_params", ERROR, N "/links/0/wiring", "leaves",
    LINK ("{'from':'gpu','to':'sw','wiring':{'generator':'leafspine'}}"),
    LINK ("{'from':'gpu','to':'sw','wiring':{'generator':'leafspine','params':"
          "{'leaves':2,'down':4,'spines':1,'per':4}}}") },
  { "wiring_numbers", ERROR, N "/links/0/wiring", "8 devices, the wiring \"leafspine\" takes 6",
    LINK ("{'from':'gpu','to':'sw','wiring':{'generator':'leafspine','params':"
          "{'leaves':2,'down':3,'spines':1,'per':4}}}"), NULL },
  { "wiring_numbers", ERROR, N "/links/0/wiring", "3 devices, the wiring \"leafspine\" takes 4",
    LINK ("{'from':'gpu','to':'sw','wiring':{'generator':'leafspine','params':"
          "{'leaves':2,'down':4,'spines':2,'per':4}}}"), NULL },
  { "wiring_numbers", ERROR, N "/links/0/wiring", "8 devices cannot be spread evenly over 3",
    LINK ("{'from':'gpu','to':'sw','wiring':'each'}"),
    LINK ("{'from':'gpu','to':'sw[0]','wiring':'each'}") },
  { "wiring_numbers", ERROR, N "/links/0/wiring", "8 devices, the wiring \"torus\" takes 9",
    LINK ("{'from':'gpu','to':'gpu','wiring':{'torus':[3,3]}}"),
    LINK ("{'from':'gpu','to':'gpu','wiring':{'torus':[2,4]}}") },
  { "wiring_ends", ERROR, N "/links/0/wiring", "one group",
    LINK ("{'from':'gpu','to':'sw','wiring':'ring'}"),
    LINK ("{'from':'gpu','to':'gpu','wiring':'ring'}") },
  { "wiring_ends", ERROR, N "/links/0", "2 ends",
    LINK ("{'from':'gpu','to':['sw','gpu'],'wiring':'all'}"), NULL },
  { "wiring_ends", ERROR, N "/links/0", "0 ends",
    LINK ("{'from':'gpu','to':[],'wiring':{'generator':'ring'}}"), NULL },
  { "cable_loop", ERROR, N "/links/0", "“gpu”",
    LINK ("{'from':'gpu','to':'gpu[0]','wiring':'all'}"), NULL },
  { "cable_loop", ERROR, N "/links/0/wiring", "“gpu[1]”",
    LINK ("{'from':'gpu[1]','to':'gpu[1]','wiring':'all'}"),
    LINK ("{'from':'gpu[1]','to':'gpu[2]','wiring':'all'}") },
  { "cable_loop", ERROR, N "/links/0/wiring", "itself",
    LINK ("{'from':'gpu','to':'gpu','wiring':'each'}"), NULL },
  { "cable_loop", ERROR, N "/links/0", "“sw”",
    LINK ("{'from':'gpu','to':['sw','sw[0]'],'wiring':{'generator':'star','params':{}}}"), NULL },
  { "channels_range", ERROR, N "/links/0/channels", "0 channels",
    LINK ("{'from':'gpu','to':'sw','wiring':'all','channels':0}"), FINE_LINK },
  { "length_range", ERROR, N "/links/0/length_m", "-1 m",
    LINK ("{'from':'gpu','to':'sw','wiring':'all','length_m':-1}"), FINE_LINK },
  { "cable_reach", ERROR, N "/links/0/length_m", "is 3 m long",
    LINK ("{'from':'gpu','to':'sw','wiring':'all','component':'dac-800g','length_m':3}"),
    LINK ("{'from':'gpu','to':'sw','wiring':'all','component':'dac-800g','length_m':1}") },
  { "component_type", ERROR, N "/links/0/component", "vertex",
    LINK ("{'from':'gpu','to':'sw','wiring':'all','component':'q3400-ra'}"), FINE_LINK },
  { "unknown_component", ERROR, N "/links/0/component", "nvlink5-lin",
    LINK ("{'from':'gpu','to':'sw','wiring':'all','component':'nvlink5-lin'}"), NULL },
  { "unknown_fabric", ERROR, N "/links/0/fabric", "NVLink55",
    LINK ("{'from':'gpu','to':'sw','wiring':'all','fabric':'NVLink55'}"),
    LINK ("{'from':'gpu','to':'sw','wiring':'all','fabric':'IB-XDR'}") },
  { "duplicate_port", ERROR, N "/ports/1", "“p”",
    PORT ("{'id':'p','of':'gpu'},{'id':'p','of':'gpu'}"), FINE_PORT },
  { "per_item_range", ERROR, N "/ports/0/per_item", "0 ports",
    PORT ("{'id':'p','of':'gpu','per_item':0}"), FINE_PORT },
  { "ports_exceeded", ERROR, M "/links/0", "takes 3 cables, it exports 2",
    TWO ("{'from':'host:net','to':'sw','wiring':'all','channels':3}"), FINE_TWO },
  { "ports_exceeded", ERROR, M "/links/1", "takes 4 cables, it exports 2",
    TWO ("{'from':'host:net','to':'sw','wiring':'all','channels':2},"
         "{'from':'host[1]:net','to':'sw','wiring':'all','channels':2}"),
    TWO ("{'from':'host[0]:net','to':'sw','wiring':'all','channels':2},"
         "{'from':'host[1]:net','to':'sw','wiring':'all','channels':2}") },
  { "enclosure_level", ERROR, N "/enclosure", "does not stand around",
    NODE ("'enclosure':'rack-nvl72','items':[" GPUS "]"),
    NODE ("'enclosure':'dgx-b200','items':[" GPUS "]") },
  { "enclosure_level", ERROR, N "/enclosure", "Switch.",
    NODE ("'enclosure':'q3400-ra','items':[" GPUS "]"), NULL },
  { "enclosure_level", ERROR, "/graph/definitions/m/enclosure", "does not stand around",
    "{'root':'m','definitions':{'m':{'level':'rack','enclosure':'dgx-h100','items':["
    "{'id':'sw','component':'nvlink5-switch-tray'}]}}}",
    "{'root':'m','definitions':{'m':{'level':'rack','enclosure':'rack-42u-air','items':["
    "{'id':'sw','component':'nvlink5-switch-tray'}]}}}" },
  { "enclosure_level", ERROR, "/graph/definitions/m/enclosure", "does not stand around",
    "{'root':'m','definitions':{'m':{'level':'cluster','enclosure':'rack-42u-air','items':["
    "{'id':'sw','component':'q3400-ra'}]}}}", NULL },
  { "link_level", ERROR, "/graph/definitions/m/links/0/component", "NV-HBI",
    "{'root':'m','definitions':{'m':{'level':'cluster','items':["
    "{'id':'sw','component':'q3400-ra','count':2}],'links':[{'from':'sw','to':'sw',"
    "'wiring':'all','component':'nv-hbi'}]}}}",
    "{'root':'m','definitions':{'m':{'level':'cluster','items':["
    "{'id':'sw','component':'q3400-ra','count':2}],'links':[{'from':'sw','to':'sw',"
    "'wiring':'all','component':'dr8-800g'}]}}}" },
  { "link_level", ERROR, "/graph/definitions/m/links/0/component", "NVLink 5",
    "{'root':'m','definitions':{'m':{'level':'cluster','items':["
    "{'id':'sw','component':'q3400-ra','count':2}],'links':[{'from':'sw','to':'sw',"
    "'wiring':'all','component':'nvlink5-link'}]}}}", NULL },
  { "port_id", ERROR, N "/ports/0", "no name", PORT ("{'id':'','of':'gpu'}"), FINE_PORT },
  { "per_item_range", ERROR, M "/ports/0/per_item", "exports 3 ports of each device",
    "{'root':'m','definitions':{" HOST ",'m':{'level':'rack','items':["
    "{'id':'host','definition':'h'}],'ports':[{'id':'p','of':'host:net','per_item':3}]}}}",
    "{'root':'m','definitions':{" HOST ",'m':{'level':'rack','items':["
    "{'id':'host','definition':'h'}],'ports':[{'id':'p','of':'host:net','per_item':2}]}}}" },
  { "graph_too_large", ERROR, N, "1000000000 devices",
    ITEMS ("{'id':'gpu','chip':'B200','count':1000000000}"), NULL },
  { "graph_too_large", ERROR, N, "100000000000 links",
    NODE ("'items':[{'id':'a','chip':'B200','count':500000},{'id':'b','component':'pex89144',"
          "'count':100000}],'links':[{'from':'a','to':'b','wiring':'all'}]"), NULL },
};

static GPtrArray *
check (const char *text, gboolean *ok)
{
  g_autoptr (WeftGraph) graph = fixture_graph (text);
  GPtrArray *violations = g_ptr_array_new_with_free_func (g_object_unref);

  *ok = weft_graph_rules_check (graph, fixture_get_inventory (), violations);
  return violations;
}

static WeftViolation *
find (GPtrArray *violations, const char *code, const char *path)
{
  for (guint i = 0; i < violations->len; i++)
    if (g_str_equal (weft_violation_get_code (violations->pdata[i]), code)
        && g_str_has_prefix (weft_violation_get_path (violations->pdata[i]), path))
      return violations->pdata[i];
  return NULL;
}

static void
test_cases (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Case *c = &cases[i];
      g_autoptr (GPtrArray) violations = NULL;
      g_autoptr (GPtrArray) none = NULL;
      g_autoptr (WeftGraph) graph = fixture_graph (c->text);
      g_autoptr (WeftFlat) flat = NULL;
      WeftViolation *violation;
      gboolean ok;

      g_test_message ("%s: %s", c->code, c->text);
      violations = check (c->text, &ok);
      for (guint j = 0; j < violations->len; j++)
        g_test_message ("  %s %s %s", weft_violation_get_code (violations->pdata[j]),
                        weft_violation_get_path (violations->pdata[j]),
                        weft_violation_get_message (violations->pdata[j]));
      violation = find (violations, c->code, c->path);
      g_assert_nonnull (violation);
      g_assert_cmpint (weft_violation_get_severity (violation), ==, c->severity);
      g_assert_cmpint (ok, ==, c->severity != ERROR);
      g_assert_nonnull (strstr (weft_violation_get_message (violation), c->in_message));
      g_assert_cmpstr (weft_violation_get_hint (violation), !=, "");
      /* Whatever is wrong, flattening gives arrays or an error. */
      flat = weft_flat_new (graph, fixture_get_inventory (), NULL);
      if (c->satisfied == NULL)
        continue;
      none = check (c->satisfied, &ok);
      for (guint j = 0; j < none->len; j++)
        g_test_message ("  not: %s", weft_violation_get_message (none->pdata[j]));
      g_assert_true (ok);
      g_assert_null (find (none, c->code, ""));
    }
}

/* A graph with one fault gets one violation: nothing follows from it. */
static void
test_alone (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) violations = NULL;
      gboolean ok;
      guint n = 0;

      /* A circle breaks the order of levels as well. */
      if (g_str_equal (cases[i].code, "definition_cycle"))
        continue;
      g_test_message ("%s: %s", cases[i].code, cases[i].text);
      violations = check (cases[i].text, &ok);
      for (guint j = 0; j < violations->len; j++)
        if (weft_violation_get_severity (violations->pdata[j]) != INFO
            || cases[i].severity == INFO)
          n++;
      g_assert_cmpuint (n, ==, 1);
    }
}

static void
test_nearest (void)
{
  static const char *const pairs[][2] = {
    { ITEMS ("{'id':'a','chip':'B20O'}"), "B200" },
    { ITEMS ("{'id':'a','component':'pex8914'}"), "pex89144" },
    { "{'root':'N','definitions':{'n':{'level':'node','items':[" GPUS "]}}}", "n" },
    { LINK ("{'from':'gpu','to':'swx','wiring':'all'}"), "sw" },
    { TWO ("{'from':'host:nett','to':'sw','wiring':'all'}"), "net" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      gboolean ok;
      g_autoptr (GPtrArray) violations = check (pairs[i][0], &ok);
      JsonNode *limit = weft_violation_get_limit (violations->pdata[0]);

      g_test_message ("%s", pairs[i][0]);
      g_assert_nonnull (limit);
      g_assert_cmpstr (json_node_get_string (limit), ==, pairs[i][1]);
    }
}

static void
test_sound (void)
{
  gboolean ok;
  g_autoptr (GPtrArray) violations = check (CLUSTER, &ok);

  g_assert_true (ok);
  g_assert_cmpuint (violations->len, ==, 0);
}

static void
test_design (void)
{
  g_autoptr (WeftDesign) both = fixture_design (
    "{\"graph\":" CLUSTER ",\"partitions\":[{" B200 ",\"power_frac\":1}]}");
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (WeftDesign) broken = fixture_design ("{\"graph\":{\"root\":\"x\",\"definitions\":{}}}");

  g_assert_false (weft_rules_check (both, fixture_get_inventory (), violations));
  g_assert_nonnull (find (violations, "two_machines", "/graph"));
  g_ptr_array_set_size (violations, 0);
  g_assert_false (weft_rules_check (broken, fixture_get_inventory (), violations));
  g_assert_nonnull (find (violations, "unknown_root", "/graph/root"));
}

/* Ten thousand definitions in a circle, and a hundred thousand loose ends: said, in good time. */
static void
test_many (void)
{
  g_autoptr (GString) text = g_string_new ("{'root':'d0','definitions':{");
  g_autoptr (GString) links = g_string_new (NULL);
  g_autofree char *inside = NULL;
  g_autoptr (GPtrArray) violations = NULL;
  g_autoptr (WeftGraph) graph = NULL;
  gboolean ok;

  for (guint i = 0; i < WEFT_GRAPH_MAX_DEFINITIONS; i++)
    g_string_append_printf (text, "%s'd%u':{'level':'rack','items':[{'id':'a','definition':'d%u'}]}",
                            i > 0 ? "," : "", i, (i + 1) % WEFT_GRAPH_MAX_DEFINITIONS);
  g_string_append (text, "}}");
  violations = check (text->str, &ok);
  g_assert_false (ok);
  g_assert_nonnull (find (violations, "definition_cycle", ""));

  for (guint i = 0; i < WEFT_GRAPH_MAX_MEMBERS; i++)
    g_string_append_printf (links, "%s{'from':'gpu','to':'x%u','wiring':'all'}", i > 0 ? "," : "", i);
  inside = g_strdup_printf ("'items':[" GPUS "],'links':[%s]", links->str);
  graph = fixture_node (inside);
  g_ptr_array_set_size (violations, 0);
  g_assert_false (weft_graph_rules_check (graph, fixture_get_inventory (), violations));
  /* A hundred of them, and how many there are. */
  g_assert_cmpuint (violations->len, ==, 101);
  g_assert_cmpfloat (json_node_get_double (weft_violation_get_actual (violations->pdata[100])), ==,
                     WEFT_GRAPH_MAX_MEMBERS);
  g_assert_cmpint (weft_violation_get_severity (violations->pdata[100]), ==, ERROR);
  g_assert_nonnull (strstr (weft_violation_get_message (violations->pdata[100]), "99900"));
}

/* What nobody uses is of any size, and numbers beyond all sense are short to read. */
static void
test_absurd (void)
{
  gboolean ok;
  g_autoptr (GPtrArray) unused = check (
    "{'root':'n','definitions':{'n':{'level':'node','items':[" GPUS "]},'u':{'level':'node',"
    "'items':[{'id':'a','chip':'B200','count':4000},{'id':'b','component':'pex89144',"
    "'count':15000}],'links':[{'from':'a','to':'b','wiring':'all'}]}}}", &ok);
  g_autoptr (GPtrArray) huge = NULL;
  WeftViolation *violation;

  g_assert_true (ok);
  g_assert_cmpuint (unused->len, ==, 1);
  g_assert_nonnull (find (unused, "unused_definition", ""));

  huge = check ("{'root':'a','definitions':{'a':{'level':'cluster','items':[{'id':'x',"
                "'definition':'b','count':1e9}]},'b':{'level':'rack','items':[{'id':'x',"
                "'definition':'c','count':1e9}]},'c':{'level':'node','items':[{'id':'x',"
                "'definition':'d','count':1e9}]},'d':{'level':'package','items':[{'id':'x',"
                "'component':'die-gb100','count':1e9}]}}}", &ok);
  g_assert_false (ok);
  violation = find (huge, "graph_too_large", "/graph/definitions/a");
  g_assert_nonnull (violation);
  g_assert_nonnull (strstr (weft_violation_get_message (violation), "1e+36 devices"));
}

/* A document that gives its machine as null, or twice with an empty list. */
static void
test_structure (void)
{
  static const struct
  {
    const char *text;
    const char *code;
    const char *in_message;
  } documents[] = {
    { "{\"graph\":null}", "missing_key", "graph" },
    { "{\"partitions\":[],\"graph\":" CLUSTER "}", "two_machines", "0 partitions" },
  };
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *torus = g_strdelimit (g_strdup (
    LINK ("{'from':'gpu','to':'gpu','wiring':{'torus':[2,4],'params':{'dims':[8]}}}")), "'", '"');
  g_autoptr (JsonNode) node = weft_json_parse (torus, -1, "test", NULL, NULL);

  g_assert_null (weft_graph_new_from_json (node, "test", violations, NULL));
  g_assert_nonnull (find (violations, "wiring_params", "/definitions/n/links/0/wiring/params"));
  for (guint i = 0; i < G_N_ELEMENTS (documents); i++)
    {
      g_autoptr (JsonNode) root
          = weft_json_parse (documents[i].text, -1, "test", NULL, NULL);

      g_ptr_array_set_size (violations, 0);
      g_assert_null (weft_design_new_from_json (root, "test", violations, NULL));
      g_assert_cmpstr (weft_violation_get_code (violations->pdata[0]), ==, documents[i].code);
      g_assert_nonnull (strstr (weft_violation_get_message (violations->pdata[0]),
                                documents[i].in_message));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/design/graph-rules/cases", test_cases);
  g_test_add_func ("/design/graph-rules/alone", test_alone);
  g_test_add_func ("/design/graph-rules/nearest", test_nearest);
  g_test_add_func ("/design/graph-rules/sound", test_sound);
  g_test_add_func ("/design/graph-rules/design", test_design);
  g_test_add_func ("/design/graph-rules/many", test_many);
  g_test_add_func ("/design/graph-rules/absurd", test_absurd);
  g_test_add_func ("/design/graph-rules/structure", test_structure);
  return g_test_run ();
}
