/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft topology`: the generators of networks, and what a network of one of them is worth. */
#include "config.h"

#include "cli/weft-cli.h"

#include <math.h>

#include <glib/gi18n.h>

#include "base/weft-json.h"
#include "design/topology/weft-topology-metrics.h"

/* --- the list of generators --- */

static const char *
type_nick (WeftTopologyParamType type)
{
  static const char *const nicks[] = { "number", "numbers", "vertices", "cables" };

  return nicks[type];
}

static JsonObject *
param_to_json (const WeftTopologyParam *param)
{
  JsonObject *object = json_object_new ();
  g_autoptr (JsonNode) initial = weft_json_parse (param->initial, -1, param->name, NULL, NULL);

  json_object_set_string_member (object, "name", param->name);
  json_object_set_string_member (object, "label", param->label);
  json_object_set_string_member (object, "type", type_nick (param->type));
  json_object_set_int_member (object, "min", param->min);
  json_object_set_int_member (object, "max", param->max);
  if (param->max_length > 0)
    json_object_set_int_member (object, "max_length", param->max_length);
  json_object_set_boolean_member (object, "required", !param->optional);
  if (param->absent_like != NULL)
    json_object_set_string_member (object, "default", param->absent_like);
  else if (param->optional)
    json_object_set_int_member (object, "default", param->absent);
  json_object_set_member (object, "initial", g_steal_pointer (&initial));
  return object;
}

static void
print_list_json (void)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();
  JsonArray *generators = json_array_new ();

  for (guint i = 0; i < weft_topology_n_generators (); i++)
    {
      const WeftTopologyGenerator *generator = weft_topology_generator (i);
      JsonObject *entry = json_object_new ();
      JsonArray *params = json_array_new ();

      for (guint j = 0; j < generator->n_params; j++)
        json_array_add_object_element (params, param_to_json (&generator->params[j]));
      json_object_set_string_member (entry, "name", generator->name);
      json_object_set_string_member (entry, "title", generator->title);
      json_object_set_string_member (entry, "summary", generator->summary);
      json_object_set_array_member (entry, "params", params);
      json_array_add_object_element (generators, entry);
    }
  json_object_set_array_member (object, "generators", generators);
  json_node_take_object (root, object);
  weft_cli_print_json (root);
}

/* "1 to 4,000,000", with what stands for an absent one. */
static char *
describe_limits (const WeftTopologyParam *param)
{
  g_autofree char *limits = g_strdup_printf (_("%" G_GINT64_FORMAT " to %" G_GINT64_FORMAT),
                                             param->min, param->max);

  if (param->absent_like != NULL)
    return g_strdup_printf (_("%s; when absent as %s"), limits, param->absent_like);
  if (param->optional)
    return g_strdup_printf (_("%s; when absent %" G_GINT64_FORMAT), limits, param->absent);
  return g_steal_pointer (&limits);
}

static void
print_list_words (const WeftCliOptions *options)
{
  g_autoptr (WeftTable) table = weft_table_new (NULL);

  weft_table_add_column (table, _("Generator"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Parameter"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Meaning"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Limits"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Example"), WEFT_ALIGN_START);
  for (guint i = 0; i < weft_topology_n_generators (); i++)
    {
      const WeftTopologyGenerator *generator = weft_topology_generator (i);
      const char *head[] = { generator->name, "", _(generator->title), "", "", NULL };

      weft_table_add_row (table, head);
      for (guint j = 0; j < generator->n_params; j++)
        {
          const WeftTopologyParam *param = &generator->params[j];
          g_autofree char *limits = describe_limits (param);
          const char *cells[] = { "", param->name, _(param->label), limits, param->initial, NULL };

          weft_table_add_row (table, cells);
        }
    }
  weft_cli_print_table (options, table);
}

/* --- one network --- */

static void
add_count (WeftTable *table, const char *label, gint64 value)
{
  g_autofree char *text
    = value < 0 ? g_strdup (_("unknown")) : g_strdup_printf ("%" G_GINT64_FORMAT, value);
  const char *cells[] = { label, text, NULL };

  weft_table_add_row (table, cells);
}

static void
add_text (WeftTable *table, const char *label, const char *text)
{
  const char *cells[] = { label, text, NULL };

  weft_table_add_row (table, cells);
}

static const char *
method_words (WeftBisectionMethod method)
{
  switch (method)
    {
    case WEFT_BISECTION_EXACT:
      return _("exact: no split cuts fewer");
    case WEFT_BISECTION_CLOSED_FORM:
      return _("closed form");
    case WEFT_BISECTION_COORDINATE_SPLIT:
      return _("best split by coordinates");
    case WEFT_BISECTION_BEST_CUT:
      return _("best cut found, an upper bound");
    default:
      g_assert_not_reached ();
    }
}

static void
add_ocs (WeftTable *table, const WeftTopologyOcs *ocs)
{
  add_count (table, _("Cubes of 4 × 4 × 4"), ocs->cubes);
  add_count (table, _("Optical links"), ocs->optical_links);
  add_count (table, _("Electrical links"), ocs->electrical_links);
  add_count (table, _("Fibres to circuit switches"), ocs->fibres);
  add_count (table, _("Optical circuit switches"), ocs->switches);
  add_count (table, _("Ports used of each"), ocs->ports_per_switch);
}

static void
print_words (const WeftCliOptions *options, const WeftTopologyGenerator *generator,
             const WeftTopologyMetrics *metrics)
{
  g_autoptr (WeftTable) table = weft_table_new (NULL);
  g_autofree char *hops = isnan (metrics->avg_hops)
                            ? g_strdup (_("unknown"))
                            : g_strdup_printf ("%.6f", metrics->avg_hops);
  g_autofree char *title = g_strdup_printf ("%s\n", _(generator->title));

  weft_cli_print_styled (options, WEFT_STYLE_HEADING, title);
  g_print ("%s\n\n", _(generator->summary));
  weft_table_add_column (table, _("Figure"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Value"), WEFT_ALIGN_END);
  add_count (table, _("Endpoints"), metrics->endpoints);
  add_count (table, _("Switches"), metrics->switches);
  add_count (table, _("Memory devices"), metrics->memory);
  add_count (table, _("Cables"), metrics->links);
  add_count (table, _("Diameter, hops"), metrics->diameter);
  add_text (table, _("Mean distance, hops"), hops);
  add_count (table, _("Most ports of a switch"), metrics->max_switch_radix);
  add_count (table, _("Most ports of an endpoint"), metrics->max_endpoint_ports);
  add_text (table, _("Connected"), metrics->connected ? _("yes") : _("no"));
  add_count (table, _("Bisection, cables"), metrics->bisection);
  add_text (table, _("Bisection is"), method_words (metrics->method));
  if (metrics->cheaper_cut >= 0)
    add_count (table, _("Cheaper cut known, cables"), metrics->cheaper_cut);
  if (metrics->has_ocs)
    add_ocs (table, &metrics->ocs);
  weft_cli_print_table (options, table);
}

/* An example of every parameter, in the form that the command takes. */
static char *
example_params (const WeftTopologyGenerator *generator)
{
  GString *text = g_string_new ("{");

  for (guint i = 0; i < generator->n_params; i++)
    g_string_append_printf (text, "%s\"%s\": %s", i > 0 ? ", " : "", generator->params[i].name,
                            generator->params[i].initial);
  g_string_append_c (text, '}');
  return g_string_free (text, FALSE);
}

/* A long list of cables does not fit the command line. */
static JsonNode *
read_params (const char *params, const char **name, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;
  const char *text;
  gsize length;

  if (!g_str_equal (params, "-"))
    {
      *name = "--params";
      return weft_json_parse (params, -1, *name, NULL, error);
    }
  *name = _("standard input");
  bytes = weft_cli_read_standard_input (error);
  if (bytes == NULL)
    {
      g_prefix_error (error, "%s: ", *name);
      return NULL;
    }
  text = g_bytes_get_data (bytes, &length);
  return weft_json_parse (text != NULL ? text : "", length, *name, NULL, error);
}

static int
measure (const WeftCliOptions *options, const char *generator_name, const char *params)
{
  g_autoptr (GError) error = NULL;
  const WeftTopologyGenerator *generator = weft_topology_find (generator_name, &error);
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (WeftTopology) topology = NULL;
  g_autoptr (WeftNet) net = NULL;
  WeftTopologyMetrics metrics;
  const char *name;

  if (generator == NULL)
    {
      weft_cli_fail (error);
      g_printerr (_("“weft topology” lists the generators.\n"));
      return WEFT_EXIT_BAD;
    }
  if (params == NULL)
    {
      g_autofree char *example = example_params (generator);

      return weft_cli_refuse (_("topology %s: found no --params, expected such as --params '%s'"),
                              generator->name, example);
    }
  if ((node = read_params (params, &name, &error)) == NULL
      || (topology = weft_topology_new (generator, node, name, &error)) == NULL
      || (net = weft_topology_build (topology, &error)) == NULL)
    return weft_cli_fail (error);
  weft_topology_measure (topology, net, (guint32) options->seed, &metrics);
  if (options->json)
    {
      g_autoptr (JsonNode) answer = weft_topology_metrics_to_json (&metrics);

      weft_cli_print_json (answer);
    }
  else
    print_words (options, generator, &metrics);
  return WEFT_EXIT_DONE;
}

int
weft_cmd_topology (char **argv)
{
  g_autofree char *params = NULL;
  const GOptionEntry own[] = {
    { "params", 'p', 0, G_OPTION_ARG_STRING, &params,
      N_("Parameters of the generator as a JSON object, or “-” for standard input"), N_("JSON") },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (WeftCliOptions) options = { 0 };

  if (!weft_cli_parse ("topology", argv, own,
                       _("Without a GENERATOR all are listed with their parameters.\n"), 0, 1,
                       &options))
    return WEFT_EXIT_BAD;
  if (options.n_arguments == 1)
    return measure (&options, options.arguments[0], params);
  if (params != NULL)
    return weft_cli_refuse (_("topology: found --params but no generator"));
  if (options.json)
    print_list_json ();
  else
    print_list_words (&options);
  return WEFT_EXIT_DONE;
}
