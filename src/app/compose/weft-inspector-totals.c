/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the machine, or the level in view, draws, costs and takes up, with the limit beside it. A sum
 * that lacks parts says how many, and that it is at least that. */
#include "config.h"

#include "app/compose/weft-inspector-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* Names of so many parts without a figure stand in a tooltip. */
#define MAX_LACKS 8

struct _WeftInspectorTotals
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkLabel *heading;
  GtkListBox *list;
};

G_DEFINE_FINAL_TYPE (WeftInspectorTotals, weft_inspector_totals, GTK_TYPE_WIDGET)

/* --- words --- */

/* "tray > gpu, leaf and 3 more" */
static char *
name_lacks (const WeftTotal *total)
{
  GString *text = g_string_new (NULL);
  guint n = total->lacks != NULL ? total->lacks->len : 0;

  for (guint i = 0; i < MIN (n, MAX_LACKS); i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "",
                            g_array_index (total->lacks, WeftTotalLack, i).name);
  if (n > MAX_LACKS)
    g_string_append_printf (text, _(" and %u more"), n - MAX_LACKS);
  return g_string_free (text, FALSE);
}

/* (nullable): "3 parts of unknown power" */
static char *
count_lacks (const WeftTotal *total, const char *what)
{
  double n = weft_total_n_lacks (total);
  g_autofree char *count = NULL;

  if (!(n > 0))
    return NULL;
  count = weft_quantity_format (n, WEFT_UNIT_COUNT);
  /* Translators: how many parts, and of what: "power" */
  return g_strdup_printf (n == 1 ? _("%s part of unknown %s") : _("%s parts of unknown %s"), count,
                          what);
}

static char *
write_sum (const WeftTotal *total, WeftUnit unit, const char *suffix)
{
  g_autofree char *text = NULL;

  if (total->known == 0 && weft_total_n_lacks (total) > 0)
    return weft_quantity_format (NAN, unit);
  text = weft_quantity_format (total->known, unit);
  return g_strconcat (weft_total_n_lacks (total) > 0 ? _("at least ") : "", text, suffix, NULL);
}

/* --- rows --- */

/* A bar below the words: full is the limit. */
static GtkWidget *
make_bar (const char *label, double used, double limit)
{
  GtkWidget *bar = gtk_progress_bar_new ();
  g_autofree char *spoken = g_strdup_printf (_("%s: %.0f %% of the limit"), label,
                                             100 * used / limit);

  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (bar), MIN (used / limit, 1));
  gtk_accessible_update_property (GTK_ACCESSIBLE (bar), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  gtk_widget_set_valign (bar, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (bar, "inspector-bar");
  return bar;
}

static WeftInspectorRow *
add (WeftInspectorTotals *self, const char *label, const char *value, const char *more)
{
  GtkWidget *row = weft_inspector_plain_new (label, value, more);

  gtk_list_box_append (self->list, row);
  return WEFT_INSPECTOR_ROW (row);
}

/* @limit is NAN for none, @what is what a part lacks, @over how bad it is to exceed the limit. */
static WeftInspectorRow *
add_total (WeftInspectorTotals *self, const char *label, const WeftTotal *total, double limit,
           WeftUnit unit, const char *suffix, const char *what, const char *over)
{
  g_autofree char *sum = write_sum (total, unit, suffix);
  g_autofree char *most = weft_quantity_format (limit, unit);
  g_autofree char *value =
    /* Translators: what is used, and the limit */
    isnan (limit) ? g_strdup (sum) : g_strdup_printf (_("%s of %s%s"), sum, most, suffix);
  g_autofree char *lacks = count_lacks (total, what);
  g_autofree char *names = name_lacks (total);
  WeftInspectorRow *row = add (self, label, value, lacks);

  if (*names != '\0')
    gtk_widget_set_tooltip_text (GTK_WIDGET (row), names);
  if (limit > 0)
    {
      gtk_box_append (GTK_BOX (gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (row))),
                      make_bar (label, total->known, limit));
      if (total->known > limit)
        gtk_widget_add_css_class (GTK_WIDGET (row), over);
    }
  return row;
}

static void
add_power (WeftInspectorTotals *self, const WeftGraphTotals *totals, double limit,
           const char *over)
{
  WeftInspectorRow *all =
    add_total (self, _("IT power"), &totals->it_w, limit, WEFT_UNIT_W, "", _("power"), over);

  /* The strip's figure is another one. */
  if (gtk_widget_get_tooltip_text (GTK_WIDGET (all)) == NULL)
    gtk_widget_set_tooltip_text (GTK_WIDGET (all), _("All that draws power, fans and losses too. "
                                                     "The score counts what its profile counts."));
  for (guint i = 0; i < WEFT_N_TOTALS; i++)
    {
      const WeftTotal *part = &totals->power_w[i];
      g_autofree char *sum = write_sum (part, WEFT_UNIT_W, "");
      g_autofree char *lacks = count_lacks (part, _("power"));
      WeftInspectorRow *row;

      if (part->known == 0 && !(weft_total_n_lacks (part) > 0))
        continue;
      row = add (self, weft_total_kind_label (i), sum, lacks);
      gtk_widget_add_css_class (GTK_WIDGET (row), "inspector-part");
    }
}

static void
add_ports (WeftInspectorTotals *self, const WeftGraphTotals *totals)
{
  for (guint i = 0; i < totals->ports->len; i++)
    {
      const WeftTotalPorts *ports = &g_array_index (totals->ports, WeftTotalPorts, i);
      g_autofree char *used = weft_quantity_format (ports->used, WEFT_UNIT_COUNT);
      g_autofree char *available = weft_quantity_format (ports->available, WEFT_UNIT_COUNT);
      g_autofree char *value = g_strdup_printf (_("%s of %s"), used, available);
      g_autofree char *count = weft_quantity_format (ports->count, WEFT_UNIT_COUNT);
      g_autofree char *more = g_strdup_printf ("%s × %s", count, ports->id);

      add (self, _("Ports"), value, more);
    }
}

static void
add_count (WeftInspectorTotals *self, const char *label, guint n)
{
  g_autofree char *text = weft_quantity_format (n, WEFT_UNIT_COUNT);

  if (n > 0)
    add (self, label, text, NULL);
}

/* --- limits --- */

/* The document's budget, else the power that the profile gives. */
static double
find_budget (WeftStage *stage, WeftBudget kind)
{
  WeftSession *session = weft_stage_get_session (stage);
  WeftInventory *inventory = weft_session_get_inventory (session);
  double amount = NAN;
  WeftBudget budget = weft_design_get_budget (weft_session_get_design (session), &amount);

  if (budget == WEFT_BUDGET_DEFAULT && kind == WEFT_BUDGET_POWER && inventory != NULL)
    weft_profile_get_number (weft_inventory_get_profile (inventory), "default_power_w", &amount,
                             NULL);
  return budget == kind || (budget == WEFT_BUDGET_DEFAULT && kind == WEFT_BUDGET_POWER) ? amount
                                                                                        : NAN;
}

/* What one of the level may draw: a rack its feed, a chassis its nameplate. */
static double
find_power_limit (WeftStage *stage)
{
  const WeftGraphDefinition *definition = weft_stage_get_definition (stage, NULL);
  WeftCatalog *catalog = weft_stage_get_catalog (stage);
  const WeftComponent *enclosure =
    definition != NULL && definition->enclosure != NULL && catalog != NULL
      ? weft_component_find (catalog, definition->enclosure)
      : NULL;

  if (enclosure == NULL)
    return NAN;
  if (enclosure->type == WEFT_COMPONENT_RACK)
    return enclosure->limit_w;
  return isnan (enclosure->active_max_w) ? enclosure->active_w : enclosure->active_max_w;
}

static void
show_totals (WeftInspectorTotals *self, WeftStage *stage, const WeftGraphTotals *totals,
             gboolean is_machine)
{
  /* The rules warn of a budget, and refuse a rack that cannot be fed. */
  const char *over = is_machine ? "warning" : "error";

  add_power (self, totals,
             is_machine ? find_budget (stage, WEFT_BUDGET_POWER) : find_power_limit (stage), over);
  if (is_machine && !isnan (totals->pue))
    add_total (self, _("With cooling"), &totals->facility_w, NAN, WEFT_UNIT_W, "", _("power"),
               over);
  add_total (self, _("Cost"), &totals->cost_usd,
             is_machine ? find_budget (stage, WEFT_BUDGET_COST) : NAN, WEFT_UNIT_USD, "",
             _("price"), over);
  if (totals->n_racks > 0)
    add_total (self, _("Rack units"), &totals->units_used,
               weft_total_get (&totals->units), WEFT_UNIT_COUNT, "\302\240U", _("height"),
               "error");
  add_ports (self, totals);
  add_count (self, _("Chips"), totals->n_chips);
  add_count (self, _("Racks"), totals->n_racks);
}

/* @survey (nullable): nothing is known yet. */
void
weft_inspector_totals_show (WeftInspectorTotals *self, WeftStage *stage, WeftSurvey *survey)
{
  const WeftGraphTotals *totals;
  gboolean is_machine;

  g_return_if_fail (WEFT_IS_INSPECTOR_TOTALS (self));

  gtk_widget_set_visible (GTK_WIDGET (self), survey != NULL);
  weft_inspector_list_clear (self->list, 0);
  if (survey == NULL || stage == NULL)
    return;
  is_machine = survey->definition < 0;
  totals = is_machine ? survey->totals : survey->own;
  gtk_label_set_text (self->heading, is_machine ? _("Totals of the machine")
                                                : _("Totals of this level"));
  if (totals != NULL)
    show_totals (self, stage, totals, is_machine);
  else
    add (self, _("Totals"), _("unknown"), survey->failure);
}

static void
weft_inspector_totals_dispose (GObject *object)
{
  g_clear_pointer (&WEFT_INSPECTOR_TOTALS (object)->content, gtk_widget_unparent);
  G_OBJECT_CLASS (weft_inspector_totals_parent_class)->dispose (object);
}

static void
weft_inspector_totals_class_init (WeftInspectorTotalsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_inspector_totals_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "inspectortotals");
}

static void
weft_inspector_totals_init (WeftInspectorTotals *self)
{
  GtkWidget *heading = weft_inspector_heading_new ("");

  self->content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  self->heading = GTK_LABEL (heading);
  self->list = GTK_LIST_BOX (weft_inspector_list_new (_("Totals")));
  gtk_box_append (GTK_BOX (self->content), heading);
  gtk_box_append (GTK_BOX (self->content), GTK_WIDGET (self->list));
  gtk_widget_set_parent (self->content, GTK_WIDGET (self));
}
