/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far the price of a collective is from its messages, for the one that takes the most time. */
#include "cli/weft-cli-simulate.h"

#include <glib/gi18n.h>

#include "base/weft-json-write.h"
#include "base/weft-quantity.h"
#include "sim/weft-sim-collective.h"

/* Ranks of a group that is expanded for the comparison: a ring of them sends about two million messages. */
#define MOST_RANKS 1024u

/* The collective that takes the most time in all, NULL when none has several ranks. */
static const WeftSimCollectiveUse *
find_largest (const WeftSimResult *result)
{
  const WeftSimCollectiveUse *largest = NULL;

  for (guint i = 0; result->collectives != NULL && i < result->collectives->len; i++)
    {
      const WeftSimCollectiveUse *use = &g_array_index (result->collectives, WeftSimCollectiveUse, i);

      if (use->n_ranks > 1 && (largest == NULL || use->time_s > largest->time_s))
        largest = use;
    }
  return largest;
}

/* Alone, and begun by all ranks at once. FALSE when it is too large, or cannot be run. */
static gboolean
expand (const WeftCliSimulate *self, const WeftSimResult *result, const WeftSimCollectiveUse *use,
        WeftSimCollectiveTimes *times)
{
  const WeftSimGroup *group = &result->trace->groups[use->group];

  return use->n_ranks <= MOST_RANKS
         && weft_sim_collective_compare (result->network, result->trace->member_rank + group->first, group->n_ranks,
                                         use->comm, use->bytes / (double) use->count, 0, &self->options, NULL, times,
                                         NULL);
}

void
weft_cli_simulate_print_closed (const WeftCliSimulate *self, const WeftSimResult *result)
{
  const WeftSimCollectiveUse *use = find_largest (result);
  g_autofree char *all = weft_quantity_format (result->closed_form_s, WEFT_UNIT_S);
  g_autofree char *head = NULL, *priced = NULL, *expanded = NULL, *bytes = NULL, *check = NULL;
  WeftSimCollectiveTimes times;

  head = g_strdup_printf (_("Collectives take what alpha and beta of their ways say, %s in all, and no message of theirs "
                            "is sent"), all);
  weft_cli_print_wrapped ("", "  ", head);
  if (use == NULL || !expand (self, result, use, &times))
    return;
  bytes = weft_quantity_format (use->bytes / (double) use->count, WEFT_UNIT_BYTES);
  priced = weft_quantity_format (times.closed_form_s, WEFT_UNIT_S);
  expanded = weft_quantity_format (times.expanded_s, WEFT_UNIT_S);
  check = g_strdup_printf (_("The largest of them, %s of %s on %u ranks, is priced at %s; message by message it takes %s "
                             "alone (%+.1f %%)"),
                           weft_sim_comm_nick (use->comm), bytes, use->n_ranks, priced, expanded,
                           100 * (times.expanded_s / times.closed_form_s - 1));
  weft_cli_print_wrapped ("", "  ", check);
}

void
weft_cli_simulate_add_closed (const WeftCliSimulate *self, const WeftSimResult *result, JsonObject *object)
{
  const WeftSimCollectiveUse *use = find_largest (result);
  WeftSimCollectiveTimes times;
  JsonObject *check;

  if (use == NULL || !expand (self, result, use, &times))
    return;
  check = json_object_new ();
  json_object_set_string_member (check, "collective", weft_sim_comm_nick (use->comm));
  json_object_set_int_member (check, "group_size", use->n_ranks);
  weft_json_set_number (check, "bytes", use->bytes / (double) use->count);
  weft_json_set_number (check, "closed_form_s", times.closed_form_s);
  weft_json_set_number (check, "expanded_s", times.expanded_s);
  weft_json_set_number (check, "difference", times.expanded_s / times.closed_form_s - 1);
  json_object_set_object_member (object, "closed_form_check", check);
}
