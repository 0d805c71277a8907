/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a bare network scenario. Flows over the same links share one route. */
#include "sim/weft-sim-scenario.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-file.h"
#include "base/weft-json-at.h"
#include "base/weft-json.h"

static const char *const members[] = { "$schema", "format", "name", "network", "links", "flows", NULL };
static const char *const link_members[] = { "id", "bandwidth_bytes_s", "latency_s", "shared", NULL };
static const char *const flow_members[] = { "id", "route", "bytes", "start_s", NULL };

/* What has been read so far. */
typedef struct
{
  WeftJsonAt root;
  WeftSimScenario *scenario;
  GHashTable *link_of;  /* id to number + 1 */
  GHashTable *flow_ids; /* a set */
  GHashTable *route_of; /* GBytes of links to number + 1 */
  GArray *route_first;
  GArray *route_links;
  guint32 *used_by; /* [links] number + 1 of the flow that uses each last */
} Reading;

/* --- values --- */

/* A number from 0 on, or above 0. */
static gboolean
read_number (const WeftJsonAt *object, const char *key, WeftJsonNeed need, gboolean may_be_zero, const char *expected,
             double *value, GError **error)
{
  WeftJsonAt at;

  if (!weft_json_at_get_number (object, key, need, value, error))
    return FALSE;
  if (isfinite (*value) && (*value > 0 || (*value == 0 && may_be_zero)))
    return TRUE;
  weft_json_at_member (object, key, &at);
  return weft_json_at_refuse (&at, WEFT_JSON_ERROR_RANGE, expected, error);
}

/* An id that is not there yet; @known takes a copy. */
static gboolean
read_id (const WeftJsonAt *object, GHashTable *known, gpointer value, const char *expected, char **id, GError **error)
{
  const char *text = NULL;
  WeftJsonAt at;

  if (!weft_json_at_get_string (object, "id", WEFT_JSON_REQUIRED, &text, error))
    return FALSE;
  weft_json_at_member (object, "id", &at);
  if (*text == '\0')
    return weft_json_at_refuse (&at, WEFT_JSON_ERROR_RANGE, expected, error);
  if (g_hash_table_contains (known, text))
    return weft_json_at_refuse (&at, WEFT_JSON_ERROR_DUPLICATE, expected, error);
  *id = g_strdup (text);
  g_hash_table_insert (known, g_strdup (text), value);
  return TRUE;
}

static gboolean
check_count (const WeftJsonAt *list, guint most, const char *expected, GError **error)
{
  return weft_json_at_length (list) <= most || weft_json_at_refuse (list, WEFT_JSON_ERROR_LIMIT, expected, error);
}

/* --- links --- */

static gboolean
read_link (Reading *reading, const WeftJsonAt *at, guint32 link, GError **error)
{
  WeftSimNetwork *network = reading->scenario->network;
  gboolean is_shared = TRUE;

  if (!weft_json_at_known (at, link_members, error)
      || !read_id (at, reading->link_of, GUINT_TO_POINTER (link + 1), _("an id that no other link has"),
                   &network->link_name[link], error)
      || !read_number (at, "bandwidth_bytes_s", WEFT_JSON_REQUIRED, FALSE, _("bytes a second above 0"),
                       &network->bw_bytes_s[link], error)
      || !read_number (at, "latency_s", WEFT_JSON_OPTIONAL, TRUE, _("seconds from 0 on"), &network->latency_s[link],
                       error)
      || !weft_json_at_get_boolean (at, "shared", WEFT_JSON_OPTIONAL, &is_shared, error))
    return FALSE;
  network->is_shared[link] = is_shared;
  return TRUE;
}

static gboolean
read_links (Reading *reading, GError **error)
{
  WeftJsonAt list, at;
  guint n;

  if (!weft_json_at_get_array (&reading->root, "links", WEFT_JSON_REQUIRED, &list, NULL, error)
      || !check_count (&list, WEFT_SIM_SCENARIO_MAX_LINKS, _("at most 1,000,000 links"), error))
    return FALSE;
  n = weft_json_at_length (&list);
  reading->scenario->network = weft_sim_network_new (reading->scenario->name, 1, n, 0);
  reading->scenario->network->link_name = g_new0 (char *, n);
  reading->scenario->network->is_shared = g_new0 (guint8, n);
  reading->used_by = g_new0 (guint32, n);
  for (guint i = 0; i < n; i++)
    {
      weft_json_at_element (&list, i, &at);
      if (!read_link (reading, &at, i, error))
        return FALSE;
    }
  return TRUE;
}

/* --- flows --- */

static gboolean
read_hop (Reading *reading, const WeftJsonAt *at, guint32 flow, GError **error)
{
  const char *id = NULL;
  guint32 link;

  if (!weft_json_at_string (at, &id, error))
    return FALSE;
  link = GPOINTER_TO_UINT (g_hash_table_lookup (reading->link_of, id));
  if (link-- == 0)
    return weft_json_at_refuse (at, WEFT_JSON_ERROR_RANGE, _("the id of a link"), error);
  if (reading->used_by[link] == flow + 1)
    return weft_json_at_refuse (at, WEFT_JSON_ERROR_DUPLICATE, _("each link of a route once"), error);
  reading->used_by[link] = flow + 1;
  g_array_append_val (reading->route_links, link);
  return TRUE;
}

/* The number of the route whose links were just added; if it was there already they go away again. */
static guint32
share_route (Reading *reading, guint32 first)
{
  GBytes *links = g_bytes_new (&g_array_index (reading->route_links, guint32, first),
                               (reading->route_links->len - first) * sizeof (guint32));
  guint32 found = GPOINTER_TO_UINT (g_hash_table_lookup (reading->route_of, links));

  if (found > 0)
    {
      g_bytes_unref (links);
      g_array_set_size (reading->route_links, first);
      return found - 1;
    }
  g_array_append_val (reading->route_first, reading->route_links->len);
  g_hash_table_insert (reading->route_of, links, GUINT_TO_POINTER (reading->route_first->len - 1));
  return reading->route_first->len - 2;
}

static gboolean
read_route (Reading *reading, const WeftJsonAt *flow, guint32 number, guint32 *route, GError **error)
{
  guint32 first = reading->route_links->len;
  WeftJsonAt list, at;

  if (!weft_json_at_get_array (flow, "route", WEFT_JSON_REQUIRED, &list, NULL, error)
      || !check_count (&list, WEFT_SIM_SCENARIO_MAX_HOPS, _("at most 65,000 links"), error))
    return FALSE;
  if (weft_json_at_length (&list) == 0)
    return weft_json_at_refuse (&list, WEFT_JSON_ERROR_RANGE, _("the ids of links, at least one"), error);
  for (guint i = 0; i < weft_json_at_length (&list); i++)
    {
      weft_json_at_element (&list, i, &at);
      if (!read_hop (reading, &at, number, error))
        return FALSE;
    }
  *route = share_route (reading, first);
  return TRUE;
}

static gboolean
read_flow (Reading *reading, const WeftJsonAt *at, guint32 number, WeftSimScenarioFlow *flow, GError **error)
{
  return weft_json_at_known (at, flow_members, error)
         && read_id (at, reading->flow_ids, NULL, _("an id that no other flow has"), &flow->id, error)
         && read_route (reading, at, number, &flow->route, error)
         && read_number (at, "bytes", WEFT_JSON_REQUIRED, TRUE, _("bytes from 0 on"), &flow->bytes, error)
         && read_number (at, "start_s", WEFT_JSON_OPTIONAL, TRUE, _("seconds from 0 on"), &flow->start_s, error);
}

static gboolean
read_flows (Reading *reading, GError **error)
{
  WeftSimScenario *scenario = reading->scenario;
  WeftJsonAt list, at;

  if (!weft_json_at_get_array (&reading->root, "flows", WEFT_JSON_REQUIRED, &list, NULL, error)
      || !check_count (&list, WEFT_SIM_SCENARIO_MAX_FLOWS, _("at most 1,000,000 flows"), error))
    return FALSE;
  scenario->n_flows = weft_json_at_length (&list);
  scenario->flows = g_new0 (WeftSimScenarioFlow, scenario->n_flows);
  for (guint i = 0; i < scenario->n_flows; i++)
    {
      weft_json_at_element (&list, i, &at);
      if (!read_flow (reading, &at, i, &scenario->flows[i], error))
        return FALSE;
    }
  return TRUE;
}

/* --- the whole --- */

static gboolean
read_head (Reading *reading, const char *file, GError **error)
{
  const char *format = WEFT_SIM_SCENARIO_FORMAT;
  const char *network = weft_sim_model_nick (WEFT_SIM_FLUID);
  const char *name = file;
  const char *ignored = NULL;
  WeftJsonAt at;

  if (!weft_json_at_known (&reading->root, members, error)
      || !weft_json_at_get_string (&reading->root, "$schema", WEFT_JSON_OPTIONAL, &ignored, error)
      || !weft_json_at_get_string (&reading->root, "format", WEFT_JSON_OPTIONAL, &format, error)
      || !weft_json_at_get_string (&reading->root, "name", WEFT_JSON_OPTIONAL, &name, error)
      || !weft_json_at_get_string (&reading->root, "network", WEFT_JSON_OPTIONAL, &network, error))
    return FALSE;
  reading->scenario->name = g_strdup (name);
  if (!g_str_equal (format, WEFT_SIM_SCENARIO_FORMAT))
    {
      weft_json_at_member (&reading->root, "format", &at);
      return weft_json_at_refuse (&at, WEFT_JSON_ERROR_RANGE, "\"" WEFT_SIM_SCENARIO_FORMAT "\"", error);
    }
  if (weft_sim_model_parse (network, &reading->scenario->model))
    return TRUE;
  weft_json_at_member (&reading->root, "network", &at);
  return weft_json_at_refuse (&at, WEFT_JSON_ERROR_RANGE, "\"fluid\" or \"fifo\"", error);
}

static gboolean
read_all (Reading *reading, const char *file, GError **error)
{
  const guint32 first = 0;
  WeftSimScenario *scenario = reading->scenario;

  g_array_append_val (reading->route_first, first);
  if (!read_head (reading, file, error) || !read_links (reading, error) || !read_flows (reading, error))
    return FALSE;
  scenario->n_routes = reading->route_first->len - 1;
  scenario->route_first = g_array_steal (reading->route_first, NULL);
  scenario->route_links = g_array_steal (reading->route_links, NULL);
  return TRUE;
}

static WeftSimScenario *
read_node (JsonNode *node, const char *file, GError **error)
{
  g_autoptr (WeftSimScenario) scenario = g_new0 (WeftSimScenario, 1);
  g_autoptr (GHashTable) link_of = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) flow_ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) route_of
      = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);
  g_autoptr (GArray) route_first = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) route_links = g_array_new (FALSE, FALSE, sizeof (guint32));
  Reading reading = {
    .scenario = scenario,
    .link_of = link_of,
    .flow_ids = flow_ids,
    .route_of = route_of,
    .route_first = route_first,
    .route_links = route_links,
  };

  gboolean is_read;

  weft_json_at_root (&reading.root, node, file);
  is_read = read_all (&reading, file, error);
  g_free (reading.used_by);
  return is_read ? g_steal_pointer (&scenario) : NULL;
}

WeftSimScenario *
weft_sim_scenario_read (const char *text, gssize length, const char *name, GError **error)
{
  g_autoptr (JsonNode) node = weft_json_parse (text, length, name, &weft_json_default_limits, error);

  return node != NULL ? read_node (node, name, error) : NULL;
}

WeftSimScenario *
weft_sim_scenario_load (const char *path, GError **error)
{
  g_autoptr (JsonNode) node = weft_json_load (path, &weft_json_default_limits, error);

  return node != NULL ? read_node (node, path, error) : NULL;
}

void
weft_sim_scenario_free (WeftSimScenario *self)
{
  for (guint32 i = 0; self->flows != NULL && i < self->n_flows; i++)
    g_free (self->flows[i].id);
  g_free (self->flows);
  g_free (self->route_first);
  g_free (self->route_links);
  g_clear_pointer (&self->network, weft_sim_network_unref);
  g_free (self->name);
  g_free (self);
}
