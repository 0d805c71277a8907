/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A slice has the chips, fabrics and domains of its partition, and its share of the watts; work a chip stays the same. */
#include "search/weft-fidelity-private.h"

#include <math.h>

#include "mapper/weft-machine-platform.h"
#include "sim/weft-sim-workload.h"
#include "workload/weft-generator.h"

/* Whole nodes and, where there are several, two domains: what crosses between them is there. */
static guint
choose_n_chips (WeftPartitionResult *partition, guint n_wanted)
{
  guint n_all = weft_partition_result_get_count (partition);
  guint n_nodes = MAX (1, weft_partition_result_get_nodes (partition));
  guint node = MAX (1, n_all / n_nodes);
  guint n = MAX (n_wanted, 2 * weft_partition_result_get_domain_chips (partition));

  n = MIN (n, n_all);
  return MAX (node, n / node * node);
}

/* (transfer full) */
static WeftDesign *
make_design (WeftEvaluation *evaluation, WeftPartitionResult *partition, guint n_chips, GError **error)
{
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new (), *facility = json_object_new (), *part = json_object_new ();
  JsonArray *parts = json_array_new ();

  json_object_set_string_member (object, "name", weft_partition_result_get_name (partition));
  json_object_set_string_member (object, "profile", weft_evaluation_get_profile (evaluation));
  /* A trifle more, so that rounding takes no chip away. */
  json_object_set_double_member (facility, "power_w",
                                 weft_partition_result_get_chip_w (partition) * n_chips * (1 + 1e-9));
  json_object_set_object_member (object, "facility", facility);
  json_object_set_string_member (part, "chip", weft_partition_result_get_chip (partition));
  json_object_set_string_member (part, "role", "general");
  json_object_set_double_member (part, "power_frac", 1);
  json_object_set_string_member (part, "scaleup", weft_partition_result_get_scaleup (partition));
  json_object_set_string_member (part, "scaleout", weft_partition_result_get_scaleout (partition));
  json_array_add_object_element (parts, part);
  json_object_set_array_member (object, "partitions", parts);
  json_node_take_object (root, object);
  return weft_design_new_from_json (root, "slice", violations, error);
}

WeftFidelitySlice *
weft_fidelity_slice_new (WeftEvaluation *evaluation, guint partition, guint n_wanted, WeftInventory *inventory,
                         GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftPartitionResult) result
      = g_list_model_get_item (weft_evaluation_get_partitions (evaluation), partition);
  g_autoptr (WeftFidelitySlice) self = g_new0 (WeftFidelitySlice, 1);
  g_autoptr (WeftDesign) design = NULL;

  self->n_all = weft_partition_result_get_count (result);
  self->n_chips = choose_n_chips (result, n_wanted);
  self->inventory = g_object_ref (inventory);
  design = make_design (evaluation, result, self->n_chips, error);
  if (design == NULL)
    return NULL;
  self->flat = weft_machine_flatten (design, inventory, error);
  if (self->flat == NULL)
    return NULL;
  self->platform = weft_platform_from_flat (self->flat, inventory, NULL, cancellable, error);
  if (self->platform == NULL)
    return NULL;
  /* Whether it fits is what the evaluator has judged, with its own rules. */
  for (guint i = 0; i < self->platform->n_classes; i++)
    self->platform->capacity_bytes[i] = INFINITY;
  return g_steal_pointer (&self);
}

void
weft_fidelity_slice_free (WeftFidelitySlice *self)
{
  g_clear_pointer (&self->platform, weft_platform_unref);
  g_clear_pointer (&self->flat, weft_flat_free);
  g_clear_object (&self->inventory);
  g_free (self);
}

/* [tasks] Regions are those of the blocks, one grid after the other; what uses none, such as a sum over all, runs on the
 * first device.
 * (transfer full) (nullable): ranks have their devices without it */
static guint32 *
place_blocks (const WeftTaskGraph *graph, WeftFidelityPlace place, guint n_blocks, guint n_devices)
{
  guint32 *device;

  if (place == WEFT_FIDELITY_RANKS)
    return NULL;
  device = g_new0 (guint32, graph->n_tasks);
  for (guint32 i = 0; graph->region != NULL && i < graph->n_tasks; i++)
    {
      guint32 block = graph->region[i] == WEFT_TASK_NONE ? 0 : graph->region[i] % n_blocks;

      device[i] = place == WEFT_FIDELITY_SPREAD ? (guint32) ((guint64) block * n_devices / n_blocks) : block;
    }
  return device;
}

gboolean
weft_fidelity_simulate (WeftFidelitySlice *slice, const char *generator, JsonObject *params, WeftFidelityPlace place,
                        guint n_blocks, double *time_s, double share_s[WEFT_N_SIM_SHARES], GCancellable *cancellable,
                        GError **error)
{
  const WeftGenerator *maker = weft_generator_find (generator, error);
  WeftCatalog *catalog = weft_inventory_get_catalog (slice->inventory);
  g_autoptr (WeftTaskGraph) graph
      = maker != NULL ? weft_generator_make (maker, params, catalog, cancellable, error) : NULL;
  g_autofree guint32 *device
      = graph != NULL ? place_blocks (graph, place, n_blocks, slice->platform->n_devices) : NULL;
  g_autoptr (WeftSimOutcome) outcome = NULL;
  WeftMapOptions map = { .skips_bound = TRUE };
  WeftSimOptions options;
  WeftSimOrder order = {
    .flat = slice->flat,
    .platform = slice->platform,
    .inventory = slice->inventory,
    .graph = graph,
    .device = device,
    .algorithm = WEFT_MAP_RANKS,
    .map_options = &map,
    .options = &options,
  };

  weft_sim_options_init (&options);
  if (graph == NULL || (outcome = weft_sim_workload_run (&order, cancellable, error)) == NULL)
    return FALSE;
  *time_s = outcome->result->makespan_s;
  for (guint i = 0; i < WEFT_N_SIM_SHARES; i++)
    share_s[i] += outcome->result->share[i] * outcome->result->makespan_s;
  return TRUE;
}
