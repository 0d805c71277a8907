/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which kernels have a look of their own, and which. */
#include "config.h"

#include "draw/workload/weft-kernel-look.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>

/* A device on which work is weighed to see which kernels matter, when there are more than looks: any would do, as
 * long as it is always the same. */
#define NOMINAL_FLOP_S 1e13
#define NOMINAL_BYTES_S 1e12

typedef struct
{
  guint32 name;
  double weight_s;
} Candidate;

/* Time of a kind on the nominal device, or the first one that is given. */
static double
weigh_kind (const WeftTaskGraph *graph, guint32 kind)
{
  const WeftTaskKind *at = &graph->kinds[kind];

  if (at->n_times > 0)
    return graph->times[at->first_time].time_s;
  return MAX (weft_task_graph_kind_flops (graph, kind) / NOMINAL_FLOP_S,
              (at->bytes_read + at->bytes_written + at->comm_bytes) / NOMINAL_BYTES_S);
}

/* (transfer full) (element-type Candidate): the kernels that have tasks, in the order of their kinds. */
static GArray *
list_candidates (const WeftTaskGraph *graph)
{
  g_autofree guint32 *count = g_new0 (guint32, MAX (1, graph->n_kinds));
  g_autofree guint32 *place = g_new0 (guint32, MAX (1, graph->n_names));
  GArray *candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));

  for (guint32 i = 0; i < graph->n_tasks; i++)
    count[graph->kind[i]]++;
  for (guint32 k = 0; k < graph->n_kinds; k++)
    {
      guint32 name = graph->kinds[k].kernel;

      if (count[k] == 0)
        continue;
      if (place[name] == 0)
        {
          Candidate candidate = { .name = name };

          g_array_append_val (candidates, candidate);
          place[name] = candidates->len;
        }
      g_array_index (candidates, Candidate, place[name] - 1).weight_s += count[k] * weigh_kind (graph, k);
    }
  return candidates;
}

static int
compare_weights_cb (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? 1 : x > y ? -1 : 0;
}

/* The least weight that has a look of its own when there are too many. */
static double
find_least_weight (const GArray *candidates, guint n_own)
{
  g_autofree double *weights = g_new (double, candidates->len);

  for (guint i = 0; i < candidates->len; i++)
    weights[i] = g_array_index (candidates, Candidate, i).weight_s;
  qsort (weights, candidates->len, sizeof *weights, compare_weights_cb);
  return weights[n_own - 1];
}

static gboolean
is_taken (const WeftKernelLooks *self, char letter)
{
  for (guint k = 0; k < self->n; k++)
    if (self->looks[k].letter[0] == letter)
      return TRUE;

  return FALSE;
}

/* A letter of the name that no other kernel has, else any. */
static char
choose_letter (const WeftKernelLooks *self, const char *name)
{
  for (const char *p = name; *p != '\0'; p++)
    if (g_ascii_isalpha (*p) && !is_taken (self, g_ascii_toupper (*p)))
      return g_ascii_toupper (*p);
  for (char letter = 'A'; letter <= 'Z'; letter++)
    if (!is_taken (self, letter))
      return letter;

  return '+';
}

static void
add_look (WeftKernelLooks *self, const char *name)
{
  WeftKernelLook *look = &self->looks[self->n];

  look->name = name;
  look->n_kernels = 1;
  look->letter[0] = choose_letter (self, name);
  look->hue = self->n % WEFT_N_KERNEL_HUES;
  look->hatched = self->n >= WEFT_N_KERNEL_HUES;
  self->n++;
}

/* What several kernels share has no hue. */
static void
add_rest (WeftKernelLooks *self, guint n)
{
  WeftKernelLook *look = &self->looks[self->n++];

  look->n_kernels = n;
  look->letter[0] = '+';
  look->hue = WEFT_N_KERNEL_HUES;
  look->hatched = TRUE;
}

/* @n_names: so many there can be; @most: looks. */
static WeftKernelLooks *
choose_looks (const GArray *candidates, char *const *names, guint32 n_names, guint most)
{
  WeftKernelLooks *self = g_new0 (WeftKernelLooks, 1);
  gboolean fits = candidates->len <= most;
  guint n_own = fits ? candidates->len : most - 1;
  double least = fits ? -1 : find_least_weight (candidates, n_own);

  self->of_name = g_new0 (guint8, MAX (1, n_names));
  for (guint i = 0; i < candidates->len; i++)
    {
      const Candidate *candidate = &g_array_index (candidates, Candidate, i);
      gboolean own = candidate->weight_s >= least && self->n < n_own;

      self->of_name[candidate->name] = (guint8) (own ? self->n : n_own);
      if (own)
        add_look (self, names[candidate->name]);
    }
  if (!fits)
    add_rest (self, candidates->len - n_own);
  return self;
}

/**
 * weft_kernel_looks_new: (skip)
 * @graph: a workload
 *
 * Returns: (transfer full): how its kernels look
 */
WeftKernelLooks *
weft_kernel_looks_new (const WeftTaskGraph *graph)
{
  g_autoptr (GArray) candidates = list_candidates (graph);

  return choose_looks (candidates, graph->names, graph->n_names, WEFT_MAX_KERNEL_LOOKS);
}

/* --- traces --- */

static double
weigh_task (const WeftSimTrace *trace, guint32 task)
{
  const WeftSimCost *cost = &trace->costs[trace->cost[task]];

  return cost->launch_s + MAX (cost->compute_s, cost->memory_s) + cost->bytes / NOMINAL_BYTES_S;
}

static void
add_label (GArray *candidates, guint32 label, double *weights)
{
  Candidate candidate = { .name = label, .weight_s = weights[label] };

  if (weights[label] < 0)
    return;
  weights[label] = -1;
  g_array_append_val (candidates, candidate);
}

/* (transfer full) (element-type Candidate): labels that have tasks; those that are kernels of the graph first and in its
 * order, so that they look in both as they do in one. */
static GArray *
list_labels (const WeftSimTrace *trace)
{
  g_autofree double *weights = g_new (double, MAX (1, trace->n_labels));
  g_autoptr (GHashTable) labels = g_hash_table_new (g_str_hash, g_str_equal);
  GArray *candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));

  for (guint32 l = 0; l < trace->n_labels; l++)
    {
      weights[l] = -1;
      g_hash_table_insert (labels, trace->labels[l], GUINT_TO_POINTER (l));
    }
  for (guint32 i = 0; i < trace->n_tasks; i++)
    weights[trace->label[i]] = MAX (0, weights[trace->label[i]]) + weigh_task (trace, i);
  for (guint32 k = 0; trace->graph != NULL && k < trace->graph->n_kinds; k++)
    {
      const char *kernel = trace->graph->names[trace->graph->kinds[k].kernel];
      gpointer label;

      if (g_hash_table_lookup_extended (labels, kernel, NULL, &label))
        add_label (candidates, GPOINTER_TO_UINT (label), weights);
    }
  for (guint32 l = 0; l < trace->n_labels; l++)
    add_label (candidates, l, weights);
  return candidates;
}

/**
 * weft_kernel_looks_new_for_trace: (skip)
 * @trace: what is simulated
 * @most: looks at most, 1 at least
 *
 * Returns: (transfer full): how its labels look; their kernels' looks where it is of a graph with no more than @most
 */
WeftKernelLooks *
weft_kernel_looks_new_for_trace (const WeftSimTrace *trace, guint most)
{
  g_autoptr (GArray) candidates = list_labels (trace);

  g_return_val_if_fail (most >= 1 && most <= WEFT_MAX_KERNEL_LOOKS, NULL);

  return choose_looks (candidates, trace->labels, trace->n_labels, most);
}

/**
 * weft_kernel_looks_free: (skip)
 * @self: (nullable): looks
 */
void
weft_kernel_looks_free (WeftKernelLooks *self)
{
  if (self == NULL)
    return;
  g_free (self->of_name);
  g_free (self);
}

/**
 * weft_kernel_look_name: (skip)
 * @look: a look
 *
 * Returns: (transfer full): the kernel, or how many others share the look
 */
char *
weft_kernel_look_name (const WeftKernelLook *look)
{
  if (look->name != NULL)
    return g_strdup (look->name);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u other kernel", "%u other kernels", look->n_kernels),
                          look->n_kernels);
}

/**
 * weft_kernel_look_hue: (skip)
 * @look: a look
 * @palette: colours
 *
 * Returns: (transfer none): its colour
 */
const WeftColour *
weft_kernel_look_hue (const WeftKernelLook *look, const WeftPalette *palette)
{
  if (look->hue > WEFT_N_KERNEL_HUES)
    return &palette->parts[look->hue - WEFT_N_KERNEL_HUES - 1];
  return look->hue < WEFT_N_KERNEL_HUES ? &palette->kernels[look->hue] : &palette->dim_text;
}
