/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Three-dimensional FFTs of complex numbers on a cube in pencils or slabs: one-dimensional transforms along each
 * axis, with transposes between them as edges from every part to those that take some of its points. */
#include "workload/weft-generator-grid-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "workload/weft-block-level-private.h"

#define N_PASSES 3

/* Part (a, b) of a × b parts has points a of one axis and b of another in each pass: of x and y when z is
 * transformed, of x and z in the pass of y, of y and z in the pass of x. So the first transpose is among parts of one
 * a and the second among those of one b, and every part has as many points in each pass. Slabs are pencils with one
 * b. */
typedef struct
{
  WeftTaskBuilder *builder;
  guint32 n;
  guint32 n_a;
  guint32 n_b;
  guint32 n_transforms;
  WeftDtype dtype;
  double value_bytes; /* of a complex number */
  double *points;     /* [n_a × n_b] */
  guint32 *region;
  WeftBlockStep passes[2][N_PASSES]; /* z, y and x; forward and backward */
} Fft;

/* --- parts --- */

static double
part_size (const Fft *self, guint32 part, guint32 n_parts)
{
  return (double) ((guint64) self->n * (part + 1) / n_parts - (guint64) self->n * part / n_parts);
}

static void
list_points (Fft *self)
{
  self->points = g_new (double, (gsize) self->n_a * self->n_b);
  for (guint32 a = 0; a < self->n_a; a++)
    for (guint32 b = 0; b < self->n_b; b++)
      self->points[a * self->n_b + b] = self->n * part_size (self, a, self->n_a) * part_size (self, b, self->n_b);
}

/* As near to a square as it gets, or slabs. */
static gboolean
cut_parts (Fft *self, guint32 n_parts, gboolean is_slabs, GError **error)
{
  self->n_b = is_slabs ? 1 : (guint32) sqrt (n_parts);
  while (n_parts % self->n_b != 0)
    self->n_b--;
  self->n_a = n_parts / self->n_b;
  if (self->n_a <= self->n)
    return TRUE;
  if (is_slabs)
    return weft_generator_refuse ("fft", "parts", WEFT_WORKLOAD_ERROR_INVALID, error,
                                  _("found %u slabs, more than the %u planes of the cube; take pencils, or fewer "
                                    "parts"),
                                  n_parts, self->n);
  return weft_generator_refuse ("fft", "parts", WEFT_WORKLOAD_ERROR_INVALID, error,
                                _("found %u parts, which are cut into %u × %u pencils, more than the %u points along a "
                                  "side"),
                                n_parts, self->n_a, self->n_b, self->n);
}

/* Three tasks for each part; a b² and b a² edges of two transposes, and one for each part between two transforms. */
static gboolean
check_size (const Fft *self, GError **error)
{
  double a = self->n_a, b = self->n_b, transforms = self->n_transforms;

  return weft_generator_check_size ("fft", transforms * N_PASSES * a * b,
                                    transforms * (a * b * b + b * a * a) + (transforms - 1) * a * b, error);
}

/* --- tasks --- */

/* 5 n log2 n operations a line, the count of radix 2 that FFTs are compared by (Frigo and Johnson, Proc. IEEE 93(2),
 * 2005); each point is read and written once. */
static WeftTaskCost
pass_cost (const Fft *self, double points)
{
  WeftTaskCost cost = {
    .kernel = "fft",
    .bytes_read = self->value_bytes * points,
    .bytes_written = self->value_bytes * points,
  };

  cost.flops[self->dtype] = 5 * points * log2 (self->n);
  return cost;
}

/* What is transformed, and as much to transpose into. */
static void
add_regions (Fft *self)
{
  guint32 n_parts = self->n_a * self->n_b;
  g_autofree double *bytes = g_new (double, n_parts);

  for (guint32 part = 0; part < n_parts; part++)
    bytes[part] = 2 * self->value_bytes * self->points[part];
  self->region = weft_block_regions (self->builder, "part", n_parts, bytes);
}

static void
prepare (Fft *self)
{
  static const char *const names[2][N_PASSES] = { { "fft_z", "fft_y", "fft_x" }, { "ifft_z", "ifft_y", "ifft_x" } };
  guint32 n_parts = self->n_a * self->n_b;
  g_autofree char *name = g_strdup_printf ("fft_n%u_p%ux%u_t%u", self->n, self->n_a, self->n_b, self->n_transforms);
  g_autoptr (WeftKindSet) kinds = NULL;

  self->builder = weft_task_builder_new (name);
  kinds = weft_kind_set_new (self->builder);
  list_points (self);
  add_regions (self);
  for (guint way = 0; way < MIN (self->n_transforms, 2); way++)
    for (guint pass = 0; pass < N_PASSES; pass++)
      {
        weft_block_step_init (&self->passes[way][pass], self->builder, names[way][pass], n_parts, self->region);
        for (guint32 part = 0; part < n_parts; part++)
          {
            WeftTaskCost cost = pass_cost (self, self->points[part]);

            self->passes[way][pass].kind[part] = weft_kind_set_take (kinds, &cost);
          }
      }
}

static void
clear (Fft *self)
{
  for (guint i = 0; i < 2 * N_PASSES; i++)
    weft_block_step_clear (&self->passes[i / N_PASSES][i % N_PASSES]);
  g_free (self->points);
  g_free (self->region);
  g_clear_pointer (&self->builder, weft_task_builder_free);
}

/* Between the passes of z and y: parts of one a exchange what they have of each other's b. */
static void
transpose_within_a (const Fft *self, WeftBlockTasks from, WeftBlockTasks to)
{
  for (guint32 a = 0; a < self->n_a; a++)
    for (guint32 b = 0; b < self->n_b; b++)
      for (guint32 other = 0; other < self->n_b; other++)
        weft_task_builder_add_edge (self->builder, from.first + a * self->n_b + b, to.first + a * self->n_b + other,
                                    self->value_bytes * part_size (self, a, self->n_a) * part_size (self, b, self->n_b)
                                      * part_size (self, other, self->n_b));
}

/* Between the passes of y and x: parts of one b. */
static void
transpose_within_b (const Fft *self, WeftBlockTasks from, WeftBlockTasks to)
{
  for (guint32 a = 0; a < self->n_a; a++)
    for (guint32 b = 0; b < self->n_b; b++)
      for (guint32 other = 0; other < self->n_a; other++)
        weft_task_builder_add_edge (self->builder, from.first + a * self->n_b + b, to.first + other * self->n_b + b,
                                    self->value_bytes * part_size (self, a, self->n_a)
                                      * part_size (self, other, self->n_a) * part_size (self, b, self->n_b));
}

/* Every second transform goes back, so that it begins with the parts as they are. */
static WeftBlockTasks
add_transform (const Fft *self, guint32 number, WeftBlockTasks before)
{
  gboolean is_back = number % 2 == 1;
  const WeftBlockStep *passes = self->passes[is_back];
  guint32 turn = self->n_transforms > 1 ? number + 1 : WEFT_TASK_NONE;
  WeftBlockTasks first = weft_block_step_add (&passes[is_back ? 2 : 0], self->builder, turn);
  WeftBlockTasks second = weft_block_step_add (&passes[1], self->builder, turn);
  WeftBlockTasks third = weft_block_step_add (&passes[is_back ? 0 : 2], self->builder, turn);

  if (before.n > 0)
    weft_block_join (self->builder, before, first, self->points, self->value_bytes);
  (is_back ? transpose_within_b : transpose_within_a) (self, first, second);
  (is_back ? transpose_within_a : transpose_within_b) (self, second, third);
  return third;
}

static gboolean
add_tasks (Fft *self, GCancellable *cancellable, GError **error)
{
  WeftBlockTasks before = { 0 };

  for (guint32 i = 0; i < self->n_transforms; i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      before = add_transform (self, i, before);
    }
  return TRUE;
}

/* --- the generator --- */

static WeftTaskGraph *
make (JsonObject *params, WeftCatalog *catalog, GCancellable *cancellable, GError **error)
{
  Fft self = {
    .n = json_object_get_int_member (params, "n"),
    .n_transforms = json_object_get_int_member (params, "transforms"),
  };
  gboolean is_slabs = g_str_equal (json_object_get_string_member (params, "cut"), "slabs");
  WeftTaskGraph *graph = NULL;

  weft_dtype_parse (json_object_get_string_member (params, "dtype"), &self.dtype);
  self.value_bytes = 2 * weft_dtype_bytes (self.dtype);
  if (!cut_parts (&self, json_object_get_int_member (params, "parts"), is_slabs, error) || !check_size (&self, error))
    return NULL;
  prepare (&self);
  if (add_tasks (&self, cancellable, error))
    graph = weft_task_builder_finish (g_steal_pointer (&self.builder), cancellable, error);
  clear (&self);
  return graph;
}

static const WeftParameter params[] = {
  WEFT_GENERATOR_SIDE_PARAM (N_("Points of the grid along each side"), "256"),
  WEFT_GENERATOR_COUNT_PARAM ("parts", N_("Parts that the cube is cut into"), "16"),
  { "cut", N_("How it is cut"), NULL, WEFT_PARAMETER_CHOICE, "\"pencils\"", 0, 0, "pencils,slabs" },
  WEFT_GENERATOR_COUNT_PARAM ("transforms", N_("Transforms, every second one back"), "2"),
  { "dtype", N_("Numbers, two of them for each complex one"), NULL, WEFT_PARAMETER_CHOICE, "\"fp64\"", 0, 0,
    "fp64,fp32" },
};

const WeftGenerator weft_generator_fft = {
  "fft",
  N_("3D FFT"),
  N_("Fourier transforms of a cube in pencils or slabs, with transposes between the passes along its axes."),
  params,
  G_N_ELEMENTS (params),
  make,
};
