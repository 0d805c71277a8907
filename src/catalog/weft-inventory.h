/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The catalog as one profile sees it: what a design may be made of, resolved to plain structs in SI
 * units with small integer indices, so that the evaluator never looks up a name. Immutable. */
#pragma once

#include "catalog/weft-catalog.h"

G_BEGIN_DECLS

/* A chip as a partition may use it. NAN = unknown. */
typedef struct
{
  guint index;
  const char *id;       /* the profile's name for it: "B200", else the catalog id */
  const char *name;     /* "NVIDIA B200 180GB SXM6 (HGX)" */
  WeftRecord *record;   /* the resolved record (profile over user over shipped), for provenance */
  const char *refused;  /* (nullable): why it cannot be a partition chip at all: host CPU, memory
                         * size, bandwidth or power unknown */
  gboolean dataflow;
  guint node_chips;
  guint scaleup_domain_max_chips;
  int generation_year;
  double peak_bf16_flops;
  double peak_fp8_flops;
  double peak_fp64_flops; /* vector rate */
  double peak_fp4_flops;
  double peak_tf32_flops;
  double peak_fp32_flops;
  double peak_fp64_matrix_flops;
  double mem_bytes;       /* usable; for dataflow chips the usable on-chip memory */
  double mem_bw_bytes_s;
  double tdp_w;
  double price_usd;
  double scaleup_bw_bytes_s;  /* port capacity, one direction */
  double scaleout_bw_bytes_s; /* port capacity, one direction */
} WeftChip;

typedef struct
{
  guint index;
  const char *id;
  const char *name;
  WeftRecord *record;
  gboolean in_ten; /* one of the ten fabric models */
} WeftScaleup;

/* What a scale-up fabric is on one chip. */
typedef struct
{
  gboolean fits;
  double bw_bytes_s; /* beta, one direction: the smaller of fabric and chip port */
  double alpha_s;
  guint domain_chips; /* S */
  double power_w;     /* per chip */
  double cost_usd;    /* per chip */
} WeftScaleupOnChip;

typedef struct
{
  guint index;
  const char *id;
  const char *name;
  WeftRecord *record;
  gboolean in_ten;
  double bw_bytes_s; /* beta per endpoint, one direction */
  double alpha_s;
  double power_w;    /* per endpoint */
  double cost_usd;   /* per endpoint, two tiers */
} WeftScaleout;

#define WEFT_TYPE_INVENTORY (weft_inventory_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftInventory, weft_inventory, WEFT, INVENTORY, GObject)

/* (transfer full); errors are WEFT_CATALOG_ERROR and name file and pointer. */
WEFT_API WeftInventory *weft_inventory_new         (WeftCatalog    *catalog,
                                                    WeftProfile    *profile,
                                                    GError        **error);
WEFT_API WeftCatalog   *weft_inventory_get_catalog (WeftInventory  *self);
WEFT_API WeftProfile   *weft_inventory_get_profile (WeftInventory  *self);

WEFT_API guint weft_inventory_n_chips     (WeftInventory *self);
WEFT_API guint weft_inventory_n_scaleups  (WeftInventory *self);
WEFT_API guint weft_inventory_n_scaleouts (WeftInventory *self);

WEFT_API const WeftChip          *weft_inventory_chip            (WeftInventory *self,
                                                                  guint          index);
WEFT_API const WeftScaleup       *weft_inventory_scaleup         (WeftInventory *self,
                                                                  guint          index);
WEFT_API const WeftScaleout      *weft_inventory_scaleout        (WeftInventory *self,
                                                                  guint          index);
WEFT_API const WeftScaleupOnChip *weft_inventory_scaleup_on_chip (WeftInventory *self,
                                                                  guint          scaleup,
                                                                  guint          chip);

/* By id, replaced id, alias or name, folded; NULL when there is none. */
WEFT_API const WeftChip     *weft_inventory_find_chip     (WeftInventory *self,
                                                           const char    *name);
WEFT_API const WeftScaleup  *weft_inventory_find_scaleup  (WeftInventory *self,
                                                           const char    *name);
WEFT_API const WeftScaleout *weft_inventory_find_scaleout (WeftInventory *self,
                                                           const char    *name);
/* The nearest known id, or NULL. @kind is CHIP, SCALEUP or SCALEOUT. */
WEFT_API const char         *weft_inventory_nearest       (WeftInventory  *self,
                                                           WeftRecordKind  kind,
                                                           const char     *name);
/* The scale-up value as it holds on a chip, with its provenance (a profile may have an assumption
 * for this pair alone). */
WEFT_API gboolean weft_inventory_lookup_scaleup_on_chip (WeftInventory *self,
                                                         guint          scaleup,
                                                         guint          chip,
                                                         const char    *key,
                                                         WeftValue     *value);

G_END_DECLS
