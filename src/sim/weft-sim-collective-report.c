/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collectives of a result as JSON and in words, and one collective alone. */
#include "sim/weft-sim-collective.h"

#include <glib/gi18n-lib.h>

#include "base/weft-json-write.h"
#include "sim/weft-sim-builder.h"

#define MAX_MEMBERS 1024u

/* --- the table --- */

static JsonArray *
write_members (const WeftSimTrace *trace, guint32 group)
{
  const WeftSimGroup *of = &trace->groups[group];
  JsonArray *array = json_array_new ();

  for (guint32 i = 0; i < MIN (of->n_ranks, MAX_MEMBERS); i++)
    json_array_add_int_element (array, trace->member_rank[of->first + i]);
  return array;
}

static JsonObject *
write_use (const WeftSimResult *self, const WeftSimCollectiveUse *use)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "collective", weft_sim_comm_nick (use->comm));
  json_object_set_string_member (object, "algorithm",
                                 use->n_ranks > 1 ? weft_sim_algorithm_nick (use->algorithm) : "none");
  json_object_set_string_member (object, "asked", weft_sim_algorithm_nick (use->wanted));
  json_object_set_int_member (object, "group_size", use->n_ranks);
  json_object_set_int_member (object, "groups", use->n_groups);
  json_object_set_array_member (object, "members", write_members (self->trace, use->group));
  json_object_set_int_member (object, "domains_crossed", use->n_domains);
  json_object_set_int_member (object, "count", use->count);
  weft_json_set_number (object, "bytes", use->bytes);
  weft_json_set_number (object, "time_s", use->time_s);
  weft_json_set_number (object, "wait_s", use->wait_s);
  weft_json_set_number (object, "closed_form_s", use->alone_s);
  return object;
}

JsonArray *
weft_sim_result_write_collectives (const WeftSimResult *self)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; self->collectives != NULL && i < self->collectives->len; i++)
    json_array_add_object_element (array, write_use (self, &g_array_index (self->collectives, WeftSimCollectiveUse, i)));
  return array;
}

/* --- what more devices change --- */

char *
weft_sim_result_explain_collectives (const WeftSimResult *self)
{
  const WeftSimCollectiveUse *largest = NULL;

  for (guint i = 0; self->collectives != NULL && i < self->collectives->len; i++)
    {
      const WeftSimCollectiveUse *use = &g_array_index (self->collectives, WeftSimCollectiveUse, i);

      if (use->n_ranks >= self->network->n_ranks && (use->n_domains > 1 || self->network->domain_of_rank == NULL))
        return NULL;
      if (largest == NULL || use->n_ranks > largest->n_ranks
          || (use->n_ranks == largest->n_ranks && use->n_domains > largest->n_domains))
        largest = use;
    }
  if (largest == NULL)
    return NULL;
  if (self->network->domain_of_rank == NULL)
    return g_strdup_printf (ngettext ("No effect of more devices on collectives: the largest group has %u rank.",
                                      "No effect of more devices on collectives: the largest group has %u ranks.",
                                      largest->n_ranks),
                            largest->n_ranks);
  if (largest->n_domains == 1)
    return g_strdup_printf (ngettext ("No effect of more devices on collectives: the largest group has %u rank, in one "
                                      "node.",
                                      "No effect of more devices on collectives: the largest group has %u ranks, in one "
                                      "node.",
                                      largest->n_ranks),
                            largest->n_ranks);
  return g_strdup_printf (_("No effect of more devices on collectives: the largest group has %u ranks, in %u nodes."),
                          largest->n_ranks, largest->n_domains);
}

/* --- one alone --- */

static WeftSimTrace *
make_trace (guint32 n_places, const guint32 *ranks, guint32 n_ranks, WeftSimComm comm, double bytes, guint32 root,
            GError **error)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new (weft_sim_comm_nick (comm), n_places);
  guint32 group = weft_sim_builder_add_group (builder, "group", ranks, n_ranks, error);

  if (group == WEFT_SIM_NONE)
    return NULL;
  for (guint32 i = 0; i < n_ranks; i++)
    if (weft_sim_builder_add_collective (builder, ranks[i], 0, NULL, group, comm, bytes, ranks[root], error)
        == WEFT_SIM_NONE)
      return NULL;
  return weft_sim_builder_finish (builder, error);
}

gboolean
weft_sim_collective_compare (WeftSimNetwork *network, const guint32 *ranks, guint32 n_ranks, WeftSimComm comm,
                             double bytes, guint32 root, const WeftSimOptions *options, GCancellable *cancellable,
                             WeftSimCollectiveTimes *times, GError **error)
{
  WeftSimOptions expanded = *options;
  g_autoptr (WeftSimTrace) trace = NULL;
  g_autoptr (WeftSimResult) result = NULL;
  const WeftSimCollectiveUse *use = NULL;

  g_return_val_if_fail (root < n_ranks, FALSE);
  expanded.closed_form = FALSE;
  expanded.speed = NULL;
  expanded.delay_s = NULL;
  trace = make_trace (network->n_ranks, ranks, n_ranks, comm, bytes, root, error);
  if (trace == NULL)
    return FALSE;
  result = weft_sim_run (trace, network, &expanded, cancellable, error);
  if (result == NULL)
    return FALSE;
  use = &g_array_index (result->collectives, WeftSimCollectiveUse, 0);
  *times = (WeftSimCollectiveTimes) { use->algorithm, use->time_s, use->alone_s };
  return TRUE;
}
