/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A space of machines as the hardware optimiser sees it: choices of one option a column, which of them are legal, what
 * their resources are, a cheap estimate of the objective, and the measurement that counts. Tables and built machines are
 * subclasses; methods know only this. */
#pragma once

#include <glib-object.h>

#include "base/weft-random.h"
#include "base/weft-types.h"
#include "sim/weft-sim-bottleneck.h"

G_BEGIN_DECLS

#define WEFT_HARDWARE_MAX_COLUMNS 24
#define WEFT_HARDWARE_MAX_WORKLOADS 12
#define WEFT_HARDWARE_N_ATTRIBUTES 14

/* A machine of the space: an option a column, 0 in columns that the space does not have. Plain bytes; equal machines are equal bytes. */
typedef struct
{
  guint8 option[WEFT_HARDWARE_MAX_COLUMNS];
} WeftHardwareChoice;

/**
 * WeftHardwareTraits: (skip)
 * @resource: [of #WeftBottleneck] R_c, bigger is faster
 * @attribute: what the Gaussian process sees, not standardised
 * @cost_usd: of the whole machine
 * @power_w: likewise
 */
typedef struct
{
  double resource[WEFT_N_BOTTLENECKS];
  double attribute[WEFT_HARDWARE_N_ATTRIBUTES];
  double cost_usd;
  double power_w;
} WeftHardwareTraits;

/**
 * WeftHardwareVerdict: (skip)
 * @objective: J, smaller is better; %NAN when the measurement broke
 * @log_slowdown: L = sum of alpha_i log (T_i / T_i of the base)
 * @time_s: of each workload, %NAN when it fits nowhere or the space does not tell
 * @share: of each workload's critical path, by class, summing to 1
 * @idle: U, time without computing or moving memory
 * @queueing: Q, time behind other bytes
 * @remote: R, time in remote memory
 * @penalty: Omega
 */
typedef struct
{
  double objective;
  double log_slowdown;
  double time_s[WEFT_HARDWARE_MAX_WORKLOADS];
  double share[WEFT_HARDWARE_MAX_WORKLOADS][WEFT_N_BOTTLENECKS];
  double idle;
  double queueing;
  double remote;
  double penalty;
} WeftHardwareVerdict;

/**
 * WeftHardwareEdit: (skip)
 * @to: the machine after the edit and its repair
 * @kind: #WeftHardwareEditKind; tables: the column
 * @target: which group of components it changes (node type of the typed graph)
 */
typedef struct
{
  WeftHardwareChoice to;
  guint8 kind;
  guint8 target;
} WeftHardwareEdit;

/**
 * WeftHardwareWeights: (skip)
 * J = T·L + C·cost/cost_max + P·power/power_max + U·idle + Q·queueing + R·remote + penalty (CHASE §optimisation).
 */
typedef struct
{
  double time;
  double cost;
  double power;
  double idle;
  double queueing;
  double remote;
} WeftHardwareWeights;

#define WEFT_TYPE_HARDWARE_SPACE (weft_hardware_space_get_type ())
WEFT_API G_DECLARE_DERIVABLE_TYPE (WeftHardwareSpace, weft_hardware_space, WEFT, HARDWARE_SPACE, GObject)

/**
 * WeftHardwareSpaceClass: (skip)
 * @draw: a random legal machine, all equally likely or nearly so
 * @is_legal: keeps the space's rules and limits
 * @describe: resources, attributes, cost and power of a legal machine
 * @estimate: cheap lower bound or guess of J, without contention; NAN when the space has none. Counted apart from evaluations.
 * @list_edits: appends all legal edits (#WeftHardwareEdit), in a fixed order, successors distinct and other than @from
 * @measure: the evaluation that counts; pure, runs on any thread
 * @describe_edit: "swap the chip from H100 to H200 and take 3 hosts", one line (transfer full)
 * @name: of a choice: "8 × H200, 4 × L40S, NVLink, 4 planes" (transfer full)
 */
struct _WeftHardwareSpaceClass
{
  GObjectClass parent_class;

  gboolean (*draw)     (WeftHardwareSpace *self, WeftRandom *random, WeftHardwareChoice *choice);
  gboolean (*is_legal) (WeftHardwareSpace *self, const WeftHardwareChoice *choice);
  void   (*describe)   (WeftHardwareSpace *self, const WeftHardwareChoice *choice, WeftHardwareTraits *traits);
  double (*estimate)   (WeftHardwareSpace *self, const WeftHardwareChoice *choice);
  void   (*list_edits) (WeftHardwareSpace *self, const WeftHardwareChoice *from, GArray *edits);
  void   (*measure)    (WeftHardwareSpace *self, const WeftHardwareChoice *choice, WeftHardwareVerdict *verdict);
  char  *(*describe_edit) (WeftHardwareSpace *self, const WeftHardwareChoice *from, const WeftHardwareEdit *edit);
  char  *(*name)       (WeftHardwareSpace *self, const WeftHardwareChoice *choice);
};

/**
 * WeftHardwareFrame: (skip)
 * What all methods may know of a space besides its machines.
 * @n_columns: columns in use
 * @n_options: of each
 * @n_workloads: of the portfolio
 * @alpha: their weights, summing to 1
 * @cost_max_usd: budget
 * @power_max_w: budget
 * @best_objective: J of the optimum, %NAN when it is not known
 */
typedef struct
{
  guint n_columns;
  guint n_options[WEFT_HARDWARE_MAX_COLUMNS];
  guint n_workloads;
  double alpha[WEFT_HARDWARE_MAX_WORKLOADS];
  WeftHardwareWeights weights;
  double cost_max_usd;
  double power_max_w;
  double best_objective;
} WeftHardwareFrame;

/* The subclass fills it once while it is made. */
void                     weft_hardware_space_set_frame  (WeftHardwareSpace *self, const WeftHardwareFrame *frame);
WEFT_API const WeftHardwareFrame *weft_hardware_space_get_frame (WeftHardwareSpace *self);
WEFT_API gboolean        weft_hardware_space_draw       (WeftHardwareSpace *self, WeftRandom *random, WeftHardwareChoice *choice);
WEFT_API gboolean        weft_hardware_space_is_legal   (WeftHardwareSpace *self, const WeftHardwareChoice *choice);
WEFT_API void            weft_hardware_space_describe   (WeftHardwareSpace *self, const WeftHardwareChoice *choice, WeftHardwareTraits *traits);
WEFT_API double          weft_hardware_space_estimate   (WeftHardwareSpace *self, const WeftHardwareChoice *choice);
WEFT_API void            weft_hardware_space_list_edits (WeftHardwareSpace *self, const WeftHardwareChoice *from, GArray *edits);
WEFT_API void            weft_hardware_space_measure    (WeftHardwareSpace *self, const WeftHardwareChoice *choice, WeftHardwareVerdict *verdict);
WEFT_API char           *weft_hardware_space_describe_edit (WeftHardwareSpace *self, const WeftHardwareChoice *from, const WeftHardwareEdit *edit);
WEFT_API char           *weft_hardware_space_dup_name   (WeftHardwareSpace *self, const WeftHardwareChoice *choice);

G_END_DECLS
