/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Grids from parameters, and what is said when blocks cannot be cut from them. */
#include "workload/weft-generator-grid-private.h"

#include <glib/gi18n-lib.h>

gboolean
weft_generator_read_grid (const char *generator, JsonObject *params, WeftBlockGrid *grid, GError **error)
{
  static const struct
  {
    guint points;
    guint n_axes;
    WeftStencil stencil;
  } stencils[] = {
    { 3, 1, WEFT_STENCIL_STAR }, { 5, 2, WEFT_STENCIL_STAR },  { 9, 2, WEFT_STENCIL_BOX },
    { 7, 3, WEFT_STENCIL_STAR }, { 27, 3, WEFT_STENCIL_BOX },
  };
  guint points = json_object_get_int_member (params, "points");
  guint32 n = json_object_get_int_member (params, "n");

  for (guint i = 0; i < G_N_ELEMENTS (stencils); i++)
    if (stencils[i].points == points)
      {
        *grid = (WeftBlockGrid) { stencils[i].stencil, stencils[i].n_axes, { 1, 1, 1 }, { 1, 1, 1 }, 1 };
        for (guint axis = 0; axis < grid->n_axes; axis++)
          grid->n[axis] = n;
        return TRUE;
      }
  return weft_generator_refuse (generator, "points", WEFT_WORKLOAD_ERROR_INVALID, error,
                                _("found a stencil of %u points, expected 3, 5, 7, 9 or 27"), points);
}

gboolean
weft_generator_cut_grid (const char *generator, guint32 n_blocks, WeftBlockGrid *grid, GError **error)
{
  g_autoptr (GString) sides = g_string_new (NULL);
  guint32 side = grid->n[0] / grid->scale;

  if (weft_block_grid_cut (grid, n_blocks))
    return TRUE;
  for (guint axis = 0; axis < grid->n_axes; axis++)
    g_string_append_printf (sides, "%s%u", axis > 0 ? " × " : "", grid->n[axis] / grid->scale);
  if (grid->scale > 1)
    return weft_generator_refuse (generator, "blocks", WEFT_WORKLOAD_ERROR_INVALID, error,
                                  _("found %u blocks, which cannot be cut from the %s points of the coarsest level; "
                                    "take at most %u, or a product of numbers up to %u for each axis"),
                                  n_blocks, sides->str, side, side);
  return weft_generator_refuse (generator, "blocks", WEFT_WORKLOAD_ERROR_INVALID, error,
                                _("found %u blocks, which cannot be cut from %s points; take at most %u, or a product "
                                  "of numbers up to %u for each axis"),
                                n_blocks, sides->str, side, side);
}
