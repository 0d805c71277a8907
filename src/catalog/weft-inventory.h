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
  double compute_units; /* multiprocessors: what a product's tiles are spread over */
  double mem_bytes;       /* usable; for dataflow chips the usable on-chip memory */
  double mem_bw_bytes_s;
  double tdp_w;
  double price_usd;
  double host_w;              /* a chip's part of its node's host; 0 in a profile that counts chips and ports alone */
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

/* Tiers of switches that a scale-out fabric may have. */
#define WEFT_MAX_TIERS 3

/* What a fabric takes for each endpoint when it has so many tiers, the card included. */
typedef struct
{
  double endpoints; /* at most; infinite for the last */
  double power_w;
  double cost_usd;
} WeftScaleoutTier;

typedef struct
{
  guint index;
  const char *id;
  const char *name;
  WeftRecord *record;
  gboolean in_ten;
  double bw_bytes_s; /* beta per endpoint, one direction */
  double alpha_s;
  double power_w;    /* per endpoint, two tiers */
  double cost_usd;   /* per endpoint, two tiers */
  WeftScaleoutTier tiers[WEFT_MAX_TIERS];
} WeftScaleout;

/**
 * WeftFacilityPower: (skip)
 * @is_counted: whether the profile counts what stands around chips and ports at all; all else is neutral when not
 * @socket_w: a host processor with its memory, board and disks
 * @chips_per_socket: chips that a host processor serves
 * @loss_share: fans and power supplies of nodes, over what their parts draw
 * @service_share: storage, login and management nodes, over all the rest
 * @pue: what the facility draws over what its IT draws
 */
typedef struct
{
  gboolean is_counted;
  double socket_w;
  double chips_per_socket;
  double loss_share;
  double service_share;
  double pue;
} WeftFacilityPower;

/**
 * WeftFacilityCost: (skip)
 * @is_counted: whether the profile counts more than chips and fabrics
 * @server_factor: price of servers over that of their chips
 * @rack_usd_per_w: racks with their power distribution, for each watt of IT in them
 */
typedef struct
{
  gboolean is_counted;
  double server_factor;
  double rack_usd_per_w;
} WeftFacilityCost;

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

/* What the profile's budget pays besides chips and ports. */
WEFT_API const WeftFacilityPower *weft_inventory_facility_power (WeftInventory      *self);
WEFT_API const WeftFacilityCost  *weft_inventory_facility_cost  (WeftInventory      *self);
/* Of so many endpoints: the least tiers that connect them. */
WEFT_API const WeftScaleoutTier  *weft_scaleout_tier            (const WeftScaleout *self,
                                                                 double              endpoints);

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
