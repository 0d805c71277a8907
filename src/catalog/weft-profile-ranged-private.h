/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads many constants of a profile at once and refuses one outside of its range. */
#pragma once

#include "catalog/weft-profile.h"

G_BEGIN_DECLS

/**
 * WeftRangedConstant: (skip)
 * @key: the constant's name without a scope
 * @low: the least that it may be
 * @high: the most that it may be
 * @value: where to put it
 * @is_assumed: (nullable): where to put whether it was there for none of the scopes, only for all parts
 */
typedef struct
{
  const char *key;
  double low;
  double high;
  double *value;
  gboolean *is_assumed;
} WeftRangedConstant;

/* @scopes: (nullable): the narrowest first, as weft_profile_get_scoped() has them. %FALSE with a #WeftCatalogError that
 * names profile, constant, value and range. */
gboolean weft_profile_read_ranged (WeftProfile              *self,
                                   const char *const        *scopes,
                                   const WeftRangedConstant *constants,
                                   gsize                     n,
                                   GError                  **error);

G_END_DECLS
