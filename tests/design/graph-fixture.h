/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of graphs share: a machine of eight racks as text, and graphs from text. */
#pragma once

#include <string.h>

#include "design-fixture.h"
#include "design/graph/weft-graph-flatten.h"
#include "design/graph/weft-graph-rules.h"

#define TRAY                                                                                       \
  "\"tray\":{\"level\":\"node\",\"items\":[{\"id\":\"gpu\",\"chip\":\"B200\",\"count\":4}],"       \
  "\"ports\":[{\"id\":\"nvlink\",\"of\":\"gpu\",\"per_item\":18},"                                 \
  "{\"id\":\"net\",\"of\":\"gpu\",\"per_item\":1}]}"
#define RACK                                                                                       \
  "\"nvl72\":{\"level\":\"rack\",\"enclosure\":\"rack-nvl72\",\"items\":["                         \
  "{\"id\":\"tray\",\"definition\":\"tray\",\"count\":18,\"u\":1},"                                \
  "{\"id\":\"sw\",\"component\":\"nvlink5-switch-tray\",\"count\":9}],"                            \
  "\"links\":[{\"from\":\"tray:nvlink\",\"to\":\"sw\",\"wiring\":\"all\","                         \
  "\"component\":\"nvlink5-link\",\"channels\":2}],"                                               \
  "\"ports\":[{\"id\":\"net\",\"of\":\"tray:net\"}]}"
#define MACHINE                                                                                    \
  "\"machine\":{\"level\":\"cluster\",\"items\":["                                                 \
  "{\"id\":\"rack\",\"definition\":\"nvl72\",\"count\":8,\"at\":[80,320]},"                        \
  "{\"id\":\"leaf\",\"component\":\"q3400-ra\",\"count\":8},"                                      \
  "{\"id\":\"spine\",\"component\":\"q3400-ra\",\"count\":4}],"                                    \
  "\"links\":[{\"from\":\"rack:net\",\"to\":[\"leaf\",\"spine\"],"                                 \
  "\"wiring\":{\"generator\":\"leafspine\",\"params\":"                                            \
  "{\"leaves\":8,\"down\":72,\"spines\":4,\"per\":18}},\"component\":\"dr8-800g\"}]}"
#define CLUSTER "{\"root\":\"machine\",\"definitions\":{" TRAY "," RACK "," MACHINE "}}"

/* (transfer full); the text is a graph, with ' for ". */
G_GNUC_UNUSED static WeftGraph *
fixture_graph (const char *text)
{
  g_autofree char *quoted = g_strdelimit (g_strdup (text), "'", '"');
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = weft_json_parse (quoted, -1, "test", NULL, &error);
  WeftGraph *graph;

  g_assert_no_error (error);
  graph = weft_graph_new_from_json (node, "test", NULL, &error);
  g_assert_no_error (error);
  return graph;
}

/* One definition of a node called "n", which is the machine. @inside is what it holds. */
G_GNUC_UNUSED static WeftGraph *
fixture_node (const char *inside)
{
  g_autofree char *text
      = g_strdup_printf ("{'root':'n','definitions':{'n':{'level':'node',%s}}}", inside);

  return fixture_graph (text);
}

/* (transfer full) */
G_GNUC_UNUSED static WeftFlat *
fixture_flat (WeftGraph *graph)
{
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;
  WeftFlat *flat;

  weft_graph_rules_check (graph, fixture_get_inventory (), violations);
  for (guint i = 0; i < violations->len; i++)
    if (weft_violation_get_severity (violations->pdata[i]) == WEFT_SEVERITY_ERROR)
      g_error ("%s", weft_violation_get_message (violations->pdata[i]));
  flat = weft_flat_new (graph, fixture_get_inventory (), &error);
  g_assert_no_error (error);
  return flat;
}
