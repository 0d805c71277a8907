/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Devices on a grid: torus, mesh and stack, and rows of tiles that differ in width. */
#include "design/topology/weft-topology-family-private.h"

#include <glib/gi18n-lib.h>

#define GRID_DIMS 0
#define TILE_ROWS 0

/* A torus of 4 x 4 x 4 cubes as in TPU v4: inside a cube cables are copper, between cubes they go
 * through optical circuit switches, one for each of the 16 places on a face and each direction. */
#define OCS_CUBE_SIDE 4
#define OCS_SWITCHES 48
#define OCS_FIBRES_PER_LINK 2

/* The widest tile row list; a grid has at most WEFT_TOPOLOGY_MAX_LIST sides. */
#define MAX_TILE_ROWS 100000

/* So many rows are taken two by two for their distances; more are searched. */
#define MAX_PAIRED_ROWS 5000

/* With @wraps a side above two closes to a ring; two devices in a row are joined once. */
static void
plan_grid (const gint64 *dims, guint n, gboolean wraps, WeftTopologyPlan *plan)
{
  guint64 largest = 0, size = 1;

  for (guint i = 0; i < n; i++)
    {
      largest = MAX (largest, (guint64) dims[i]);
      size = weft_plan_times (size, dims[i]);
      plan->shape[i] = dims[i];
    }
  plan->n_shape = n;
  plan->n_endpoints = size;
  plan->diameter = 0;
  for (guint i = 0; i < n; i++)
    {
      guint64 d = dims[i], lines = size / d;
      guint64 links = wraps && d > 2 ? d : d - 1;

      plan->n_links = weft_plan_plus (plan->n_links, weft_plan_times (lines, links));
      plan->diameter += wraps ? d / 2 : d - 1;
    }
  plan->n_pairs = plan->n_links;
  if (largest % 2 == 0)
    plan->bisection = size / largest * (wraps && largest > 2 ? 2 : 1);
}

/* Ordered pairs on a line of d devices are d (d*d - 1) / 3 hops apart in all. */
static double
average_on_mesh (const gint64 *dims, guint n, double size)
{
  double hops = 0;

  for (guint i = 0; i < n; i++)
    hops += ((double) dims[i] * dims[i] - 1) / (3.0 * dims[i]);
  return hops * (size / (size - 1));
}

static void
build_grid (const gint64 *dims, guint n, gboolean wraps, WeftNet *net)
{
  guint32 place[WEFT_TOPOLOGY_MAX_LIST] = { 0 };

  for (guint32 v = 0; v < net->n_vertices; v++)
    {
      guint32 step = 1;

      for (guint i = n; i-- > 0; step *= dims[i])
        if (place[i] + 1 < dims[i])
          weft_net_join (net, v, v + step, 1);
        else if (wraps && dims[i] > 2)
          weft_net_join (net, v, v - step * (guint32) (dims[i] - 1), 1);
      for (guint i = n; i-- > 0 && ++place[i] == dims[i];)
        place[i] = 0;
    }
}

static void
plan_torus (const WeftTopologyArgs *args,
            WeftTopologyPlan       *plan)
{
  guint n;
  GArray *dims = weft_args_list (args, GRID_DIMS, &n);

  plan_grid (&weft_list_at (dims, 0), n, TRUE, plan);
  plan->n_alike = 1;
}

static void
build_torus (const WeftTopologyArgs *args,
             WeftNet                *net)
{
  guint n;
  GArray *dims = weft_args_list (args, GRID_DIMS, &n);

  build_grid (&weft_list_at (dims, 0), n, TRUE, net);
}

static void
plan_mesh (const WeftTopologyArgs *args,
           WeftTopologyPlan       *plan)
{
  guint n;
  GArray *dims = weft_args_list (args, GRID_DIMS, &n);

  plan_grid (&weft_list_at (dims, 0), n, FALSE, plan);
  if (plan->n_endpoints > 1)
    plan->avg_hops = average_on_mesh (&weft_list_at (dims, 0), n, plan->n_endpoints);
}

static void
build_mesh (const WeftTopologyArgs *args,
            WeftNet                *net)
{
  guint n;
  GArray *dims = weft_args_list (args, GRID_DIMS, &n);

  build_grid (&weft_list_at (dims, 0), n, FALSE, net);
}

static gboolean
check_torus_ocs (const WeftTopologyArgs  *args,
                 const WeftJsonAt        *at,
                 GError                 **error)
{
  static const char *const names[] = { "X", "Y", "Z" };

  for (guint i = 0; i < 3; i++)
    if (args->n[i] % OCS_CUBE_SIDE != 0)
      return weft_topology_refuse (at, names[i], WEFT_TOPOLOGY_ERROR_RELATION, error,
                                   "found the number %" G_GINT64_FORMAT
                                   ", expected a multiple of %d, the side of a cube",
                                   args->n[i], OCS_CUBE_SIDE);
  return TRUE;
}

/* Of a line of four one link in four leaves the cube. Each link through a switch takes two fibres,
 * and each fibre one port (public descriptions of TPU v4: 96 fibres a cube, 48 switches). */
static void
plan_torus_ocs (const WeftTopologyArgs *args,
                WeftTopologyPlan       *plan)
{
  plan_grid (args->n, 3, TRUE, plan);
  plan->n_alike = 1;
  plan->has_ocs = TRUE;
  plan->ocs = (WeftTopologyOcs) {
    .cubes = plan->n_endpoints / (OCS_CUBE_SIDE * OCS_CUBE_SIDE * OCS_CUBE_SIDE),
    .optical_links = plan->n_links / OCS_CUBE_SIDE,
    .electrical_links = plan->n_links - plan->n_links / OCS_CUBE_SIDE,
    .fibres = plan->n_links / OCS_CUBE_SIDE * OCS_FIBRES_PER_LINK,
    .switches = OCS_SWITCHES,
    .ports_per_switch = plan->n_links / OCS_CUBE_SIDE * OCS_FIBRES_PER_LINK / OCS_SWITCHES,
  };
}

static void
build_torus_ocs (const WeftTopologyArgs *args,
                 WeftNet                *net)
{
  build_grid (args->n, 3, TRUE, net);
}

/* The sum of min (x, y) + 1 over 0 <= x < a and 0 <= y < b, with a <= b. */
static double
sum_of_smaller (double a, double b)
{
  return a * (a + 1) / 2 * b - (a - 1) * a * (a + 1) / 6;
}

/* The sum of the differences of x and y over the same. */
static double
sum_of_differences (double a, double b)
{
  return a * b * (a + b) / 2 + a * b - 2 * sum_of_smaller (a, b);
}

/* Two rows that are @rows apart with nothing narrower than @neck from one to the other, themselves
 * included: tiles beyond the neck must come back to it. */
static double
hops_of_rows (gint64 a, gint64 b, gint64 rows, gint64 neck, gint64 *farthest)
{
  double low = MIN (a, b), high = MAX (a, b);

  *farthest = rows + (rows > 0 ? MAX (MAX (a, b) - 1, a + b - 2 * neck) : a - 1);
  return (double) rows * low * high + sum_of_differences (low, high)
         + (rows > 0 ? 2 * sum_of_smaller (low - neck, high - neck) : 0);
}

static void
plan_tile_hops (const GArray *rows, WeftTopologyPlan *plan)
{
  double hops = 0, size = plan->n_endpoints;
  gint64 diameter = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      gint64 neck = weft_list_at (rows, i);

      for (guint j = i; j < rows->len; j++)
        {
          gint64 farthest;

          neck = MIN (neck, weft_list_at (rows, j));
          hops += (j > i ? 2 : 1)
                  * hops_of_rows (weft_list_at (rows, i), weft_list_at (rows, j), j - i, neck,
                                  &farthest);
          diameter = MAX (diameter, farthest);
        }
    }
  plan->diameter = diameter;
  if (plan->n_endpoints > 1)
    plan->avg_hops = hops / (size * (size - 1));
}

/* Rows begin at the same edge; a tile is joined to the one above where there is one. */
static void
plan_tile_mesh_rows (const WeftTopologyArgs *args,
                     WeftTopologyPlan       *plan)
{
  guint n;
  GArray *rows = weft_args_list (args, TILE_ROWS, &n);

  for (guint i = 0; i < n; i++)
    {
      guint64 width = weft_list_at (rows, i);

      plan->n_endpoints += width;
      plan->n_links += width - 1;
      if (i > 0)
        plan->n_links += MIN (width, (guint64) weft_list_at (rows, i - 1));
    }
  plan->n_pairs = plan->n_links;
  if (n <= MAX_PAIRED_ROWS && weft_plan_fits (plan))
    plan_tile_hops (rows, plan);
}

static void
build_tile_mesh_rows (const WeftTopologyArgs *args,
                      WeftNet                *net)
{
  guint n;
  GArray *rows = weft_args_list (args, TILE_ROWS, &n);
  guint32 begin = 0;

  for (guint i = 0; i < n; i++)
    {
      guint32 width = weft_list_at (rows, i);
      guint32 above = i > 0 ? weft_list_at (rows, i - 1) : 0;

      for (guint32 x = 0; x < width; x++)
        {
          if (x > 0)
            weft_net_join (net, begin + x - 1, begin + x, 1);
          if (x < above)
            weft_net_join (net, begin - above + x, begin + x, 1);
        }
      begin += width;
    }
}

static const WeftTopologyParam torus_params[] = {
  WEFT_PARAM_LIST ("dims", N_("Sides"), WEFT_NET_MAX_VERTICES, "[4, 4]"),
};

static const WeftTopologyParam mesh_params[] = {
  WEFT_PARAM_LIST ("dims", N_("Sides"), WEFT_NET_MAX_VERTICES, "[1, 1, 4]"),
};

static const WeftTopologyParam torus_ocs_params[] = {
  WEFT_PARAM_COUNT ("X", N_("First side, a multiple of 4"), 4, "8"),
  WEFT_PARAM_COUNT ("Y", N_("Second side, a multiple of 4"), 4, "8"),
  WEFT_PARAM_COUNT ("Z", N_("Third side, a multiple of 4"), 4, "8"),
};

static const WeftTopologyParam tile_mesh_rows_params[] = {
  { "rows", N_("Tiles of each row"), WEFT_TOPOLOGY_NUMBERS, 1, WEFT_NET_MAX_VERTICES,
    MAX_TILE_ROWS, "[5, 5, 3, 2]", FALSE, 0, NULL },
};

const WeftTopologyFamily weft_topology_torus = {
  .generator = { "torus", N_("Torus"),
                 N_("Devices on a grid, each line closed to a ring; a line of two has one cable."),
                 torus_params, G_N_ELEMENTS (torus_params) },
  .plan = plan_torus,
  .build = build_torus,
};

const WeftTopologyFamily weft_topology_mesh = {
  .generator = { "mesh", N_("Mesh or stack"),
                 N_("Devices on a grid, each joined to its neighbours; a stack has sides 1, 1, t."),
                 mesh_params, G_N_ELEMENTS (mesh_params) },
  .plan = plan_mesh,
  .build = build_mesh,
};

const WeftTopologyFamily weft_topology_tile_mesh_rows = {
  .generator = { "tile_mesh_rows", N_("Tile mesh"),
                 N_("Rows of tiles that differ in width and begin at the same edge."),
                 tile_mesh_rows_params, G_N_ELEMENTS (tile_mesh_rows_params) },
  .plan = plan_tile_mesh_rows,
  .build = build_tile_mesh_rows,
};

const WeftTopologyFamily weft_topology_torus_ocs = {
  .generator = { "torus_ocs", N_("3D torus with optical circuit switches"),
                 N_("Cubes of 4 × 4 × 4 devices; optical circuit switches join them to a torus."),
                 torus_ocs_params, G_N_ELEMENTS (torus_ocs_params) },
  .check = check_torus_ocs,
  .plan = plan_torus_ocs,
  .build = build_torus_ocs,
};
