/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fields show three digits; a value that nobody has typed over keeps all of its own. */
#include "config.h"

#include "app/calibration/weft-projection-view.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "app/calibration/weft-calibration-words.h"
#include "app/calibration/weft-target-list.h"
#include "app/workloads/weft-fact-list.h"
#include "base/weft-quantity.h"
#include "draw/calib/weft-calib-tables.h"

struct _WeftProjectionView
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkDropDown *targets;
  GtkFlowBox *fields;
  GtkLabel *problem;
  GtkWidget *result;
  GtkLabel *title;
  WeftTableView *table;
  GtkWidget *trust;
  WeftFactList *facts;

  WeftCalibrationJob *job;
  WeftTargetList *list;
  GtkEntry *entries[WEFT_N_TARGET_FIELDS];
  WeftFit *shown_fit;                /* (nullable): that the list is of */
  const WeftProjection *shown;       /* (nullable): only to see that it is another */
};

G_DEFINE_FINAL_TYPE (WeftProjectionView, weft_projection_view, GTK_TYPE_WIDGET)

static const struct
{
  const char *title;
  const char *example;
  WeftUnit unit;
} infos[WEFT_N_TARGET_FIELDS] = {
  [WEFT_TARGET_NAME] = { N_("Name"), "", WEFT_UNIT_NONE },
  [WEFT_TARGET_PEAK] = { N_("Peak"), "312 TFLOP/s", WEFT_UNIT_FLOPS },
  [WEFT_TARGET_MEM_BW] = { N_("Memory bandwidth"), "2.04 TB/s", WEFT_UNIT_BYTES_S },
  [WEFT_TARGET_LINK_BW] = { N_("Link bandwidth"), "200 GB/s", WEFT_UNIT_BYTES_S },
  [WEFT_TARGET_LINK_LATENCY] = { N_("Link latency"), "2 µs", WEFT_UNIT_S },
  [WEFT_TARGET_DEVICES] = { N_("Devices"), "8", WEFT_UNIT_COUNT },
  [WEFT_TARGET_HOPS] = { N_("Hops"), "1", WEFT_UNIT_COUNT },
};

/* --- fields --- */

static double
get_value (const WeftMeasuredPlatform *platform, WeftTargetField field)
{
  switch (field)
    {
    case WEFT_TARGET_PEAK:
      return platform->peak_flops_s;
    case WEFT_TARGET_MEM_BW:
      return platform->mem_bw_bytes_s;
    case WEFT_TARGET_LINK_BW:
      return platform->link_bw_bytes_s;
    case WEFT_TARGET_LINK_LATENCY:
      return platform->link_latency_s;
    case WEFT_TARGET_DEVICES:
      return platform->n_dev > 0 ? platform->n_dev : NAN;
    case WEFT_TARGET_HOPS:
      return platform->hops > 0 ? platform->hops : NAN;
    case WEFT_TARGET_NAME:
    case WEFT_N_TARGET_FIELDS:
    default:
      return NAN;
    }
}

static void
set_value (WeftMeasuredPlatform *platform, WeftTargetField field, double value)
{
  switch (field)
    {
    case WEFT_TARGET_PEAK:
      platform->peak_flops_s = value;
      break;
    case WEFT_TARGET_MEM_BW:
      platform->mem_bw_bytes_s = value;
      break;
    case WEFT_TARGET_LINK_BW:
      platform->link_bw_bytes_s = value;
      break;
    case WEFT_TARGET_LINK_LATENCY:
      platform->link_latency_s = value;
      break;
    case WEFT_TARGET_DEVICES:
      platform->n_dev = isnan (value) ? 0 : (guint) value;
      break;
    case WEFT_TARGET_HOPS:
      platform->hops = isnan (value) ? 0 : (guint) value;
      break;
    case WEFT_TARGET_NAME:
    case WEFT_N_TARGET_FIELDS:
    default:
      break;
    }
}

/* What a field shows; "" for what is not known. (transfer full) */
static char *
write_field (const WeftMeasuredPlatform *platform, WeftTargetField field)
{
  double value = get_value (platform, field);

  if (field == WEFT_TARGET_NAME)
    return g_strdup (platform->name);
  return isnan (value) ? g_strdup ("") : weft_quantity_format (value, infos[field].unit);
}

static void
show_problem (WeftProjectionView *self, int field, const char *message)
{
  for (int i = 0; i < WEFT_N_TARGET_FIELDS; i++)
    if (i == field)
      gtk_widget_add_css_class (GTK_WIDGET (self->entries[i]), "error");
    else
      gtk_widget_remove_css_class (GTK_WIDGET (self->entries[i]), "error");
  gtk_label_set_text (self->problem, message != NULL ? message : "");
  gtk_widget_set_visible (GTK_WIDGET (self->problem), message != NULL);
  if (field >= 0)
    gtk_widget_grab_focus (GTK_WIDGET (self->entries[field]));
}

static const WeftMeasuredPlatform *
get_target (WeftProjectionView *self)
{
  return weft_target_list_get (self->list, gtk_drop_down_get_selected (self->targets));
}

static void
target_cb (WeftProjectionView *self)
{
  const WeftMeasuredPlatform *target = get_target (self);

  for (guint i = 0; target != NULL && i < WEFT_N_TARGET_FIELDS; i++)
    {
      g_autofree char *text = write_field (target, i);

      gtk_editable_set_text (GTK_EDITABLE (self->entries[i]), text);
    }
  show_problem (self, -1, NULL);
}

/* A number above 0, or nothing: not known. */
static gboolean
read_number (const char *text, WeftTargetField field, double *value, GError **error)
{
  *value = NAN;
  if (*text == '\0')
    return TRUE;
  if (!weft_quantity_parse (text, infos[field].unit, value, error))
    return FALSE;
  if (*value > 0 && (infos[field].unit != WEFT_UNIT_COUNT || *value <= G_MAXINT))
    return TRUE;
  g_set_error (error, WEFT_QUANTITY_ERROR, WEFT_QUANTITY_ERROR_RANGE, _("“%s” is not above 0"), text);
  return FALSE;
}

/* Takes what was typed over into @platform; FALSE with the message shown. */
static gboolean
read_field (WeftProjectionView *self, WeftTargetField field, WeftMeasuredPlatform *platform)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entries[field]))));
  g_autofree char *shown = write_field (platform, field);
  g_autofree char *message = NULL;
  g_autoptr (GError) error = NULL;
  double value;

  if (g_str_equal (text, shown))
    return TRUE;
  if (field == WEFT_TARGET_NAME && *text != '\0')
    {
      g_free (platform->name);
      platform->name = g_steal_pointer (&text);
      return TRUE;
    }
  if (field != WEFT_TARGET_NAME && read_number (text, field, &value, &error))
    {
      set_value (platform, field, value);
      return TRUE;
    }
  message = g_strdup_printf ("%s: %s", _(infos[field].title),
                             error != NULL ? error->message : _("a platform needs a name"));
  show_problem (self, (int) field, message);
  return FALSE;
}

static void
project_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftProjectionView *self = WEFT_PROJECTION_VIEW (widget);
  const WeftMeasuredPlatform *target = get_target (self);
  g_autoptr (WeftMeasuredPlatform) platform = NULL;

  if (target == NULL)
    return;
  platform = g_new0 (WeftMeasuredPlatform, 1);
  weft_measured_platform_copy (target, platform);
  for (guint i = 0; i < WEFT_N_TARGET_FIELDS; i++)
    if (!read_field (self, i, platform))
      return;
  show_problem (self, -1, NULL);
  weft_calibration_job_project (self->job, platform);
}

static void
activate_cb (WeftProjectionView *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "projection.project", NULL);
}

static void
add_entry (WeftProjectionView *self, WeftTargetField field)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *label = gtk_label_new (_(infos[field].title));
  GtkWidget *entry = gtk_entry_new ();
  GtkWidget *child = gtk_flow_box_child_new ();

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "search-heading");
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), infos[field].example);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 10);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (entry), 10);
  gtk_widget_add_css_class (entry, "numeric");
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_RELATION_LABELLED_BY, label, NULL, -1);
  g_signal_connect_swapped (entry, "activate", G_CALLBACK (activate_cb), self);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), entry);
  gtk_flow_box_child_set_child (GTK_FLOW_BOX_CHILD (child), box);
  gtk_widget_set_focusable (child, FALSE);
  gtk_flow_box_append (self->fields, child);
  self->entries[field] = GTK_ENTRY (entry);
}

/* --- what comes of it --- */

static void
show_targets (WeftProjectionView *self)
{
  WeftFit *fit = weft_calibration_job_get_fit (self->job);

  if (fit == self->shown_fit)
    return;
  if (fit != NULL)
    weft_fit_ref (fit);
  g_clear_pointer (&self->shown_fit, weft_fit_unref);
  self->shown_fit = fit;
  weft_target_list_update (self->list, fit != NULL ? fit->measurements : NULL,
                           weft_calibration_job_get_session (self->job));
  gtk_drop_down_set_selected (self->targets, 0);
  target_cb (self);
}

static void
show_projection (WeftProjectionView *self)
{
  const WeftProjection *projection = weft_calibration_job_get_projection (self->job);
  g_autoptr (GPtrArray) facts = NULL;
  g_autofree char *title = NULL;

  if (projection == self->shown)
    return;
  self->shown = projection;
  gtk_widget_set_visible (self->result, projection != NULL);
  if (projection == NULL)
    return;
  title = g_strdup_printf (ngettext ("What %2$u other platform lets expect of %1$s",
                                     "What %2$u other platforms let expect of %1$s", projection->n_platforms),
                           projection->target.name, projection->n_platforms);
  facts = weft_facts_of_projection (projection);
  gtk_label_set_text (self->title, title);
  weft_table_view_set_table (self->table,
                             weft_table_projection (weft_calibration_job_get_fit (self->job), projection));
  weft_table_view_set_label (self->table, title);
  weft_fact_list_show (self->facts, facts);
  gtk_widget_set_visible (self->trust, facts->len > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->facts), facts->len > 0);
}

/* --- class --- */

static void
weft_projection_view_dispose (GObject *object)
{
  WeftProjectionView *self = WEFT_PROJECTION_VIEW (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->job);
  g_clear_object (&self->list);
  g_clear_pointer (&self->shown_fit, weft_fit_unref);
  G_OBJECT_CLASS (weft_projection_view_parent_class)->dispose (object);
}

static void
weft_projection_view_class_init (WeftProjectionViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_projection_view_dispose;
  g_type_ensure (WEFT_TYPE_FACT_LIST);
  g_type_ensure (WEFT_TYPE_TABLE_VIEW);
  gtk_widget_class_install_action (widget_class, "projection.project", NULL, project_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "projectionview");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/weft/Weft/weft-projection-view.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftProjectionView, content);
  gtk_widget_class_bind_template_child (widget_class, WeftProjectionView, targets);
  gtk_widget_class_bind_template_child (widget_class, WeftProjectionView, fields);
  gtk_widget_class_bind_template_child (widget_class, WeftProjectionView, problem);
  gtk_widget_class_bind_template_child (widget_class, WeftProjectionView, result);
  gtk_widget_class_bind_template_child (widget_class, WeftProjectionView, title);
  gtk_widget_class_bind_template_child (widget_class, WeftProjectionView, table);
  gtk_widget_class_bind_template_child (widget_class, WeftProjectionView, trust);
  gtk_widget_class_bind_template_child (widget_class, WeftProjectionView, facts);
}

static void
weft_projection_view_init (WeftProjectionView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < WEFT_N_TARGET_FIELDS; i++)
    add_entry (self, i);
  self->list = weft_target_list_new ();
  gtk_drop_down_set_model (self->targets, weft_target_list_get_titles (self->list));
  g_signal_connect_object (self->targets, "notify::selected", G_CALLBACK (target_cb), self, G_CONNECT_SWAPPED);
  weft_fact_list_set_label (self->facts, _("Mean error of projected times"));
}

void
weft_projection_view_bind (WeftProjectionView *self, WeftCalibrationJob *job)
{
  g_return_if_fail (WEFT_IS_PROJECTION_VIEW (self) && WEFT_IS_CALIBRATION_JOB (job));

  g_set_object (&self->job, job);
}

void
weft_projection_view_update (WeftProjectionView *self)
{
  gboolean idle;

  g_return_if_fail (WEFT_IS_PROJECTION_VIEW (self));

  idle = weft_calibration_job_get_work (self->job) == WEFT_CALIBRATION_NOTHING;
  show_targets (self);
  show_projection (self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "projection.project", self->shown_fit != NULL && idle);
}

GtkEntry *
weft_projection_view_get_entry (WeftProjectionView *self, WeftTargetField field)
{
  g_return_val_if_fail (WEFT_IS_PROJECTION_VIEW (self) && field < WEFT_N_TARGET_FIELDS, NULL);

  return self->entries[field];
}

const char *
weft_projection_view_get_problem (WeftProjectionView *self)
{
  g_return_val_if_fail (WEFT_IS_PROJECTION_VIEW (self), NULL);

  return gtk_widget_get_visible (GTK_WIDGET (self->problem)) ? gtk_label_get_text (self->problem) : NULL;
}

WeftTableView *
weft_projection_view_get_table (WeftProjectionView *self)
{
  g_return_val_if_fail (WEFT_IS_PROJECTION_VIEW (self), NULL);

  return self->table;
}
