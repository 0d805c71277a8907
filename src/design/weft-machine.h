/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A design as plain numbers: every name resolved to an index of the inventory. What the evaluator and the searches
 * work on; no allocation, cheap to copy. Also the provisioning rule (how many chips a budget buys). */
#pragma once

#include "catalog/weft-inventory.h"
#include "design/weft-design.h"

G_BEGIN_DECLS

#define WEFT_MAX_PARTITIONS 16

/* Largest budgets that a design may have: a hundred gigawatt, a trillion dollars. Counts of chips then fit 32 bits. */
#define WEFT_MAX_POWER_W 1e11
#define WEFT_MAX_COST_USD 1e12

typedef struct
{
  guint chip;     /* inventory indices */
  guint scaleup;
  guint scaleout;
  WeftRole role;
  double power_frac;

  /* Of a machine that is given as a graph; 0 for what follows from the budget and the fabrics. */
  guint n_chips;
  guint domain_chips;
  double scaleup_bw_bytes_s;
  double scaleout_bw_bytes_s;
  double scaleup_extra_s;  /* what its cables and switches add to the fabric's latency */
  double scaleout_extra_s;
} WeftMachinePartition;

typedef struct
{
  WeftBudget budget; /* POWER or COST, never DEFAULT */
  double amount;     /* W or USD */
  double epsilon;    /* the profile's provision_epsilon, looked up once */
  guint n_partitions;
  WeftMachinePartition partitions[WEFT_MAX_PARTITIONS];
} WeftMachine;

/* Watts (or dollars) that one chip takes from the budget: TDP + scale-up + scale-out port; in cost mode price + fabric costs. NAN when unknown. */
WEFT_API double   weft_chip_share    (WeftInventory *inventory, WeftBudget budget, guint chip, guint scaleup, guint scaleout);
/* The same in a machine of so many chips, which decide the tiers of the scale-out fabric. */
WEFT_API double   weft_chip_share_of (WeftInventory *inventory, WeftBudget budget, guint chip, guint scaleup, guint scaleout, double endpoints);
/* floor((frac * amount / share + epsilon) / node) * node; 0 when not even one node fits or the share is unknown. MODEL: provisioning. */
WEFT_API guint    weft_provision     (WeftInventory *inventory, const WeftMachine *machine, guint partition);

/* Chips of a scale-up domain: the graph's, else the fabric's on that chip. */
WEFT_API guint    weft_machine_domain_chips (WeftInventory *inventory, const WeftMachinePartition *partition);

/* Sets the partitions' fractions of the budget to what their chips take of it: those of a graph have none of their own. */
WEFT_API void     weft_machine_share_budget (WeftMachine *machine, WeftInventory *inventory);
/* No partitions, the profile's default power: for who fills in the rest without a document. FALSE when the profile lacks a constant. */
WEFT_API gboolean weft_machine_init_empty (WeftMachine *machine, WeftInventory *inventory);
/* Resolves a document. FALSE when something needed cannot be resolved; weft_rules_check() then says what. */
WEFT_API gboolean weft_machine_init  (WeftMachine *machine, WeftDesign *design, WeftInventory *inventory);

G_END_DECLS
