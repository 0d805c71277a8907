/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Level 1 for components: published rates worked out from the signalling, parts that must add up to
 * the product they make, and what no physical part may break. */
#include "model/weft-check-private.h"

#include "catalog/weft-component.h"

#include <math.h>

typedef struct
{
  const char *name;
  const char *component;
  const char *key;
  double expected;
  double tolerance;
  const char *unit;
  const char *source;
} Fact;

static const Fact facts[] = {
  { "catalog/components/dac/reach", "Link.DAC_Copper", "length_max_m", 2.5, 0, "m",
    "CHASE, Table 10: at most 2.5 m" },
  { "catalog/components/aec/reach", "Link.AEC_Cable", "length_max_m", 7, 0, "m",
    "CHASE, Table 10: at most 7 m" },
  { "catalog/components/aoc/reach", "Link.AOC_Transceiver", "length_max_m", 500, 0, "m",
    "CHASE, Table 10: at most 500 m" },
  { "catalog/components/hbm4/rate", "Mem.HBM4_Stack", "bandwidth_gbs", 2048 * 8.0 / 8, 0, "GB/s",
    "JEDEC JESD270-4: 2,048 bits at 8 Gb/s" },
  { "catalog/components/hbm2e/rate", "hbm2e-16", "bandwidth_gbs", 2039.0 / 5, 0.01, "GB/s",
    "NVIDIA A100 80GB data sheet: 2,039 GB/s from five stacks" },
  { "catalog/components/hbm3/rate", "hbm3-16", "bandwidth_gbs", 3350.0 / 5, 0, "GB/s",
    "NVIDIA H100 data sheet: 3.35 TB/s from five stacks" },
  { "catalog/components/hbm3e/rate", "hbm3e-36", "bandwidth_gbs", 8000.0 / 8, 0, "GB/s",
    "AMD MI350X data sheet: 8 TB/s from eight stacks" },
  { "catalog/components/ddr5-4800/rate", "ddr5-4800-64", "bandwidth_gbs", 4.8 * 8, 1e-9, "GB/s",
    "JEDEC: 4.8 GT/s, 64 bits" },
  { "catalog/components/ddr5-6400/rate", "ddr5-6400-128", "bandwidth_gbs", 6.4 * 8, 1e-9, "GB/s",
    "JEDEC: 6.4 GT/s, 64 bits" },
  { "catalog/components/mrdimm-8800/rate", "mrdimm-8800-128", "bandwidth_gbs", 8.8 * 8, 1e-9,
    "GB/s", "JEDEC: 8.8 GT/s, 64 bits" },
  { "catalog/components/gddr7/rate", "gddr7-32", "bandwidth_gbs", 32 * 32.0 / 8, 0, "GB/s",
    "JEDEC JESD239: 32 Gb/s, 32 bits" },
  { "catalog/components/lpddr5x/rate", "lpddr5x-8533", "bandwidth_gbs", 8.533 * 8, 1e-3, "GB/s",
    "JEDEC: 8.533 GT/s, 64 bits" },
  { "catalog/components/ucie-advanced/rate", "ucie-advanced-x64", "bandwidth_gbs", 64 * 32.0 / 8,
    0, "GB/s", "UCIe specification: 64 lanes of 32 GT/s" },
  { "catalog/components/ucie-standard/rate", "ucie-standard-x16", "bandwidth_gbs", 16 * 32.0 / 8,
    0, "GB/s", "UCIe specification: 16 lanes of 32 GT/s" },
  { "catalog/components/pcie4/rate", "pcie4-lane", "bandwidth_gbs", 16.0 / 8 * 128 / 130, 2e-3,
    "GB/s", "PCI-SIG: 16 GT/s, 128 of 130 bits" },
  { "catalog/components/pcie5/rate", "pcie5-lane", "bandwidth_gbs", 32.0 / 8 * 128 / 130, 2e-3,
    "GB/s", "PCI-SIG: 32 GT/s, 128 of 130 bits" },
  { "catalog/components/pcie6/rate", "pcie6-lane", "bandwidth_gbs", 64.0 / 8 * 242 / 256, 2e-3,
    "GB/s", "PCI-SIG: 64 GT/s, 242 of 256 bytes of a flit" },
  { "catalog/components/pcie7/rate", "pcie7-lane", "bandwidth_gbs", 128.0 / 8 * 242 / 256, 2e-3,
    "GB/s", "PCI-SIG: 128 GT/s, 242 of 256 bytes of a flit" },
  { "catalog/components/nvlink4/rate", "nvlink4-link", "bandwidth_gbs", 900.0 / 18 / 2, 0, "GB/s",
    "NVIDIA H100 data sheet: 900 GB/s over 18 links, both directions" },
  { "catalog/components/nvlink5/rate", "nvlink5-link", "bandwidth_gbs", 1800.0 / 18 / 2, 0, "GB/s",
    "NVIDIA Blackwell data sheet: 1.8 TB/s over 18 links, both directions" },
  { "catalog/components/ualink/rate", "ualink-200g-x4", "bandwidth_gbs", 4 * 200.0 / 8, 0, "GB/s",
    "UALink 200G 1.0: four lanes of 200 Gb/s" },
};

/* Parts that make up a chip: so many of them have the chip's rate. */
static const struct
{
  const char *name;
  const char *die;
  const char *chip;
  double n_dies;
  const char *source;
} chips[] = {
  { "catalog/components/h100/dies", "die-gh100", "h100-sxm-80", 1, "H100 is one die" },
  { "catalog/components/b200/dies", "die-gb100", "b200-sxm", 2, "B200 is two dies" },
  { "catalog/components/mi355x/dies", "die-cdna4-xcd", "mi355x", 8, "MI355X has eight XCDs" },
  { "catalog/components/910c/dies", "die-ascend-910c", "ascend-910c", 2, "910C is two dies" },
};

typedef gboolean (*Invariant) (WeftCatalog         *catalog,
                               const WeftComponent *component);

static gboolean
idle_within_active (WeftCatalog         *catalog,
                    const WeftComponent *component)
{
  return !(component->idle_w > component->active_w);
}

static gboolean
active_within_largest (WeftCatalog         *catalog,
                       const WeftComponent *component)
{
  return !(component->active_w > component->active_max_w);
}

/* Encoding takes from the signalling rate, never adds to it. */
static gboolean
rate_within_port (WeftCatalog         *catalog,
                  const WeftComponent *component)
{
  return !(component->bw_bytes_s > component->port_bw_bytes_s);
}

/* What users add may be something new. */
static gboolean
has_known_entity (WeftCatalog         *catalog,
                  const WeftComponent *component)
{
  WeftValue entity;

  return (weft_record_lookup (component->record, "entity", &entity)
          && entity.provenance->confidence == WEFT_CONFIDENCE_USER)
         || component->type == WEFT_COMPONENT_RACK || component->type == WEFT_COMPONENT_CDU
         || component->type == WEFT_COMPONENT_POWER_SHELF
         || weft_component_find_range (catalog, component) != NULL;
}

/* A topology has examples instead of products, a socket has chips. */
static gboolean
has_product (WeftCatalog         *catalog,
             const WeftComponent *component)
{
  g_autoptr (GPtrArray) same = NULL;
  WeftValue value;

  if (!component->is_range || weft_record_lookup (component->record, "examples", &value)
      || weft_record_lookup (component->record, "example_chips", &value))
    return TRUE;

  same = weft_component_list (catalog, WEFT_LEVEL_ANY, component->type, component->entity);
  for (guint i = 0; i < same->len; i++)
    if (!((const WeftComponent *) same->pdata[i])->is_range)
      return TRUE;

  return FALSE;
}

static gboolean
has_provenance (WeftCatalog         *catalog,
                const WeftComponent *component)
{
  g_autoptr (GPtrArray) keys = weft_record_list_keys (component->record);

  for (guint i = 0; i < keys->len; i++)
    {
      WeftValue value;

      if (!weft_record_lookup (component->record, keys->pdata[i], &value)
          || value.provenance->source == NULL || *value.provenance->source == '\0')
        return FALSE;
    }

  return keys->len > 0;
}

static void
check_invariants (WeftCheckRun *run,
                  WeftCatalog  *catalog)
{
  static const struct
  {
    const char *name;
    Invariant holds;
    const char *source;
  } invariants[] = {
    { "catalog/components/provenance", has_provenance, "every value names its source" },
    { "catalog/components/idle-power", idle_within_active,
      "idle power is at most the active power" },
    { "catalog/components/active-power", active_within_largest,
      "active power is at most the greatest power" },
    { "catalog/components/port-rate", rate_within_port,
      "what a port carries is at most what it signals" },
    { "catalog/components/entities", has_known_entity,
      "every part is one of the entities of CHASE" },
    { "catalog/components/products", has_product,
      "every entity of CHASE has a real product or example" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (invariants); i++)
    {
      guint n_broken = 0;

      for (guint j = 0; j < weft_component_count (catalog); j++)
        n_broken += invariants[i].holds (catalog, weft_component_at (catalog, j)) ? 0 : 1;
      weft_check_add (run, invariants[i].name, 0, n_broken, 0, "records that break it",
                      invariants[i].source);
    }
}

static double
number_of (WeftCatalog *catalog,
           const char  *name,
           const char  *key)
{
  const WeftComponent *component = weft_component_find (catalog, name);

  return component != NULL ? weft_record_get_number (component->record, key) : NAN;
}

/* Each medium must reach further than the one before. */
static void
check_reach (WeftCheckRun *run,
             WeftCatalog  *catalog)
{
  static const char *const media[] = {
    "Link.DAC_Copper", "Link.AEC_Cable", "Link.AOC_Transceiver"
  };
  guint n_broken = 0;

  for (gsize i = 1; i < G_N_ELEMENTS (media); i++)
    if (!(number_of (catalog, media[i - 1], "length_max_m")
          < number_of (catalog, media[i], "length_max_m")))
      n_broken++;

  weft_check_add (run, "catalog/components/reach-order", 0, n_broken, 0, "steps that break it",
                  "passive copper reaches less far than retimed copper, and that less than fibre");
}

/**
 * weft_check_component_run: (skip)
 * @run: the suite
 *
 * Adds the checks of level 1 that concern components.
 */
void
weft_check_component_run (WeftCheckRun *run)
{
  WeftCatalog *catalog = weft_evaluator_get_catalog (run->evaluator);

  for (gsize i = 0; i < G_N_ELEMENTS (facts); i++)
    weft_check_add (run, facts[i].name, facts[i].expected,
                    number_of (catalog, facts[i].component, facts[i].key), facts[i].tolerance,
                    facts[i].unit, facts[i].source);

  for (gsize i = 0; i < G_N_ELEMENTS (chips); i++)
    {
      WeftRecord *chip = weft_catalog_lookup (catalog, WEFT_RECORD_CHIP, chips[i].chip);

      weft_check_add (run, chips[i].name,
                      chip != NULL ? weft_record_get_number (chip, "bf16_tflops") : NAN,
                      chips[i].n_dies * number_of (catalog, chips[i].die, "peak_tflops"), 1e-3,
                      "TFLOP/s", chips[i].source);
    }

  weft_check_add (run, "catalog/components/nvl72/rate", 130e3,
                  9 * 2 * number_of (catalog, "nvlink5-switch-tray", "ports")
                    * number_of (catalog, "nvlink5-switch-tray", "bandwidth_gbs"),
                  0.01, "GB/s", "NVIDIA GB200 NVL72: 130 TB/s over nine switch trays");
  weft_check_add (run, "catalog/components/nvl72/power", 132e3,
                  18 * number_of (catalog, "gb200-tray", "active_max_w")
                    + 9 * number_of (catalog, "nvlink5-switch-tray", "active_max_w"),
                  0.01, "W",
                  "HPE NVL72 quick specs: 132 kW at most, 18 trays and nine switch trays");
  check_reach (run, catalog);
  check_invariants (run, catalog);
}
