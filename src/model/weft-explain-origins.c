/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Origins of a number, each of one kind: a value with its source, a formula, a constant, what an assumption hides. */
#include "model/weft-explain-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-json-write.h"

WeftOrigin *
weft_origins_add (GPtrArray     *origins,
                  const char    *label,
                  char          *value,
                  WeftConfidence confidence,
                  const char    *source)
{
  WeftOrigin *origin = g_new0 (WeftOrigin, 1);

  origin->label = g_strdup (label);
  origin->value = value;
  origin->confidence = confidence;
  origin->source = g_strdup (source != NULL ? source : "");
  g_ptr_array_add (origins, origin);
  return origin;
}

void
weft_origins_add_number (GPtrArray  *origins,
                         const char *label,
                         double      value,
                         WeftUnit    unit,
                         const char *formula)
{
  WeftOrigin *origin = weft_origins_add (origins, label, weft_quantity_format (value, unit),
                                         WEFT_CONFIDENCE_DERIVED, formula);

  if (isfinite (value))
    origin->exact = weft_quantity_format_full (value, unit);
}

/* Source and note. */
static char *
join_source (const WeftProvenance *provenance)
{
  g_autoptr (GString) text = g_string_new (provenance->source != NULL ? provenance->source : "");

  if (provenance->date != NULL && *provenance->date != '\0')
    g_string_append_printf (text, " (%s)", provenance->date);
  if (provenance->note != NULL && *provenance->note != '\0' && g_strcmp0 (provenance->note, provenance->source) != 0)
    g_string_append_printf (text, "%s%s", text->len > 0 ? "; " : "", provenance->note);

  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* A number as its file has it, with its key: "989.5 (bf16_tflops)". */
static char *
format_exact (const WeftValue *value)
{
  char number[WEFT_DOUBLE_BUFFER];

  if (!JSON_NODE_HOLDS_VALUE (value->node)
      || (json_node_get_value_type (value->node) != G_TYPE_DOUBLE
          && json_node_get_value_type (value->node) != G_TYPE_INT64))
    return NULL;

  return g_strdup_printf ("%s (%s)", weft_json_format_double (json_node_get_double (value->node), number),
                          value->key);
}

void
weft_origins_add_value (GPtrArray       *origins,
                        const char      *label,
                        const WeftValue *value)
{
  g_autofree char *source = join_source (value->provenance);

  weft_origins_add (origins, label, weft_value_format (value), value->provenance->confidence, source)->exact
    = format_exact (value);
}

/* The shipped record that an inventory's record stands for, NULL for a part that only a profile knows. */
static WeftRecord *
find_shipped (WeftEvaluation *self,
              WeftRecord     *record)
{
  WeftCatalog *catalog = weft_inventory_get_catalog (self->inventory);
  WeftRecord *fact = NULL;

  for (WeftRecord *layer = record; layer != NULL && fact == NULL; layer = weft_record_get_below (layer))
    fact = weft_catalog_lookup (catalog, weft_record_get_kind (record), weft_record_get_id (layer));
  while (fact != NULL && weft_record_get_below (fact) != NULL)
    fact = weft_record_get_below (fact);

  return fact;
}

/* Port power has another name in the catalog, which keeps the power of one and of two tiers apart. */
static gboolean
lookup_fact (WeftEvaluation *self,
             WeftRecord     *record,
             const char     *key,
             WeftValue      *fact)
{
  WeftRecord *shipped = find_shipped (self, record);

  return shipped != NULL
         && (weft_record_lookup (shipped, key, fact)
             || (g_str_equal (key, "power_w_per_endpoint")
                 && weft_record_lookup (shipped, "power_w_per_endpoint_2tier", fact)));
}

/* A value of a record, and the fact that it lies over when an assumption replaced one. */
gboolean
weft_origins_add_record_value (GPtrArray      *origins,
                               WeftEvaluation *self,
                               WeftRecord     *record,
                               const char     *key)
{
  g_autofree char *name = weft_key_label (key);
  g_autofree char *label = NULL;
  WeftValue value, fact;

  if (!weft_record_lookup (record, key, &value))
    return FALSE;

  label = g_strdup_printf ("%s, %s", weft_record_get_id (record), name);
  weft_origins_add_value (origins, label, &value);

  if (lookup_fact (self, record, key, &fact) && fact.provenance != value.provenance)
    weft_origins_add_value (origins, _("The catalog's fact"), &fact);
  return TRUE;
}

/* How well a fitted constant fits, and to what. */
static void
append_fit (WeftOrigin  *origin,
            WeftProfile *profile,
            const char  *key)
{
  const char *range = weft_profile_get_range (profile, key);
  double residual = weft_profile_get_residual (profile, key);
  g_autoptr (GString) text = g_string_new (origin->source);
  char percent[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (percent, sizeof percent, "%.1f", 100 * residual);
  if (range != NULL && isfinite (residual))
    g_string_append_printf (text, _("; fitted on %s, off by %s\302\240%% (root mean square)"), range, percent);
  else if (range != NULL)
    g_string_append_printf (text, _("; range: %s"), range);
  else if (isfinite (residual))
    g_string_append_printf (text, _("; off by %s\302\240%% (root mean square)"), percent);
  g_free (origin->source);
  origin->source = g_string_free (g_steal_pointer (&text), FALSE);
}

void
weft_origins_add_constant (GPtrArray      *origins,
                           WeftEvaluation *self,
                           const char     *key)
{
  WeftProfile *profile = weft_inventory_get_profile (self->inventory);
  g_autofree char *label = NULL;
  WeftValue value;

  if (!weft_profile_lookup (profile, key, &value))
    return;

  label = g_strdup_printf (_("Constant %s of %s"), key, weft_profile_get_id (profile));
  weft_origins_add_value (origins, label, &value);
  append_fit (g_ptr_array_index (origins, origins->len - 1), profile, key);
}

void
weft_origins_add_scoped (GPtrArray         *origins,
                         WeftEvaluation    *self,
                         const char        *key,
                         const char *const *scopes)
{
  const char *found;
  double value;

  if (weft_profile_get_scoped (weft_inventory_get_profile (self->inventory), key, scopes, &value, &found, NULL))
    weft_origins_add_constant (origins, self, found);
}

/* The number of the document when it says one, else the record's. */
void
weft_origins_add_workload_number (GPtrArray      *origins,
                                  WeftEvaluation *self,
                                  const char     *key)
{
  g_autofree char *label = weft_key_label (key);
  double used = weft_workload_spec_get (&self->model.w, key);
  WeftValue value;

  if (self->workload == NULL || !weft_record_lookup (self->workload, key, &value))
    return;

  if (used == weft_record_get_number (self->workload, key))
    weft_origins_add_value (origins, label, &value);
  else
    weft_origins_add (origins, label, weft_quantity_format (used, WEFT_UNIT_NONE), WEFT_CONFIDENCE_USER,
                      _("workload of the document"));
}

void
weft_origins_add_scaleup_value (GPtrArray                  *origins,
                                WeftEvaluation             *self,
                                const WeftMachinePartition *part,
                                const char                 *key)
{
  const char *name = weft_inventory_scaleup (self->inventory, part->scaleup)->id;
  g_autofree char *what = weft_key_label (key);
  g_autofree char *label = g_strdup_printf ("%s, %s", name, what);
  WeftValue value;

  if (weft_inventory_lookup_scaleup_on_chip (self->inventory, part->scaleup, part->chip, key, &value))
    weft_origins_add_value (origins, label, &value);
}
