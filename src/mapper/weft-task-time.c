/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times of tasks on chips: those that are given, else the roofline with the chip's knobs, l + max (flops / (peak phi),
 * bytes / (bandwidth beta)) (CHASE, section 6.1), and the closed form of a collective. */
#include "mapper/weft-machine-platform.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-name.h"
#include "base/weft-quantity.h"
#include "cost/weft-roofline.h"
#include "mapper/weft-chip-rates-private.h"
#include "mapper/weft-comm-time-private.h"
#include "mapper/weft-knobs-private.h"

/* How many names a sentence lists. */
#define MAX_NAMED 4

/* What was met on a class of chips. */
typedef struct
{
  WeftChipRates rates;
  gboolean is_wider[WEFT_N_DTYPES];  /* work in it ran with a wider dtype's rate */
  GPtrArray *lacks[WEFT_N_DTYPES];   /* kernels with work in it that cannot run */
  GPtrArray *unread;                 /* kernels that read memory of unknown bandwidth */
  GPtrArray *untimed;                /* kernels whose time is given for other chips alone */
  guint n_knobs;                     /* kinds with knobs */
} Class;

typedef struct
{
  WeftTaskGraph *graph;
  WeftPlatform *platform;
  WeftInventory *inventory;
  GArray *knobs;        /* (nullable) of WeftKnob */
  Class *classes;
  guint32 *n_tasks;     /* [kinds] */
  guint32 *n_ranks;     /* [kinds] ranks of the largest collective that a task of the kind is in, 0 for none */
  double *comm_s;       /* [kinds] that collective */
  gboolean is_uneven;   /* collectives of one kind differ in size */
  WeftLink mean;
} Timer;

/* --- given times --- */

/* How well a given time fits a chip: by its name 3, by its class 2, any 1, not at all 0. */
static guint
fit (const Timer *self, const WeftChip *chip, const char *device_class)
{
  const char *class_of = weft_record_get_text (chip->record, "class");
  const WeftChip *found;

  if (g_str_equal (device_class, "*"))
    return 1;
  if (class_of != NULL && weft_name_equal (device_class, class_of))
    return 2;
  found = weft_inventory_find_chip (self->inventory, device_class);
  return found != NULL && found->index == chip->index ? 3 : 0;
}

/* NAN when none is given for the chip. */
static double
given_time_s (const Timer *self, const WeftTaskKind *kind, const WeftChip *chip)
{
  double time_s = NAN;
  guint best = 0;

  for (guint i = 0; i < kind->n_times; i++)
    {
      const WeftTaskTime *given = &self->graph->times[kind->first_time + i];
      guint fits = fit (self, chip, self->graph->names[given->device_class]);

      if (fits > best)
        {
          best = fits;
          time_s = given->time_s;
        }
    }
  return time_s;
}

/* --- the roofline --- */

static void
add_name (GPtrArray **names, const char *name)
{
  if (*names == NULL)
    *names = g_ptr_array_new ();
  if (!g_ptr_array_find (*names, name, NULL))
    g_ptr_array_add (*names, (gpointer) name);
}

/* Infinite where the chip has no rate for some of it. */
static double
compute_s (const Timer *self, Class *on, const WeftTaskKind *kind, double efficiency)
{
  const char *kernel = self->graph->names[kind->kernel];
  double time_s = 0;

  for (guint i = 0; i < kind->n_work; i++)
    {
      double flops = self->graph->work_flops[kind->first_work + i];
      WeftDtype dtype = self->graph->work_dtype[kind->first_work + i];

      if (flops <= 0)
        continue;
      if (isnan (on->rates.flops[dtype]))
        {
          add_name (&on->lacks[dtype], kernel);
          return INFINITY;
        }
      on->is_wider[dtype] = on->is_wider[dtype] || on->rates.dtype[dtype] != dtype;
      time_s += flops / (on->rates.flops[dtype] * efficiency);
    }
  return time_s;
}

static double
memory_s (const Timer *self, Class *on, const WeftTaskKind *kind, double efficiency)
{
  double bytes = kind->bytes_read + kind->bytes_written;

  if (bytes <= 0)
    return 0;
  if (isnan (on->rates.mem_bw_bytes_s))
    {
      add_name (&on->unread, self->graph->names[kind->kernel]);
      return INFINITY;
    }
  return bytes / (on->rates.mem_bw_bytes_s * efficiency);
}

static double
flops_of (const Timer *self, const WeftTaskKind *kind)
{
  double flops = 0;

  for (guint i = 0; i < kind->n_work; i++)
    flops += self->graph->work_flops[kind->first_work + i];
  return flops;
}

static WeftTaskParts
take_parts (Timer *self, Class *on, guint32 index)
{
  const WeftTaskKind *kind = &self->graph->kinds[index];
  const WeftKnob *knob;
  double given_s = given_time_s (self, kind, on->rates.chip);
  WeftKnob plain = { .chip = -1, .flop_efficiency = 1, .bandwidth_efficiency = 1 };

  /* Of one rank of a collective the collective is what was timed. */
  if (!isnan (given_s))
    return (WeftTaskParts) { 0, self->n_ranks[index] > 0 && kind->comm != WEFT_COMM_NONE ? 0 : given_s, 0 };
  if (kind->n_times > 0 && kind->n_work == 0 && kind->bytes_read + kind->bytes_written <= 0)
    {
      add_name (&on->untimed, self->graph->names[kind->kernel]);
      return (WeftTaskParts) { 0, INFINITY, 0 };
    }
  knob = self->knobs != NULL
           ? weft_knobs_find (self->knobs, on->rates.chip->index, self->graph->names[kind->kernel], flops_of (self, kind),
                              kind->bytes_read + kind->bytes_written)
           : NULL;
  on->n_knobs += knob != NULL ? 1 : 0;
  knob = knob != NULL ? knob : &plain;
  return (WeftTaskParts) {
    .launch_s = knob->launch_s,
    .compute_s = compute_s (self, on, kind, knob->flop_efficiency),
    .memory_s = memory_s (self, on, kind, knob->bandwidth_efficiency),
  };
}

/* A time that is given has the collective in it. */
static double
time_s (const Timer *self, const Class *on, const WeftTaskParts *parts, guint32 index)
{
  double given_s = given_time_s (self, &self->graph->kinds[index], on->rates.chip);
  const WeftRoofline roofline = { parts->compute_s, parts->memory_s };

  return !isnan (given_s) ? given_s : parts->launch_s + weft_roofline_s (roofline) + self->comm_s[index];
}

/* --- collectives --- */

static void
take_collectives (Timer *self)
{
  const WeftTaskGraph *graph = self->graph;

  for (guint32 g = 0; graph->group != NULL && g < graph->n_groups; g++)
    for (guint32 m = graph->first_member[g]; m < graph->first_member[g + 1]; m++)
      {
        guint32 k = graph->kind[graph->member[m]];
        guint32 n = graph->first_member[g + 1] - graph->first_member[g];

        self->is_uneven = self->is_uneven || (self->n_ranks[k] > 0 && self->n_ranks[k] != n);
        self->n_ranks[k] = MAX (self->n_ranks[k], n);
      }
  for (guint32 k = 0; k < graph->n_kinds; k++)
    self->comm_s[k] = weft_comm_time_total (
      weft_comm_time (graph->kinds[k].comm, self->n_ranks[k], graph->kinds[k].comm_bytes, &self->mean));
}

static guint32
most_ranks (const Timer *self)
{
  guint32 most = 0;

  for (guint32 k = 0; k < self->graph->n_kinds; k++)
    if (self->graph->kinds[k].comm != WEFT_COMM_NONE)
      most = MAX (most, self->n_ranks[k]);
  return most;
}

/* --- notes --- */

static char *
list_names (GPtrArray *names)
{
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < MIN (names->len, MAX_NAMED); i++)
    g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", (const char *) names->pdata[i]);
  if (names->len > MAX_NAMED)
    g_string_append (list, ", …");
  return g_string_free (list, FALSE);
}

static char *
dtype_name (WeftDtype dtype)
{
  return g_ascii_strup (weft_dtype_nick (dtype), -1);
}

static void
note_class (const Class *on, GPtrArray *notes)
{
  const char *chip = on->rates.chip->name;

  for (guint d = 0; d < WEFT_N_DTYPES; d++)
    {
      g_autofree char *dtype = dtype_name (d);
      g_autofree char *wider = dtype_name (on->rates.dtype[d]);

      if (on->is_wider[d])
        g_ptr_array_add (notes, g_strdup_printf (_("No %s rate of %s is known: such work counts with its %s rate."),
                                                 dtype, chip, wider));
      if (on->lacks[d] != NULL)
        {
          g_autofree char *names = list_names (on->lacks[d]);

          g_ptr_array_add (notes, g_strdup_printf (_("%s has no rate for work in %s, nor in any wider type: %s cannot "
                                                     "run there."),
                                                   chip, dtype, names));
        }
    }
  if (on->unread != NULL)
    {
      g_autofree char *names = list_names (on->unread);

      g_ptr_array_add (notes, g_strdup_printf (_("The memory bandwidth of %s is not known: %s cannot run there."), chip,
                                               names));
    }
  if (on->untimed != NULL)
    {
      g_autofree char *names = list_names (on->untimed);

      g_ptr_array_add (notes, g_strdup_printf (_("No time is given on %s, and no work to compute it from: %s cannot "
                                                 "run there."),
                                               chip, names));
    }
}

static void
note_knobs (const Timer *self, GPtrArray *notes)
{
  if (self->knobs == NULL)
    {
      g_ptr_array_add (notes,
                       g_strdup (_("Times are the roofline of each chip's peaks: no calibrated knobs are given.")));
      return;
    }
  for (guint c = 0; c < self->platform->n_classes; c++)
    if (self->classes[c].n_knobs == 0)
      g_ptr_array_add (notes, g_strdup_printf (_("No knobs hold for %s: its times are the roofline of its peaks."),
                                               self->classes[c].rates.chip->name));
}

static void
note_collectives (const Timer *self, GPtrArray *notes)
{
  g_autofree char *latency = weft_quantity_format (self->mean.alpha_s, WEFT_UNIT_S);
  g_autofree char *rate = weft_quantity_format (self->mean.bw_bytes_s, WEFT_UNIT_BYTES_S);
  guint32 most = most_ranks (self);

  if (most < 2)
    return;
  g_ptr_array_add (notes, g_strdup_printf (_("Collectives of up to %u ranks take their closed form on the mean link of "
                                             "all pairs, %s and %s: where the ranks will run is not known before."),
                                           most, latency, rate));
  if (self->is_uneven)
    g_ptr_array_add (notes,
                     g_strdup (_("Collectives of one kind differ in size: each counts as the largest of them.")));
}

static void
note_all (const Timer *self, GPtrArray *notes)
{
  note_knobs (self, notes);
  for (guint c = 0; c < self->platform->n_classes; c++)
    note_class (&self->classes[c], notes);
  note_collectives (self, notes);
}

/* --- all of them --- */

static gboolean
refuse_kind (const Timer *self, guint32 kind, GError **error)
{
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) reasons = g_string_new (NULL);

  for (guint c = 0; c < self->platform->n_classes; c++)
    note_class (&self->classes[c], notes);
  for (guint i = 0; i < notes->len; i++)
    g_string_append_printf (reasons, " %s", (const char *) notes->pdata[i]);
  g_set_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_NO_DEVICE, _("no chip of the machine can run “%s”.%s"),
               self->graph->names[self->graph->kinds[kind].kernel], reasons->str);
  return FALSE;
}

static gboolean
find_chips (Timer *self, GError **error)
{
  for (guint c = 0; c < self->platform->n_classes; c++)
    {
      const WeftChip *chip = weft_inventory_find_chip (self->inventory, self->platform->class_name[c]);

      if (chip == NULL)
        {
          g_set_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_UNKNOWN_COST, _("the catalog has no chip “%s”"),
                       self->platform->class_name[c]);
          return FALSE;
        }
      weft_chip_rates_init (&self->classes[c].rates, chip);
    }
  return TRUE;
}

static gboolean
take_times (Timer *self, WeftTaskParts *parts, double *times_s, GError **error)
{
  guint n = self->platform->n_classes;

  for (guint32 i = 0; i < self->graph->n_tasks; i++)
    self->n_tasks[self->graph->kind[i]]++;
  take_collectives (self);
  for (guint32 k = 0; k < self->graph->n_kinds; k++)
    {
      gboolean can_run = FALSE;

      for (guint c = 0; c < n; c++)
        {
          gsize at = (gsize) k * n + c;

          parts[at] = take_parts (self, &self->classes[c], k);
          times_s[at] = time_s (self, &self->classes[c], &parts[at], k);
          can_run = can_run || isfinite (times_s[at]);
        }
      if (!can_run && self->n_tasks[k] > 0)
        return refuse_kind (self, k, error);
    }
  return TRUE;
}

static void
clear_classes (Timer *self)
{
  for (guint c = 0; c < self->platform->n_classes; c++)
    {
      for (guint d = 0; d < WEFT_N_DTYPES; d++)
        g_clear_pointer (&self->classes[c].lacks[d], g_ptr_array_unref);
      g_clear_pointer (&self->classes[c].unread, g_ptr_array_unref);
      g_clear_pointer (&self->classes[c].untimed, g_ptr_array_unref);
    }
  g_free (self->classes);
}

/**
 * weft_map_problem_on: (skip)
 * @graph: the tasks
 * @platform: chips of a machine
 * @inventory: the catalog as a profile sees it
 * @knobs: (nullable): "weft-knobs/1", what measurements correct the roofline by
 * @notes: (nullable) (element-type utf8): where sentences go about what was assumed
 * @error: return location for a #WeftMapperError or a %WEFT_JSON_ERROR
 *
 * A time that is given counts before all else: that of the chip by its name, then of its class ("gpu"), then of any
 * ("*"). Else a task takes its launch, the longer of its arithmetic and its memory traffic at the chip's peaks times
 * its efficiencies, and, as one rank of a collective, the collective's closed form on the mean link of all pairs: see
 * weft_map_problem_for_ranks() for when it is known where ranks run.
 *
 * Returns: (transfer full) (nullable): the problem
 */
WeftMapProblem *
weft_map_problem_on (WeftTaskGraph *graph, WeftPlatform *platform, WeftInventory *inventory, JsonNode *knobs,
                     GPtrArray *notes, GError **error)
{
  g_autoptr (GArray) knob_list = NULL;
  g_autofree double *times_s = g_new (double, (gsize) graph->n_kinds * platform->n_classes + 1);
  g_autofree WeftTaskParts *parts = g_new (WeftTaskParts, (gsize) graph->n_kinds * platform->n_classes + 1);
  g_autofree guint32 *n_tasks = g_new0 (guint32, graph->n_kinds + 1);
  g_autofree guint32 *n_ranks = g_new0 (guint32, graph->n_kinds + 1);
  g_autofree double *comm_s = g_new0 (double, graph->n_kinds + 1);
  Timer timer = {
    .graph = graph, .platform = platform, .inventory = inventory, .n_tasks = n_tasks, .n_ranks = n_ranks,
    .comm_s = comm_s, .mean = { platform->mean_latency_s, 1 / platform->mean_inverse_bw_s },
  };
  WeftMapProblem *problem;
  gboolean done;

  g_return_val_if_fail (WEFT_IS_INVENTORY (inventory), NULL);

  if (knobs != NULL)
    {
      knob_list = weft_knobs_read (knobs, inventory, error);
      if (knob_list == NULL)
        return NULL;
      timer.knobs = knob_list;
    }
  timer.classes = g_new0 (Class, platform->n_classes);
  done = find_chips (&timer, error) && take_times (&timer, parts, times_s, error);
  if (done && notes != NULL)
    note_all (&timer, notes);
  clear_classes (&timer);
  if (!done)
    return NULL;
  problem = weft_map_problem_new (graph, platform, g_steal_pointer (&times_s));
  problem->parts = g_steal_pointer (&parts);
  return problem;
}
