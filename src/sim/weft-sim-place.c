/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts the ranks of a trace on the chips of a machine. */
#include "sim/weft-sim-place-private.h"

#include <glib/gi18n-lib.h>

#include "sim/weft-sim-mapped.h"

/* Whether a file names a chip of this machine for each rank, and no chip for two. */
static gboolean
names_chips (guint32 n_ranks, const guint32 *named, const WeftFlat *flat)
{
  g_autofree guint8 *is_taken = g_new0 (guint8, flat->n_devices + 1);

  if (named == NULL)
    return FALSE;
  for (guint32 r = 0; r < n_ranks; r++)
    {
      guint32 device = named[r];

      if (device >= flat->n_devices || !weft_flat_is_chip (flat, device) || is_taken[device])
        return FALSE;
      is_taken[device] = TRUE;
    }
  return TRUE;
}

typedef struct
{
  guint chip;
  guint32 n;
} Kind;

static int
compare_kind_cb (gconstpointer a, gconstpointer b)
{
  const Kind *one = a;
  const Kind *other = b;

  return (one->n < other->n) - (one->n > other->n);
}

/* Kinds of chips, the most frequent first, then as they come. (transfer full) (element-type Kind) */
static GArray *
count_kinds (const WeftFlat *flat)
{
  GArray *kinds = g_array_new (FALSE, FALSE, sizeof (Kind));

  for (guint32 d = 0; d < flat->n_devices; d++)
    {
      Kind kind = { flat->parts[d], 1 };
      guint i = 0;

      if (!weft_flat_is_chip (flat, d))
        continue;
      while (i < kinds->len && g_array_index (kinds, Kind, i).chip != kind.chip)
        i++;
      if (i < kinds->len)
        g_array_index (kinds, Kind, i).n++;
      else
        g_array_append_val (kinds, kind);
    }
  g_array_sort (kinds, compare_kind_cb);
  return kinds;
}

/* Of host processors beside accelerators there are fewer: as few kinds as hold all ranks. Returns how many chips. */
static guint32
choose_kinds (GArray *kinds, guint32 n_ranks)
{
  guint32 n = 0;
  guint i = 0;

  while (i < kinds->len && n < n_ranks)
    n += g_array_index (kinds, Kind, i++).n;
  g_array_set_size (kinds, i);
  return n;
}

static gboolean
is_chosen (const GArray *kinds, guint chip)
{
  for (guint i = 0; i < kinds->len; i++)
    if (g_array_index (kinds, Kind, i).chip == chip)
      return TRUE;
  return FALSE;
}

guint32 *
weft_sim_place (const char *name, guint32 n_ranks, const guint32 *named, const WeftFlat *flat, GError **error)
{
  g_autoptr (GArray) kinds = NULL;
  guint32 *device;
  guint32 n;

  if (names_chips (n_ranks, named, flat))
    return g_memdup2 (named, n_ranks * sizeof *named);
  kinds = count_kinds (flat);
  n = choose_kinds (kinds, n_ranks);
  if (n < n_ranks)
    {
      g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID,
                   _("“%s” has %u ranks, but the machine has %u chips to put them on: take a larger machine, or a "
                     "trace of fewer ranks"),
                   name, n_ranks, n);
      return NULL;
    }
  device = g_new (guint32, MAX (1, n_ranks));
  for (guint32 d = 0, r = 0; r < n_ranks; d++)
    if (weft_flat_is_chip (flat, d) && is_chosen (kinds, flat->parts[d]))
      device[r++] = d;
  return device;
}

/**
 * weft_sim_place_ranks: (skip)
 * @trace: a trace
 * @flat: a machine
 * @error: return location for a %WEFT_SIM_ERROR_INVALID
 *
 * Without places of the trace's own, rank r stands on the r-th chip of the kind that the machine has most of; of further
 * kinds too where those do not suffice.
 *
 * Returns: (transfer full) (nullable): [ranks] the device of each
 */
guint32 *
weft_sim_place_ranks (const WeftSimTrace *trace, const WeftFlat *flat, GError **error)
{
  return weft_sim_place (trace->name, trace->n_ranks, trace->rank_device, flat, error);
}
