/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables for tests of the evaluator's fit, from text, and the catalog as the profile “measured” sees it. */
#pragma once

#include <glib.h>
#include <math.h>
#include <string.h>

#include "calib/gauge/weft-gauge-domain.h"

static inline GPtrArray *
take_rows (const char *name, const char *text)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func (weft_gauge_row_free);
  g_autoptr (GError) error = NULL;

  weft_gauge_parse (name, text, strlen (text), rows, &error);
  g_assert_no_error (error);
  return rows;
}

static inline WeftInventory *
take_inventory (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftCatalog) catalog = weft_catalog_load (g_getenv ("WEFT_CATALOG_DIR"), NULL, &error);
  WeftInventory *inventory;
  WeftProfile *profile;

  g_assert_no_error (error);
  profile = weft_catalog_get_profile (catalog, "measured", &error);
  g_assert_no_error (error);
  inventory = weft_inventory_new (catalog, profile, &error);
  g_assert_no_error (error);
  return inventory;
}

#define assert_near(a, b, tolerance) \
  G_STMT_START \
  { \
    double near_a = (a), near_b = (b); \
    if (!(fabs (near_a - near_b) <= (tolerance) *fabs (near_b))) \
      g_error ("%s:%d: %s = %.9g, expected %.9g within %g", __FILE__, __LINE__, #a, near_a, near_b, \
               (double) (tolerance)); \
  } \
  G_STMT_END
