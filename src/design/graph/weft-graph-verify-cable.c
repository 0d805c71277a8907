/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cables against the reach of their medium and the ports that they are plugged into. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "design/graph/weft-graph-names-private.h"
#include "design/graph/weft-graph-verify-private.h"
#include "design/weft-members-private.h"
#include "design/weft-rules-private.h"

/* --- reach --- */

static const WeftGraphLink *
link_of (const WeftVerifier *self, const WeftFlatBundle *bundle)
{
  return &weft_graph_definition (self->graph, bundle->definition)->links[bundle->link];
}

/* (transfer full) */
static char *
bundle_path (const WeftVerifier *self, const WeftFlatBundle *bundle)
{
  g_autofree char *base
      = weft_graph_verify_path (weft_graph_definition (self->graph, bundle->definition));

  return g_strdup_printf ("%s/links/%u", base, bundle->link);
}

/* (transfer full): metres to the centimetre, in the C locale. */
static char *
show_metres (double length_m)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_formatd (digits, sizeof digits, "%.2f", length_m));
}

/* (transfer full): which two devices the longest cable joins. */
static char *
longest_cable (const WeftVerifier *self, const WeftFlatBundle *bundle)
{
  g_autofree char *from = weft_flat_device_name (self->flat, self->flat->from[bundle->longest]);
  g_autofree char *to = weft_flat_device_name (self->flat, self->flat->to[bundle->longest]);

  /* Translators: two devices. */
  return g_strdup_printf (_("The cable from %s to %s"), from, to);
}

static void
add_too_long (WeftVerifier *self, const WeftFlatBundle *bundle, const WeftComponent *medium)
{
  g_autofree char *path = bundle_path (self, bundle);
  g_autofree char *cable = longest_cable (self, bundle);
  g_autofree char *length = show_metres (bundle->least_m);
  g_autofree char *reach = weft_rules_number (medium->length_max_m);
  g_autofree char *hint = weft_graph_reach_hint (bundle->least_m);
  g_autofree char *message
      = g_strdup_printf (bundle->is_derived
                           ? _("%s must be %s m long, derived from where both stand; %s reaches %s "
                               "m.")
                           : _("%s must be at least %s m long, derived from where both stand; %s "
                               "reaches %s m."),
                         cable, length, medium->name, reach);

  weft_graph_found_add (&self->found,
                        weft_violation_new ("cable_reach", WEFT_SEVERITY_ERROR, path,
                                            weft_members_number (bundle->least_m),
                                            weft_members_number (medium->length_max_m), message,
                                            hint));
}

static void
add_unknown (WeftVerifier *self, const WeftFlatBundle *bundle, double limit, char *message,
             const char *hint)
{
  g_autofree char *path = bundle_path (self, bundle);
  g_autofree char *taken = message;

  weft_graph_found_add (&self->found,
                        weft_violation_new ("cable_reach_unknown", WEFT_SEVERITY_WARNING, path,
                                            isnan (bundle->length_m)
                                              ? NULL : weft_members_number (bundle->length_m),
                                            isnan (limit) ? NULL : weft_members_number (limit),
                                            message, hint));
}

static void
add_unknown_reach (WeftVerifier *self, const WeftFlatBundle *bundle, const WeftComponent *medium)
{
  const char *from = link_of (self, bundle)->from.text;

  add_unknown (self, bundle, NAN,
               medium != NULL
                 ? g_strdup_printf (_("How far %s reaches is unknown; whether the link from “%s” is "
                                      "too long cannot be told."), medium->name, from)
                 : g_strdup_printf (_("The link from “%s” names no cable; whether it is too long "
                                      "cannot be told."), from),
               _("Give the cable as \"component\", one whose reach is known."));
}

static void
add_unknown_length (WeftVerifier *self, const WeftFlatBundle *bundle, const WeftComponent *medium)
{
  const char *from = link_of (self, bundle)->from.text;
  g_autofree char *reach = weft_rules_number (medium->length_max_m);
  g_autofree char *least = show_metres (bundle->least_m);
  g_autofree char *most = show_metres (bundle->most_m);

  add_unknown (self, bundle, medium->length_max_m,
               isnan (bundle->most_m)
                 ? g_strdup_printf (_("The length of the link from “%s” is unknown, %s reaches %s "
                                      "m."), from, medium->name, reach)
                 : g_strdup_printf (_("The longest cable of the link from “%s” measures %s to "
                                      "%s m, %s reaches %s m; where its ends stand is not "
                                      "known well enough."),
                                    from, least, most, medium->name, reach),
               _("Give \"length_m\", or stand both ends in racks with \"u\"."));
}

static void
check_length (WeftVerifier *self, const WeftFlatBundle *bundle)
{
  const WeftComponent *medium = bundle->component != WEFT_FLAT_NONE
                                  ? weft_component_at (self->catalog, bundle->component) : NULL;

  if (medium == NULL || isnan (medium->length_max_m))
    {
      /* A backplane ends with its rack. */
      if (medium == NULL || medium->medium != WEFT_MEDIUM_BACKPLANE)
        add_unknown_reach (self, bundle, medium);
      return;
    }
  /* A length of the document has been held against the reach by the rules. */
  if (!isnan (bundle->length_m) && !bundle->is_derived)
    return;
  if (bundle->least_m > medium->length_max_m)
    add_too_long (self, bundle, medium);
  else if (!(bundle->most_m <= medium->length_max_m))
    add_unknown_length (self, bundle, medium);
}

/* Inside of a node or a package the board decides. */
void
weft_graph_verify_lengths (WeftVerifier *self)
{
  const WeftFlat *flat = self->flat;
  g_autofree double *cables = weft_graph_count_cables (flat);

  for (guint32 i = 0; i < flat->n_bundles; i++)
    if (cables[i] > 0
        && weft_graph_definition (self->graph, flat->bundle[i].definition)->level
             >= WEFT_LEVEL_RACK)
      check_length (self, &flat->bundle[i]);
}

/* --- ports --- */

/* (transfer full): [n_bundles] whether the links of each are of a scale-up fabric. */
static gboolean *
list_scaleup (const WeftVerifier *self)
{
  const WeftFlat *flat = self->flat;
  gboolean *is_up = g_new0 (gboolean, flat->n_bundles + 1);
  WeftGraphNames names;

  weft_graph_names_init (&names, self->inventory);
  for (guint32 i = 0; i < flat->n_bundles; i++)
    {
      const char *fabric = link_of (self, &flat->bundle[i])->fabric;

      is_up[i] = fabric != NULL && weft_graph_names_scaleup (&names, fabric) != NULL;
    }
  weft_graph_names_clear (&names);
  return is_up;
}

/* Of a chip only the cables of its scale-up fabric: how many other ports it has is not known. */
static guint64
ports_of (const WeftVerifier *self, guint32 device, gboolean is_chip, const gboolean *is_up)
{
  const WeftFlat *flat = self->flat;
  guint64 n = 0;

  for (guint32 i = flat->first[device]; i < flat->first[device + 1]; i++)
    if (!is_chip || is_up[flat->bundles[i]])
      n += flat->cables[i];
  return n;
}

static void
check_device (WeftVerifier *self, guint32 device, guint64 used, const WeftGraphDefinition *owner,
              guint item)
{
  const WeftFlat *flat = self->flat;
  gboolean is_chip = owner->items[item].kind == WEFT_GRAPH_CHIP;
  g_autofree char *name = NULL;
  g_autofree char *base = NULL;
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  WeftPredicate predicate;
  gboolean sound;
  double limit;

  if (is_chip)
    limit = weft_record_get_number (weft_inventory_chip (self->inventory,
                                                         flat->parts[device])->record,
                                    "scaleup_links");
  else
    limit = weft_component_at (self->catalog, flat->parts[device])->ports;
  if (used == 0 || (isnan (limit) && !is_chip && flat->kinds[device] != WEFT_DEVICE_SWITCH))
    return;
  name = weft_flat_device_name (flat, device);
  base = weft_graph_verify_path (owner);
  path = g_strdup_printf ("%s/items/%u", base, item);
  sound = weft_predicate_check (WEFT_PREDICATE_RADIX, name, (double) used, limit, &predicate,
                                &error);
  weft_graph_verify_report (self, &predicate, sound, path, error);
}

/* One fault of an item is enough, its others are alike. */
void
weft_graph_verify_ports (WeftVerifier *self)
{
  const WeftFlat *flat = self->flat;
  guint n = weft_graph_n_definitions (self->graph);
  g_autofree guint *offsets = g_new0 (guint, n + 1);
  g_autofree guint32 *fullest = NULL;
  g_autofree guint64 *used = NULL;
  g_autofree gboolean *is_up = list_scaleup (self);

  for (guint i = 0; i < n; i++)
    offsets[i + 1] = offsets[i] + weft_graph_definition (self->graph, i)->n_items;
  fullest = g_new (guint32, offsets[n] + 1);
  used = g_new0 (guint64, offsets[n] + 1);
  for (guint32 i = 0; i < flat->n_devices; i++)
    {
      guint32 definition = flat->instances[flat->owners[i]].definition;
      guint32 at = offsets[definition] + flat->items[i];
      const WeftGraphItem *item
          = &weft_graph_definition (self->graph, definition)->items[flat->items[i]];
      guint64 ports = ports_of (self, i, item->kind == WEFT_GRAPH_CHIP, is_up);

      if (ports <= used[at])
        continue;
      used[at] = ports;
      fullest[at] = i;
    }
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < offsets[i + 1] - offsets[i]; j++)
      if (used[offsets[i] + j] > 0)
        check_device (self, fullest[offsets[i] + j], used[offsets[i] + j],
                      weft_graph_definition (self->graph, i), j);
}
