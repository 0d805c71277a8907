/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fabrics for collectives: their links, and the fitted constants of a profile that hold for them. */
#include "cost/weft-fabric.h"

#include <math.h>

/* Which of a site's parts a constant may hold for alone. */
typedef enum
{
  SCOPE_INSIDE,
  SCOPE_ACROSS,
} Scope;

typedef struct
{
  const char *key;
  const char *unit;
  Scope scope;
  double ideal;
} Constant;

static const Constant constants[WEFT_N_FABRIC_CONSTANTS] = {
  [WEFT_FABRIC_LAUNCH_S] = { "collective_launch_s", "s", SCOPE_INSIDE, 0 },
  [WEFT_FABRIC_STEP] = { "collective_step", "1", SCOPE_INSIDE, 1 },
  [WEFT_FABRIC_SHARE] = { "collective_share", "1", SCOPE_INSIDE, 1 },
  [WEFT_FABRIC_DOUBLING] = { "collective_doubling_share", "1", SCOPE_INSIDE, 0 },
  [WEFT_FABRIC_TREE_STEP] = { "collective_tree_step", "1", SCOPE_INSIDE, 1 },
  [WEFT_FABRIC_SWITCH_SHARE] = { "collective_switch_share", "1", SCOPE_INSIDE, 1 },
  [WEFT_FABRIC_SWITCH_STEPS] = { "collective_switch_steps", "1", SCOPE_INSIDE, 2 },
  [WEFT_FABRIC_SWITCH_RANKS] = { "collective_switch_ranks", "1", SCOPE_INSIDE, 2 },
  [WEFT_FABRIC_ONE_SHOT_S] = { "one_shot_launch_s", "s", SCOPE_INSIDE, 0 },
  [WEFT_FABRIC_ONE_SHOT_STEP_S] = { "one_shot_step_s", "s", SCOPE_INSIDE, 0 },
  [WEFT_FABRIC_ONE_SHOT_SHARE] = { "one_shot_share", "1", SCOPE_INSIDE, 1 },
  [WEFT_FABRIC_RAMP] = { "collective_ramp", "1", SCOPE_INSIDE, 0 },
  [WEFT_FABRIC_RAMP_LIMIT] = { "collective_ramp_limit", "1", SCOPE_INSIDE, 0 },
  [WEFT_FABRIC_PEER_STEP] = { "all_to_all_step", "1", SCOPE_INSIDE, 0 },
  [WEFT_FABRIC_PEER_SHARE] = { "all_to_all_share", "1", SCOPE_INSIDE, 1 },
  [WEFT_FABRIC_HOST_S] = { "collective_host_s", "s", SCOPE_INSIDE, 0 },
  [WEFT_FABRIC_NETWORK_LAUNCH_S] = { "network_launch_s", "s", SCOPE_ACROSS, 0 },
  [WEFT_FABRIC_NETWORK_INSIDE] = { "network_inside_step", "1", SCOPE_ACROSS, 1 },
  [WEFT_FABRIC_NETWORK_SHARE] = { "network_share", "1", SCOPE_ACROSS, 1 },
  [WEFT_FABRIC_NETWORK_DOUBLING] = { "network_doubling_share", "1", SCOPE_ACROSS, 0 },
  [WEFT_FABRIC_NOISE_S] = { "collective_noise_s", "s", SCOPE_ACROSS, 0 },
  [WEFT_FABRIC_NOISE_SHARE] = { "collective_noise_share", "1", SCOPE_ACROSS, 0 },
};

/**
 * weft_fabric_constant_key: (skip)
 * @constant: a constant
 *
 * Returns: (transfer none): its name in a profile, without a scope
 */
const char *
weft_fabric_constant_key (WeftFabricConstant constant)
{
  g_return_val_if_fail (constant < WEFT_N_FABRIC_CONSTANTS, NULL);
  return constants[constant].key;
}

/**
 * weft_fabric_constant_unit: (skip)
 * @constant: a constant
 *
 * Returns: (transfer none): its unit as a profile has it
 */
const char *
weft_fabric_constant_unit (WeftFabricConstant constant)
{
  g_return_val_if_fail (constant < WEFT_N_FABRIC_CONSTANTS, NULL);
  return constants[constant].unit;
}

/* A rate that was not measured is what the part's record expects; the profile's own default is for records without. */
static void
take_efficiency (double     *share,
                 WeftRecord *record)
{
  double efficiency = weft_record_get_number (record, "efficiency");

  if (efficiency > 0)
    *share *= MIN (efficiency, 1);
}

static gboolean
read_constants (WeftFabric      *self,
                WeftProfile     *profile,
                const WeftScaleup *scaleup,
                const WeftScaleout *scaleout,
                GError         **error)
{
  const char *parts[] = { [SCOPE_INSIDE] = scaleup->id, [SCOPE_ACROSS] = scaleout->id };

  for (guint i = 0; i < WEFT_N_FABRIC_CONSTANTS; i++)
    {
      const char *scopes[] = { parts[constants[i].scope], NULL, NULL };
      const char *found;

      if (self->library == WEFT_LIBRARY_MPI)
        {
          scopes[0] = weft_collective_library_nick (self->library);
          scopes[1] = parts[constants[i].scope];
        }
      if (!weft_profile_get_scoped (profile, constants[i].key, scopes, &self->k[i], &found, error))
        return FALSE;
      if (i == WEFT_FABRIC_SHARE)
        self->is_calibrated = strchr (found, '@') != NULL;
      if (i == WEFT_FABRIC_NETWORK_SHARE)
        self->is_calibrated_across = strchr (found, '@') != NULL;
    }
  if (!self->is_calibrated)
    take_efficiency (&self->k[WEFT_FABRIC_SHARE], scaleup->record);
  if (!self->is_calibrated_across)
    take_efficiency (&self->k[WEFT_FABRIC_NETWORK_SHARE], scaleout->record);

  return TRUE;
}

static double
one_or_more (double number)
{
  return number > 1 ? number : 1;
}

/**
 * weft_fabric_init: (skip)
 * @self: to fill
 * @inventory: the catalog as the profile sees it
 * @site: where
 * @library: which software runs collectives
 * @error: return location
 *
 * Constants that the profile has for the very fabric count first, then its defaults. Without a measured share of the line
 * rate the share is the one that the fabric's record expects, and the fabric is not calibrated.
 *
 * Returns: %FALSE when the profile lacks a constant
 */
gboolean
weft_fabric_init (WeftFabric            *self,
                  WeftInventory         *inventory,
                  const WeftFabricSite  *site,
                  WeftCollectiveLibrary  library,
                  GError               **error)
{
  const WeftScaleup *scaleup = weft_inventory_scaleup (inventory, site->scaleup);
  const WeftScaleout *scaleout = weft_inventory_scaleout (inventory, site->scaleout);
  const WeftScaleupOnChip *pair = weft_inventory_scaleup_on_chip (inventory, site->scaleup, site->chip);
  guint node_chips = weft_inventory_chip (inventory, site->chip)->node_chips;
  gboolean is_mesh = g_strcmp0 (weft_record_get_text (scaleup->record, "topology"), "mesh") == 0;

  *self = (WeftFabric) {
    .inside = site->inside,
    .across = site->across,
    .domain_ranks = one_or_more (site->domain_ranks),
    .extra_s = site->inside.alpha_s - pair->alpha_s,
    .ports_per_rank = site->ports_per_rank > 0 ? site->ports_per_rank : 1,
    .oversubscription = one_or_more (site->oversubscription),
    .leaf_domains = site->leaf_domains,
    .node_ranks = weft_record_get_flag (scaleup->record, "switched") ? node_chips : 0,
    .mesh_peers = is_mesh && pair->domain_chips > 1 ? pair->domain_chips - 1 : 0,
    .library = library,
    .reduces_in_switch = library != WEFT_LIBRARY_MPI
                         && weft_record_get_flag (scaleup->record, "in_network_reduction"),
    .reduces_in_network = weft_record_get_flag (scaleout->record, "network_reduces"),
    .scatters_in_network = weft_record_get_flag (scaleout->record, "network_scatters"),
  };

  return read_constants (self, weft_inventory_get_profile (inventory), scaleup, scaleout, error);
}

/**
 * weft_fabric_init_ideal: (skip)
 * @self: to fill
 * @inside: the scale-up link
 * @across: the scale-out link of one port; a port a rank
 * @domain_ranks: S
 *
 * The closed forms alone: no launch, full line rate, every algorithm.
 */
void
weft_fabric_init_ideal (WeftFabric     *self,
                        const WeftLink *inside,
                        const WeftLink *across,
                        double          domain_ranks)
{
  *self = (WeftFabric) {
    .inside = *inside,
    .across = *across,
    .domain_ranks = one_or_more (domain_ranks),
    .ports_per_rank = 1,
    .oversubscription = 1,
    .library = WEFT_LIBRARY_ANY,
  };
  for (guint i = 0; i < WEFT_N_FABRIC_CONSTANTS; i++)
    self->k[i] = constants[i].ideal;
}

/**
 * weft_fabric_group: (skip)
 * @self: a fabric
 * @ranks: ranks of the group
 * @stride: distance of one to the next when all ranks of the machine stand side by side: 1 for tensor parallelism, the
 *   tensor-parallel ranks for data parallelism around it
 *
 * Ranks of a parallel dimension fill domain after domain; as many groups as the stride do the same at the same time, and
 * those that stand in one domain share its ports.
 *
 * Returns: the group and where it stands
 */
WeftGroup
weft_fabric_group (const WeftFabric *self,
                   double            ranks,
                   double            stride)
{
  double local = floor (self->domain_ranks / one_or_more (stride));

  return (WeftGroup) {
    .ranks = ranks,
    .local = CLAMP (local, 1, MAX (ranks, 1)),
    .sharing = MIN (one_or_more (stride), self->domain_ranks),
  };
}
