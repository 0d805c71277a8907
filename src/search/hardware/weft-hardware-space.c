/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The abstract space of machines: it keeps the frame and hands every question to the subclass. What a space does not
 * have, such as a cheap estimate, has an answer here. */
#include "search/hardware/weft-hardware-space-private.h"

#include <math.h>

typedef struct
{
  WeftHardwareFrame frame;
} WeftHardwareSpacePrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (WeftHardwareSpace, weft_hardware_space, G_TYPE_OBJECT)

static double
has_no_estimate (WeftHardwareSpace *self, const WeftHardwareChoice *choice)
{
  return NAN;
}

static void
weft_hardware_space_class_init (WeftHardwareSpaceClass *klass)
{
  klass->estimate = has_no_estimate;
}

static void
weft_hardware_space_init (WeftHardwareSpace *self)
{
  WeftHardwareSpacePrivate *priv = weft_hardware_space_get_instance_private (self);

  priv->frame.best_objective = NAN;
}

/* --- public API --- */

/**
 * weft_hardware_space_set_frame: (skip)
 * @self: a space that is being made
 * @frame: what methods may know of it; copied
 */
void
weft_hardware_space_set_frame (WeftHardwareSpace *self, const WeftHardwareFrame *frame)
{
  WeftHardwareSpacePrivate *priv = weft_hardware_space_get_instance_private (self);

  g_return_if_fail (frame->n_columns <= WEFT_HARDWARE_MAX_COLUMNS);
  g_return_if_fail (frame->n_workloads >= 1 && frame->n_workloads <= WEFT_HARDWARE_MAX_WORKLOADS);
  priv->frame = *frame;
}

/**
 * weft_hardware_space_get_frame: (skip)
 * @self: a space
 *
 * Returns: (transfer none): columns, portfolio, weights and budgets
 */
const WeftHardwareFrame *
weft_hardware_space_get_frame (WeftHardwareSpace *self)
{
  WeftHardwareSpacePrivate *priv = weft_hardware_space_get_instance_private (self);

  return &priv->frame;
}

/**
 * weft_hardware_space_draw: (skip)
 * @self: a space
 * @random: a generator
 * @choice: (out): a legal machine
 *
 * Returns: %FALSE when none was found
 */
gboolean
weft_hardware_space_draw (WeftHardwareSpace *self, WeftRandom *random, WeftHardwareChoice *choice)
{
  return WEFT_HARDWARE_SPACE_GET_CLASS (self)->draw (self, random, choice);
}

/**
 * weft_hardware_space_is_legal: (skip)
 * @self: a space
 * @choice: a machine
 *
 * Returns: whether it keeps the space's rules and limits
 */
gboolean
weft_hardware_space_is_legal (WeftHardwareSpace *self, const WeftHardwareChoice *choice)
{
  return WEFT_HARDWARE_SPACE_GET_CLASS (self)->is_legal (self, choice);
}

/**
 * weft_hardware_space_describe: (skip)
 * @self: a space
 * @choice: a legal machine
 * @traits: (out): its resources, attributes, cost in USD and power in W
 */
void
weft_hardware_space_describe (WeftHardwareSpace *self, const WeftHardwareChoice *choice, WeftHardwareTraits *traits)
{
  WEFT_HARDWARE_SPACE_GET_CLASS (self)->describe (self, choice, traits);
}

/**
 * weft_hardware_space_estimate: (skip)
 * @self: a space
 * @choice: a legal machine
 *
 * Returns: a cheap guess of J, %NAN when the space has none
 */
double
weft_hardware_space_estimate (WeftHardwareSpace *self, const WeftHardwareChoice *choice)
{
  return WEFT_HARDWARE_SPACE_GET_CLASS (self)->estimate (self, choice);
}

/**
 * weft_hardware_space_list_edits: (skip)
 * @self: a space
 * @from: a legal machine
 * @edits: (element-type WeftHardwareEdit): all legal edits are appended, in a fixed order
 */
void
weft_hardware_space_list_edits (WeftHardwareSpace *self, const WeftHardwareChoice *from, GArray *edits)
{
  WEFT_HARDWARE_SPACE_GET_CLASS (self)->list_edits (self, from, edits);
}

/**
 * weft_hardware_space_measure: (skip)
 * @self: a space
 * @choice: a legal machine
 * @verdict: (out): what it does
 *
 * The evaluation that counts. It is pure and may run on any thread.
 */
void
weft_hardware_space_measure (WeftHardwareSpace *self, const WeftHardwareChoice *choice, WeftHardwareVerdict *verdict)
{
  WEFT_HARDWARE_SPACE_GET_CLASS (self)->measure (self, choice, verdict);
}

/**
 * weft_hardware_space_describe_edit: (skip)
 * @self: a space
 * @from: a legal machine
 * @edit: one of its edits
 *
 * Returns: (transfer full): one line
 */
char *
weft_hardware_space_describe_edit (WeftHardwareSpace        *self,
                                   const WeftHardwareChoice *from,
                                   const WeftHardwareEdit   *edit)
{
  return WEFT_HARDWARE_SPACE_GET_CLASS (self)->describe_edit (self, from, edit);
}

/**
 * weft_hardware_space_dup_name: (skip)
 * @self: a space
 * @choice: a legal machine
 *
 * Returns: (transfer full): what it is, one line
 */
char *
weft_hardware_space_dup_name (WeftHardwareSpace *self, const WeftHardwareChoice *choice)
{
  return WEFT_HARDWARE_SPACE_GET_CLASS (self)->name (self, choice);
}
