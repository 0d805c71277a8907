/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a simulation found, as JSON. */
#include "sim/weft-sim-result.h"

#include <math.h>

#include "base/weft-json-write.h"
#include "catalog/weft-component.h"
#include "sim/weft-sim-collective.h"

/* Steps of the critical path that are written out: its beginning and its end. */
#define MAX_STEPS 2000u

/* Nanoseconds without the noise of a product: what is whole or has three decimals stands so. */
static double
nanoseconds (double time_s)
{
  double ns = time_s * 1e9;
  double rounded = round (ns * 1000) / 1000;

  return fabs (ns - rounded) <= 4e-16 * ns ? rounded : ns;
}

/* --- ranks --- */

static JsonArray *
write_ranks (const WeftSimResult *self)
{
  JsonArray *array = json_array_new ();

  for (guint32 i = 0; i < self->trace->n_ranks; i++)
    {
      JsonObject *object = json_object_new ();

      json_object_set_int_member (object, "rank", i);
      weft_json_set_number (object, "finish_ns", nanoseconds (self->ranks[i].finish_s));
      json_array_add_object_element (array, object);
    }
  return array;
}

static JsonObject *
write_waits (const WeftSimRankUse *use)
{
  JsonObject *object = json_object_new ();

  for (guint w = 0; w < WEFT_N_SIM_WAITS; w++)
    weft_json_set_number (object, weft_sim_wait_nick (w), use->wait_s[w]);
  return object;
}

static JsonArray *
write_devices (const WeftSimResult *self)
{
  double time_s = self->makespan_s - self->folded_s;
  JsonArray *array = json_array_new ();

  for (guint32 i = 0; i < self->trace->n_ranks; i++)
    {
      const WeftSimRankUse *use = &self->ranks[i];
      g_autofree char *name = weft_sim_trace_rank_name (self->trace, i);
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "device", name);
      json_object_set_int_member (object, "tasks", use->n_tasks);
      weft_json_set_number (object, "busy_s", use->busy_s);
      weft_json_set_number (object, "comm_s", use->comm_s);
      weft_json_set_number (object, "idle_s", MAX (0, time_s - use->busy_s - use->comm_s));
      weft_json_set_number (object, "utilisation", time_s > 0 ? use->busy_s / time_s : 0);
      weft_json_set_number (object, "finish_s", use->finish_s);
      json_object_set_object_member (object, "wait_s", write_waits (use));
      json_array_add_object_element (array, object);
    }
  return array;
}

/* --- links and memories --- */

/* The busiest first, of equal ones the smaller number. */
static int
compare_links_cb (gconstpointer a, gconstpointer b, gpointer data)
{
  const WeftSimLinkUse *links = data;
  guint32 i = *(const guint32 *) a;
  guint32 j = *(const guint32 *) b;

  if (links[i].utilisation != links[j].utilisation)
    return links[i].utilisation > links[j].utilisation ? -1 : 1;
  if (links[i].bytes != links[j].bytes)
    return links[i].bytes > links[j].bytes ? -1 : 1;
  return (i > j) - (i < j);
}

static JsonObject *
write_link (const WeftSimResult *self, guint32 link)
{
  const WeftSimLinkUse *use = &self->links[link];
  g_autofree char *name = weft_sim_network_link_name (self->network, link);
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "link", name);
  if (self->network->link_level != NULL && self->network->link_level[link] != WEFT_LEVEL_ANY)
    json_object_set_string_member (object, "level", weft_level_nick (self->network->link_level[link]));
  if (isfinite (self->network->bw_bytes_s[link]))
    weft_json_set_number (object, "bw_bytes_s", self->network->bw_bytes_s[link]);
  weft_json_set_number (object, "bytes", use->bytes);
  json_object_set_int_member (object, "messages", use->n_messages);
  weft_json_set_number (object, "busy_s", use->busy_s);
  weft_json_set_number (object, "utilisation", use->utilisation);
  weft_json_set_number (object, "wait_mean_s", use->wait_mean_s);
  weft_json_set_number (object, "wait_p99_s", use->wait_p99_s);
  weft_json_set_number (object, "wait_worst_s", use->wait_worst_s);
  return object;
}

static JsonArray *
write_links (const WeftSimResult *self, guint max_links)
{
  guint32 n = self->network->n_links;
  g_autofree guint32 *order = g_new (guint32, n);
  JsonArray *array = json_array_new ();

  for (guint32 i = 0; i < n; i++)
    order[i] = i;
  g_qsort_with_data (order, n, sizeof *order, compare_links_cb, self->links);
  for (guint32 i = 0; i < MIN (n, max_links); i++)
    json_array_add_object_element (array, write_link (self, order[i]));
  return array;
}

static JsonArray *
write_providers (const WeftSimResult *self)
{
  JsonArray *array = json_array_new ();

  for (guint32 i = 0; i < self->trace->n_providers; i++)
    {
      const WeftSimProviderUse *use = &self->providers[i];
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "provider", self->trace->providers[i].name);
      json_object_set_int_member (object, "requests", use->n_requests);
      weft_json_set_number (object, "bytes", use->bytes);
      weft_json_set_number (object, "busy_s", use->busy_s);
      weft_json_set_number (object, "network_s", use->network_s);
      weft_json_set_number (object, "queue_s", use->queue_s);
      weft_json_set_number (object, "serve_s", use->serve_s);
      weft_json_set_number (object, "wait_mean_s", use->wait_mean_s);
      weft_json_set_number (object, "wait_p99_s", use->wait_p99_s);
      weft_json_set_number (object, "wait_worst_s", use->wait_worst_s);
      json_array_add_object_element (array, object);
    }
  return array;
}

/* --- what bounds it --- */

static JsonObject *
write_shares (const double *share, gboolean with_zeros)
{
  JsonObject *object = json_object_new ();

  for (guint i = 0; i < WEFT_N_SIM_SHARES; i++)
    if (with_zeros || share[i] != 0)
      weft_json_set_number (object, weft_sim_share_nick (i), share[i]);
  return object;
}

static JsonObject *
write_step (const WeftSimResult *self, const WeftSimStep *step)
{
  g_autofree char *task = weft_sim_trace_task_name (self->trace, step->task);
  g_autofree char *device = weft_sim_trace_rank_name (self->trace, self->trace->rank[step->task]);
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "task", task);
  json_object_set_string_member (object, "kind", weft_sim_kind_nick (self->trace->kind[step->task]));
  json_object_set_string_member (object, "device", device);
  json_object_set_string_member (object, "wait", weft_sim_wait_nick (step->wait));
  weft_json_set_number (object, "from_s", step->from_s);
  weft_json_set_number (object, "to_s", step->to_s);
  json_object_set_object_member (object, "share_s", write_shares (step->share_s, FALSE));
  return object;
}

static JsonArray *
write_path (const WeftSimResult *self)
{
  const GArray *path = self->path;
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < path->len; i++)
    if (i < MAX_STEPS / 2 || i + MAX_STEPS / 2 >= path->len)
      json_array_add_object_element (array, write_step (self, &g_array_index (path, WeftSimStep, i)));
  return array;
}

static const char *
find_bound (const WeftSimResult *self)
{
  guint most = 0;

  for (guint i = 1; i < WEFT_N_SIM_SHARES; i++)
    if (self->share[i] > self->share[most])
      most = i;
  return weft_sim_share_nick (most);
}

static JsonArray *
write_notes (const WeftSimResult *self)
{
  g_autoptr (GPtrArray) notes = weft_sim_result_dup_notes (self);

  return weft_json_strings (notes);
}

/**
 * weft_sim_result_add_json: (skip)
 * @self: a result
 * @max_links: how many links to write, the busiest first
 * @object: where to add it
 *
 * Adds the members that weft-sim-result.h names. Times end in _s and are seconds, but for "finish_ns". Of a critical
 * path of more than 2,000 steps the first and the last 1,000 are written; "critical_steps" says how many it has.
 */
void
weft_sim_result_add_json (const WeftSimResult *self, guint max_links, JsonObject *object)
{
  json_object_set_string_member (object, "trace", self->trace->name);
  json_object_set_string_member (object, "network", self->network->name);
  json_object_set_string_member (object, "model", self->model);
  if (self->network->rule != NULL)
    json_object_set_string_member (object, "routing", self->network->rule);
  if (self->late_share > 0)
    weft_json_set_number (object, "late_share", self->late_share);
  weft_json_set_number (object, "makespan_s", self->makespan_s);
  if (self->trace->n_folds > 0)
    weft_json_set_number (object, "folded_s", self->folded_s);
  json_object_set_int_member (object, "tasks", self->trace->n_tasks);
  json_object_set_int_member (object, "events", self->n_events);
  json_object_set_int_member (object, "messages", self->n_messages);
  weft_json_set_number (object, "cpu_s", self->cpu_s);
  if (self->closed_form_s > 0)
    weft_json_set_number (object, "closed_form_s", self->closed_form_s);
  json_object_set_string_member (object, "bound_by", find_bound (self));
  json_object_set_object_member (object, "bottleneck", write_shares (self->share, TRUE));
  json_object_set_array_member (object, "ranks", write_ranks (self));
  json_object_set_array_member (object, "devices", write_devices (self));
  json_object_set_array_member (object, "links", write_links (self, max_links));
  json_object_set_array_member (object, "providers", write_providers (self));
  json_object_set_array_member (object, "collectives", weft_sim_result_write_collectives (self));
  json_object_set_int_member (object, "critical_steps", self->path->len);
  json_object_set_array_member (object, "critical_path", write_path (self));
  json_object_set_array_member (object, "notes", write_notes (self));
}
