/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The length of a cable through the trays of a hall. Every vertical and horizontal piece is
 * counted, so that the same places give the same metres on any machine. */
#include "design/physical/weft-cable-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "design/physical/weft-physical-private.h"

/* One cross-tray, at the head of the rows: the least that a hall with two rows has. */
static const double default_cross_m[] = { 0.0 };

static const WeftCableRules default_rules = {
  /* The usual width of a rack: 0.6 m, also what SADDLE (clusterdesign.org) takes. */
  .rack_pitch_m = 0.60,
  /* A rack 1.2 m deep and an aisle of 1.2 m, the mean of hot and cold ones. */
  .row_pitch_m = 2.40,
  /* Feet and the bottom rail; an assumption. Unit 42 then ends at 1.95 m. */
  .base_m = 0.08,
  /* Some 0.6 m above such a rack, an assumption; that trays run above the racks is what HP Perseus
   * (HPL-2011-30) and HPL-2015-8 take. */
  .tray_m = 2.60,
  /* From the port to the side of the rack; an assumption. */
  .dress_m = 0.20,
  /* So that a plug can be pulled and its device slid out; an assumption. */
  .loop_m = 0.15,
  /* Bends and sag; an assumption. */
  .slack = 0.05,
  .cross_m = default_cross_m,
  .n_cross = G_N_ELEMENTS (default_cross_m),
};

static gboolean
check_place (const WeftRackPlace  *place,
             GError              **error)
{
  return weft_physical_check ("row", place->row, 0, WEFT_PHYSICAL_MAX_ROWS, error)
         && weft_physical_check ("position", place->position, 0, WEFT_PHYSICAL_MAX_ROWS, error);
}

static gboolean
is_same_rack (const WeftRackPlace *a,
              const WeftRackPlace *b)
{
  return a->row == b->row && a->position == b->position;
}

static double
height_of (const WeftCableRules *rules,
           double                unit)
{
  return rules->base_m + (unit - 0.5) * WEFT_RACK_UNIT_M;
}

/* Along the rows: straight within one, else by the cross-tray that makes the way shortest. */
static double
along_rows (const WeftCableRules *rules,
            const WeftRackPlace  *a,
            const WeftRackPlace  *b)
{
  double x_a = a->position * rules->rack_pitch_m;
  double x_b = b->position * rules->rack_pitch_m;
  double least = INFINITY;

  if (a->row == b->row)
    return fabs (x_a - x_b);

  for (guint i = 0; i < rules->n_cross; i++)
    {
      double by = fabs (x_a - rules->cross_m[i]) + fabs (rules->cross_m[i] - x_b);

      least = MIN (least, by);
    }
  return least;
}

double
weft_cable_floor_run_checked (const WeftCableRules *rules,
                              const WeftRackPlace  *a,
                              const WeftRackPlace  *b)
{
  return along_rows (rules, a, b) + fabs ((double) a->row - (double) b->row) * rules->row_pitch_m;
}

double
weft_cable_length_of_run (const WeftCableRules *rules,
                          double                run_m)
{
  return (run_m + 2.0 * rules->dress_m + 2.0 * rules->loop_m) * (1.0 + rules->slack);
}

double
weft_cable_length_checked (const WeftCableRules *rules,
                           const WeftRackPlace  *a,
                           const WeftRackPlace  *b)
{
  double z_a = height_of (rules, a->unit);
  double z_b = height_of (rules, b->unit);
  double run_m = fabs (z_a - z_b);

  if (!is_same_rack (a, b))
    run_m = fabs (rules->tray_m - z_a) + fabs (rules->tray_m - z_b)
            + weft_cable_floor_run_checked (rules, a, b);
  return weft_cable_length_of_run (rules, run_m);
}

static gboolean
floor_run (const WeftCableRules  *rules,
           const WeftRackPlace   *a,
           const WeftRackPlace   *b,
           double                *run_m,
           GError               **error)
{
  double floor_m;

  if (!check_place (a, error) || !check_place (b, error))
    return FALSE;

  floor_m = weft_cable_floor_run_checked (rules, a, b);
  if (!isfinite (floor_m))
    {
      g_set_error (error, WEFT_PHYSICAL_ERROR, WEFT_PHYSICAL_ERROR_REACH,
                   _("No cross-tray joins row %d to row %d; found 0 cross-trays, expected at "
                     "least 1"), a->row, b->row);
      return FALSE;
    }

  *run_m = floor_m;
  return TRUE;
}

/* A port above the tray would make a run shorter than it is. */
static gboolean
check_below_tray (const WeftCableRules  *rules,
                  double                 unit,
                  GError               **error)
{
  g_autofree char *shown = NULL;
  g_autofree char *height = NULL;
  g_autofree char *tray = NULL;

  if (height_of (rules, unit) <= rules->tray_m)
    return TRUE;

  shown = weft_physical_number (unit);
  height = weft_physical_number (height_of (rules, unit));
  tray = weft_physical_number (rules->tray_m);
  g_set_error (error, WEFT_PHYSICAL_ERROR, WEFT_PHYSICAL_ERROR_ORDER,
               _("Rack unit %s lies at %s m, above the tray at %s m; raise the tray"),
               shown, height, tray);
  return FALSE;
}

static gboolean
check_unit (double    unit,
            GError  **error)
{
  return weft_physical_check ("unit", unit, 1, WEFT_PHYSICAL_MAX_UNITS, error);
}

/* The rules are sound already. */
static gboolean
whole_run (const WeftCableRules  *rules,
           const WeftRackPlace   *a,
           const WeftRackPlace   *b,
           double                *run_m,
           GError               **error)
{
  double floor_m;

  if (!check_unit (a->unit, error) || !check_unit (b->unit, error)
      || !floor_run (rules, a, b, &floor_m, error))
    return FALSE;

  if (is_same_rack (a, b))
    {
      *run_m = fabs (height_of (rules, a->unit) - height_of (rules, b->unit));
      return TRUE;
    }

  if (!check_below_tray (rules, a->unit, error) || !check_below_tray (rules, b->unit, error))
    return FALSE;

  *run_m = (rules->tray_m - height_of (rules, a->unit))
           + (rules->tray_m - height_of (rules, b->unit)) + floor_m;
  return TRUE;
}

/**
 * weft_cable_rules_default: (skip)
 *
 * Returns: (transfer none): racks 0.6 m apart, rows 2.4 m apart, trays at 2.6 m, one cross-tray at
 *   the head of the rows
 */
const WeftCableRules *
weft_cable_rules_default (void)
{
  return &default_rules;
}

/**
 * weft_cable_rules_check: (skip)
 * @rules: a hall
 * @error: return location for a #WeftPhysicalError
 *
 * Returns: whether every measure is one that a hall can have
 */
gboolean
weft_cable_rules_check (const WeftCableRules  *rules,
                        GError               **error)
{
  g_return_val_if_fail (rules != NULL, FALSE);
  g_return_val_if_fail (rules->cross_m != NULL || rules->n_cross == 0, FALSE);

  if (!weft_physical_check ("rack_pitch_m", rules->rack_pitch_m, 0.1, 10, error)
      || !weft_physical_check ("row_pitch_m", rules->row_pitch_m, 0.1, 100, error)
      || !weft_physical_check ("base_m", rules->base_m, 0, 5, error)
      || !weft_physical_check ("tray_m", rules->tray_m, 0, 50, error)
      || !weft_physical_check ("dress_m", rules->dress_m, 0, 10, error)
      || !weft_physical_check ("loop_m", rules->loop_m, 0, 10, error)
      || !weft_physical_check ("slack", rules->slack, 0, 1, error))
    return FALSE;

  for (guint i = 0; i < rules->n_cross; i++)
    if (!weft_physical_check ("cross_m", rules->cross_m[i], -WEFT_PHYSICAL_MAX_LENGTH_M,
                              WEFT_PHYSICAL_MAX_LENGTH_M, error))
      return FALSE;

  return TRUE;
}

/**
 * weft_cable_height: (skip)
 * @rules: the hall
 * @unit: a rack unit, from 1 at the bottom
 * @height_m: (out): its middle above the floor: z(u) = base + (u - 0.5) x 0.04445 m (EIA-310-D)
 * @error: return location for a #WeftPhysicalError
 *
 * Returns: whether @height_m is set
 */
gboolean
weft_cable_height (const WeftCableRules  *rules,
                   double                 unit,
                   double                *height_m,
                   GError               **error)
{
  g_return_val_if_fail (height_m != NULL, FALSE);

  if (!weft_cable_rules_check (rules, error) || !check_unit (unit, error))
    return FALSE;

  *height_m = height_of (rules, unit);
  return TRUE;
}

/**
 * weft_cable_floor_run: (skip)
 * @rules: the hall
 * @a: one rack; its unit does not count
 * @b: the other rack
 * @run_m: (out): from rack to rack along the trays, without the ways up and down: |pos_a - pos_b|
 *   p_x within a row, else the least over the cross-trays x_c of |x_a - x_c| + |x_c - x_b|, and
 *   |row_a - row_b| p_row (rectilinear trays, as HPL-2011-30 and SADDLE have them)
 * @error: return location for a #WeftPhysicalError
 *
 * Returns: whether @run_m is set
 */
gboolean
weft_cable_floor_run (const WeftCableRules  *rules,
                      const WeftRackPlace   *a,
                      const WeftRackPlace   *b,
                      double                *run_m,
                      GError               **error)
{
  g_return_val_if_fail (a != NULL && b != NULL && run_m != NULL, FALSE);

  return weft_cable_rules_check (rules, error) && floor_run (rules, a, b, run_m, error);
}

/**
 * weft_cable_run: (skip)
 * @rules: the hall
 * @a: one end
 * @b: the other end
 * @run_m: (out): |z_a - z_b| within a rack, else up to the tray at both ends and along it:
 *   (H - z_a) + (H - z_b) + floor run
 * @error: return location for a #WeftPhysicalError
 *
 * Returns: whether @run_m is set
 */
gboolean
weft_cable_run (const WeftCableRules  *rules,
                const WeftRackPlace   *a,
                const WeftRackPlace   *b,
                double                *run_m,
                GError               **error)
{
  g_return_val_if_fail (a != NULL && b != NULL && run_m != NULL, FALSE);

  return weft_cable_rules_check (rules, error) && whole_run (rules, a, b, run_m, error);
}

/**
 * weft_cable_length: (skip)
 * @rules: the hall
 * @a: one end
 * @b: the other end
 * @length_m: (out): what the cable must measure: (run + 2 dress + 2 loop) (1 + slack)
 * @error: return location for a #WeftPhysicalError
 *
 * Returns: whether @length_m is set
 */
gboolean
weft_cable_length (const WeftCableRules  *rules,
                   const WeftRackPlace   *a,
                   const WeftRackPlace   *b,
                   double                *length_m,
                   GError               **error)
{
  double run_m;

  g_return_val_if_fail (length_m != NULL, FALSE);

  if (!weft_cable_run (rules, a, b, &run_m, error))
    return FALSE;

  *length_m = weft_cable_length_of_run (rules, run_m);
  return TRUE;
}
