/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memories of a machine: found by name, with what their parts say of rate and latency. */
#include "sim/weft-sim-remote-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-name.h"
#include "base/weft-quantity.h"

/* Memories that an error lists. */
#define MAX_NAMED 8

#define ANY_POOL "pool"

static const WeftComponent *
part_of (const WeftFlat *flat, WeftInventory *inventory, guint32 device)
{
  guint32 definition = flat->instances[flat->owners[device]].definition;

  return weft_flat_item_component (flat, weft_inventory_get_catalog (inventory), definition, flat->items[device]);
}

/* --- by name --- */

/* Drawers and CXL devices stand for themselves; stacks, chips and modules of memory belong to a processor. */
static gboolean
is_pool (const WeftComponent *part)
{
  return g_str_has_prefix (part->entity, "Chassis.JBOM_Pool") || g_str_has_prefix (part->entity, "Mem.CXL");
}

static gboolean
matches (const WeftFlat *flat, const WeftComponent *part, guint32 device, const char *text)
{
  g_autofree char *name = weft_flat_device_name (flat, device);

  return weft_name_equal (name, text) || weft_name_equal (part->id, text) || weft_name_equal (part->name, text)
         || (g_ascii_strcasecmp (text, ANY_POOL) == 0 && is_pool (part));
}

/* "Pool 1 (jbom-16-cmm-d), …". (transfer full) */
static char *
list_memories (const WeftFlat *flat, WeftInventory *inventory)
{
  GString *list = g_string_new (NULL);
  guint n = 0;

  for (guint32 d = 0; d < flat->n_devices; d++)
    {
      g_autofree char *name = NULL;

      if (flat->kinds[d] != WEFT_DEVICE_MEMORY || n++ >= MAX_NAMED)
        continue;
      name = weft_flat_device_name (flat, d);
      g_string_append_printf (list, "%s%s (%s)", list->len > 0 ? ", " : "", name, part_of (flat, inventory, d)->id);
    }
  if (n > MAX_NAMED)
    g_string_append (list, ", …");
  return g_string_free (list, FALSE);
}

/**
 * weft_sim_find_memory: (skip)
 * @flat: a machine
 * @inventory: the catalog as a profile sees it
 * @text: name of a device, id or name of its part, or "pool"
 * @error: return location for a %WEFT_SIM_ERROR_INVALID
 *
 * Returns: the first memory that it fits, %WEFT_FLAT_NONE when there is none
 */
guint32
weft_sim_find_memory (const WeftFlat *flat, WeftInventory *inventory, const char *text, GError **error)
{
  g_autofree char *list = NULL;

  for (guint32 d = 0; d < flat->n_devices; d++)
    if (flat->kinds[d] == WEFT_DEVICE_MEMORY && !weft_flat_is_chip (flat, d)
        && matches (flat, part_of (flat, inventory, d), d, text))
      return d;
  list = list_memories (flat, inventory);
  if (*list == '\0')
    g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID,
                 _("the machine has no memory “%s”, nor any other besides that of its chips: add a memory pool to the "
                   "design"),
                 text);
  else
    g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID, _("the machine has no memory “%s”; it has %s"), text,
                 list);
  return WEFT_FLAT_NONE;
}

/* --- providers --- */

static void
note_unknown (WeftSimBuilder *builder, const WeftComponent *part)
{
  if (isnan (part->bw_bytes_s))
    {
      g_autofree char *note = g_strdup_printf (_("The rate of %s is not known: only the links to it limit it."),
                                               part->name);

      weft_sim_builder_note (builder, note);
    }
  if (isnan (part->latency_s))
    {
      g_autofree char *note = g_strdup_printf (_("The latency of %s is not known and counts as 0."), part->name);

      weft_sim_builder_note (builder, note);
    }
}

static void
note_capacity (WeftSimBuilder *builder, const WeftComponent *part, double bytes)
{
  g_autofree char *wanted = NULL;
  g_autofree char *has = NULL;
  g_autofree char *note = NULL;

  if (isnan (part->capacity_bytes) || bytes <= part->capacity_bytes)
    return;
  wanted = weft_quantity_format (bytes, WEFT_UNIT_BYTES);
  has = weft_quantity_format (part->capacity_bytes, WEFT_UNIT_BYTES);
  note = g_strdup_printf (_("%s is to hold %s, but has %s: the time counts as if it had room."), part->name, wanted,
                          has);
  weft_sim_builder_note (builder, note);
}

/* Requests at the same time share the memory. */
static guint32
add_provider (WeftSimBuilder *builder, const WeftFlat *flat, const WeftComponent *part, guint32 device)
{
  g_autofree char *name = weft_flat_device_name (flat, device);
  double latency_s = (isnan (part->latency_s) ? 0 : part->latency_s) + (isnan (part->overhead_s) ? 0 : part->overhead_s);

  note_unknown (builder, part);
  return weft_sim_builder_add_provider (builder, name, device, isnan (part->bw_bytes_s) ? INFINITY : part->bw_bytes_s,
                                        latency_s, WEFT_SIM_QUEUE_FAIR);
}

/* [remotes] the provider of each; a device is one provider, whatever it has. */
static guint32 *
add_providers (WeftSimBuilder *builder, const WeftFlat *flat, WeftInventory *inventory, const GArray *remotes,
               GError **error)
{
  g_autofree guint32 *provider = g_new (guint32, MAX (1, remotes->len));

  for (guint i = 0; i < remotes->len; i++)
    {
      guint32 device = g_array_index (remotes, WeftSimRemote, i).device;
      guint same = 0;

      if (device >= flat->n_devices || flat->kinds[device] != WEFT_DEVICE_MEMORY || weft_flat_is_chip (flat, device))
        {
          g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID,
                       _("device %u of the machine, where the data “%s” is to stand, is no memory"), device,
                       g_array_index (remotes, WeftSimRemote, i).pattern);
          return NULL;
        }
      while (g_array_index (remotes, WeftSimRemote, same).device != device)
        same++;
      provider[i] = same < i ? provider[same] : add_provider (builder, flat, part_of (flat, inventory, device), device);
    }
  return g_steal_pointer (&provider);
}

/* --- regions --- */

static gboolean
matches_region (const WeftTaskGraph *graph, guint32 region, const char *pattern)
{
  g_autofree char *name = weft_task_graph_region_name (graph, region);

  return g_pattern_match_simple (pattern, name);
}

/**
 * weft_sim_make_room: (skip)
 * @problem: a problem that nobody else knows yet
 * @remotes: (element-type WeftSimRemote): data that stands in remote memory
 */
void
weft_sim_make_room (WeftMapProblem *problem, const GArray *remotes)
{
  const WeftTaskGraph *graph = problem->graph;

  g_clear_pointer (&problem->is_remote, g_free);
  problem->is_remote = g_new0 (guint8, MAX (1, graph->n_regions));
  for (guint32 r = 0; r < graph->n_regions; r++)
    for (guint i = 0; i < remotes->len && !problem->is_remote[r]; i++)
      problem->is_remote[r] = matches_region (graph, r, g_array_index (remotes, WeftSimRemote, i).pattern);
}

static void
note_unused (WeftSimBuilder *builder, const char *pattern)
{
  g_autofree char *note = g_strdup_printf (_("No data of the workload is called “%s”: nothing of it stands in remote "
                                             "memory."),
                                           pattern);

  weft_sim_builder_note (builder, note);
}

/* Which of the remotes a region stands in; of several that match each has its turn. */
static guint
choose (const WeftTaskGraph *graph, guint32 region, const GArray *remotes, gboolean *used, guint *turn)
{
  g_autofree guint *fits = g_new (guint, MAX (1, remotes->len));
  guint n = 0;

  for (guint i = 0; i < remotes->len; i++)
    if (matches_region (graph, region, g_array_index (remotes, WeftSimRemote, i).pattern))
      {
        used[i] = TRUE;
        fits[n++] = i;
      }
  return n > 0 ? fits[(*turn)++ % n] : G_MAXUINT;
}

guint32 *
weft_sim_remote_place (WeftSimBuilder *builder, const WeftTaskGraph *graph, const WeftFlat *flat,
                       WeftInventory *inventory, const GArray *remotes, GError **error)
{
  g_autofree guint32 *provider = add_providers (builder, flat, inventory, remotes, error);
  g_autofree gboolean *used = g_new0 (gboolean, MAX (1, remotes->len));
  g_autofree double *bytes = g_new0 (double, MAX (1, remotes->len)); /* of each provider */
  guint32 *place;
  guint turn = 0;

  if (provider == NULL)
    return NULL;
  place = g_new (guint32, MAX (1, graph->n_regions));
  for (guint32 r = 0; r < graph->n_regions; r++)
    {
      guint chosen = choose (graph, r, remotes, used, &turn);

      place[r] = chosen != G_MAXUINT ? provider[chosen] : WEFT_SIM_NONE;
      if (chosen != G_MAXUINT)
        bytes[provider[chosen]] += graph->regions[r].bytes;
    }
  for (guint i = 0; i < remotes->len; i++)
    {
      const WeftSimRemote *remote = &g_array_index (remotes, WeftSimRemote, i);

      if (!used[i])
        note_unused (builder, remote->pattern);
      note_capacity (builder, part_of (flat, inventory, remote->device), bytes[provider[i]]);
      bytes[provider[i]] = 0;
    }
  return place;
}
