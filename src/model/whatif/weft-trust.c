/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads what a profile says about doubt. One that says nothing borrows from those that do. */
#include "model/whatif/weft-trust-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-name.h"
#include "base/weft-quantity.h"

/* Says what other profiles do not. */
#define LENDER "measured"

/* How far a model with one efficiency a workload is off, "spread" with this before the domain. */
#define ONE_EFFICIENCY "one-efficiency/"

static const char *const domains[WEFT_N_WORKLOADS] = {
  [WEFT_WORKLOAD_TRAINING] = "training", [WEFT_WORKLOAD_SERVING] = "serving", [WEFT_WORKLOAD_STENCIL] = "hpc",
  [WEFT_WORKLOAD_HPCG] = "hpc",          [WEFT_WORKLOAD_FFT] = "hpc",         [WEFT_WORKLOAD_COUPLED] = "hpc",
};

/* Of "KEY@SCOPE" the first that there is, in the profile or else with the scopes that are lent; NAN for none. */
static double
find_number (const WeftTrust   *self,
             const char        *key,
             const char *const *scopes,
             const char *const *lent)
{
  WeftProfile *lender;
  double value;

  if (weft_profile_get_scoped (self->profile, key, scopes, &value, NULL, NULL))
    return value;
  lender = weft_catalog_get_profile (self->catalog, LENDER, NULL);
  if (lender != NULL && weft_profile_get_scoped (lender, key, lent, &value, NULL, NULL))
    return value;
  return NAN;
}

static double
find_plain (const WeftTrust *self,
            const char      *key,
            double           otherwise)
{
  static const char *const none[] = { NULL };
  double value = find_number (self, key, none, none);

  return isnan (value) ? otherwise : value;
}

double
weft_trust_fact (const WeftTrust *self,
                 WeftConfidence   confidence,
                 const char      *key)
{
  const char *nick = weft_confidence_nick (confidence);
  g_autofree char *narrow = g_strconcat (nick, "/", key, NULL);
  const char *scopes[] = { narrow, nick, NULL };
  double spread = find_number (self, "uncertainty", scopes, scopes);

  return isnan (spread) ? 0 : spread;
}

const char *
weft_trust_domain (WeftWorkloadKind kind)
{
  g_return_val_if_fail (kind < WEFT_N_WORKLOADS, NULL);

  return domains[kind];
}

/* --- outside the calibrated range --- */

/* What can be outside, and what the workload's parameter is. */
typedef struct
{
  const char *key;   /* after "calibrated@DOMAIN/" */
  const char *label;
  double value;
} Extent;

static void
add_reason (WeftModelError *error,
            char           *reason)
{
  g_autofree char *before = error->why;

  error->why = before != NULL ? g_strjoin (" ", before, reason, NULL) : g_strdup (reason);
  g_free (reason);
}

static gboolean
find_range (const WeftTrust *self,
            const char      *domain,
            const char      *key,
            double          *low,
            double          *high)
{
  g_autofree char *name = g_strdup_printf ("calibrated@%s/%s", domain, key);
  const double *numbers;
  guint n;

  if (!weft_profile_get_numbers (self->profile, name, &numbers, &n, NULL) || n != 2)
    return FALSE;
  *low = numbers[0];
  *high = numbers[1];
  return TRUE;
}

/* Square of what an extent outside its range adds. */
static double
judge_extent (const WeftTrust *self,
              const Extent    *extent,
              double           growth,
              WeftModelError  *error)
{
  double low, high, beyond = 0;

  if (!(extent->value > 0) || !find_range (self, error->domain, extent->key, &low, &high))
    return 0;
  if (extent->value > high)
    beyond = log (extent->value / high);
  else if (extent->value < low)
    beyond = log (low / extent->value);
  if (beyond > 0)
    {
      g_autofree char *value = weft_quantity_format (extent->value, WEFT_UNIT_COUNT);
      g_autofree char *from = weft_quantity_format (low, WEFT_UNIT_COUNT);
      g_autofree char *to = weft_quantity_format (high, WEFT_UNIT_COUNT);

      /* Translators: what is outside the range, its value, and the range */
      add_reason (error, g_strdup_printf (_("%s: %s, measured from %s to %s."), extent->label, value, from, to));
    }
  return growth * growth * beyond * beyond;
}

/* Whether a constant was fitted on this chip: its name ends in the chip's id, or has it before a slash. */
static gboolean
names_chip (const char *key,
            const char *id)
{
  const char *at = strchr (key, '@');
  g_auto (GStrv) scopes = NULL;

  if (at == NULL)
    return FALSE;
  scopes = g_strsplit (at + 1, "/", -1);
  for (guint i = 0; scopes[i] != NULL; i++)
    if (weft_name_equal (scopes[i], id))
      return TRUE;
  return FALSE;
}

static gboolean
was_measured (const WeftTrust *self,
              const WeftChip  *chip)
{
  g_autoptr (GPtrArray) keys = weft_profile_list_constants (self->profile);

  for (guint i = 0; i < keys->len; i++)
    if (names_chip (keys->pdata[i], chip->id))
      return TRUE;
  return FALSE;
}

static void
widen (const WeftTrust        *self,
       const WeftChip         *chip,
       double                  n_chips,
       const WeftWorkloadSpec *spec,
       WeftModelError         *error)
{
  double growth = find_plain (self, "spread_outside", 0);
  double unseen = find_plain (self, "spread_unseen", 0);
  gboolean is_model = !g_str_equal (error->domain, "hpc");
  const Extent extents[] = {
    { "chips", _("Chips"), n_chips },
    { "params", _("Parameters of the model"), is_model ? spec->llm_params : NAN },
    { "sequence_tokens", _("Tokens of a sequence"), is_model ? spec->sequence_tokens : NAN },
    { "context_tokens", _("Tokens of context"), is_model ? spec->decode_context_tokens : NAN },
  };
  double square = error->inside * error->inside;

  for (guint i = 0; i < G_N_ELEMENTS (extents); i++)
    square += judge_extent (self, &extents[i], growth, error);
  if (weft_profile_is_measured (self->profile) && !was_measured (self, chip))
    {
      square += unseen * unseen;
      add_reason (error, g_strdup_printf (_("Nothing was measured on %s; it is taken from other chips."), chip->id));
    }
  error->spread = sqrt (square);
}

void
weft_trust_model (const WeftTrust        *self,
                  WeftWorkloadKind        kind,
                  const WeftChip         *chip,
                  double                  n_chips,
                  const WeftWorkloadSpec *spec,
                  WeftModelError         *error)
{
  const char *domain = weft_trust_domain (kind);
  g_autofree char *narrow = g_strconcat (domain, "/", chip->id, NULL);
  g_autofree char *simple = g_strconcat (ONE_EFFICIENCY, domain, NULL);
  const char *scopes[] = { narrow, domain, NULL };
  const char *lent[] = { simple, NULL };
  double spread = find_number (self, "spread", scopes, lent);

  *error = (WeftModelError) {
    .domain = domain,
    .inside = isnan (spread) ? 0 : spread,
    .common_share = CLAMP (find_plain (self, "spread_common", 0), 0, 1),
  };
  error->chip_share = CLAMP (find_plain (self, "spread_chip", error->common_share), error->common_share, 1);
  if (isnan (spread))
    add_reason (error, g_strdup_printf (_("No error of the model is known for %s."), weft_workload_label (kind)));
  widen (self, chip, n_chips, spec, error);
}

void
weft_model_error_clear (WeftModelError *self)
{
  g_clear_pointer (&self->why, g_free);
}
