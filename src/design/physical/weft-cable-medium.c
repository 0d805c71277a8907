/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The media that cables are made of: how far each reaches, and the cheapest one that reaches. */
#include "design/physical/weft-cable.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "design/physical/weft-physical-private.h"

static const double dac_stock_m[] = { 0.5, 1.0, 1.5, 2.0, 2.5 };
static const double aec_stock_m[] = { 1, 2, 3, 4, 5, 6, 7 };
static const double aoc_stock_m[] = { 1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 100, 150, 200, 300, 500 };

/* Reach: CHASE (arXiv 2607.23042), Table 10. A rate has its own: 100G-PAM4 copper ends at 3 m, at
 * 2 m with 200G lanes; linear active copper at 3 to 5 m; multimode fibre at 50 m; a bought AOC at
 * about 100 m (NVIDIA LinkX guides).
 * Power of both ends: CHASE, Table 10, which gives 0 W to passive copper, 5 to 10 W to an AEC
 * (the upper end, also the estimate for Credo's 400G cables) and 16 W to optics; that is one 800G
 * module, so it counts twice here, whereas a 400G AOC takes about 16 W in all.
 * Price: estimates for one 400G cable each; only their order decides. */
static const WeftCableMedium default_media[] = {
  { "DAC", 2.5, 0.0, 120.0, dac_stock_m, G_N_ELEMENTS (dac_stock_m) },
  { "AEC", 7.0, 10.0, 300.0, aec_stock_m, G_N_ELEMENTS (aec_stock_m) },
  { "AOC", 500.0, 32.0, 600.0, aoc_stock_m, G_N_ELEMENTS (aoc_stock_m) },
};

static gboolean
check_stock (const WeftCableMedium  *medium,
             GError                **error)
{
  for (guint i = 0; i < medium->n_stock; i++)
    {
      if (!weft_physical_check ("stock_m", medium->stock_m[i], 1e-3, WEFT_PHYSICAL_MAX_LENGTH_M,
                                error))
        return FALSE;
      if (i > 0 && medium->stock_m[i] <= medium->stock_m[i - 1])
        {
          g_autofree char *before = weft_physical_number (medium->stock_m[i - 1]);
          g_autofree char *after = weft_physical_number (medium->stock_m[i]);

          g_set_error (error, WEFT_PHYSICAL_ERROR, WEFT_PHYSICAL_ERROR_ORDER,
                       _("The stock lengths of %s must rise: found %s m after %s m"),
                       medium->id, after, before);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
check_medium (const WeftCableMedium  *medium,
              GError                **error)
{
  if (weft_physical_check ("reach_m", medium->reach_m, 1e-3, WEFT_PHYSICAL_MAX_LENGTH_M, error)
      && weft_physical_check_known ("power_w", medium->power_w, 0, 1e4, error)
      && weft_physical_check_known ("price_usd", medium->price_usd, 0, 1e7, error)
      && check_stock (medium, error))
    return TRUE;

  g_prefix_error (error, "%s: ", medium->id);
  return FALSE;
}

static gboolean
reaches (double length_m,
         double reach_m)
{
  return !weft_physical_exceeds (length_m, reach_m);
}

/* The shortest sold length that is long enough and that the medium still carries; NAN for none. */
static double
stock_for (const WeftCableMedium *medium,
           double                 length_m)
{
  if (!reaches (length_m, medium->reach_m))
    return NAN;
  if (medium->n_stock == 0)
    return length_m;

  for (guint i = 0; i < medium->n_stock; i++)
    if (reaches (length_m, medium->stock_m[i]))
      return reaches (medium->stock_m[i], medium->reach_m) ? medium->stock_m[i] : NAN;

  return NAN;
}

/* Unknown comes after every known amount: it is never taken for 0. */
static int
compare_amount (double a,
                double b)
{
  if (isnan (a) || isnan (b))
    return (isnan (a) ? 1 : 0) - (isnan (b) ? 1 : 0);

  return (a > b) - (a < b);
}

/* Cheaper first, then fewer watts, then the shorter reach; equal ones stay in the order of the
 * list. */
static int
compare_media (const WeftCableMedium *a,
               const WeftCableMedium *b)
{
  int order = compare_amount (a->price_usd, b->price_usd);

  if (order == 0)
    order = compare_amount (a->power_w, b->power_w);
  if (order == 0)
    order = compare_amount (a->reach_m, b->reach_m);

  return order;
}

static void
set_unreached (const WeftCableMedium  *longest,
               double                  length_m,
               GError                **error)
{
  g_autofree char *needed = weft_physical_number (length_m);
  g_autofree char *reach = weft_physical_number (longest->reach_m);

  if (reaches (length_m, longest->reach_m))
    g_set_error (error, WEFT_PHYSICAL_ERROR, WEFT_PHYSICAL_ERROR_REACH,
                 _("A cable of %s m is needed, %s reaches %s m but is not sold in a length that "
                   "fits"), needed, longest->id, reach);
  else
    g_set_error (error, WEFT_PHYSICAL_ERROR, WEFT_PHYSICAL_ERROR_REACH,
                 _("A cable of %s m is needed, %s reaches %s m; bring the racks closer"),
                 needed, longest->id, reach);
}

/**
 * weft_cable_media_default: (skip)
 * @n_media: (out): how many there are
 *
 * Returns: (transfer none) (array length=n_media): passive copper, active electrical and optical
 *   cables with the reach that CHASE gives them, for when no components are chosen
 */
const WeftCableMedium *
weft_cable_media_default (guint *n_media)
{
  g_return_val_if_fail (n_media != NULL, NULL);

  *n_media = G_N_ELEMENTS (default_media);
  return default_media;
}

/**
 * weft_cable_media_check: (skip)
 * @media: (array length=n_media): media
 * @n_media: how many there are
 * @error: return location for a #WeftPhysicalError
 *
 * Returns: whether there is one, and each has a name, a reach and rising stock lengths
 */
gboolean
weft_cable_media_check (const WeftCableMedium  *media,
                        guint                   n_media,
                        GError                **error)
{
  g_return_val_if_fail (media != NULL || n_media == 0, FALSE);

  if (!weft_physical_check ("media", n_media, 1, WEFT_PHYSICAL_MAX_COUNT, error))
    return FALSE;

  for (guint i = 0; i < n_media; i++)
    {
      g_return_val_if_fail (media[i].id != NULL, FALSE);
      if (!check_medium (&media[i], error))
        return FALSE;
    }
  return TRUE;
}

/**
 * weft_cable_stock: (skip)
 * @medium: what the cable is made of
 * @length_m: what is needed
 * @stock_m: (out): the next length that is sold; @length_m itself when cut to length
 * @error: return location for a #WeftPhysicalError
 *
 * Returns: whether @stock_m is set; %FALSE when nothing sold is long enough and within reach
 */
gboolean
weft_cable_stock (const WeftCableMedium  *medium,
                  double                  length_m,
                  double                 *stock_m,
                  GError                **error)
{
  double stock;

  g_return_val_if_fail (medium != NULL && stock_m != NULL, FALSE);

  if (!weft_cable_media_check (medium, 1, error)
      || !weft_physical_check ("length_m", length_m, 0, WEFT_PHYSICAL_MAX_LENGTH_M, error))
    return FALSE;

  stock = stock_for (medium, length_m);
  if (isnan (stock))
    {
      set_unreached (medium, length_m, error);
      return FALSE;
    }

  *stock_m = stock;
  return TRUE;
}

/**
 * weft_cable_choose: (skip)
 * @media: (array length=n_media): what there is to choose from
 * @n_media: how many there are
 * @length_m: what is needed
 * @choice: (out): the cheapest medium with reach >= @length_m, and the length to buy. Among equal
 *   prices fewer watts win, then the shorter reach; an unknown price comes after the known ones.
 * @error: return location for a #WeftPhysicalError
 *
 * Returns: whether @choice is set; %FALSE with %WEFT_PHYSICAL_ERROR_REACH when no medium reaches
 */
gboolean
weft_cable_choose (const WeftCableMedium  *media,
                   guint                   n_media,
                   double                  length_m,
                   WeftCableChoice        *choice,
                   GError                **error)
{
  const WeftCableMedium *best = NULL;
  const WeftCableMedium *longest;

  g_return_val_if_fail (choice != NULL, FALSE);

  if (!weft_cable_media_check (media, n_media, error)
      || !weft_physical_check ("length_m", length_m, 0, WEFT_PHYSICAL_MAX_LENGTH_M, error))
    return FALSE;

  longest = &media[0];
  for (guint i = 0; i < n_media; i++)
    {
      if (media[i].reach_m > longest->reach_m)
        longest = &media[i];
      if (!isnan (stock_for (&media[i], length_m))
          && (best == NULL || compare_media (&media[i], best) < 0))
        best = &media[i];
    }

  if (best == NULL)
    {
      set_unreached (longest, length_m, error);
      return FALSE;
    }

  choice->medium = best;
  choice->length_m = length_m;
  choice->stock_m = stock_for (best, length_m);
  return TRUE;
}
