/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which kernels have a look of their own, and which: in the order of the graph, so that a workload looks the same on
 * every machine and by every algorithm. */
#include <math.h>

#include "draw/gantt/weft-gantt-private.h"
#include "draw/weft-paint.h"

typedef struct
{
  guint16 name;
  double weight_s;
} Candidate;

static guint16
kernel_name_of (const WeftGantt *self, guint32 task)
{
  const WeftTaskGraph *graph = self->problem->graph;

  return graph->kinds[graph->kind[task]].kernel;
}

/* Mean time of a task over the devices that can run it. */
static double
mean_time_s (const WeftMapProblem *problem, guint32 task)
{
  const double *times = weft_map_problem_times (problem, task);
  double sum = 0;
  guint n = 0;

  for (guint c = 0; c < problem->platform->n_classes; c++)
    if (isfinite (times[c]))
      {
        sum += times[c] * problem->platform->class_size[c];
        n += problem->platform->class_size[c];
      }
  return n > 0 ? sum / n : 0;
}

/* (transfer full) (element-type Candidate): the kernels that have tasks, in the order of the first one. */
static GArray *
list_candidates (const WeftGantt *self)
{
  const WeftTaskGraph *graph = self->problem->graph;
  g_autofree guint32 *place = g_new0 (guint32, graph->n_names);
  GArray *candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));

  for (guint32 i = 0; i < graph->n_tasks; i++)
    {
      guint16 name = kernel_name_of (self, i);

      if (place[name] == 0)
        {
          Candidate candidate = { .name = name };

          g_array_append_val (candidates, candidate);
          place[name] = candidates->len;
        }
      g_array_index (candidates, Candidate, place[name] - 1).weight_s += mean_time_s (self->problem, i);
    }
  return candidates;
}

static int
compare_weights_cb (gconstpointer a, gconstpointer b)
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
is_taken (const WeftGantt *self, char letter)
{
  for (guint k = 0; k < self->n_kernels; k++)
    if (self->kernels[k].letter[0] == letter)
      return TRUE;

  return FALSE;
}

/* A letter of the name that no other kernel has, else any. */
static char
choose_letter (const WeftGantt *self, const char *name)
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
add_kernel (WeftGantt *self, guint16 name)
{
  WeftGanttKernel *kernel = &self->kernels[self->n_kernels];

  kernel->name = self->problem->graph->names[name];
  kernel->n_kernels = 1;
  kernel->letter[0] = choose_letter (self, kernel->name);
  kernel->hue = self->n_kernels % WEFT_N_KERNEL_HUES;
  kernel->hatched = self->n_kernels >= WEFT_N_KERNEL_HUES;
  self->kernel_of[name] = (guint8) self->n_kernels++;
}

/* The look of what several kernels share: no hue, hatched. */
static void
add_rest (WeftGantt *self, guint n)
{
  WeftGanttKernel *kernel = &self->kernels[self->n_kernels++];

  kernel->n_kernels = n;
  kernel->letter[0] = '+';
  kernel->hue = WEFT_N_KERNEL_HUES;
  kernel->hatched = TRUE;
}

void
weft_gantt_choose_kernels (WeftGantt *self)
{
  g_autoptr (GArray) candidates = list_candidates (self);
  gboolean fits = candidates->len <= WEFT_GANTT_MAX_KERNELS;
  guint n_own = fits ? candidates->len : WEFT_GANTT_MAX_KERNELS - 1;
  double least = fits ? -1 : find_least_weight (candidates, n_own);

  self->kernel_of = g_new0 (guint8, MAX (1, self->problem->graph->n_names));
  for (guint i = 0; i < candidates->len; i++)
    {
      const Candidate *candidate = &g_array_index (candidates, Candidate, i);

      if (candidate->weight_s >= least && self->n_kernels < n_own)
        add_kernel (self, candidate->name);
      else
        self->kernel_of[candidate->name] = (guint8) n_own;
    }
  if (!fits)
    add_rest (self, candidates->len - n_own);
}

void
weft_gantt_count_kernels (WeftGantt *self)
{
  for (guint32 i = 0; i < self->n_bars; i++)
    {
      WeftGanttKernel *kernel = &self->kernels[self->look[i] & ~WEFT_GANTT_ON_PATH];

      kernel->n_tasks++;
      kernel->busy_s += self->finish[i] - self->start[i];
    }
}
