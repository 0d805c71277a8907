/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random graphs in layers, for comparing mappers: every task waits for a few of the layer before. The scheme is ours;
 * one seed gives one graph on every machine. */
#include "workload/weft-generator-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-quote-private.h"
#include "base/weft-random.h"

#define MAX_CLASSES 16
#define TASKS_BETWEEN_LOOKS 4096

typedef struct
{
  WeftTaskBuilder *builder;
  WeftRandom random;
  guint32 n_tasks;
  guint32 width;
  double degree;
  guint32 cost_max;
  guint32 edge_bytes;
  double unit_s;
  double unit_flops;
  WeftDtype dtype;
  char **classes; /* NULL at the end */
  guint n_classes;
  GHashTable *kinds; /* gint64 *: the costs as digits of one number -> kind + 1 */
  guint32 *seen;     /* [width] the last task that waits for it, counted from 1 */
} Layered;

/* --- what is asked for --- */

static gboolean
read_classes (Layered *self, const char *text, GError **error)
{
  self->classes = g_strsplit (text, ",", -1);
  self->n_classes = g_strv_length (self->classes);
  if (self->n_classes > MAX_CLASSES)
    return weft_generator_refuse ("layered", "classes", WEFT_WORKLOAD_ERROR_INVALID, error,
                                  _("found %u classes, expected at most %u"), self->n_classes, MAX_CLASSES);
  for (guint i = 0; i < self->n_classes; i++)
    {
      g_autofree char *quoted = weft_quote (g_strstrip (self->classes[i]), -1);

      if (self->classes[i][0] == '\0')
        return weft_generator_refuse ("layered", "classes", WEFT_WORKLOAD_ERROR_INVALID, error,
                                      _("found a class without a name; expected names with commas between them"));
      for (guint j = 0; j < i; j++)
        if (g_str_equal (self->classes[j], self->classes[i]))
          return weft_generator_refuse ("layered", "classes", WEFT_WORKLOAD_ERROR_INVALID, error,
                                        _("found %s twice"), quoted);
    }
  return TRUE;
}

/* The costs of a task are the digits of one number of 63 bits. */
static gboolean
check_costs (const Layered *self, GError **error)
{
  return self->n_classes * log2 (self->cost_max) < 63
         || weft_generator_refuse ("layered", "cost_max", WEFT_WORKLOAD_ERROR_INVALID, error,
                                   _("found costs up to %u in %u classes, expected at most %.0f in so many"),
                                   self->cost_max, self->n_classes, floor (exp2 (62.0 / self->n_classes)));
}

static gboolean
check_degree (const Layered *self, GError **error)
{
  return self->degree <= self->width
         || weft_generator_refuse ("layered", "degree", WEFT_WORKLOAD_ERROR_INVALID, error,
                                   _("found %g edges into a task, more than the %u tasks of the layer before"),
                                   self->degree, self->width);
}

/* Edges into all tasks up to the one of this number after the first layer: those of each differ by at most one. */
static double
count_edges (const Layered *self, double n_tasks)
{
  return floor (n_tasks * self->degree);
}

static gboolean
check_size (const Layered *self, GError **error)
{
  double later = self->n_tasks > self->width ? self->n_tasks - self->width : 0;

  return weft_generator_check_size ("layered", self->n_tasks, count_edges (self, later), error);
}

/* --- tasks --- */

static guint32
add_kind (Layered *self, const guint32 *costs)
{
  WeftTaskCost cost = { .kernel = "work" };
  guint32 kind;

  cost.flops[self->dtype] = costs[0] * self->unit_flops;
  kind = weft_task_builder_add_kind (self->builder, &cost);
  for (guint i = 0; i < self->n_classes; i++)
    weft_task_builder_add_time (self->builder, self->classes[i], costs[i] * self->unit_s);
  return kind;
}

/* Whole numbers from 1 to the greatest cost, one for each class, or one for all; tasks of equal costs share a kind. */
static guint32
draw_kind (Layered *self)
{
  guint32 costs[MAX_CLASSES];
  gint64 key = 0;
  guint32 found;

  for (guint i = 0; i < MAX (self->n_classes, 1); i++)
    {
      costs[i] = 1 + weft_random_below (&self->random, self->cost_max);
      key = key * self->cost_max + costs[i] - 1;
    }
  found = GPOINTER_TO_UINT (g_hash_table_lookup (self->kinds, &key));
  if (found == 0)
    {
      found = add_kind (self, costs) + 1;
      g_hash_table_insert (self->kinds, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (found));
    }
  return found - 1;
}

/* Different tasks of the layer before (Floyd's sampling, Bentley and Floyd, CACM 30(9), 1987). */
static void
draw_edges (Layered *self, guint32 task, guint32 n)
{
  guint32 before = (task / self->width - 1) * self->width;

  for (guint32 top = self->width - n; top < self->width; top++)
    {
      guint32 at = weft_random_below (&self->random, top + 1);

      if (self->seen[at] == task + 1)
        at = top;
      self->seen[at] = task + 1;
      weft_task_builder_add_edge (self->builder, before + at, task,
                                  1 + weft_random_below (&self->random, self->edge_bytes));
    }
}

static gboolean
add_tasks (Layered *self, GCancellable *cancellable, GError **error)
{
  guint32 stem = weft_task_builder_intern (self->builder, "t");

  for (guint32 i = 0; i < self->n_tasks; i++)
    {
      if (i % TASKS_BETWEEN_LOOKS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      weft_task_builder_add_task (self->builder, draw_kind (self), stem, i);
      if (i >= self->width)
        draw_edges (self, i, count_edges (self, i - self->width + 1.0) - count_edges (self, i - self->width));
    }
  return TRUE;
}

/* --- the generator --- */

static void
prepare (Layered *self, guint64 seed)
{
  g_autofree char *name = g_strdup_printf ("layered_v%u_w%u_s%" G_GUINT64_FORMAT, self->n_tasks, self->width, seed);

  weft_random_init (&self->random, seed, 0);
  self->builder = weft_task_builder_new (name);
  self->kinds = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->seen = g_new0 (guint32, MIN (self->width, self->n_tasks));
}

static void
clear (Layered *self)
{
  g_strfreev (self->classes);
  g_clear_pointer (&self->kinds, g_hash_table_unref);
  g_free (self->seen);
  g_clear_pointer (&self->builder, weft_task_builder_free);
}

static WeftTaskGraph *
make (JsonObject *params, WeftCatalog *catalog, GCancellable *cancellable, GError **error)
{
  Layered self = {
    .n_tasks = json_object_get_int_member (params, "tasks"),
    .width = json_object_get_int_member (params, "width"),
    .degree = json_object_get_double_member (params, "degree"),
    .cost_max = json_object_get_int_member (params, "cost_max"),
    .edge_bytes = json_object_get_int_member (params, "edge_bytes"),
    .unit_s = json_object_get_double_member (params, "unit_s"),
    .unit_flops = json_object_get_double_member (params, "unit_flops"),
  };
  WeftTaskGraph *graph = NULL;

  weft_dtype_parse (json_object_get_string_member (params, "dtype"), &self.dtype);
  if (read_classes (&self, json_object_get_string_member (params, "classes"), error) && check_costs (&self, error)
      && check_degree (&self, error) && check_size (&self, error))
    {
      prepare (&self, json_object_get_int_member (params, "seed"));
      if (add_tasks (&self, cancellable, error))
        graph = weft_task_builder_finish (g_steal_pointer (&self.builder), cancellable, error);
    }
  clear (&self);
  return graph;
}

static const WeftParameter params[] = {
  { "tasks", N_("Tasks"), NULL, WEFT_PARAMETER_WHOLE, "1000", 1, G_MAXUINT32, NULL },
  { "width", N_("Tasks of a layer"), NULL, WEFT_PARAMETER_WHOLE, "32", 1, WEFT_MAX_TASKS, NULL },
  { "degree", N_("Edges into a task of a later layer, on average"), NULL, WEFT_PARAMETER_NUMBER, "2.5", 0,
    WEFT_MAX_TASKS, NULL },
  { "seed", N_("Seed"), NULL, WEFT_PARAMETER_WHOLE, "1", 0, 9007199254740992.0, NULL },
  { "cost_max", N_("Greatest cost; each is a whole number from 1 on"), NULL, WEFT_PARAMETER_WHOLE, "100", 1, 1e9,
    NULL },
  { "classes", N_("Classes of devices with costs of their own, with commas between them; none: operations only"), NULL,
    WEFT_PARAMETER_TEXT, "\"\"", 0, 0, NULL },
  { "unit_s", N_("Time of a cost of 1 on a class"), "s", WEFT_PARAMETER_NUMBER, "0.001", 0, 1e6, NULL },
  { "unit_flops", N_("Operations of a cost of 1, by the first class"), "FLOP", WEFT_PARAMETER_NUMBER, "1e9", 0, 1e18,
    NULL },
  { "dtype", N_("Numbers"), NULL, WEFT_PARAMETER_CHOICE, "\"fp64\"", 0, 0, "fp64,fp32,bf16,fp8,int8" },
  { "edge_bytes", N_("Most bytes along an edge, which has at least 1"), "B", WEFT_PARAMETER_WHOLE, "1000000", 1,
    G_MAXUINT32, NULL },
};

const WeftGenerator weft_generator_layered = {
  "layered",
  N_("Random layers"),
  N_("Random tasks in layers, with costs in whole numbers, for comparing mappers."),
  params,
  G_N_ELEMENTS (params),
  make,
};
